// Every format to every other and back: what both can express survives.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import type { Format } from '../../src/formats/format.ts';
import { formats } from '../../src/formats/index.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { type Op, operation, operations } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { runs } from '../runs.ts';
import { encode, named } from './encode.ts';

/** Names that all formats can hold, and that try their brackets. */
const NAMES = {
  variable: ['x', 'a.b[3]', 'f(y)', 'A$1<T>;', 'ünï'],
  lock: ['m', 'x', 'lock[0]'],
  thread: ['T0', 'T1', 'T2'],
  location: ['A.java:3:4', 'main()', '7'],
} as const;

const event = fc.record({ op: fc.constantFrom(...operations), thread: fc.nat(2), target: fc.nat(4), location: fc.nat(3) });

/** A trace of operations that all of the formats have, with locations if all keep them. */
function traceFor(list: readonly Format[]): fc.Arbitrary<Trace> {
  const located = list.every((format) => format.locations);
  return fc.array(event, { minLength: 1, maxLength: 40 }).map((events) => {
    const builder = new TraceBuilder();
    for (const { op, thread, target, location } of events) {
      if (!list.every((format) => format.operations.includes(op.op))) continue;
      const names = NAMES[op.target];
      builder.add(`T${thread}`, op.op, names[target % names.length]!, located ? (NAMES.location[location] ?? '') : '');
    }
    return builder.trace();
  });
}

const again = (format: Format, trace: Trace): Trace => parseTrace(encode(format, trace), { check: false });

describe.each(formats)('$id', (from) => {
  test.each(formats)('to $id and back', (to) => {
    fc.assert(
      fc.property(traceFor([from, to]), (trace) => {
        fc.pre(trace.length > 0);
        const expected = named(trace);
        const first = again(from, trace);
        expect(named(first)).toEqual(expected);
        const second = again(to, first);
        expect(named(second)).toEqual(expected);
        expect(named(again(from, second))).toEqual(expected);
      }),
      runs(15),
    );
  });

  test('names the first event that it cannot express', () => {
    for (const { op, target } of operations) {
      const trace = new TraceBuilder()
        .add('T0', 0, 'x')
        .add('T0', op as Op, NAMES[target][0]!)
        .trace();
      if (from.operations.includes(op)) expect(() => encode(from, trace)).not.toThrow();
      else
        try {
          encode(from, trace);
          expect.unreachable(`${from.id} wrote ${operation(op).name}`);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect(error).toMatchObject({ code: 'FORMAT_CANNOT_EXPRESS', place: { event: 1 } });
        }
    }
  });
});
