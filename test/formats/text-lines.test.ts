// What every text format owes its user, whatever its lines look like.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csv } from '../../src/formats/csv.ts';
import type { Format } from '../../src/formats/format.ts';
import { roadrunner } from '../../src/formats/roadrunner.ts';
import { std } from '../../src/formats/std.ts';
import { table } from '../../src/formats/table.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { runs } from '../runs.ts';
import { decode } from './encode.ts';
import { bytesOf, failure, read, repaired } from './rows.ts';

interface Sample {
  readonly format: Format;
  /** A line that must come first. */
  readonly head?: string;
  /** Three lines that are read alone as well, the second with names that are not ASCII. */
  readonly lines: readonly [string, string, string];
  /** A line cut so that it is no event. */
  readonly cut: string;
}

const samples: readonly Sample[] = [
  { format: std, lines: ['T0|r(x)|1', 'T1|w(größe)|2', 'T0|acq(m)|3'], cut: 'T0|r(x' },
  { format: csv, lines: ['r(x),,', ',w(größe)', 'acq(m)'], cut: ',,r(x' },
  {
    format: roadrunner,
    lines: ['@  Rd(0,x)  Final  A.java:1:2', '@   Wr(1,größe)  Final  A.java:2:3', '@  Acquire(0,@02)'],
    cut: '@  Rd(1,A.x',
  },
  { format: table, head: '   T0     T1\n', lines: ['1  r(x)', '2         w(größe)  @ a.c:1', '3  acq(m)'], cut: '4  r(x' },
];

function joined(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...bytesOf(part)] : part)));
}

