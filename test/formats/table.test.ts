import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { display } from '../../src/base/quote.ts';
import { table } from '../../src/formats/table.ts';
import { TableWriter } from '../../src/formats/table-writer.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op, operations } from '../../src/trace/operation.ts';
import { eventAt } from '../../src/trace/trace.ts';
import { nastyEvents, nastyName, traceOf } from '../arbitrary/nasty.ts';
import { runs } from '../runs.ts';
import { decode, encode } from './encode.ts';
import { bytesOf, failure, read, repaired, rows } from './rows.ts';

function short(text: string): string[] {
  return read(table, text).map(([thread, op, target, location]) => `${thread} ${op}(${target})${location && ` @ ${location}`}`);
}

describe('reading listings of papers', () => {
  test('a title, a head that is indented, numbers with dots', () => {
    const listing = `
    Trace A:

         T1          T2

    1.   w(x)
    2.   acq(y)
    3.   rel(y)
    4.               acq(y)
    9                w(x)
    10.              rel(y)
`;
    expect(short(listing)).toEqual(['T1 w(x)', 'T1 acq(y)', 'T1 rel(y)', 'T2 acq(y)', 'T2 w(x)', 'T2 rel(y)']);
  });

  test('events that start beside their column, and a column of something else', () => {
    const listing = `
          T0      T1      T2        Lockset
    1.   acq(y)
    2.           w(x)              {}
    3.   rel(y)
    4.                   acq(y)
    5.                   w(x)      {y}
`;
    expect(short(listing)).toEqual(['T0 acq(y)', 'T1 w(x)', 'T0 rel(y)', 'T2 acq(y)', 'T2 w(x)']);
    const { reader, trace } = decode(table, bytesOf(listing));
    expect(trace.symbols.threads.names()).toEqual(['T0', 'T1', 'T2']);
    expect(reader.notes?.()).toEqual(['passed over what stands beside the event in 2 rows']);
  });

  test('clocks around the events', () => {
    const listing = `
          0#                    1#                    W(x)         Race pairs
    1. [1,0]_w(x)_[2,0]                              { [1,0] }
    2.       acq(y)
    4.                     [0,1]_acq(y)_[3,2]        { [1,0] }
    5.                           w(x)
`;
    expect(short(listing)).toEqual(['0# w(x)', '0# acq(y)', '1# acq(y)', '1# w(x)']);
  });

  test('labels and words of every kind, no labels at all', () => {
    const words = ['rd', 'wr', 'read', 'write', 'acquire', 'release', 'lock', 'unlock'];
    const labels = ['e1', 'e2:', 'e3.', '4', '5.', '6:', '>7', '*8.'];
    const listing = `T\n${words.map((word, i) => `${labels[i]} ${word}(x)\n`).join('')}`;
    const expected = ['r', 'w', 'r', 'w', 'acq', 'rel', 'acq', 'rel'].map((op) => `T ${op}(x)`);
    expect(short(listing)).toEqual(expected);
    expect(short(`T\n${words.map((word) => `${word}(x)\n`).join('')}`)).toEqual(expected);
  });

  test('threads that are called by numbers, and heads anywhere', () => {
    expect(short('1    2\nw(x)\n     r(x)\n  1    3\n1 w(y)\n2      w(z)\n')).toEqual(['1 w(x)', '2 r(x)', '1 w(y)', '3 w(z)']);
  });

  test('cells separated by tabs', () => {
    const expected = ['T1 w(x) @ a.c:1', 'T 2 acq(m)', 'T1 r(x)'];
    expect(short('\tT1\tT 2\n1.\tw(x)\t\t@ a.c:1\n2.\t\tacq(m)\n3.\tr(x)\n')).toEqual(expected);
    expect(short('T1\tT 2\nw(x)  @ a.c:1\n\tacq(m)\t\nr(x)\n')).toEqual(expected);
    expect(short('T1\tT 2\n1\tw(x)\t@ a.c:1\n2\t\tacq(m)\n3\tr(x)\t{}\n')).toEqual(expected);
  });

  test('tabs as mere indentation', () => {
    expect(short('\tT1      T2\n1.\tw(x)\n2.\t\tw(x)\n3.              r(x)\n')).toEqual(['T1 w(x)', 'T2 w(x)', 'T2 r(x)']);
  });

  test('locations', () => {
    expect(short('T1\n1  w(a b)  @ a.c:3 (inlined)\n2  begin  @ f\n3  end(f())\n4  w(x)  @\n')).toEqual([
      'T1 w(a b) @ a.c:3 (inlined)',
      'T1 begin() @ f',
      'T1 end(f())',
      'T1 w(x)',
    ]);
  });
});

