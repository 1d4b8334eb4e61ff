// What a file says about itself survives in every format that has comments.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formats } from '../../src/formats/index.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { runs } from '../runs.ts';
import { decode, encode } from './encode.ts';

const trace = parseTrace('T0|w(x)|1\nT1|r(x)|2\n');
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(' a ', '%41', 'a=b', 'line\nbreak', '\u2028', ''),
);
const pairs = fc.array(fc.tuple(fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('k=v', ' ', '#', '%')), text), {
  maxLength: 4,
});

describe.each(formats.filter(({ id }) => ['std', 'csv', 'roadrunner', 'table'].includes(id)))('$id', (format) => {
  test('keeps metadata as comments', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const metadata = new Map(list);
        const bytes = encode(format, trace, metadata);
        expect(format.recognise(bytes)).toBe(true);
        const { reader, trace: read } = decode(format, bytes);
        expect(reader.metadata).toEqual(metadata);
        expect(read.length).toBe(2);
      }),
      runs(50),
    );
  });
});

test('is only read before the first event, and other comments say nothing', () => {
  const std = formats.find(({ id }) => id === 'std')!;
  const file = '# hello\n#foretrace: a=1\n# foretrace: b=%\nT0|w(x)|1\n# foretrace: c=3\n';
  const { reader } = decode(std, new TextEncoder().encode(file));
  expect(reader.metadata).toEqual(new Map([['a', '1']]));
});
