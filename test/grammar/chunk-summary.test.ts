// Summaries come from other machines: what is damaged or forged is refused, and nothing that is taken makes the fold fail.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from '../../src/base/crc32.ts';
import { InputError } from '../../src/base/error.ts';
import { BarrierWatch } from '../../src/grammar/chunks/barrier-watch.ts';
import { decodeSummary } from '../../src/grammar/chunks/decode.ts';
import { encodeSummary } from '../../src/grammar/chunks/encode.ts';
import { ChunkFold } from '../../src/grammar/chunks/fold.ts';
import { type Subject, subjectOf } from '../../src/grammar/chunks/subject.ts';
import { racesOf } from '../../src/grammar/chunks/summary.ts';
import { bounds } from '../../src/trace/symbols.ts';
import { modelOf, type Trace } from '../../src/trace/trace.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';

function summed(trace: Trace): { subject: Subject; bytes: Uint8Array } {
  const watch = new BarrierWatch();
  for (const block of trace.blocks) watch.block(block);
  const subject = subjectOf(bounds(trace.symbols), modelOf(trace), watch.used);
  const fold = new ChunkFold(subject);
  for (const block of trace.blocks) fold.block(block);
  return { subject, bytes: encodeSummary(subject, fold.finish()) };
}

/** Undefined if it is refused as it should be. */
function used(subject: Subject, bytes: Uint8Array): number | undefined {
  try {
    const fold = new ChunkFold(subject);
    const summary = decodeSummary(subject, bytes);
    fold.apply(summary);
    fold.apply(summary);
    return racesOf(decodeSummary(subject, encodeSummary(subject, fold.finish()))).length;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** With a checksum that holds. */
function signed(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - 4;
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(end, crc32(bytes, 0, end), true);
  return bytes;
}

const traces = traceArbitrary({ features, items: 10 });

test('a flipped bit is told by the checksum', () => {
  fc.assert(
    fc.property(traces, fc.nat(), fc.nat(7), (trace, place, bit) => {
      const { subject, bytes } = summed(trace);
      bytes[place % bytes.length]! ^= 1 << bit;
      expect(used(subject, bytes)).toBeUndefined();
    }),
    runs(200),
  );
});

test('forged summaries with a right checksum are refused or used, without a fault', () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(traces, edits, fc.nat(), (trace, changes, cut) => {
      const { subject, bytes } = summed(trace);
      for (const [place, value] of changes) bytes[5 + (place % (bytes.length - 5))] = value;
      used(subject, signed(bytes));
      used(subject, signed(bytes.slice(0, Math.max(9, cut % bytes.length))));
    }),
    runs(1000, 100),
  );
});

test('that of another trace, another version, or nothing at all is refused', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const { subject, bytes } = summed(trace);
      const other = { ...subject, bounds: { ...subject.bounds, variables: subject.bounds.variables + 1 } };
      expect(used(other, bytes)).toBeUndefined();
      expect(used({ ...subject, barriers: !subject.barriers }, bytes)).toBeUndefined();
      expect(used(subject, new Uint8Array(0))).toBeUndefined();
      const newer = bytes.slice();
      newer[4] = 2;
      expect(used(subject, signed(newer))).toBeUndefined();
      expect(used(subject, bytes)).toBeTypeOf('number');
    }),
    runs(20),
  );
});
