// Traces of threads that meet at barriers, and little else: who leaves late, while the next round gathers, seldom arises by chance in
// traces of programs. Any enter followed by its exit is well-formed, so every step is open to chance.

import fc from 'fast-check';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { printable } from './trace.ts';

export interface Meetings {
  readonly threads?: number;
  readonly barriers?: number;
  readonly variables?: number;
  readonly steps?: number;
  /** Whether threads also pass through empty sections of two locks, or only access variables. */
  readonly sections?: boolean;
}

type Step = readonly [thread: number, kind: 'meet' | 'read' | 'write' | 'section', which: number];

export function meetingsArbitrary({
  threads = 3,
  barriers = 1,
  variables = 3,
  steps = 40,
  sections = false,
}: Meetings = {}): fc.Arbitrary<Trace> {
  const kinds = ['meet', 'meet', 'meet', 'read', 'write', ...(sections ? ['section', 'section'] : [])] as const;
  const step = fc.tuple(fc.nat(threads - 1), fc.constantFrom<Step[1]>(...(kinds as readonly Step[1][])), fc.nat(5));
  return fc
    .array(step, { minLength: 1, maxLength: steps, size: 'max' })
    .map((all) => printable(played(all, barriers, variables)));
}

/** A thread inside a barrier can only leave it. */
function played(steps: readonly Step[], barriers: number, variables: number): Trace {
  const builder = new TraceBuilder();
  const inside = new Map<number, string>();
  for (const [thread, kind, which] of steps) {
    const name = `T${thread}`;
    const left = inside.get(thread);
    const barrier = left ?? `b${which % barriers}`;
    if (left !== undefined) {
      builder.add(name, Op.barrierExit, barrier);
      inside.delete(thread);
    } else if (kind === 'meet') {
      builder.add(name, Op.barrierEnter, barrier);
      inside.set(thread, barrier);
    } else if (kind === 'section') {
      builder.add(name, Op.acquire, `m${which % 2}`).add(name, Op.release, `m${which % 2}`);
    } else builder.add(name, kind === 'read' ? Op.read : Op.write, `x${which % variables}`);
  }
  return builder.trace();
}
