import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csv } from '../../src/formats/csv.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op, operations } from '../../src/trace/operation.ts';
import { nastyEvents, nastyName, traceOf } from '../arbitrary/nasty.ts';
import { runs } from '../runs.ts';
import { decode, encode } from './encode.ts';
import { bytesOf, failure, read, repaired, rows } from './rows.ts';

describe('reading', () => {
  test('the cell says the thread, commas behind it or not', () => {
    expect(read(csv, 'w(x),,\n,acq(m),\n,,r(x)\nr(x)\n,,start(T7)\n,fork(T8),\n,join(T7)\n,enter(f)\n,exit(f)\n')).toEqual([
      ['T0', 'w', 'x', ''],
      ['T1', 'acq', 'm', ''],
      ['T2', 'r', 'x', ''],
      ['T0', 'r', 'x', ''],
      ['T2', 'fork', 'T7', ''],
      ['T1', 'fork', 'T8', ''],
      ['T1', 'join', 'T7', ''],
      ['T1', 'begin', 'f', ''],
      ['T1', 'end', 'f', ''],
    ]);
  });

  test('every operation by its short name', () => {
    const lines = operations.map(({ short }) => `,${short}(a(b)c)`);
    expect(read(csv, lines.join('\n'))).toEqual(operations.map(({ short }) => ['T1', short, 'a(b)c', '']));
  });

  test('sync is a critical section around a read and a write, all on one line', () => {
    const lines: (number | undefined)[] = [];
    const reader = csv.reader({
      file: 'f',
      problems: { strict: false, report: () => {} },
      emit: (block) => {
        for (let i = 0; i < block.length; i++) lines.push(reader.place(i).line);
      },
    });
    reader.push(bytesOf('\n,,sync(zü),,\n'));
    reader.end();
    expect(lines).toEqual([2, 2, 2, 2]);
    expect(read(csv, ',,,,sync(zü),,')).toEqual([
      ['T4', 'acq', 'VARLOCK-zü-KCOLRAV', ''],
      ['T4', 'r', 'zü', ''],
      ['T4', 'w', 'zü', ''],
      ['T4', 'rel', 'VARLOCK-zü-KCOLRAV', ''],
    ]);
  });

  test('a column is the thread that a fork names', () => {
    expect(decode(csv, bytesOf('start(T2)\n,,r(x)\n')).trace.symbols.threads.names()).toEqual(['T2', 'T0']);
  });

  test.each([
    [',,', 'TRACE_BAD_LINE'],
    ['r(x),w(y)', 'TRACE_BAD_LINE'],
    [',r(x),w(y)', 'TRACE_BAD_LINE'],
    [',r(x', 'TRACE_BAD_LINE'],
    [',r(),', 'TRACE_BAD_LINE'],
    [',r', 'TRACE_BAD_LINE'],
    [`${','.repeat(100_000)}r(x)`, 'TRACE_BAD_LINE'],
    [',lock(x)', 'TRACE_UNKNOWN_OPERATION'],
    [',sync()', 'TRACE_UNKNOWN_OPERATION'],
  ])('%.20s is %s, and dropped if lenient', (line, code) => {
    const text = `r(x)\n${line}\n,w(x)\n`;
    expect(failure(csv, text)).toMatchObject({ code, place: { line: 2 } });
    expect(repaired(csv, text)).toEqual({
      rows: [
        ['T0', 'r', 'x', ''],
        ['T1', 'w', 'x', ''],
      ],
      counts: { [code]: 1 },
    });
  });
});

test.each([',,r(x)', 'r(x),,', '# c\n\nr(x)', 'sync(z)', '\ufeff,acq(m)', ',enter,', ',r(x'])('recognised: %s', (text) =>
  expect(csv.recognise(bytesOf(text))).toBe(true),
);
test.each(['', 'a,b,c', 'f(x),', 'r(x),w(y)', 'T0|r(x)|3', '  T0  T1\n  r(x)', '1. r(x)', ',,', '@  Rd(0,x)', ',r(\0\0)'])(
  'not recognised: %s',
  (text) => expect(csv.recognise(bytesOf(text))).toBe(false),
);

describe('writing', () => {
  const number = fc.oneof(fc.nat(5), fc.nat(300));
  const arbitrary = nastyEvents({
    ops: operations.map(({ op }) => op),
    thread: number.map((n) => `T${n}`),
    target: nastyName(/,/),
  });

  test('what was written is read back as it was, in pieces of any size', () => {
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 1, max: 50 }), (events, size) => {
        const trace = traceOf(events);
        const bytes = encode(csv, trace);
        expect(read(csv, bytes)).toEqual(rows(trace));
        expect(read(csv, bytes, undefined, size)).toEqual(rows(trace));
      }),
      runs(200),
    );
  });

  test('the last possible thread has the last column', () => {
    const trace = new TraceBuilder().add('T99999', Op.write, 'x').trace();
    expect(read(csv, encode(csv, trace))).toEqual(rows(trace));
  });

  test('the words of RAPID; locations are lost', () => {
    const trace = new TraceBuilder().add('T0', Op.fork, 'T1', '3').add('T1', Op.begin, 'f').add('T1', Op.end, '').trace();
    expect(new TextDecoder().decode(encode(csv, trace))).toBe('start(T1)\n,enter(f)\n,exit\n');
  });

  test.each([
    ['main', 'x'],
    ['T01', 'x'],
    ['T100000', 'x'],
    ['T1', 'a,b'],
    ['T1', ''],
    ['T1', 'a\nb'],
  ])('the event of %j %j is refused by its position', (thread, target) => {
    const trace = new TraceBuilder().add('T0', Op.write, 'y').add(thread, Op.read, target).trace();
    expect(() => encode(csv, trace)).toThrowError(
      expect.objectContaining({ code: 'FORMAT_CANNOT_EXPRESS', place: { event: 1 } }),
    );
  });
});
