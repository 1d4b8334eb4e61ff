import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Expansion, terminalAt } from '../../src/grammar/expand.ts';
import { Sequitur } from '../../src/grammar/sequitur.ts';
import { approximateLengths, checkSlp, exactLength, itemCount, ruleCount, type Slp } from '../../src/grammar/slp.ts';
import { all, runs } from '../runs.ts';

/** Strings in which much is repeated. */
const strings = fc.array(fc.tuple(fc.nat(3), fc.nat(60), fc.integer({ min: 1, max: 5 })), { maxLength: 14 }).map((steps) => {
  const string: number[] = [];
  for (const [symbol, from, times] of steps) {
    const part = string.slice(Math.min(from, string.length));
    for (let k = 0; k < times && string.length < 400; k++) string.push(...(part.length > 0 && times > 1 ? part : [symbol]));
  }
  return string;
});

function grammar(string: readonly number[], repetition: boolean): Slp {
  const sequitur = new Sequitur(repetition);
  for (const symbol of string) sequitur.push(symbol);
  return sequitur.slp(4);
}

function expanded(slp: Slp, capacity: number): number[] {
  const expansion = new Expansion(slp);
  const out = new Uint32Array(capacity);
  const all: number[] = [];
  for (let n = expansion.fill(out); n > 0; n = expansion.fill(out)) all.push(...out.subarray(0, n));
  return all;
}

describe.each([
  ['sequitur', false],
  ['repetition', true],
])('%s', (_, repetition) => {
  test('the grammar generates the string again, in pieces of any size, and symbol by symbol', () => {
    fc.assert(
      fc.property(strings, fc.integer({ min: 1, max: 50 }), (string, capacity) => {
        const slp = grammar(string, repetition);
        checkSlp(slp, undefined);
        expect(expanded(slp, capacity)).toEqual(string);
        const lengths = approximateLengths(slp);
        expect(string.map((__, position) => terminalAt(slp, lengths, position))).toEqual(string);
        expect(exactLength(slp)).toBe(BigInt(string.length));
      }),
      runs(300),
    );
  });

  test('no digram occurs twice without overlap, and every rule is used twice', () => {
    fc.assert(
      fc.property(strings, (string) => {
        const { starts, symbols, counts, terminals } = grammar(string, repetition);
        const digrams = new Map<string, number>();
        const uses = new Map<number, number>();
        for (let r = 0; r < starts.length - 1; r++)
          for (let i = starts[r]!; i < starts[r + 1]!; i++) {
            const [s, next] = [symbols[i]!, symbols[i + 1]!];
            if (s >= terminals) uses.set(s, (uses.get(s) ?? 0) + counts[i]!);
            if (i + 1 === starts[r + 1]) continue;
            if (repetition) expect(s).not.toBe(next);
            const key = [s, counts[i], next, counts[i + 1]].join();
            if (digrams.has(key)) expect(digrams.get(key)).toBe(i - 1);
            digrams.set(key, i);
          }
        for (const count of uses.values()) expect(count).toBeGreaterThan(1);
      }),
      runs(300),
    );
  });
});

test('a loop of many iterations is one item with repetition, and a logarithmic number of rules without', () => {
  const length = all ? 1_000_000 : 100_000;
  const string = Array.from({ length }, (_, i) => i % 4);
  const [plain, repeated] = [grammar(string, false), grammar(string, true)];
  expect(ruleCount(plain)).toBeLessThan(40);
  expect(itemCount(repeated)).toBeLessThan(10);
  expect(exactLength(plain)).toBe(BigInt(length));
});
