import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { std } from '../../src/formats/std.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op, operations } from '../../src/trace/operation.ts';
import { nastyEvents, nastyName, traceOf } from '../arbitrary/nasty.ts';
import { runs } from '../runs.ts';
import { decode, encode } from './encode.ts';
import { bytesOf, failure, read, repaired, rows } from './rows.ts';

describe('reading', () => {
  test('thread, operation, target and location of every kind of line', () => {
    const text = [
      'T0|r(V123)|345',
      'T0|w(x)|a.c:3',
      'main thread|acq(m)|',
      'T1|rel(m)',
      'T0|fork(T1)|1',
      'T0|begin|7',
      'T0|end(f())|7',
    ];
    expect(read(std, text.join('\n'))).toEqual([
      ['T0', 'r', 'V123', '345'],
      ['T0', 'w', 'x', 'a.c:3'],
      ['main thread', 'acq', 'm', ''],
      ['T1', 'rel', 'm', ''],
      ['T0', 'fork', 'T1', '1'],
      ['T0', 'begin', '', '7'],
      ['T0', 'end', 'f()', '7'],
    ]);
  });

  test('every operation by its short name, in the fast and in the careful way', () => {
    for (const name of ['x', 'größe', 'f(a)b', ')', '((']) {
      const lines = operations.map(({ short }) => `T|${short}(${name})|l`);
      expect(read(std, lines.join('\n'))).toEqual(operations.map(({ short }) => ['T', short, name, 'l']));
    }
  });

  test('a thread is the same as column and as target', () => {
    const { symbols } = decode(std, bytesOf('T0|fork(T1)|\nT1|r(x)|\nT0|join(T1)|\n')).trace;
    expect(symbols.threads.names()).toEqual(['T0', 'T1']);
    expect(symbols.locations.size).toBe(1);
  });

  test('names may contain all but the separators', () => {
    const name = 'a)b (c) [0] $<>;変🧵\t\u0001,';
    expect(read(std, `${name}|r(${name})|${name}\n`)).toEqual([[name, 'r', name, name]]);
  });

  test('threads whose short names share a slot are told apart', () => {
    const names = Array.from({ length: 2000 }, (_, i) => i.toString(36));
    const text = [...names, ...names].map((name) => `${name}|w(x)|1`).join('\n');
    expect(read(std, text).map(([thread]) => thread)).toEqual([...names, ...names]);
  });

  test('more events than a block holds, with their lines', () => {
    const lines: number[] = [];
    const reader = std.reader({
      file: 'f',
      problems: { strict: false, report: () => {} },
      emit: (block) => {
        for (let i = 0; i < block.length; i++) lines.push(reader.place(i).line!);
      },
    });
    reader.push(bytesOf(`# head\n${'T0|r(x)|1\n\nT1|w(ü)|2\r\nbroken\n'.repeat(40_000)}`));
    reader.end();
    expect(lines).toEqual(Array.from({ length: 80_000 }, (_, i) => 2 + 4 * (i >> 1) + 2 * (i & 1)));
  });
});

test('a comment may look like an event', () => {
  expect(read(std, 'T0|r(x)|1\n#T0|r(x)|1\n #|r(x)|1\n#|r(x)|1\nT0|w(x)|1\n')).toHaveLength(2);
});

test('an event of more than a mebibyte is too long, also within one piece', () => {
  for (const line of [`T0|r(${'x'.repeat(1 << 20)})|1`, `T0|r(x)|${'l'.repeat(1 << 20)}`]) {
    const text = `T0|r(x)|1\n${line}\nT0|w(x)|1\n`;
    expect(failure(std, text)).toMatchObject({ code: 'TRACE_LINE_TOO_LONG', place: { line: 2 } });
    expect(repaired(std, text).rows).toHaveLength(2);
  }
});