test.each([
  ['1.  aquire(x)', 'TRACE_UNKNOWN_OPERATION'],
  ['aquire(x)', 'TRACE_UNKNOWN_OPERATION'],
  ['1.  w x', 'TRACE_BAD_LINE'],
  ['1  w(x', 'TRACE_BAD_LINE'],
  ['1  w()', 'TRACE_BAD_LINE'],
  ['1  w(x)   r(y)', 'TRACE_BAD_LINE'],
  ['so w(x)', 'TRACE_BAD_LINE'],
])('the row %s is %s, and dropped if lenient', (line, code) => {
  const text = `   T0   T1\n1  w(x)\n${line}\n2       w(x)\n`;
  expect(failure(table, text)).toMatchObject({ code, place: { line: 3 } });
  expect(repaired(table, text)).toEqual({
    rows: [
      ['T0', 'w', 'x', ''],
      ['T1', 'w', 'x', ''],
    ],
    counts: { [code]: 1 },
  });
});

test('a row without a head is bad', () => {
  expect(failure(table, 'w(x)\n')).toMatchObject({ code: 'TRACE_BAD_LINE', place: { line: 1 } });
});

test.each(['T1 T2\n1. w(x)', 'Trace A:\n\n  T1\n\n  e1:  acq(m)', '\tT1\n1\t[1,0]_rd(x)', '# c\nT\nbegin\n'])(
  'recognised: %s',
  (text) => expect(table.recognise(bytesOf(text))).toBe(true),
);
test.each([
  '',
  'w(x)\nr(x)',
  ',,w(x)\nr(x)',
  'T0|r(x)|1\nT0|w(x)|2',
  '@  Rd(0,x)',
  '@ x\nr(x)',
  'a\nb\nc\nd\ne\nr(x)',
  'hello\nworld',
])('not recognised: %s', (text) => expect(table.recognise(bytesOf(text))).toBe(false));

