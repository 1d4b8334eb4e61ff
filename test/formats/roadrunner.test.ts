import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { recommended } from '../../src/detectors/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { roadrunner } from '../../src/formats/roadrunner.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { nastyEvents, nastyName, traceOf } from '../arbitrary/nasty.ts';
import { runs } from '../runs.ts';
import { decode, encode } from './encode.ts';
import { bytesOf, failure, read, repaired, rows } from './rows.ts';

describe('reading', () => {
  test('the names of the STD files that were recorded with RoadRunner', () => {
    const log = `@  Enter(0,test/A.main([Ljava/lang/String;)V) from null
@   Start(0,1)
@   Acquire(1,@02)
@    Wr(1,null.test/A.nV_I)  Final  A.java:54:13
@  ARd(1,@03[0])  Final  A.java:55:1
@  AWr(1,@03[1])  Final  A.java:55:2
@   Release(1,@02)
@  Exit(1,test/A.<init>()V)
@  Join(0,1)
`;
    expect(read(roadrunner, log)).toEqual([
      ['T0', 'begin', 'test/A.main([Ljava/lang/String;)V', ''],
      ['T0', 'fork', 'T1', ''],
      ['T1', 'acq', '@02', ''],
      ['T1', 'w', 'null.test/A.nV_I', 'A.java:54:13'],
      ['T1', 'r', '@03[0]', 'A.java:55:1'],
      ['T1', 'w', '@03[1]', 'A.java:55:2'],
      ['T1', 'rel', '@02', ''],
      ['T1', 'end', 'test/A.<init>()V', ''],
      ['T0', 'join', 'T1', ''],
    ]);
  });

  test('volatile accesses, waits and notifications', () => {
    const kinds = ['VolatileRd', 'VolatileWr', 'VRd', 'VWr', 'PreWait', 'PostWait', 'Notify', 'NotifyAll'];
    const log = kinds.map((kind) => `@ ${kind}(12,x)  A.java:3:4\n`).join('');
    expect(read(roadrunner, log).map(([thread, op, , location]) => `${thread} ${op} ${location}`)).toEqual(
      ['vr', 'vw', 'vr', 'vw', 'wait', 'acq', 'notify', 'notify'].map((op) => `T12 ${op} A.java:3:4`),
    );
  });

  test('the end of a class’s initialisation comes before the first look of others at the class', async () => {
    const log = (init: string, look: string) =>
      `@  Wr(0,null.test/A.x_I)  Init  A.java:3:1\n@  ${init}(0,test/A)\n@  ${look}(1,test/A)\n@  Rd(1,null.test/A.x_I)  Init  B.java:7:1\n`;
    for (const [init, look] of [['ClassInited', 'ClassAccssed'] as const, ['ClassInitialized', 'ClassAccessed'] as const]) {
      expect(read(roadrunner, log(init, look))).toEqual([
        ['T0', 'w', 'null.test/A.x_I', 'A.java:3:1'],
        ['T0', 'vw', 'test/A.<clinit>', ''],
        ['T1', 'vr', 'test/A.<clinit>', ''],
        ['T1', 'r', 'null.test/A.x_I', 'B.java:7:1'],
      ]);
      expect(decode(roadrunner, bytesOf(log(init, look))).reader.notes?.()).toEqual([]);
      const { findings } = await analyze(memoryInput('a.rr', log(init, look)), { detectors: recommended });
      expect(findings).toEqual([]);
    }
    // Another class tells nothing of this one.
    const other = log('ClassInited', 'ClassAccssed').replace('ClassAccssed(1,test/A)', 'ClassAccssed(1,test/B)');
    const { findings } = await analyze(memoryInput('a.rr', other), { detectors: recommended });
    expect(findings).toHaveLength(1);
  });

  test.each([
    ['@  Wr(1,x)', ''],
    ['@  Wr(1,x)  Final', ''],
    ['@  Wr(1,x)  Final  345', '345'],
    ['@  Wr(1,x)  A.java:1:2  ', 'A.java:1:2'],
    ['@  Wr(1,x)  a  b  A.java:1:2', 'A.java:1:2'],
    ['@  Enter(1,x) from null', ''],
    ['@  Enter(1,x) from A.java:1:2', 'A.java:1:2'],
  ])('the location of %s is %j', (line, location) => {
    expect(read(roadrunner, line)[0]![3]).toBe(location);
  });

  test('what is not known is counted and named, also if strict', () => {
    const log = `hello\n@  Foo(1,2)\n@  Rd(0,x)\n@ Bar\n@@@\n@  Foo(3)\n  @  Rd(0,x)\nbye\n${Array.from({ length: 26 }, (_, i) => `@ K${String.fromCharCode(97 + i)}(1)\n`).join('')}`;
    const { reader, trace } = decode(roadrunner, bytesOf(log));
    expect(trace.length).toBe(1);
    expect(reader.notes?.()).toEqual([
      'passed over 30 lines of kinds that are no events of a trace: "Foo", "Bar", "", "Ka", "Kb", "Kc", "Kd", "Ke", "Kf", "Kg", …',
      'passed over 3 lines without the @ of an event',
    ]);
  });

  test('nothing passed over, nothing to note', () => {
    expect(decode(roadrunner, bytesOf('@  Rd(0,x)')).reader.notes?.()).toEqual([]);
  });

  test.each([
    '@  Rd(x,y)',
    '@  Rd(0,)',
    '@  Rd(0)',
    '@  Rd',
    '@  Rd(,x)',
    '@  Rd(0,x',
    '@  Start(0,a)',
    '@  Rd(1234567890123456,x)',
  ])('%s is bad, and dropped if lenient', (line) => {
    const log = `@  Rd(0,x)\n${line}\n@  Wr(1,x)\n`;
    expect(failure(roadrunner, log)).toMatchObject({ code: 'TRACE_BAD_LINE', place: { line: 2 } });
    expect(repaired(roadrunner, log)).toEqual({
      rows: [
        ['T0', 'r', 'x', ''],
        ['T1', 'w', 'x', ''],
      ],
      counts: { TRACE_BAD_LINE: 1 },
    });
  });
});

