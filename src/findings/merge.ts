// From the races of all detectors to findings: races of one variable at the same two places are one finding, with the strongest
// claim first. Works on ids and columns; an object is made for a finding, never for a race, so that a million races take a second. What
// only some reports tell, and of the lead of an entry (accesses, why, fingerprints), is made when it is asked for: most findings are a row in
// the entry of another, and to make all of it for each took as long as the analysis of a million events.

import { lazy } from '../base/lazy.ts';
import type { Position } from '../trace/id.ts';
import type { Outcome } from '../trace/outcome.ts';
import { claims, UNKNOWN } from '../trace/outcome.ts';
import type { Symbols } from '../trace/symbols.ts';
import type { ThreadTests } from '../trace/tests.ts';
import type { Witness } from '../trace/witness.ts';
import type { Allocation, Fork, Memory, StackedAccess } from './access.ts';
import type { AccessLookup } from './accesses.ts';
import type { Known, RaceFinding, RaceKind } from './finding.ts';
import type { PairFingerprints } from './fingerprint.ts';
import { Identities } from './identity.ts';
import { joined, Objects, partOf, type Range, withRange } from './objects.ts';
import { reason } from './reason.ts';
import { Stacks } from './stack.ts';
import { toldName } from './told.ts';

const NONE: readonly string[] = [];

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
  /** That started the threads of its races; made where there are tests. */
  tests: Set<string> | undefined;
}

