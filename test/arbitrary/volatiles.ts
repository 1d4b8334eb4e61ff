// Traces of threads that write and read a few volatiles, mostly without having looked before, and little else: several writes that no order
// has among themselves seldom arise by chance in traces of programs. Any step is well-formed.

import fc from 'fast-check';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { modelArbitrary } from './model.ts';
import { printable } from './trace.ts';

export interface Volatiles {
  readonly threads?: number;
  readonly volatiles?: number;
  readonly variables?: number;
  readonly steps?: number;
}

/** `give` is an access and a volatile write after it, `take` a volatile read and an access of the same variable after it. */
const STEPS = {
  vw: [Op.volatileWrite],
  vr: [Op.volatileRead],
  give: [Op.write, Op.volatileWrite],
  take: [Op.volatileRead, Op.write],
  look: [Op.volatileRead, Op.read],
  r: [Op.read],
  w: [Op.write],
  section: [Op.acquire, Op.release],
} as const;
const kinds = ['vw', 'vw', 'vw', 'vr', 'give', 'give', 'take', 'look', 'r', 'w', 'section'] as const;

export function volatilesArbitrary({
  threads = 5,
  volatiles = 2,
  variables = 6,
  steps = 16,
}: Volatiles = {}): fc.Arbitrary<Trace> {
  const step = fc.tuple(fc.nat(threads - 1), fc.constantFrom(...kinds), fc.nat(variables - 1));
  return fc
    .tuple(modelArbitrary, fc.array(step, { minLength: steps >> 1, maxLength: steps, size: 'max' }))
    .map(([model, all]) => {
      const builder = new TraceBuilder(model);
      for (const [thread, kind, which] of all)
        for (const op of STEPS[kind]) {
          const target = op <= Op.write ? `V${which}` : op < Op.fork ? `m${which % 2}` : `A${which % volatiles}`;
          builder.add(`T${thread}`, op, target);
        }
      return printable(builder.trace());
    });
}
