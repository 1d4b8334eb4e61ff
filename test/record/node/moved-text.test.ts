// Positions in transformed text and in the source: a character of the source is found again wherever the transform put it.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MovedText } from '../../../src/record/node/moved-text.ts';
import { Edits } from '../../../src/record/node/transform/edits.ts';
import { Lines } from '../../../src/record/node/transform/lines.ts';
import { runs } from '../../runs.ts';

const piece = fc.constantFrom('a', ' of', '[', '(', '\n', ' ');
const edit = fc.record({ at: fc.nat(40), text: fc.constantFrom('', 'w1', '(x,', ')') });

/** Letters of the source are told apart by what they are replaced with, which the transform does not look at. */
test('what stays is where it was', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.array(edit, { maxLength: 8 }), (pieces, wanted) => {
      const source = pieces.join('');
      const lines = new Lines(source);
      const edits = new Edits();
      for (const { at, text } of wanted) edits.insert(Math.min(at, source.length), text);
      const { code, moves } = edits.apply(source, lines);
      const moved = new MovedText([{ base: 1, file: 'a.js', at: [], ...moves }]);
      const inCode = new Lines(code);
      for (const [position, place] of placed(source, code, wanted)) {
        const { line, column } = inCode.at(place);
        expect(moved.source('a.js', [line, column])).toEqual({ file: 'a.js', ...lines.at(position) });
      }
    }),
    runs(1_000),
  );
});

/** From each character of the source to its place in the text, by the definition: everything inserted at or before it comes first. */
function placed(source: string, code: string, wanted: readonly { at: number; text: string }[]): [number, number][] {
  const sorted = wanted.map(({ at, text }) => ({ at: Math.min(at, source.length), text })).sort((a, b) => a.at - b.at);
  const found: [number, number][] = [];
  let place = 0;
  let next = 0;
  for (let position = 0; position < source.length; position++) {
    for (; next < sorted.length && sorted[next]!.at <= position; next++) {
      // A blank keeps words apart; nothing that is inserted begins with one.
      if (sorted[next]!.text !== '' && code[place] === ' ') place++;
      place += sorted[next]!.text.length;
    }
    found.push([position, place++]);
  }
  return found;
}

test('what was inserted is where it was inserted, and calls of it are known', () => {
  const source = 'f(g)';
  const edits = new Edits();
  edits.insert(2, '(()=>{return ');
  edits.insertCall(3, '})()', 2);
  const { code, moves } = edits.apply(source, new Lines(source));
  expect(code).toBe('f((()=>{return g})())');
  const moved = new MovedText([{ base: 1, file: 'a.js', at: [], ...moves }]);
  const column = (text: string) => moved.source('a.js', [1, code.indexOf(text) + 1]).column;
  expect(['f', '(()', 'return', 'g', '})', '))'].map(column)).toEqual([1, 3, 3, 3, 4, 4]);
  const ours = [...code].flatMap((_, i) => (moved.isOurs('a.js', [1, i + 1]) ? [i] : []));
  expect(ours).toEqual([code.indexOf('})()') + 2]);
});
