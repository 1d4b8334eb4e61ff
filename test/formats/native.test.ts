import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32 } from '../../src/base/crc32.ts';
import { type ErrorCode, InputError } from '../../src/base/error.ts';
import { ColumnDecoder, MALFORMED } from '../../src/formats/native/column-decode.ts';
import { columnRoom, encodeColumn } from '../../src/formats/native/column-encode.ts';
import { fileHeader, frameSection, readSectionHeader, sectionSize } from '../../src/formats/native/frame.ts';
import { native } from '../../src/formats/native/index.ts';
import {
  Coding,
  FILE_HEADER_SIZE,
  MAX_NAME,
  readU32,
  SECTION_HEADER_SIZE,
  SectionType,
} from '../../src/formats/native/layout.ts';
import { BLOCK_SIZE } from '../../src/trace/block.ts';
import { BlockBuilder, TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { soupArbitrary } from '../arbitrary/soup.ts';
import { runs } from '../runs.ts';
import { concat, decode, encode, named, packedNative, plainNative } from './encode.ts';

const small = new TraceBuilder()
  .add('main', Op.write, 'x', 'a.c:1')
  .add('main', Op.fork, 'worker', 'a.c:2')
  .add('worker', Op.acquire, 'm')
  .add('worker', Op.read, 'x', 'a.c:9')
  .add('worker', Op.release, 'm')
  .trace();

function strictCode(bytes: Uint8Array, size?: number): ErrorCode | undefined {
  try {
    decode(native, bytes, undefined, size);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.place.offset).toBeTypeOf('number');
    return error.code;
  }
}

function section(type: number, fields: { table?: number; first?: number; count?: number }, payload: number[] = []): Uint8Array {
  const bytes = new Uint8Array(sectionSize(payload.length));
  bytes.set(payload, SECTION_HEADER_SIZE);
  const { table = 0, first = 0, count = 0 } = fields;
  frameSection(bytes, { type, table, first, count, length: payload.length });
  return bytes;
}

interface Part {
  readonly start: number;
  readonly end: number;
  /** What a reader that loses this part makes of the events. */
  readonly without: (events: string[]) => string[];
}

/** A file of several events sections, three events and four new names each, by hand: as a recorder writes that may crash. */
function recording(sections: number): { bytes: Uint8Array; whole: string[]; parts: Part[] } {
  const bytes: Uint8Array[] = [];
  const parts: Part[] = [];
  const add = (part: Uint8Array, without: Part['without'] = (events) => events) => {
    const start = parts.at(-1)?.end ?? 0;
    bytes.push(part);
    parts.push({ start, end: start + part.length, without });
  };
  const whole: string[] = [];
  add(fileHeader());
  for (let k = 0; k < sections; k++) {
    for (const [table, kind] of ['variable', 'lock', 'thread', 'location'].entries()) {
      const id = table === 3 ? k + 1 : k;
      const name = `${kind.at(-1)}${kind[0]}${id}`;
      const payload = [name.length, ...Buffer.from(name)];
      add(section(SectionType.symbols, { table, first: id, count: 1 }, payload), (events) =>
        events.map((event) => event.replace(name, `${kind}#${id}`)),
      );
    }
    const ops = [Coding.u8, 3, 0, 0, 0, Op.acquire, Op.write, Op.write];
    const threads = [Coding.constant, 1, 0, 0, 0, k];
    const targets = [Coding.u8, 3, 0, 0, 0, k, k, 0];
    const locations = [Coding.varint, 3, 0, 0, 0, 0, k + 1, 0];
    whole.push(`dt${k} acq kl${k} `, `dt${k} w ev${k} nl${k + 1}`, `dt${k} w ev0 `);
    add(section(SectionType.events, { first: 3 * k, count: 3 }, [...ops, ...threads, ...targets, ...locations]), (events) =>
      events.toSpliced(3 * k, 3),
    );
  }
  add(section(SectionType.end, { first: 3 * sections }));
  return { bytes: concat(bytes), whole, parts };
}

