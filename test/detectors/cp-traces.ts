// Traces that CP analyses are held to: random ones, and some in which an order is learnt late.

import type { Trace } from '../../src/trace/trace.ts';
import type { Tangle } from '../arbitrary/tangle.ts';
import type { Feature } from '../arbitrary/trace.ts';
import { parse } from '../referee/litmus.ts';

export const nested: readonly Feature[] = ['nested', 'fork', 'hand-over', 'guarded', 'cut'];
export const chains = { features: nested, threads: 5, locks: 4, variables: 2, items: 14, nesting: 3 };

/** Little but what is no section of a lock that is held alone. */
export const handOvers = {
  ...{ threads: 4, locks: 2, variables: 2, items: 12 },
  weights: { access: 6, section: 4, volatile: 6, publish: 4, barrier: 3, wait: 3, atomic: 3 },
};

export const tangles: readonly Tangle[] = [
  { threads: 3, locks: 4, variables: 2, events: 60 },
  { threads: 5, locks: 6, variables: 4, events: 100 },
  { threads: 4, locks: 4, variables: 6, events: 100 },
];

/**
 * Figure 6 with any number of transfers: whether T0's write of x comes before the other one is only known when the last thread is in its
 * section, after the sections that depend on it were closed one after the other, those that depend on most first or last.
 */
export function chain(depth: number, conflict: boolean, mostFirst: boolean): Trace {
  const lines = ['T0|w(x)'];
  const section = (t: number, lock: string, ...inside: string[]): void => {
    lines.push(`T${t}|acq(${lock})`, ...inside.map((access) => `T${t}|${access}`), `T${t}|rel(${lock})`);
  };
  for (let i = 1; i < depth; i++) section(0, `m${i}`);
  section(0, `m${depth}`, 'w(y)');
  for (let i = 1; i <= depth; i++) lines.push(`T${i}|acq(m${i})`);
  section(1, 'p');
  section(depth + 1, 'p');
  lines.push(`T${depth + 1}|w(x)`);
  for (let i = 1; i < depth; i++) {
    section(i + 1, `q${i}`);
    section(i, `q${i}`);
    if (mostFirst) lines.push(`T${i}|rel(m${i})`);
  }
  if (!mostFirst) for (let i = depth - 1; i > 0; i--) lines.push(`T${i}|rel(m${i})`);
  lines.push(`T${depth}|r(${conflict ? 'y' : 'z'})`, `T${depth}|rel(m${depth})`);
  return parse(lines.join('\n'));
}

/** Traces without a race in which an order is learnt in an unusual way. */
export const late = {
  // At T1's rel(m), the first section of m comes before it; so T2's section of d comes after T0's, which brings T1 the second one of m.
  'a release that teaches itself': `
    T0|acq(d); T0|acq(m); T0|rel(m); T0|acq(n); T0|w(z); T0|rel(n); T0|w(x); T0|acq(m); T0|rel(m); T0|rel(d);
    T1|acq(m); T1|w(x); T2|acq(d); T1|acq(p); T1|rel(p); T2|acq(p); T2|rel(p); T2|acq(r); T2|rel(r); T2|rel(d);
    T1|acq(r); T1|rel(r); T1|acq(n); T1|r(z); T1|rel(n); T1|rel(m)`,
  // The same, and T3, which came after T1's acquire, learns it from what T1 taught itself.
  'a release that teaches others what it taught itself': `
    T0|acq(d); T0|acq(m); T0|rel(m); T0|acq(n); T0|w(z); T0|rel(n); T0|w(x); T0|acq(m); T0|rel(m); T0|rel(d);
    T1|acq(m); T1|acq(q); T1|rel(q); T3|acq(q); T3|rel(q); T2|acq(d); T1|acq(p); T1|rel(p); T2|acq(p); T2|rel(p); T2|acq(r); T2|rel(r); T2|rel(d);
    T1|acq(r); T1|rel(r); T1|acq(n); T1|r(z); T1|rel(n); T1|rel(m); T3|w(x)`,
  // The read of x waits for m and n, of which m was taken inside n: at the release of n the earlier of two conditions on m counts.
  'a pair that waits for two sections': `
    T0|acq(m); T0|r(x); T0|rel(m); T0|acq(n); T0|acq(m); T0|rel(m); T0|rel(n);
    T1|acq(m); T1|acq(n); T1|w(x); T1|rel(n); T1|rel(m)`,
  // At acq(m), T2 meets T1's section of n, which is undecided, and is itself in a later one.
  'an undecided section that comes late': `
    T0|acq(n); T0|rel(n); T0|acq(c); T0|rel(c); T3|acq(c); T3|acq(p); T3|rel(p); T1|acq(p); T1|rel(p); T1|w(x);
    T1|acq(n); T1|w(y); T1|rel(n); T1|acq(m); T1|rel(m); T2|acq(n); T2|acq(m); T2|rel(m); T2|w(x); T2|r(y); T2|rel(n); T3|rel(c)`,
};
