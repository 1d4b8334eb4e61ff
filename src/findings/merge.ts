// From the races of all detectors to findings: races of the same accesses at the same places are one finding, with the strongest
// claim first. Works on ids and columns; an object is made for a finding, never for a race, so that a million races take a second.

import type { DetectorResult } from '../detectors/detection.ts';
import { claims, UNKNOWN } from '../detectors/detector.ts';
import type { Position } from '../trace/id.ts';
import type { Symbols } from '../trace/symbols.ts';
import type { AccessLookup } from './accesses.ts';
import type { Finding, RaceKind } from './finding.ts';
import { fingerprint } from './fingerprint.ts';
import { reason } from './reason.ts';

/** A finding in the making: its best race so far, and who saw how many. */
interface Group {
  /** By detector: how many races it reported. Detectors see the same pairs, so their numbers are not added up. */
  readonly counts: Map<string, number>;
  /** Index into `claims`; the smallest is the strongest. */
  claim: number;
  first: Position;
  second: Position;
  witness: Uint32Array | undefined;
}

export function merge(results: readonly DetectorResult[], lookup: AccessLookup, symbols: Symbols): Finding[] {
  const groups = new Map<string, Group>();
  for (const result of results) addRaces(groups, result, lookup);
  return [...groups.values()]
    .sort((a, b) => a.claim - b.claim || a.second - b.second || a.first - b.first)
    .map((group, i) => finding(`R${i + 1}`, group, lookup, symbols));
}

function addRaces(groups: Map<string, Group>, { detector, races }: DetectorResult, lookup: AccessLookup): void {
  const claim = claims.indexOf(detector.claim);
  for (let r = 0; r < races.length; r++) {
    const first = races.first(r);
    const second = races.second(r);
    const key = keyOf(first, second, lookup);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { counts: new Map([[detector.id, 1]]), claim, first, second, witness: races.witness(r) });
      continue;
    }
    group.counts.set(detector.id, (group.counts.get(detector.id) ?? 0) + 1);
    // A race with a schedule says more than one without, and a stronger claim more than a weaker one.
    const witness = group.witness === undefined ? races.witness(r) : undefined;
    if (witness !== undefined || (claim < group.claim && group.witness === undefined))
      Object.assign(group, { first, second, witness });
    group.claim = Math.min(group.claim, claim);
  }
}

/** Numbers for what the fingerprint hashes as names. */
function keyOf(first: Position, second: Position, lookup: AccessLookup): string {
  const a = first === UNKNOWN ? -1 : lookup.place(first);
  const b = lookup.place(second);
  return `${lookup.variable(second)} ${Math.min(a, b)} ${Math.max(a, b)}`;
}

function finding(id: string, group: Group, lookup: AccessLookup, symbols: Symbols): Finding {
  const { first: p, second: q, counts } = group;
  const first = p === UNKNOWN ? null : lookup.access(p, symbols);
  const second = lookup.access(q, symbols);
  const variable = symbols.variables.name(lookup.variable(q));
  const claim = claims[group.claim]!;
  const witness = group.witness === undefined ? null : [...group.witness];
  const accesses = first === null ? [second] : [first, second];
  return {
    id,
    fingerprint: fingerprint(
      variable,
      accesses.map(({ op, location }) => `${op} ${location}`),
    ),
    variable,
    kind: kindOf(first === null || first.op === 'write', second.op === 'write'),
    claim,
    detectors: [...counts.keys()],
    count: Math.max(...counts.values()),
    first,
    second,
    witness,
    reason: reason(claim, first, second, witness),
    forks: lookup.forks(p === UNKNOWN ? [q] : [p, q], symbols),
  };
}

/** Where only the second access is known, the first is taken for a write: that is all a read can race with. */
export function kindOf(firstWrites: boolean, secondWrites: boolean): RaceKind {
  if (!firstWrites) return 'read-write';
  return secondWrites ? 'write-write' : 'write-read';
}