test('CRC-32 is the usual one, by words and by bytes', () => {
  const text = Buffer.from('123456789');
  expect(crc32(text, 0, 9)).toBe(0xcbf43926);
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 37) ^ (i >> 3));
  let slow = -1;
  for (let i = 3; i < 291; i++) {
    slow ^= bytes[i]!;
    for (let k = 0; k < 8; k++) slow = slow & 1 ? (slow >>> 1) ^ 0xedb88320 : slow >>> 1;
  }
  expect(crc32(bytes, 3, 291)).toBe(~slow >>> 0);
});

describe('columns', () => {
  const id = fc.oneof(fc.nat(3), fc.nat(300), fc.nat(70_000), fc.nat(0xffff_ffff), fc.constant(0xffff_ffff));
  const runsOfIds = fc.array(fc.tuple(id, fc.integer({ min: 1, max: 80 })), { maxLength: 20 });
  const values = fc.oneof(
    fc.array(id),
    runsOfIds.map((list) => list.flatMap(([value, n]) => new Array<number>(n).fill(value))),
  );

  test('come back in every coding that is written', () => {
    const codings = new Set<number>();
    fc.assert(
      fc.property(values, fc.boolean(), (list, deflated) => {
        const column = Uint32Array.from(list);
        const out = new Uint8Array(columnRoom(list.length));
        const end = encodeColumn(column, list.length, out, 0, deflated);
        codings.add(out[0]!);
        const back = new Uint32Array(list.length);
        expect(readU32(out, 1)).toBe(end - 5);
        expect(new ColumnDecoder().decode(out[0]!, out, 5, end, back, list.length)).toBeGreaterThanOrEqual(Math.max(0, ...list));
        expect([...back]).toEqual(list);
      }),
      runs(500, 84),
    );
    // Slowly rising ids in a wide range are what deltas are for.
    const rising = Uint32Array.from({ length: 1000 }, (_, i) => 100_000 + i * 3);
    const out = new Uint8Array(5000);
    encodeColumn(rising, rising.length, out, 0);
    codings.add(out[0]!);
    const { varint: _, ...written } = Coding;
    expect([...codings].sort()).toEqual(Object.values(written).sort());
  });

  test('of any bytes are refused or fill exactly their room', () => {
    const byte = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255));
    const content = fc.oneof(fc.array(fc.nat(5), { maxLength: 40 }), fc.array(byte, { maxLength: 40 }));
    fc.assert(
      fc.property(fc.nat(9), content, fc.nat(20), (coding, bytes, count) => {
        const out = new Uint32Array(count + 1).fill(77);
        const bound = new ColumnDecoder().decode(coding, Uint8Array.of(...bytes, 1, 2, 3, 4), 0, bytes.length, out, count);
        expect(out[count]).toBe(77);
        if (bound !== MALFORMED) expect(Math.max(0, ...out.subarray(0, count))).toBeLessThanOrEqual(bound);
      }),
      runs(2000),
    );
  });
});

