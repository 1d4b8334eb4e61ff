// Traces that are little but sections inside sections of several threads at once, with few accesses: what makes predictive orders depend
// on events that are still to come. Every choice is one number, so that they shrink well.

import fc from 'fast-check';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { listing } from './trace.ts';

export interface Tangle {
  readonly threads: number;
  readonly locks: number;
  readonly variables: number;
  readonly events: number;
}

/** Sections are well nested; those that are open at the end stay open. */
export function tangleArbitrary({ threads, locks, variables, events }: Tangle): fc.Arbitrary<Trace> {
  const choice = fc.record({ thread: fc.nat(threads - 1), kind: fc.nat(9), target: fc.nat(Math.max(locks, variables) - 1) });
  return fc.array(choice, { minLength: 1, maxLength: events, size: 'max' }).map((choices) => {
    const builder = new TraceBuilder();
    const held: number[][] = Array.from({ length: threads }, () => []);
    for (const { thread, kind, target } of choices) {
      const own = held[thread]!;
      const lock = target % locks;
      if (kind < 4 && own.length < 4 && !held.some((others) => others.includes(lock))) {
        own.push(lock);
        builder.add(`T${thread}`, Op.acquire, `L${lock}`, '');
      } else if (kind < 8 && own.length > 0) builder.add(`T${thread}`, Op.release, `L${own.pop()!}`, '');
      else builder.add(`T${thread}`, kind % 2 === 0 ? Op.read : Op.write, `V${target % variables}`, '');
    }
    const trace = builder.trace();
    return Object.assign(trace, { [fc.toStringMethod]: () => listing(trace) });
  });
}
