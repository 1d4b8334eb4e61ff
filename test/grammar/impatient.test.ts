import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Expansion } from '../../src/grammar/expand.ts';
import { ImpatientSequitur } from '../../src/grammar/impatient.ts';
import { checkSlp, itemCount } from '../../src/grammar/slp.ts';
import { Random } from '../../src/trace/random/prng.ts';
import { runs } from '../runs.ts';

const TERMINALS = 1 << 16;

/** Parts of thousands of symbols, each either noise or a loop. */
function string(parts: readonly { readonly length: number; readonly period: number }[], seed: number): Uint32Array {
  const random = new Random(seed);
  return Uint32Array.from(
    parts.flatMap(({ length, period }) => {
      const body = Array.from({ length: Math.min(length, period) }, () => random.below(TERMINALS));
      return Array.from({ length }, (_, i) => body[i % period]!);
    }),
  );
}

function compressed(symbols: Uint32Array, piece: number) {
  const sequitur = new ImpatientSequitur(true);
  for (let from = 0; from < symbols.length; from += piece) {
    const part = symbols.slice(from, from + piece);
    sequitur.pushAll(part, part.length);
  }
  return sequitur.slp(TERMINALS);
}

test('the grammar generates the string, whether parts of it were compressed or not', () => {
  const part = fc.record({ length: fc.integer({ min: 1, max: 60_000 }), period: fc.constantFrom(3, 50, 100_000) });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), fc.nat(), fc.integer({ min: 1000, max: 70_000 }), (parts, seed, piece) => {
      const symbols = string(parts, seed);
      const slp = compressed(symbols, piece);
      checkSlp(slp, undefined);
      const out = new Uint32Array(symbols.length + 1);
      expect(new Expansion(slp).fill(out)).toBe(symbols.length);
      expect(Buffer.from(out.buffer, 0, symbols.byteLength).equals(Buffer.from(symbols.buffer))).toBe(true);
    }),
    runs(15),
  );
});

test('noise stays as it is, a loop does not, also after noise', () => {
  const noise = { length: 40_000, period: 40_000 };
  expect(itemCount(compressed(string([noise], 1), 4096))).toBe(40_000);
  expect(itemCount(compressed(string([{ length: 400_000, period: 10 }], 1), 4096))).toBeLessThan(50);
  expect(itemCount(compressed(string([noise, { length: 400_000, period: 10 }], 1), 4096))).toBeLessThan(80_000);
});
