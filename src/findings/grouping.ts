// Findings that have one cause are one entry: many rows that say the same are read by nobody. A finding is one variable at one pair of
// places; an entry holds all of a pair, or of a cause. What is shown of an entry is its strongest finding; the rest is listed in it.

import { lazy } from '../base/lazy.ts';
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

/** Says what a finding may share with others, by number of the kind: two that share one are of one entry. */
type Traits = (finding: Finding, has: (kind: number, what: string) => void) => void;

const PAIR = 0;
const FIELD = 1;
const WRITER = 2;

const pair = ({ type, known }: Pick<Finding, 'type' | 'known'>, has: (kind: number, what: string) => void): void =>
  has(PAIR, `${type} ${known.places.join('\n')}`);

/**
 * A pair of places; a field of one kind of object that nobody protects, wherever it is used; a write that does not take part in
 * whatever protects the rest. A place that only reads is no cause: it may read the wrong of many.
 */
const causes: Traits = ({ type, kind, known, places: [own] }, has) => {
  pair({ type, known }, has);
  has(FIELD, `${type} ${known.field}`);
  if (type !== 'race') return;
  // Not the accesses themselves: they would have to be told, of each finding.
  if (kind !== 'read-write' && own!.first !== null) has(WRITER, known.of[0]);
  if (kind !== 'write-read') has(WRITER, known.of[1]);
};

const TRAITS: Readonly<Record<Grouping, Traits>> = {
  none: () => {},
  pair,
  cause: causes,
};

function joinAll(findings: readonly Finding[], union: UnionFind, traits: Traits): void {
  const seen: Map<string, number>[] = [];
  let i = 0;
  const has = (kind: number, what: string): void => {
    seen[kind] ??= new Map();
    const other = seen[kind].get(what);
    if (other === undefined) seen[kind].set(what, i);
    else union.join(i, other);
  };
  for (; i < findings.length; i++) traits(findings[i]!, has);
}

/** What is said of a group: its strongest finding, one with a proof if there is one, with all variables and places. */
export function entryOf({ id, members }: Group): Finding {
  const { claim } = members[0]!;
  const lead = members.find((finding) => finding.claim === claim && finding.witness !== null) ?? members[0]!;
  if (members.length === 1) return lead.id === id ? lead : { ...lead, id };
  const entry = [lead, ...members.filter((finding) => finding !== lead)];
  return {
    ...lead,
    id,
    detectors: all(entry, 'detectors'),
    count: entry.reduce((sum, { count }) => sum + count, 0),
    variables: all(entry, 'variables'),
    places: mergedPlaces(entry),
    processes: all(entry, 'processes'),
    tests: all(entry, 'tests').sort(),
    ...(lead.runs && { runs: { seen: runsOf(entry), of: lead.runs.of } }),
  };
}

function runsOf(findings: readonly Finding[]): number[] {
  return [...new Set(findings.flatMap(({ runs }) => runs?.seen ?? []))].sort((a, b) => a - b);
}

/** What any of them has, each once. */
function all(findings: readonly Finding[], key: 'detectors' | 'variables' | 'processes' | 'tests'): string[] {
  const values = new Set<string>();
  for (const finding of findings) for (const value of finding[key]) values.add(value);
  return [...values];
}

/** A row in the making: the pairs that are told as one, the strongest first. */
interface Row {
  strongest: PlacePair;
  count: number;
  readonly pairs: PlacePair[];
}

/** One row for a pair of places, however many variables meet there; the strongest of them is told. */
function mergedPlaces(findings: readonly Finding[]): PlacePair[] {
  const rows = new Map<string, Row>();
  for (const { places } of findings)
    for (const pair of places) {
      const [first, second] = [pair.first ?? '', pair.second];
      const key = first < second ? `${first}\n${second}` : `${second}\n${first}`;
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { strongest: pair, count: pair.count, pairs: [pair] });
      else addTo(row, pair);
    }
  return Array.from(rows.values(), placePair);
}

function addTo(row: Row, pair: PlacePair): void {
  if (claims.indexOf(pair.claim) < claims.indexOf(row.strongest.claim)) row.strongest = pair;
  row.count += pair.count;
  row.pairs.push(pair);
}

/** The fingerprints are made when they are asked for: there is one for each finding, and few reports tell them. */
function placePair({ strongest: { first, second, kind, claim }, count, pairs }: Row): PlacePair {
  const prints = lazy(() => {
    const sides = new Map<string, readonly string[]>();
    for (const pair of pairs)
      for (const [i, fingerprint] of pair.fingerprints.entries())
        if (!sides.has(fingerprint)) sides.set(fingerprint, pair.sides[i]!);
    return { fingerprints: [...sides.keys()], sides: [...sides.values()] };
  });
  return {
    first,
    second,
    kind,
    claim,
    count,
    get fingerprints() {
      return prints().fingerprints;
    },
    get sides() {
      return prints().sides;
    },
  };
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