test.each([
  '@  Rd(0,x)',
  '@  ClassInited(0,A)',
  '# c\n@ Foo(1)\nhello\n@   Start(0,1)',
  'RoadRunner 0.5\n\n@  Enter(0,f) from null',
  '@  Wr(0',
])('recognised: %s', (text) => expect(roadrunner.recognise(bytesOf(text))).toBe(true));
test.each(['', '@', '@foo', '@ Foo(1,2)', 'T0|r(x)|1', ',r(x)', 'Rd(0,x)', ' T1  T2\n r(x)'])('not recognised: %s', (text) =>
  expect(roadrunner.recognise(bytesOf(text))).toBe(false),
);

describe('writing', () => {
  const arbitrary = nastyEvents({
    ops: roadrunner.operations,
    thread: fc.nat(1000).map((n) => `T${n}`),
    target: nastyName(/\)[ \t]/),
    location: nastyName(/[ \t]/),
    bare: false,
  });

  test('what was written is read back as it was, in pieces of any size', () => {
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 1, max: 50 }), (events, size) => {
        const trace = traceOf(events);
        const bytes = encode(roadrunner, trace);
        expect(read(roadrunner, bytes)).toEqual(rows(trace));
        expect(read(roadrunner, bytes, undefined, size)).toEqual(rows(trace));
        // A first line that consists of control characters is taken for noise.
        if (!bytes.some((byte) => byte === 1 || byte === 0x7f)) expect(roadrunner.recognise(bytes)).toBe(true);
      }),
      runs(200),
    );
  });

  test('the forms of RoadRunner', () => {
    const trace = new TraceBuilder().add('T0', Op.begin, 'f()V').add('T0', Op.write, 'x', 'A:1').add('T0', Op.wait, '@1').trace();
    expect(new TextDecoder().decode(encode(roadrunner, trace))).toBe(
      '@  Enter(0,f()V) from null\n@  Wr(0,x)  Final  A:1\n@  PreWait(0,@1)\n',
    );
  });

  test.each([
    ['main', Op.read, 'x', ''],
    ['T', Op.read, 'x', ''],
    ['T1', Op.fork, 'worker', ''],
    ['T1', Op.read, 'a) b', ''],
    ['T1', Op.read, '', ''],
    ['T1', Op.begin, '', ''],
    ['T1', Op.read, 'x', 'a b'],
    ['T1', Op.read, 'x', 'null'],
    ['T1', Op.read, 'x', 'a\r'],
    ['T1', Op.alloc, 'x', ''],
    ['T1', Op.barrierEnter, 'x', ''],
    ['T1', Op.acquireShared, 'x', ''],
  ])('the event %j %j %j at %j is refused by its position', (thread, op, target, location) => {
    const trace = new TraceBuilder().add('T0', Op.write, 'y').add(thread, op, target, location).trace();
    expect(() => encode(roadrunner, trace)).toThrowError(
      expect.objectContaining({ code: 'FORMAT_CANNOT_EXPRESS', place: { event: 1 } }),
    );
  });
});