describe.each([
  ['packed', native],
  ['plain', plainNative],
])('a %s native file', (_, native) => {
  test('brings any trace back, in chunks of any size', () => {
    fc.assert(
      fc.property(soupArbitrary, fc.integer({ min: 1, max: 200 }), (trace, size) => {
        const { trace: back } = decode(native, encode(native, trace), undefined, size);
        expect(named(back)).toEqual(named(trace));
        for (const key of ['threads', 'locks', 'variables', 'locations'] as const)
          expect(back.symbols[key].names()).toEqual(trace.symbols[key].names());
      }),
      runs(200),
    );
  });

  test('holds names of any bytes, none and the longest', () => {
    const names = ['', ' ', '\n\0|', 'é漢😀', '\u202e', 'x'.repeat(MAX_NAME)];
    const builder = new TraceBuilder();
    for (const name of names) builder.add(name, Op.write, name, name);
    const trace = builder.trace();
    const { trace: back } = decode(native, encode(native, trace), undefined, 100_000);
    expect(back.symbols.variables.names()).toEqual(trace.symbols.variables.names());
    const long = new TraceBuilder().add('t', Op.write, 'x'.repeat(MAX_NAME + 1)).trace();
    expect(() => encode(native, long)).toThrow(expect.objectContaining({ code: 'FORMAT_CANNOT_EXPRESS' }));
  });

  test('of many events gathers blocks of any size into full sections', () => {
    const collector = new TraceCollector();
    const { symbols } = collector;
    symbols.threads.internName('t');
    for (let i = 0; i < 1000; i++) symbols.variables.internName(`v${i}`);
    for (const [capacity, count] of [
      [1000, 30_000],
      [BLOCK_SIZE, 150_000],
    ] as const) {
      const builder = new BlockBuilder(symbols, (block) => collector.block(block), capacity);
      for (let i = 0; i < count; i++) builder.add(Op.write, 0, (i * 7) % 1000, 0);
      builder.flush();
    }
    const trace = collector.trace();
    const { trace: back } = decode(native, encode(native, trace), undefined, 1 << 18);
    expect(back.blocks.map((block) => block.length)).toEqual([BLOCK_SIZE, BLOCK_SIZE, 180_000 - 2 * BLOCK_SIZE]);
    const targets = (t: Trace) => t.blocks.flatMap((block) => [...block.targets]);
    expect(targets(back)).toEqual(targets(trace));
  });

  test('keeps metadata', () => {
    const metadata = new Map([
      ['preserves', 'happens-before'],
      ['recorder', 'é\n'],
      ['__proto__', ''],
    ]);
    const { reader } = decode(native, encode(native, small, metadata), undefined, 7);
    expect(reader.metadata).toEqual(metadata);
  });

  test('may have sections that a reader does not know', () => {
    const [header, rest] = [
      encode(packedNative, small).slice(0, FILE_HEADER_SIZE),
      encode(packedNative, small).slice(FILE_HEADER_SIZE),
    ];
    expect(named(decode(native, concat([header, section(200, {}, [1, 2, 3]), rest])).trace)).toEqual(named(small));
    expect(strictCode(concat([header, section(20, {}, [1, 2, 3]), rest]))).toBe('TRACE_VERSION');
  });

  test('is known though its first bytes are missing', () => {
    const builder = new TraceBuilder();
    for (let i = 0; i < 2 * BLOCK_SIZE; i++) builder.add('t', Op.write, 'x');
    expect(native.recognise(encode(native, builder.trace()).slice(FILE_HEADER_SIZE + 3))).toBe(true);
  });

  test('says which event a place stands for', () => {
    const { reader } = decode(native, recording(3).bytes);
    expect(reader.place(1)).toMatchObject({ file: 'test', event: 7 });
  });
});