describe('writing', () => {
  const arbitrary = nastyEvents({
    ops: operations.map(({ op }) => op),
    thread: nastyName(/[ \t]|^#|^[>*]?e?\d+[.:]$|^(\[[\d,]+\]_)?[A-Za-z-]*\(/),
    target: nastyName(/\)(_\[[\d,]*\])?([ \t]{2}|\t)/),
    location: nastyName(/^$/),
  });

  test('what was written is read back as it was, in pieces of any size', () => {
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 1, max: 50 }), (events, size) => {
        const trace = traceOf(events);
        const bytes = encode(table, trace);
        expect(read(table, bytes)).toEqual(rows(trace));
        expect(read(table, bytes, undefined, size)).toEqual(rows(trace));
        // A first line that consists of control characters is taken for noise.
        if (!bytes.some((byte) => byte === 1 || byte === 0x7f)) expect(table.recognise(bytes)).toBe(true);
      }),
      runs(300),
    );
  });

  const small = new TraceBuilder()
    .add('main', Op.fork, 'T1', 'm.c:3')
    .add('T1', Op.write, 'größe')
    .add('T1', Op.begin, '')
    .add('main', Op.acquire, `a.very.long.name.${'x'.repeat(60)}`)
    .trace();

  test('a head, and numbered rows below their threads', () => {
    expect(new TextDecoder().decode(encode(table, small))).toBe(`    main                                      T1
 1  fork(T1)  @ m.c:3
 2                                            w(größe)
 3                                            begin
 4  acq(a.very.long.name.${'x'.repeat(60)})
`);
  });

  test('a new head when a later block has new threads or needs longer numbers', () => {
    const builder = new TraceBuilder();
    for (let i = 0; i < 1024; i++) builder.add('T0', Op.write, 'x');
    builder.add('T1', Op.write, 'x');
    const trace = builder.trace();
    const text = new TextDecoder().decode(encode(table, trace));
    // The builder knew both threads before the first block was written.
    expect(text.match(/T0/g)).toHaveLength(1);
    expect(read(table, text)).toEqual(rows(trace));
    const long = { ...trace.blocks[1]!, start: 999_999 };
    const later = encode(table, { ...trace, blocks: [trace.blocks[0]!, long] });
    expect(new TextDecoder().decode(later).match(/T0/g)).toHaveLength(2);
    expect(read(table, later)).toEqual(rows(trace));
  });

  test.each([
    ['a b', 'x', ''],
    ['a\tb', 'x', ''],
    ['', 'x', ''],
    ['#', 'x', ''],
    ['3.', 'x', ''],
    ['e3:', 'x', ''],
    ['end', 'x', ''],
    ['r(x)', 'x', ''],
    ['f(x', 'x', ''],
    ['T', 'a)  b', ''],
    ['T', 'a)\tb', ''],
    ['T', 'a)_[1]  b', ''],
    ['T', 'a\nb', ''],
    ['T', '', ''],
    ['T', 'x', 'l\r'],
    ['T', 'x', 'l\nm'],
  ])('the event of %j %j at %j is refused by its position', (thread, target, location) => {
    const trace = new TraceBuilder().add('T0', Op.write, 'y').add(thread, Op.read, target, location).trace();
    expect(() => encode(table, trace)).toThrowError(
      expect.objectContaining({ code: 'FORMAT_CANNOT_EXPRESS', place: { event: 1 } }),
    );
  });

  test('a thread that is only forked may have any name', () => {
    const trace = new TraceBuilder().add('T0', Op.fork, 'a b').trace();
    expect(read(table, encode(table, trace))).toEqual(rows(trace));
  });

  test('a part of a trace keeps its numbers, marks its rows and escapes its names for people', () => {
    const trace = new TraceBuilder()
      .add('T 1', Op.write, 'x')
      .add('T2', Op.read, 'a\u001b[2J')
      .add('T2', Op.write, 'x', 'l')
      .trace();
    const chosen = [1, 2].map((position) => eventAt(trace, position));
    let text = '';
    const writer = new TableWriter({ symbols: trace.symbols, write: (line) => (text += line), show: display });
    const column = (key: 'op' | 'thread' | 'target' | 'location') => chosen.map((event) => event[key]);
    writer.block(
      {
        start: 0,
        length: 2,
        ops: Uint8Array.from(column('op')),
        threads: Uint32Array.from(column('thread')),
        targets: Uint32Array.from(column('target')),
        locations: Uint32Array.from(column('location')),
        positions: Uint32Array.from(column('op'), (_, i) => chosen[i]!.position),
        bounds: trace.blocks[0]!.bounds,
        memoryModel: 'java',
      },
      (position) => (position === 2 ? '>' : ''),
    );
    expect(text).toBe('    T 1       T2\n 2            r(a\\u001b[2J)\n>3            w(x)  @ l\n');
  });
});

test('rows by position, with locations in a column of their own, are read back too', () => {
  const trace = new TraceBuilder()
    .add('T0', Op.write, 'x', 'a.c:1')
    .add('T1', Op.read, 'größe', 'b.c:2')
    .add('T1', Op.read, 'x')
    .trace();
  let text = '';
  const writer = new TableWriter({ symbols: trace.symbols, write: (line) => (text += line), first: 0, aligned: true });
  for (const block of trace.blocks) writer.block(block);
  expect(text).toBe(`    T0        T1
 0  w(x)                @ a.c:1
 1            r(größe)  @ b.c:2
 2            r(x)
`);
  expect(read(table, text)).toEqual(rows(trace));
});
