// Findings that have one cause are one entry: many rows that say the same are read by nobody. A finding is one variable at one pair of
// places; an entry holds all of a pair, or of a cause. What is shown of an entry is its strongest finding; the rest is listed in it.

import { claims } from '../trace/outcome.ts';
import type { Finding, PlacePair } from './finding.ts';

export const groupings = ['cause', 'pair', 'none'] as const;
export type Grouping = (typeof groupings)[number];

/** Findings that make one entry, the strongest first. */
export interface Group {
  readonly id: string;
  readonly members: readonly Finding[];
}

/** In the order of their first findings, numbered R1, R2, … Whoever leaves some out later keeps the numbers of the others. */
export function grouped(findings: readonly Finding[], grouping: Grouping): Group[] {
  return groups(findings, TRAITS[grouping]);
}

/** The same findings, those that share a trait as one. */
export function joined(findings: readonly Finding[], traits: Traits): Finding[] {
  return groups(findings, traits).map(entryOf);
}

function groups(findings: readonly Finding[], traits: Traits): Group[] {
  const entries = new Map<number, Finding[]>();
  const union = new UnionFind(findings.length);
  joinAll(findings, union, traits);
  for (const [i, finding] of findings.entries()) {
    const root = union.root(i);
    const entry = entries.get(root);
    if (entry === undefined) entries.set(root, [finding]);
    else entry.push(finding);
  }
  return [...entries.values()].map((members, i) => ({ id: `R${i + 1}`, members }));
}

/** Two findings that share one of these are of one entry. */
type Traits = (finding: Finding) => readonly string[];

/**
 * A pair of places; a field of one kind of object that nobody protects, wherever it is used; a write that does not take part in
 * whatever protects the rest. A place that only reads is no cause: it may read the wrong of many.
 */
const causes: Traits = ({ known, first, second }) => [
  `pair ${known.places.join('\n')}`,
  `field ${known.field}`,
  ...[first, second].flatMap((access, i) => (access?.op === 'write' ? [`writer ${known.of[i]!}`] : [])),
];

const TRAITS: Readonly<Record<Grouping, Traits>> = {
  none: () => [],
  pair: ({ known }) => [known.places.join('\n')],
  cause: causes,
};

function joinAll(findings: readonly Finding[], union: UnionFind, traits: Traits): void {
  const seen = new Map<string, number>();
  for (const [i, finding] of findings.entries())
    for (const trait of traits(finding)) {
      const other = seen.get(trait);
      if (other === undefined) seen.set(trait, i);
      else union.join(i, other);
    }
}

/** What is said of a group: its strongest finding, one with a proof if there is one, with all variables and places. */
export function entryOf({ id, members }: Group): Finding {
  const { claim } = members[0]!;
  const lead = members.find((finding) => finding.claim === claim && finding.witness !== null) ?? members[0]!;
  if (members.length === 1) return { ...lead, id };
  const entry = [lead, ...members.filter((finding) => finding !== lead)];
  return {
    ...lead,
    id,
    detectors: [...new Set(entry.flatMap(({ detectors }) => detectors))],
    count: entry.reduce((sum, { count }) => sum + count, 0),
    variables: [...new Set(entry.flatMap(({ variables }) => variables))],
    places: mergedPlaces(entry.flatMap(({ places }) => places)),
    processes: [...new Set(entry.flatMap(({ processes }) => processes))],
    tests: [...new Set(entry.flatMap(({ tests }) => tests))].sort(),
  };
}

/** One row for a pair of places, however many variables meet there; the strongest of them is told. */
function mergedPlaces(places: readonly PlacePair[]): PlacePair[] {
  const rows = new Map<string, PlacePair>();
  for (const pair of places) {
    const key = [pair.first ?? '', pair.second].sort().join('\n');
    const before = rows.get(key);
    if (before === undefined) rows.set(key, pair);
    else {
      const stronger = claims.indexOf(pair.claim) < claims.indexOf(before.claim) ? pair : before;
      const fresh = pair.fingerprints.flatMap((fingerprint, i) => (before.fingerprints.includes(fingerprint) ? [] : [i]));
      const fingerprints = [...before.fingerprints, ...fresh.map((i) => pair.fingerprints[i]!)];
      const sides = [...before.sides, ...fresh.map((i) => pair.sides[i]!)];
      rows.set(key, { ...stronger, fingerprints, sides, count: before.count + pair.count });
    }
  }
  return [...rows.values()];
}

class UnionFind {
  private readonly parents: Uint32Array;

  constructor(size: number) {
    this.parents = Uint32Array.from({ length: size }, (_, i) => i);
  }

  root(i: number): number {
    const { parents } = this;
    let at = i;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  /** The earlier of the two stays the root, so that an entry stands where its strongest finding does. */
  join(i: number, j: number): void {
    const [a, b] = [this.root(i), this.root(j)];
    this.parents[Math.max(a, b)] = Math.min(a, b);
  }
}