describe('damage to a native file', () => {
  const { bytes, whole, parts } = recording(3);

  test('is found where it is: without damage there is none', () => {
    expect(named(decode(native, bytes, undefined, 11).trace)).toEqual(whole);
  });

  test.each(parts.map((part, k) => ({ ...part, k })))(
    'by a flipped bit in part $k is an error; lenient loses that part alone',
    (part) => {
      const expected = part.without(whole);
      for (let bit = part.start * 8; bit < part.end * 8; bit++) {
        const broken = bytes.slice();
        broken[bit >> 3]! ^= 1 << (bit & 7);
        const code = strictCode(broken, 64);
        const problems = new LenientProblems();
        const { trace, reader } = decode(native, broken, problems, 50);
        const notes = reader.notes!().join();
        const right =
          native.recognise(broken) &&
          code === 'TRACE_CORRUPT' &&
          problems.total > 0 &&
          named(trace).join() === expected.join() &&
          notes.includes('3 events were lost') === expected.length < whole.length;
        if (!right) expect({ bit, code, problems, notes, events: named(trace) }).toEqual(expected);
      }
    },
  );

  test('by a cut at any length is an error; lenient gives every whole section before', () => {
    for (let length = 1; length < bytes.length; length++) {
      const cut = bytes.slice(0, length);
      expect(native.recognise(cut)).toBe(true);
      expect(strictCode(cut, 33)).toBe('TRACE_TRUNCATED');
      const problems = new LenientProblems();
      const { trace, reader } = decode(native, cut, problems, 33);
      const lost = parts.filter(({ end }) => end > length).reverse();
      expect(named(trace)).toEqual(lost.reduce((events, part) => part.without(events), whole));
      expect([...problems.counts]).toEqual([['TRACE_TRUNCATED', 1]]);
      expect(reader.notes!().join()).toContain('no end');
    }
  });

  test('by a missing, repeated or added stretch is found, and lenient finds the way back', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(80), fc.uint8Array({ maxLength: 40 }), fc.boolean(), (at, n, added, again) => {
        const from = again ? Math.max(0, at - n) : Math.min(bytes.length, at + n);
        const broken = concat([bytes.slice(0, at), added, bytes.slice(from)]);
        if (broken.length === 0 || Buffer.from(bytes).equals(broken)) return;
        expect(strictCode(broken)).toBeDefined();
        const problems = new LenientProblems();
        const { trace } = decode(native, broken, problems, 20);
        expect(problems.total).toBeGreaterThan(0);
        expect(trace.length).toBeLessThanOrEqual(whole.length);
        expect(trace.length % 3).toBe(0);
      }),
      runs(500),
    );
  });

  test('by a section that comes twice changes nothing but the count of problems', () => {
    for (const part of parts.slice(1, -1)) {
      const problems = new LenientProblems();
      const again = concat([bytes.subarray(0, part.end), bytes.subarray(part.start)]);
      expect(strictCode(again)).toBe('TRACE_CORRUPT');
      expect(named(decode(native, again, problems).trace)).toEqual(whole);
      expect(problems.total).toBe(1);
    }
  });

  test('by a section that is missing is found, also where all others are whole', () => {
    for (const part of parts.slice(1, -1)) {
      const without = concat([bytes.subarray(0, part.start), bytes.subarray(part.end)]);
      expect(strictCode(without)).toBe('TRACE_CORRUPT');
      const problems = new LenientProblems();
      const { trace, reader } = decode(native, without, problems);
      expect(named(trace)).toEqual(part.without(whole));
      expect(problems.total).toBeGreaterThan(0);
      expect(reader.notes!().join().includes('3 events were lost')).toBe(trace.length < whole.length);
    }
  });

  test('by line ends translated to LF is named', () => {
    const text = Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    expect(native.recognise(text)).toBe(true);
    expect(() => decode(native, text)).toThrow(
      expect.objectContaining({ code: 'TRACE_CORRUPT', hint: expect.stringContaining('binary') }),
    );
  });

  test('is a newer version if only the header is unknown', () => {
    const newer = encode(native, small);
    newer[8] = 2;
    new DataView(newer.buffer).setUint32(12, crc32(newer, 0, 12), true);
    expect(strictCode(newer)).toBe('TRACE_VERSION');
  });

  test('bytes after the end are told', () => {
    expect(strictCode(concat([bytes, Uint8Array.of(0)]))).toBe('TRACE_CORRUPT');
  });
});