export function merge(
  results: readonly Outcome[],
  lookup: AccessLookup,
  symbols: Symbols,
  tests: ThreadTests = new Map(),
): RaceFinding[] {
  const groups = new Map<string, Group>();
  const known = { identities: new Identities(symbols), objects: new Objects(symbols), tests: testsById(tests, symbols) };
  // From the strongest claim on: what a weaker one adds must fit what is there.
  for (let claim = 0; claim < claims.length; claim++)
    for (const [index, result] of results.entries())
      if (result.detector.claim === claims[claim]) addRaces(groups, index, results, lookup, known);
  const detectors = results.map(({ detector }) => detector.id);
  const described = new Descriptions(lookup, symbols, known.identities, detectors);
  return [...groups.values()]
    .sort((a, b) => a.claim - b.claim || a.second - b.second || a.first - b.first)
    .map((group, i) => finding(`R${i + 1}`, group, described));
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
      group = { counts: [], claim, first, second, witness: races.witness(r), several: false, range, tests: undefined };
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
        if (test === undefined) continue;
        group.tests ??= new Set();
        group.tests.add(test);
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

/** What findings say. Many share a pair of threads, or have the same detectors: each is described once. */
class Descriptions {
  private readonly lookup: AccessLookup;
  private readonly symbols: Symbols;
  private readonly identities: Identities;
  private readonly stacks: Stacks;
  private readonly starts = new Map<string, readonly Fork[]>();
  private readonly locations: string[] = [];
  /** The detectors, and by which of them found something: their ids. */
  private readonly ids: readonly string[];
  private readonly finders = new Map<number, readonly string[]>();

  constructor(lookup: AccessLookup, symbols: Symbols, identities: Identities, ids: readonly string[]) {
    this.ids = ids;
    this.lookup = lookup;
    this.symbols = symbols;
    this.identities = identities;
    this.stacks = new Stacks(symbols);
  }

  /** Those that reported races, by index how many. */
  detectors(counts: readonly number[]): readonly string[] {
    let mask = 0;
    for (let i = 0; i < counts.length; i++) if (counts[i] !== undefined) mask |= 1 << i;
    let ids = this.finders.get(mask);
    if (ids === undefined) {
      ids = this.ids.filter((_, detector) => counts[detector] !== undefined);
      this.finders.set(mask, ids);
    }
    return ids;
  }

  known(first: Position, second: Position, variable: string): Known {
    const { lookup, identities } = this;
    const a = first === UNKNOWN ? '' : identities.place(lookup.location(first));
    const b = identities.place(lookup.location(second));
    const of: [string, string] = [a, b];
    const part = variable.endsWith(')') ? partOf(variable) : '';
    const own = identities.variable(lookup.variable(second));
    const field = part === '' ? own : `${own}${part}`;
    const places = a <= b ? of : [b, a];
    return this.areOwn(first) && this.areOwn(second) ? { field, places, of, own: true } : { field, places, of };
  }

  private areOwn(position: Position): boolean {
    return position === UNKNOWN || this.stacks.areOwn(this.lookup.location(position));
  }

  /** Without sides if one of the two places is not known. */
  fingerprints(first: Position, second: Position): PairFingerprints {
    const { lookup, identities } = this;
    const variable = lookup.variable(second);
    const location = lookup.location(second);
    return first === UNKNOWN
      ? { whole: identities.fingerprint(variable, location), sides: NONE }
      : identities.pairFingerprints(variable, lookup.location(first), location);
  }

  access(position: Position): StackedAccess {
    return this.lookup.stacked(position, this.symbols, this.stacks);
  }

  allocation(position: Position): Allocation | undefined {
    return this.lookup.allocation(position, this.symbols, this.stacks);
  }

  memory(position: Position): Memory | undefined {
    return this.lookup.memory(position, this.symbols);
  }

  /** As the access tells it. */
  location(position: Position): string {
    const location = this.lookup.location(position);
    this.locations[location] ??= toldName(this.symbols, location);
    return this.locations[location];
  }

  kind(first: Position, second: Position): RaceKind {
    return kindOf(first === UNKNOWN || this.lookup.isWrite(first), this.lookup.isWrite(second));
  }

  variable(position: Position): string {
    return this.symbols.variables.name(this.lookup.variable(position));
  }

  forks(positions: readonly Position[]): readonly Fork[] {
    const [a, b] = positions.map((position) => this.lookup.thread(position));
    const key = `${a} ${b}`;
    let forks = this.starts.get(key);
    if (forks === undefined) {
      forks = this.lookup.forks(positions, this.symbols, this.stacks);
      this.starts.set(key, forks);
    }
    return forks;
  }
}

function finding(id: string, group: Group, described: Descriptions): RaceFinding {
  const { first: p, second: q, counts, tests } = group;
  const variable = described.variable(q);
  const shown = group.several ? withRange(variable, group.range) : variable;
  const claim = claims[group.claim]!;
  const fingerprints = lazy(() => described.fingerprints(p, q));
  const kind = described.kind(p, q);
  const allocation = described.allocation(q);
  const memory = described.memory(q);
  const count = counts.reduce((most, count) => Math.max(most, count), 0);
  const found: RaceFinding = {
    id,
    get fingerprint() {
      return fingerprints().whole;
    },
    type: 'race',
    variable: shown,
    kind,
    claim,
    detectors: described.detectors(counts),
    count,
    get first() {
      return p === UNKNOWN ? null : described.access(p);
    },
    get second() {
      return described.access(q);
    },
    witness: group.witness ?? null,
    get reason() {
      return reason(claim, this.first, this.second, this.witness);
    },
    get forks() {
      return described.forks(p === UNKNOWN ? [q] : [p, q]);
    },
    variables: [shown],
    places: [
      {
        first: p === UNKNOWN ? null : described.location(p),
        second: described.location(q),
        kind,
        claim,
        count,
        get fingerprints() {
          return [fingerprints().whole];
        },
        get sides() {
          return [fingerprints().sides];
        },
      },
    ],
    processes: NONE,
    tests: tests === undefined ? NONE : [...tests].sort(),
    trace: 0,
    known: described.known(p, q, shown),
  };
  return allocation === undefined && memory === undefined ? found : withMemory(found, allocation, memory);
}

/** In their place among the others. A literal that may have them or not takes three times the memory, and most findings have none. */
function withMemory(finding: RaceFinding, allocation: Allocation | undefined, memory: Memory | undefined): RaceFinding {
  const { variables, places, processes, tests, trace, known, ...before } = finding;
  const own = { ...(allocation !== undefined && { allocation }), ...(memory !== undefined && { memory }) };
  return { ...before, ...own, variables, places, processes, tests, trace, known };
}

/** Where only the second access is known, the first is taken for a write: that is all a read can race with. */
export function kindOf(firstWrites: boolean, secondWrites: boolean): RaceKind {
  if (!firstWrites) return 'read-write';
  return secondWrites ? 'write-write' : 'write-read';
}