describe.each(samples)('$format.id', ({ format, head = '', lines, cut }) => {
  const text = `${head}${lines.join('\n')}\n`;
  const headLines = head === '' ? 0 : 1;
  const expected = read(format, text);

  test('the sample has an event per line', () => {
    expect(expected).toHaveLength(3);
    expect(format.recognise(bytesOf(text))).toBe(true);
  });

  test('CRLF, a byte order mark, comments, blank lines and a missing last newline change nothing', () => {
    expect(read(format, text.replaceAll('\n', '\r\n'))).toEqual(expected);
    expect(read(format, `\ufeff${text}`)).toEqual(expected);
    expect(read(format, text.trimEnd())).toEqual(expected);
    expect(read(format, `# a\n\n \t \n  # b|r(x)|1\r\n${text.replaceAll('\n', '\n#\n\n')}#`)).toEqual(expected);
    expect(format.recognise(bytesOf(`\ufeff# a\r\n\r\n${text.replaceAll('\n', '\r\n')}`))).toBe(true);
  });

  test('pieces of any size, also of mixed line ends, give the same', () => {
    const ends = fc.array(fc.constantFrom('\n', '\r\n', '\n\n', '\n# é\n'), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(ends, fc.integer({ min: 1, max: 40 }), (chosen, size) => {
        const mixed = head + lines.map((line, i) => line + chosen[i]).join('');
        expect(read(format, mixed, undefined, size)).toEqual(expected);
      }),
      runs(60),
    );
  });

  test('an input without events is empty', () => {
    for (const empty of ['', '\n', '# nothing\n', '\ufeff']) {
      expect(failure(format, empty).code).toBe('TRACE_EMPTY');
      expect(repaired(format, empty)).toEqual({ rows: [], counts: { TRACE_EMPTY: 1 } });
    }
  });

  test('a last line cut in half is bad, or dropped', () => {
    const error = failure(format, text + cut);
    expect(error.code).toBe('TRACE_BAD_LINE');
    expect(error.place.line).toBe(headLines + 4);
    expect(error.hint).toContain('cut');
    expect(repaired(format, text + cut)).toEqual({ rows: expected, counts: { TRACE_BAD_LINE: 1 } });
  });

  test('a NUL is told with line and offset, and its line dropped', () => {
    const bytes = joined(`${head}${lines[0]}\n`, lines[1], [0], `\n${lines[2]}\n`);
    const error = failure(format, bytes);
    expect(error.code).toBe('TRACE_NOT_TEXT');
    expect(error.place).toEqual({ file: 'test', line: headLines + 2, offset: bytes.indexOf(0) });
    expect(repaired(format, bytes)).toEqual({ rows: [expected[0], expected[2]], counts: { TRACE_NOT_TEXT: 1 } });
    const last = joined(text, lines[0], [0]);
    expect(failure(format, last).place).toEqual({ file: 'test', line: headLines + 4, offset: last.length - 1 });
  });

  test('invalid UTF-8 is told with line and offset, and kept as it is', () => {
    const [before, after] = lines[1].split('ß') as [string, string];
    for (const bad of [[0x80], [0xff], [0xc3], [0xc0, 0xaf], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
      const bytes = joined(`${head}${lines[0]}\n`, before, bad, `${after}\n${lines[2]}\n`);
      const error = failure(format, bytes);
      expect(error.code).toBe('TRACE_NOT_TEXT');
      expect(error.place).toEqual({ file: 'test', line: headLines + 2, offset: bytesOf(`${head}${lines[0]}\n${before}`).length });
      for (const size of [1, 3, bytes.length]) {
        const problems = new LenientProblems();
        const { trace } = decode(format, bytes, problems, size);
        expect(trace.length).toBe(3);
        expect(problems.examples.map((p) => p.place.offset)).toEqual([error.place.offset]);
        const kept = joined(bad).toString();
        const names = Array.from({ length: trace.symbols.variables.size }, (_, id) =>
          trace.symbols.variables.bytes(id).toString(),
        );
        expect(names.some((name) => name.includes(kept))).toBe(true);
      }
    }
  });

  test('UTF-16 is told as such', () => {
    const little = [...text].flatMap((c) => [c.charCodeAt(0) & 0xff, c.charCodeAt(0) >> 8]);
    const big = [...text].flatMap((c) => [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 0xff]);
    for (const bytes of [[0xff, 0xfe, ...little], [0xfe, 0xff, ...big], little, big]) {
      const error = failure(format, Uint8Array.from(bytes));
      expect(error.code).toBe('TRACE_NOT_TEXT');
      expect(error.hint).toContain('UTF-8');
    }
  });

  test('a line that is too long is told once, and dropped without being kept', () => {
    const long = `#${'x'.repeat(1 << 20)}`;
    for (const bytes of [bytesOf(`${text}${long}\n${text}`), bytesOf(`${text}${long}`)])
      for (const size of [bytes.length, 65_536, 5000]) {
        const problems = new LenientProblems();
        const got = read(format, bytes, problems, size);
        expect(got).toEqual(bytes.at(-1) === 0x0a ? [...expected, ...expected] : expected);
        expect(problems.examples.map(({ code, place }) => [code, place.line])).toEqual([['TRACE_LINE_TOO_LONG', headLines + 4]]);
      }
    expect(read(format, `${long.slice(1)}\n`.replace(/^x/, '#') + text)).toEqual(expected);
  });

  test('lines after a line that was too long have their numbers', () => {
    const bytes = bytesOf(`${'y'.repeat(3 << 20)}\n\n${text}${cut}\n`);
    const problems = new LenientProblems();
    read(format, bytes, problems, 70_000);
    expect(problems.examples.map(({ place }) => place.line)).toEqual([1, headLines + 6]);
  });

  test('broken bytes give the same events and problems in pieces of any size as in one', () => {
    const change = fc.record({ at: fc.nat(400), drop: fc.nat(3), insert: fc.uint8Array({ maxLength: 3 }) });
    const separators = fc.constantFrom(...[...'|(),@#\n\r\t 1.Tr'].map((c) => Uint8Array.of(c.charCodeAt(0))));
    const swap = fc.record({ at: fc.nat(400), drop: fc.nat(1), insert: separators });
    fc.assert(
      fc.property(fc.array(fc.oneof(change, swap), { maxLength: 12 }), fc.integer({ min: 1, max: 40 }), (changes, size) => {
        let bytes = joined(text, text, text);
        for (const { at, drop, insert } of changes) {
          const i = at % (bytes.length + 1);
          bytes = joined([...bytes.subarray(0, i)], [...insert], [...bytes.subarray(i + drop)]);
        }
        const whole = new LenientProblems(1000);
        const pieces = new LenientProblems(1000);
        expect(read(format, bytes, pieces, size)).toEqual(read(format, bytes, whole));
        expect(pieces.examples).toEqual(whole.examples);
      }),
      runs(120),
    );
  });
});

test('noise is recognised by none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 30, maxLength: 2000 }), (noise) => {
      for (const { format } of samples) expect(format.recognise(noise)).toBe(false);
    }),
    runs(500),
  );
});

test('every sample is recognised by its own format only', () => {
  for (const { format, head = '', lines } of samples) {
    const bytes = bytesOf(`${head}${lines.join('\n')}\n`);
    expect(samples.filter((other) => other.format.recognise(bytes)).map((other) => other.format.id)).toEqual([format.id]);
  }
});