describe('a hostile native file', () => {
  const header = fileHeader();
  const end = section(SectionType.end, {});
  const text = (name: string) => [name.length, ...Buffer.from(name)];
  const column = (value: number) => [Coding.constant, 1, 0, 0, 0, value];
  const one = [
    section(SectionType.symbols, { table: 0, count: 1 }, text('x')),
    section(SectionType.symbols, { table: 2, count: 1 }, text('t')),
  ];
  const cases: Record<string, Uint8Array[]> = {
    'a payload of 4 GiB': [section(SectionType.events, { count: 1 }), end],
    'more events than a block holds': [
      ...one,
      section(SectionType.events, { count: BLOCK_SIZE + 1 }, [0, 0, 0, 0].flatMap(column)),
    ],
    'positions above the limit': [section(SectionType.events, { first: 0xffff_fff0, count: 100 }, [0, 0, 0, 0].flatMap(column))],
    'more names than bytes': [section(SectionType.symbols, { table: 0, count: 1e9 }, text('x'))],
    'a table that does not exist': [section(SectionType.symbols, { table: 4, count: 1 }, text('x'))],
    'names from a high id on': [section(SectionType.symbols, { table: 0, first: 0xffff_0000, count: 1 }, text('x'))],
    'a name that runs out of its section': [section(SectionType.symbols, { table: 0, count: 1 }, [100, 1])],
    'a name twice': [section(SectionType.symbols, { table: 0, count: 2 }, [...text('x'), ...text('x')])],
    'a name for no location': [section(SectionType.symbols, { table: 3, first: 0, count: 1 }, text('x'))],
    'an unknown operation': [...one, section(SectionType.events, { count: 1 }, [99, 0, 0, 0].flatMap(column))],
    'a thread without a name': [...one, section(SectionType.events, { count: 1 }, [0, 1, 0, 0].flatMap(column))],
    'a target without a name': [...one, section(SectionType.events, { count: 1 }, [2, 0, 0, 0].flatMap(column))],
    'a location without a name': [...one, section(SectionType.events, { count: 1 }, [0, 0, 0, 1].flatMap(column))],
    'a column too few': [...one, section(SectionType.events, { count: 1 }, [0, 0, 0].flatMap(column))],
    'a column too many': [...one, section(SectionType.events, { count: 1 }, [0, 0, 0, 0, 0].flatMap(column))],
    'a column longer than its section': [...one, section(SectionType.events, { count: 1 }, [0, 255, 255, 255, 255, 0])],
    'more pairs than bytes': [section(SectionType.metadata, { count: 1e9 }, text('x'))],
    'a pair without a value': [section(SectionType.metadata, { count: 1 }, [...text('xy')])],
  };
  const huge = cases['a payload of 4 GiB']![0]!;
  new DataView(huge.buffer).setUint32(8, 0xffff_ffff, true);
  new DataView(huge.buffer).setUint32(20, crc32(huge, 0, 20), true);

  test.each(Object.entries(cases))('%s', (_, sections) => {
    const bytes = concat([header, ...sections, end]);
    expect(strictCode(bytes)).toBe('TRACE_CORRUPT');
    const problems = new LenientProblems();
    decode(native, bytes, problems);
    expect(problems.total).toBeGreaterThan(0);
  });

  test('cannot make placeholders without end', () => {
    const high = Array.from({ length: 50 }, (_, i) => section(SectionType.symbols, { table: 0, first: (i + 1) * 60_000 }));
    const { trace } = decode(native, concat([header, ...high, end]), new LenientProblems());
    expect(trace.symbols.variables.size).toBeLessThanOrEqual(1 << 17);
  });
});

test('headers that overlap do not take quadratic time', () => {
  const headers: Uint8Array[] = [fileHeader()];
  const count = 100_000;
  for (let i = count; i > 0; i--) {
    const header = section(SectionType.symbols, { count: 1 }).slice(0, SECTION_HEADER_SIZE);
    new DataView(header.buffer).setUint32(8, (i - 1) * SECTION_HEADER_SIZE, true);
    new DataView(header.buffer).setUint32(20, crc32(header, 0, 20), true);
    headers.push(header);
  }
  const started = process.cpuUsage();
  decode(native, concat([...headers, Uint8Array.of(1, 2, 3, 4)]), new LenientProblems());
  // Quadratic, it takes two minutes of the processor; linear, far less than a second: a slow machine is no failure.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(20);
});

test('lost names never clash with names that are there', () => {
  const name = (first: number, text: string) =>
    section(SectionType.symbols, { table: 0, first, count: 1 }, [text.length, ...Buffer.from(text)]);
  const bytes = concat([fileHeader(), name(0, 'variable#1'), name(2, 'variable#1#'), section(SectionType.end, {})]);
  const { trace } = decode(native, bytes, new LenientProblems());
  const names = trace.symbols.variables.names();
  expect(names[0]).toBe('variable#1');
  expect(new Set(names).size).toBe(3);
});

test('only what is native is recognised', () => {
  expect(native.recognise(new Uint8Array(0))).toBe(false);
  expect(native.recognise(Buffer.from('T0|r(x)|1\n'))).toBe(false);
  expect(native.recognise(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBe(false);
  const headless = encode(plainNative, small).slice(FILE_HEADER_SIZE + 3);
  expect(native.recognise(headless)).toBe(true);
  expect(readSectionHeader(headless, 0)).toBeUndefined();
});