describe('a wrong line', () => {
  test.each([
    ['T0', 'TRACE_BAD_LINE'],
    ['T0|r', 'TRACE_BAD_LINE'],
    ['T0|r(x', 'TRACE_BAD_LINE'],
    ['T0|r(x)y|3', 'TRACE_BAD_LINE'],
    ['T0|r()|3', 'TRACE_BAD_LINE'],
    ['|r(x)|3', 'TRACE_BAD_LINE'],
    ['T0|(x)|3', 'TRACE_BAD_LINE'],
    ['T0|r(x)|3|', 'TRACE_BAD_LINE'],
    ['T0|r(x|y)|3', 'TRACE_BAD_LINE'],
    ['T0|aquire(x)|3', 'TRACE_UNKNOWN_OPERATION'],
    ['T0|R(x)|3', 'TRACE_UNKNOWN_OPERATION'],
    ['T0|benterx(x)|3', 'TRACE_UNKNOWN_OPERATION'],
    ['T0| r(x)|3', 'TRACE_UNKNOWN_OPERATION'],
  ])('%s is %s, and dropped if lenient', (line, code) => {
    const text = `T0|r(x)|1\n${line}\nT0|w(x)|3\n`;
    const error = failure(std, text);
    expect(error.code).toBe(code);
    expect(error.place).toMatchObject({ file: 'test', line: 2 });
    expect(repaired(std, text)).toEqual({
      rows: [
        ['T0', 'r', 'x', '1'],
        ['T0', 'w', 'x', '3'],
      ],
      counts: { [code]: 1 },
    });
  });

  test('leaves no name behind', () => {
    const { symbols } = decode(std, bytesOf('T0|r(x)|1\nT9|r(y)|2|3\nT8|foo(z)|4\n'), { strict: false, report: () => {} }).trace;
    expect([symbols.threads.names(), symbols.variables.names(), symbols.locations.names()]).toEqual([['T0'], ['x'], ['', '1']]);
  });

  test.each([
    ['acquire', 'acq'],
    ['lock', 'acq'],
    ['relase', 'rel'],
    ['read', 'r'],
    ['start', 'fork'],
    ['volatile-read', 'vr'],
    ['ntify', 'notify'],
  ])('%s: did you mean %s', (word, meant) => {
    expect(failure(std, `T0|${word}(x)|3`).hint).toContain(`did you mean ${meant}?`);
  });

  test('events before it reach the receiver first', () => {
    let seen = 0;
    const report = (): never => {
      throw new Error(`after ${seen}`);
    };
    const reader = std.reader({ file: 'f', problems: { strict: true, report }, emit: (block) => (seen += block.length) });
    expect(() => reader.push(bytesOf('T0|r(x)|1\nT0|w(x)|1\nbroken\n'))).toThrow('after 2');
  });
});

describe('recognising', () => {
  test.each([
    'T0|r(V1)|3',
    '# note\n\n  \nT 0|acq(m)',
    '\ufeffT0|w(x)|',
    'T0|begin|3',
    'T0|aquire(x)|1',
    'T0|r(x',
    '# only comments\n',
    // The reader says what is wrong with it, and where.
    'T0|r(\0x)',
  ])('yes: %s', (text) => expect(std.recognise(bytesOf(text))).toBe(true));
  test.each([
    '',
    ',,r(x)',
    'r(x)',
    '@  Rd(0,x)',
    'T0 T1\nr(x)',
    'a|b|c',
    '{"a":1}',
    '|r(x)|1',
    'T0|r(\0\0\0\0)',
    '\u0001\u0002|r(',
  ])('no: %s', (text) => expect(std.recognise(bytesOf(text))).toBe(false));
});

describe('writing', () => {
  const arbitrary = nastyEvents({
    ops: operations.map(({ op }) => op),
    thread: nastyName(/\||^\s*#/),
    target: nastyName(/\|/),
    location: nastyName(/\|/),
  });

  test('what was written is read back as it was, in pieces of any size', () => {
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 1, max: 50 }), (events, size) => {
        const trace = traceOf(events);
        const bytes = encode(std, trace);
        expect(read(std, bytes)).toEqual(rows(trace));
        expect(read(std, bytes, undefined, size)).toEqual(rows(trace));
      }),
      runs(300),
    );
  });

  test('the form that RAPID reads: always three fields', () => {
    const trace = new TraceBuilder().add('T0', Op.write, 'x').add('T0', Op.begin, '', '5').add('T0', Op.end, 'f', '').trace();
    expect(new TextDecoder().decode(encode(std, trace))).toBe('T0|w(x)|\nT0|begin|5\nT0|end(f)|\n');
  });

  test.each([
    ['T|0', 'x', ''],
    ['', 'x', ''],
    ['#1', 'x', ''],
    [' #1', 'x', ''],
    ['\ufeffT', 'x', ''],
    ['T', '', ''],
    ['T', 'a|b', ''],
    ['T', 'a\nb', ''],
    ['T', 'a\0b', ''],
    ['T', 'x', 'l|m'],
    ['T', 'x', 'l\r'],
    ['T', 'x'.repeat(1 << 20), ''],
  ])('the event of %j %j at %j is refused by its position', (thread, target, location) => {
    const trace = new TraceBuilder().add('T0', Op.write, 'y').add(thread, Op.read, target, location).trace();
    expect(() => encode(std, trace)).toThrowError(
      expect.objectContaining({ code: 'FORMAT_CANNOT_EXPRESS', place: { event: 1 }, hint: expect.stringContaining('native') }),
    );
  });
});
