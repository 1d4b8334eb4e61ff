// From the races of all detectors to findings: races of one variable at the same two places are one finding, with the strongest
// claim first. Works on ids and columns; an object is made for a finding, never for a race, so that a million races take a second.

import type { Position } from '../trace/id.ts';
import type { Outcome } from '../trace/outcome.ts';
import { claims, UNKNOWN } from '../trace/outcome.ts';
import type { Symbols } from '../trace/symbols.ts';
import type { ThreadTests } from '../trace/tests.ts';
import type { Witness } from '../trace/witness.ts';
import type { Allocation, Fork, Memory, StackedAccess } from './access.ts';
import type { AccessLookup } from './accesses.ts';
import type { Finding, Known, RaceKind } from './finding.ts';
import { Identities } from './identity.ts';
import { joined, Objects, partOf, type Range, withRange } from './objects.ts';
import { reason } from './reason.ts';
import { Stacks } from './stack.ts';

/** A finding in the making: its best race so far, and who saw how many. */
interface Group {
  /** By index of the detector: how many races it reported. Detectors see the same pairs, so these are not added up. */
  readonly counts: number[];
  /** Index into `claims`; the smallest is the strongest. */
  readonly claim: number;
  first: Position;
  second: Position;
  witness: Witness | undefined;
  /** The variables: how many, if there is more than one, and which part of their object they are. */
  several: boolean;
  range: Range;
  /** That started the threads of its races. */
  readonly tests: Set<string>;
}

export function merge(
  results: readonly Outcome[],
  lookup: AccessLookup,
  symbols: Symbols,
  tests: ThreadTests = new Map(),
): Finding[] {
  const groups = new Map<string, Group>();
  const known = { identities: new Identities(symbols), objects: new Objects(symbols), tests: testsById(tests, symbols) };
  // From the strongest claim on: what a weaker one adds must fit what is there.
  for (let claim = 0; claim < claims.length; claim++)
    for (const [index, result] of results.entries())
      if (result.detector.claim === claims[claim]) addRaces(groups, index, results, lookup, known);
  const detectors = results.map(({ detector }) => detector.id);
  const described = new Descriptions(lookup, symbols, known.identities);
  return [...groups.values()]
    .sort((a, b) => a.claim - b.claim || a.second - b.second || a.first - b.first)
    .map((group, i) => finding(`R${i + 1}`, group, detectors, described));
}

function addRaces(
  groups: Map<string, Group>,
  index: number,
  results: readonly Outcome[],
  lookup: AccessLookup,
  { identities, objects, tests }: { identities: Identities; objects: Objects; tests: ReadonlyMap<number, string> },
): void {
  const { detector, races } = results[index]!;
  const claim = claims.indexOf(detector.claim);
  for (let r = 0; r < races.length; r++) {
    const first = races.first(r);
    const second = races.second(r);
    const variable = lookup.variable(second);
    const range = objects.range(variable);
    const key = keyOf(identities, first, second, lookup);
    let group = groups.get(key);
    if (group === undefined) {
      group = { counts: [], claim, first, second, witness: races.witness(r), several: false, range, tests: new Set() };
      groups.set(key, group);
    } else {
      group.several ||= variable !== lookup.variable(group.second);
      group.range = joined(group.range, range);
    }
    if (group.witness === undefined) {
      // A race with a schedule says more than one without; but a pair of which less is claimed must not stand for the finding.
      const witness = races.witness(r);
      if (witness !== undefined && (claim === group.claim || isClaimed(results, group.claim, first, second)))
        Object.assign(group, { first, second, witness });
    }
    group.counts[index] = (group.counts[index] ?? 0) + 1;
    if (tests.size > 0)
      for (const position of first === UNKNOWN ? [second] : [first, second]) {
        const test = tests.get(lookup.thread(position));
        if (test !== undefined) group.tests.add(test);
      }
  }
}

function testsById(tests: ThreadTests, { threads }: Symbols): Map<number, string> {
  return new Map([...tests].map(([thread, test]) => [threads.find(thread), test]));
}

/** Whether a detector with this claim reported the very pair. */
function isClaimed(results: readonly Outcome[], claim: number, first: Position, second: Position): boolean {
  return results.some(({ detector, races }) => detector.claim === claims[claim] && races.has(first, second));
}

