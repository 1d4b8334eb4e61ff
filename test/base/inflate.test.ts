import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Inflater } from '../../src/base/inflate.ts';
import { runs } from '../runs.ts';

/** Bytes with repeats near and far, of few kinds and of many. */
const content = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 700 })).map(([byte, times]) => new Uint8Array(times).fill(byte)),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 50 }))
        .map(([part, times]) => Uint8Array.from({ length: part.length * times }, (_, i) => part[i % part.length]!)),
    ),
    { maxLength: 30 },
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)));
const packing = fc.record({ level: fc.nat(9), strategy: fc.nat(4) });

test('what zlib packs comes back, and only as a whole', () => {
  const inflater = new Inflater();
  fc.assert(
    fc.property(content, packing, fc.nat(20), (bytes, options, before) => {
      const packed = Buffer.concat([Buffer.alloc(before, 0xaa), deflateRawSync(bytes, options), Buffer.alloc(3)]);
      const end = packed.length - 3;
      const out = new Uint8Array(bytes.length + 1).fill(77);
      expect(inflater.inflate(packed, before, end, out, bytes.length)).toBe(true);
      expect(Buffer.compare(out.subarray(0, -1), bytes)).toBe(0);
      expect(out.at(-1)).toBe(77);
      expect(inflater.inflate(packed, before, end, out, bytes.length + 1)).toBe(false);
      expect(inflater.inflate(packed, before, end + 1, out, bytes.length)).toBe(false);
      expect(inflater.inflate(packed, before, end - 1, out, bytes.length)).toBe(false);
      if (bytes.length > 0) expect(inflater.inflate(packed, before, end, out, bytes.length - 1)).toBe(false);
    }),
    runs(300),
  );
});

test('what is damaged is refused where zlib refuses it, and no longer than its room', () => {
  const inflater = new Inflater();
  const damaged = fc.tuple(content, packing, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 }));
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 40 })), (sample) => {
      const [bytes, packed] =
        sample instanceof Uint8Array ? [new Uint8Array(500), sample] : [sample[0], deflateRawSync(sample[0], sample[1])];
      if (!(sample instanceof Uint8Array)) for (const [at, byte] of sample[2]) packed[at % packed.length] = byte;
      const out = new Uint8Array(bytes.length + 1).fill(77);
      const isWhole = inflater.inflate(packed, 0, packed.length, out, bytes.length);
      expect(out.at(-1)).toBe(77);
      const right = byZlib(packed, bytes.length);
      expect(isWhole).toBe(right !== undefined);
      if (right !== undefined) expect(Buffer.compare(out.subarray(0, -1), right)).toBe(0);
    }),
    runs(1000),
  );
});

test('a copy of bytes that are not there is refused', () => {
  // A block with the fixed code: three bytes from one before, and its end.
  const bytes = Uint8Array.of(0b011, 0b10, 0);
  expect(new Inflater().inflate(bytes, 0, 3, new Uint8Array(3), 3)).toBe(false);
  expect(byZlib(bytes, 3)).toBeUndefined();
});

function byZlib(packed: Uint8Array, size: number): Uint8Array | undefined {
  try {
    const { buffer, engine } = inflateRawSync(packed, { info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return buffer.length === size && engine.bytesWritten === packed.length ? buffer : undefined;
  } catch {
    return undefined;
  }
}
