import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RulesDecoder } from '../../src/formats/rules/decoder.ts';
import { accessKey, type Entity, grammarSets, setRows } from '../../src/teaching/grammar-sets.ts';
import { Op } from '../../src/trace/operation.ts';
import { bounds } from '../../src/trace/symbols.ts';
import { chunk, encoded, loopyTrace } from '../grammar/chunks.ts';
import { randomGrammar } from '../grammar/random-grammar.ts';
import { setsByDefinition } from '../referee/ziptrack-sets.ts';
import { runs } from '../runs.ts';

const PAPER: readonly number[] = [Op.read, Op.write, Op.acquire, Op.release, Op.fork, Op.join];

test('the sets of any chunk are those of the definitions', () => {
  fc.assert(
    fc.property(loopyTrace(), fc.nat(), fc.nat(), fc.nat(), (whole, a, b, seed) => {
      const from = Math.min(a, b) % whole.length;
      const to = from + 1 + (Math.max(a, b) % (whole.length - from));
      const trace = chunk(whole.symbols, whole, from, to);
      const { alphabet, string } = encoded(trace);
      fc.pre(alphabet.ops.subarray(0, alphabet.size).every((op) => PAPER.includes(op)));
      const events = randomGrammar(string, alphabet.size, seed);
      const { threads, locks, variables } = bounds(trace.symbols);
      const sets = grammarSets({ terminals: alphabet, events, locations: events }, threads).at(-1)!;
      const wanted = setsByDefinition(trace);
      const members = (set: ReadonlySet<Entity> | undefined) => [...(set ?? [])].sort((u, v) => u - v);
      for (let u = 0; u < threads + locks; u++) {
        expect(members(sets.af.get(u))).toEqual(wanted.af(u));
        expect(members(sets.bl.get(u))).toEqual(wanted.bl(u));
      }
      for (let x = 0; x < variables; x++) {
        expect(members(sets.alwr.get(x))).toEqual(wanted.alwr(x));
        expect(members(sets.bfwr.get(x))).toEqual(wanted.bfwr(x));
        for (let t = 0; t < threads; t++) {
          expect(members(sets.alrd.get(accessKey(t, x, threads)))).toEqual(wanted.alrd(t, x));
          expect(members(sets.bfrd.get(accessKey(t, x, threads)))).toEqual(wanted.bfrd(t, x));
        }
      }
    }),
    runs(300),
  );
});

function sets(text: string): Record<string, readonly unknown[]> {
  const decoder = new RulesDecoder('x.rules');
  decoder.push(new TextEncoder().encode(text));
  const { trace, symbols } = decoder.complete();
  return Object.fromEntries(
    [...setRows(trace, symbols, 100)].map(({ rule, set, members }) => [`${rule} ${set}`, members as string[]]),
  );
}

/** As in the figures of the paper, with a blank between symbols. */
const figure2 = `S → A B
A → C D
C → E F
E → 〈1 : w(x)〉〈1 : fork(2)〉
F → 〈2 : r(x)〉〈2 : acq(ℓ)〉〈2 : w(y)〉〈2 : rel(ℓ)〉
D → 〈1 : r(x)〉〈1 : acq(ℓ)〉〈1 : rel(ℓ)〉〈1 : w(y)〉
B → F G
G → 〈1 : join(2)〉〈1 : w(y)〉
`;
const figure3 = `S → U V
U → W X
W → 〈1 : r(x)〉〈1 : acq(ℓ)〉
X → 〈1 : w(y)〉〈1 : rel(ℓ)〉〈2 : acq(ℓ)〉
V → Y Z
Y → 〈2 : r(x)〉〈2 : w(y)〉
Z → 〈2 : rel(ℓ)〉〈2 : r(x)〉〈1 : w(z)〉
`;

describe('the examples of the paper', () => {
  test('Example 3.4', () => {
    expect(sets(figure2)).toMatchObject({
      'E ALWr(x)': ['1', '2'],
      'C ALWr(x)': ['1', '2', 'ℓ'],
      'G BFWr(y)': ['1', '2'],
      'F BFRd(2, x)': ['2'],
      'F ALWr(y)': ['2', 'ℓ'],
      'D BFWr(y)': ['1', 'ℓ'],
      'F ALRd(2, x)': ['2', 'ℓ'],
      'D BFRd(1, x)': ['1'],
      'A ALWr(y)': ['1'],
      'B BFWr(y)': ['2', 'ℓ'],
    });
    expect(sets(figure3)).toMatchObject({
      'W ALRd(1, x)': ['1'],
      'U ALRd(1, x)': ['1', '2', 'ℓ'],
      'X BFWr(y)': ['1'],
      'U BFWr(y)': ['1', 'ℓ'],
    });
  });

  test('Example 3.7', () => {
    const all = sets(figure2);
    expect(all['F AF(1)']).toBeUndefined();
    expect(all['F AF(2)']).toEqual(['2', 'ℓ']);
  });
});

test('a repetition hands on from copy to copy', () => {
  const rounds = '3:acq(b) 3:rel(b) 3:acq(c) 3:rel(c) 2:acq(a) 2:rel(a) 2:acq(b) 2:rel(b) 1:acq(a) 1:rel(a)';
  const known = (n: number) => sets(`S → A^${n}\nA → ${rounds}\n`)['S AF(1)'];
  expect([1, 2, 3, 5].map(known)).toEqual([
    ['1', 'a'],
    ['2', '1', 'b', 'a'],
    ['3', '2', '1', 'b', 'c', 'a'],
    ['3', '2', '1', 'b', 'c', 'a'],
  ]);
});

test('operations that the paper does not define are refused by name', () => {
  expect(() => sets('S → 1:vw(x)\n')).toThrowError('ZipTrack defines no sets for volatile-write');
});