/** Numbers for what the fingerprint hashes as names. */
function keyOf(identities: Identities, first: Position, second: Position, lookup: AccessLookup): string {
  const a = first === UNKNOWN ? -1 : identities.placeNumber(lookup.location(first));
  const b = identities.placeNumber(lookup.location(second));
  return `${identities.variableNumber(lookup.variable(second))} ${Math.min(a, b)} ${Math.max(a, b)}`;
}

/** Many findings share an access or a pair of threads: each is described once. */
class Descriptions {
  private readonly lookup: AccessLookup;
  private readonly symbols: Symbols;
  private readonly identities: Identities;
  private readonly stacks: Stacks;
  private readonly accesses = new Map<Position, StackedAccess>();
  private readonly starts = new Map<string, readonly Fork[]>();

  constructor(lookup: AccessLookup, symbols: Symbols, identities: Identities) {
    this.lookup = lookup;
    this.symbols = symbols;
    this.identities = identities;
    this.stacks = new Stacks(symbols);
  }

  known(first: Position, second: Position, variable: string): Known {
    const { lookup, identities } = this;
    const of = (position: Position) => (position === UNKNOWN ? '' : identities.place(lookup.location(position)));
    const both: [string, string] = [of(first), of(second)];
    const own = identities.variable(lookup.variable(second));
    return { field: `${own}${partOf(variable)}`, places: [...both].sort(), of: both };
  }

  fingerprint(positions: readonly Position[]): string {
    const { lookup } = this;
    return this.identities.fingerprint(
      lookup.variable(positions.at(-1)!),
      positions.map((position) => lookup.location(position)),
    );
  }

  /** The fingerprints of the two places alone; none if one of them is not known. */
  sides(positions: readonly Position[]): readonly string[] {
    return positions.length < 2 ? [] : [...new Set(positions.map((position) => this.fingerprint([position])))].sort();
  }

  access(position: Position): StackedAccess {
    let access = this.accesses.get(position);
    if (access === undefined) {
      access = this.lookup.stacked(position, this.symbols, this.stacks);
      this.accesses.set(position, access);
    }
    return access;
  }

  allocation(position: Position): Allocation | undefined {
    return this.lookup.allocation(position, this.symbols, this.stacks);
  }

  memory(position: Position): Memory | undefined {
    return this.lookup.memory(position, this.symbols);
  }

  variable(position: Position): string {
    return this.symbols.variables.name(this.lookup.variable(position));
  }

  forks(positions: readonly Position[]): readonly Fork[] {
    const key = positions.map((position) => this.lookup.thread(position)).join(' ');
    let forks = this.starts.get(key);
    if (forks === undefined) {
      forks = this.lookup.forks(positions, this.symbols, this.stacks);
      this.starts.set(key, forks);
    }
    return forks;
  }
}

function finding(id: string, group: Group, ids: readonly string[], described: Descriptions): Finding {
  const { first: p, second: q, counts, tests } = group;
  const first = p === UNKNOWN ? null : described.access(p);
  const second = described.access(q);
  const variable = described.variable(q);
  const shown = group.several ? withRange(variable, group.range) : variable;
  const claim = claims[group.claim]!;
  const witness = group.witness ?? null;
  const positions = p === UNKNOWN ? [q] : [p, q];
  const fingerprint = described.fingerprint(positions);
  const kind = kindOf(first === null || first.op === 'write', second.op === 'write');
  const allocation = described.allocation(q);
  const memory = described.memory(q);
  const count = counts.reduce((most, count) => Math.max(most, count), 0);
  return {
    id,
    fingerprint,
    type: 'race',
    variable: shown,
    kind,
    claim,
    detectors: ids.filter((_, detector) => counts[detector] !== undefined),
    count,
    first,
    second,
    witness,
    reason: reason(claim, first, second, witness),
    forks: described.forks(positions),
    ...(allocation !== undefined && { allocation }),
    ...(memory !== undefined && { memory }),
    variables: [shown],
    places: [
      {
        first: first?.location ?? null,
        second: second.location,
        kind,
        claim,
        count,
        fingerprints: [fingerprint],
        sides: [described.sides(positions)],
      },
    ],
    processes: [],
    tests: [...tests].sort(),
    trace: 0,
    known: described.known(p, q, shown),
  };
}

/** Where only the second access is known, the first is taken for a write: that is all a read can race with. */
export function kindOf(firstWrites: boolean, secondWrites: boolean): RaceKind {
  if (!firstWrites) return 'read-write';
  return secondWrites ? 'write-write' : 'write-read';
}
