// Packed native files: what is in them comes back, they are small, and no bytes make a reader take more than it has room for.

import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Inflater } from '../../src/base/inflate.ts';
import { writeVarint } from '../../src/base/varint.ts';
import { fileHeader, frameSection, readSectionHeader, sectionSize } from '../../src/formats/native/frame.ts';
import { native } from '../../src/formats/native/index.ts';
import {
  FILE_HEADER_SIZE,
  MAX_PAYLOAD,
  PACKED_FEATURE,
  SECTION_HEADER_SIZE,
  SectionType,
} from '../../src/formats/native/layout.ts';
import { Unpacker } from '../../src/formats/native/packed.ts';
import { PredictedDecoder } from '../../src/formats/native/predicted-decode.ts';
import { PredictedEncoder, predictedRoom } from '../../src/formats/native/predicted-encode.ts';
import { ShapeDecoder } from '../../src/formats/native/shapes-decode.ts';
import { encodeShapes } from '../../src/formats/native/shapes-encode.ts';
import { BLOCK_SIZE, type EventBlock, newBlock } from '../../src/trace/block.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { newSymbols, type SymbolTable } from '../../src/trace/symbols.ts';
import { runs } from '../runs.ts';
import { concat, decode, encode, named, plainNative } from './encode.ts';

const id = fc.oneof(fc.nat(3), fc.nat(300), fc.nat(0xffff_ffff), fc.constantFrom(0xffff_ffff, 126, 127, 252, 253));
const event = fc.tuple(fc.nat(31), id, id, fc.oneof(fc.nat(3), fc.nat(2 ** 27 - 1), fc.constant(2 ** 27 - 1)));
/** Events, and loops of them whose targets move on. */
const eventsArbitrary = fc
  .array(fc.tuple(fc.array(event, { minLength: 1, maxLength: 5 }), fc.nat(20), fc.nat(300)), { maxLength: 12 })
  .map((loops) =>
    loops.flatMap(([body, times, step]) =>
      Array.from({ length: times + 1 }, (_, i) =>
        body.map(([op, thread, target, at]) => [op, thread, target + i * step, at]),
      ).flat(),
    ),
  );

function blockOf(events: readonly (readonly number[])[]): EventBlock {
  const block = newBlock(events.length);
  block.length = events.length;
  for (const [i, [op, thread, target, location]] of events.entries()) {
    block.ops[i] = op!;
    block.threads[i] = thread!;
    block.targets[i] = target!;
    block.locations[i] = location!;
  }
  return block;
}

const columns = ({ ops, threads, targets, locations, length }: EventBlock) =>
  [ops, threads, targets, locations].map((column) => [...column.subarray(0, length)]);

describe('predicted events', () => {
  test('come back, whatever was told before', () => {
    const [encoder, decoder] = [new PredictedEncoder(), new PredictedDecoder()];
    fc.assert(
      fc.property(eventsArbitrary, (events) => {
        const block = blockOf(events);
        const bytes = new Uint8Array(predictedRoom(block.length) + 3);
        const end = encoder.encode(block, bytes, 0)!;
        const back = blockOf(events.map(() => [9, 9, 9, 9]));
        expect(decoder.decode(bytes, 0, end, back, events.length)).toBeUndefined();
        expect(columns(back)).toEqual(columns(block));
        expect(Math.max(0, ...block.threads)).toBeLessThanOrEqual(decoder.highestThread);
        expect(Math.max(0, ...block.locations)).toBeLessThanOrEqual(decoder.highestLocation);
      }),
      runs(300),
    );
  });

  test('of any bytes are refused or fill exactly their room', () => {
    const decoder = new PredictedDecoder();
    const encoder = new PredictedEncoder();
    const broken = fc
      .tuple(eventsArbitrary, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
      .map(([events, changes]) => {
        const bytes = new Uint8Array(predictedRoom(events.length));
        const used = bytes.slice(0, encoder.encode(blockOf(events), bytes, 0));
        for (const [at, byte] of changes) used[at % used.length] = byte;
        return used;
      });
    fc.assert(
      fc.property(fc.oneof(broken, fc.uint8Array({ maxLength: 60 })), fc.nat(50), (bytes, count) => {
        const block = newBlock(count + 1);
        block.targets[count] = 77;
        const wrong = decoder.decode(concat([bytes, new Uint8Array(8)]), 0, bytes.length, block, count);
        expect(wrong === undefined || wrong.length > 10).toBe(true);
        expect(block.targets[count]).toBe(77);
      }),
      runs(1000),
    );
  });
});

function tableOf(names: readonly Uint8Array[]): SymbolTable {
  const table = newSymbols().variables;
  for (const name of names) table.internName(Buffer.from(name).toString('latin1'));
  return table;
}

test('events of more operations or locations than fit into a prediction are not predicted', () => {
  const encoder = new PredictedEncoder();
  const out = new Uint8Array(predictedRoom(1));
  expect(encoder.encode(blockOf([[31, 0, 0, 2 ** 27 - 1]]), out, 0)).toBeDefined();
  expect(encoder.encode(blockOf([[32, 0, 0, 0]]), out, 0)).toBeUndefined();
  expect(encoder.encode(blockOf([[0, 0, 0, 2 ** 27]]), out, 0)).toBeUndefined();
});

describe('names by shapes', () => {
  const piece = fc.oneof(
    fc.constantFrom('h', '+', '0', '00', '', '9', '\0', 'é', '4294967296', '999999999', '1000000000'),
    fc.string(),
  );
  const text = fc.oneof(
    fc.tuple(piece, fc.nat(1e9), piece, fc.nat(99)).map((parts) => parts.join('')),
    fc.string(),
  );
  const header = { type: SectionType.shapes, table: 0, first: 0 };

  test('come back', () => {
    const decoder = new ShapeDecoder();
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), (texts) => {
        const table = tableOf(texts.map((each) => Buffer.from(each)));
        const payload = concat([encodeShapes(table, 0, table.size), new Uint8Array(8)]);
        const length = payload.length - 8;
        expect(decoder.decode({ ...header, length, count: table.size }, payload, 0)).toBeUndefined();
        const plain = concat(
          Array.from({ length: table.size }, (_, i) => {
            const name = table.bytes(i);
            const size = new Uint8Array(5);
            return concat([size.subarray(0, writeVarint(size, 0, name.length)), name]);
          }),
        );
        expect(decoder.names.slice(0, decoder.length)).toEqual(plain);
      }),
      runs(300),
    );
  });

  test('of any bytes are refused or are as long as they say', () => {
    const decoder = new ShapeDecoder();
    const whole = encodeShapes(tableOf(['a1', 'a2', 'b', 'a3 4'].map((name) => Buffer.from(name))), 0, 4);
    const broken = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 3 }).map((changes) => {
      const bytes = whole.slice();
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(broken, fc.uint8Array({ maxLength: 60 })), fc.nat(9), (bytes, count) => {
        decoder.decode({ ...header, length: bytes.length, count }, concat([bytes, new Uint8Array(8)]), 0);
        expect(decoder.names.length).toBeLessThanOrEqual(2 * MAX_PAYLOAD);
      }),
      runs(1000),
    );
  });

  test('that would be longer than a section may be are refused before there is room for them', () => {
    const bytes = new Uint8Array(20);
    const length = writeVarint(bytes, 0, MAX_PAYLOAD + 1);
    const decoder = new ShapeDecoder();
    expect(decoder.decode({ ...header, length, count: 1 }, bytes, 0)).toContain('are allowed');
    expect(decoder.names.length).toBe(0);
  });
});

/** Three blocks of a loop, the names of which go on from block to block. */
function loops(): TraceBuilder {
  const builder = new TraceBuilder();
  for (let i = 0; i < 2.5 * BLOCK_SIZE; i++)
    builder.add(`T${(i >> 10) % 3}`, i % 3 === 0 ? Op.write : Op.read, `h1+${8 * (i >> 4)}`, `a.c:${i % 7}`);
  return builder;
}

test('a packed file is a small part of a plain one, and begins with what older versions refuse', () => {
  const trace = loops().trace();
  const packed = encode(native, trace);
  expect(packed.length).toBeLessThan(encode(plainNative, trace).length / 100);
  expect(packed.slice(0, FILE_HEADER_SIZE)).toEqual(fileHeader(PACKED_FEATURE));
  expect(encode(plainNative, trace).slice(0, FILE_HEADER_SIZE)).toEqual(fileHeader());
});

/** Where the sections of a file are. */
function sectionsOf(bytes: Uint8Array): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = FILE_HEADER_SIZE; at < bytes.length; at = found.at(-1)!.end)
    found.push({ start: at, end: at + sectionSize(readSectionHeader(bytes, at)!.length) });
  return found;
}

test('damage to a packed section costs that block alone', () => {
  const trace = loops().trace();
  const bytes = encode(native, trace);
  const whole = named(trace);
  const [, second] = sectionsOf(bytes);
  bytes[second!.start + 60]! ^= 1;
  const problems = new LenientProblems();
  const { trace: rest, reader } = decode(native, bytes, problems);
  expect(reader.notes!().join()).toContain(`${BLOCK_SIZE} events were lost`);
  expect(named(rest).slice(0, BLOCK_SIZE)).toEqual(whole.slice(0, BLOCK_SIZE));
  const unnamed = (event: string) => event.replace(/h1\+\d+|variable#\d+/, '');
  expect(named(rest).slice(BLOCK_SIZE).map(unnamed)).toEqual(whole.slice(2 * BLOCK_SIZE).map(unnamed));
  expect(problems.total).toBe(1);
});

test('what is packed is read without zlib, as in a browser', () => {
  const bytes = encode(native, loops().trace());
  for (const { start, end } of sectionsOf(bytes)) {
    const unpacker = new Unpacker();
    unpacker.unpack(readSectionHeader(bytes, start)!, bytes, start + SECTION_HEADER_SIZE);
    const { size } = unpacker;
    const out = new Uint8Array(size);
    const varint = new Uint8Array(5);
    const from = start + SECTION_HEADER_SIZE + writeVarint(varint, 0, size);
    expect(new Inflater().inflate(bytes, from, end - 4, out, size)).toBe(true);
    expect(Buffer.compare(out, unpacker.bytes.subarray(0, size))).toBe(0);
  }
});

describe('a hostile packed section', () => {
  const inner = (
    type: number,
    fields: { table?: number; first?: number; count?: number },
    payload: number[] = [],
  ): Uint8Array => {
    const bytes = new Uint8Array(40 + payload.length);
    bytes[0] = type;
    bytes[1] = fields.table ?? 0;
    let at = 2;
    for (const number of [payload.length, fields.first ?? 0, fields.count ?? 0]) at = writeVarint(bytes, at, number);
    bytes.set(payload, at);
    return bytes.slice(0, at + payload.length);
  };
  const packed = (content: Uint8Array, count = 0, size = content.length, stream = deflateRawSync(content)): Uint8Array => {
    const varint = new Uint8Array(5);
    const payload = concat([varint.subarray(0, writeVarint(varint, 0, size)), stream]);
    const bytes = new Uint8Array(sectionSize(payload.length));
    bytes.set(payload, SECTION_HEADER_SIZE);
    frameSection(bytes, { type: SectionType.packed, table: 0, length: payload.length, first: 0, count });
    return bytes;
  };
  const constants = [0, 0, 0, 0].flatMap(() => [0, 1, 0, 0, 0, 0]);
  const names = [
    inner(SectionType.symbols, { table: 0, count: 1 }, [1, 120]),
    inner(SectionType.symbols, { table: 2, count: 1 }, [1, 116]),
  ];
  const block = (first: number) => inner(SectionType.events, { first, count: BLOCK_SIZE }, constants);
  const end = inner(SectionType.end, {});
  const zeros = new Uint8Array(MAX_PAYLOAD + 1);
  const cases: Record<string, Uint8Array> = {
    'that is longer than it says': packed(concat([end, end]), 0, end.length),
    'that is shorter than it says': packed(end, 0, end.length + 1),
    'of more bytes than are allowed': packed(zeros),
    'that claims 4 GiB': packed(end, 0, 0xffff_ffff),
    'that unpacks to far more than it says': packed(zeros, 0, 10),
    'that is no deflate': packed(end, 0, end.length, Buffer.from([0xff, 0xff, 0xff])),
    'with something behind the stream': packed(end, 0, end.length, Buffer.concat([deflateRawSync(end), Buffer.from([0])])),
    'with one inside': packed(inner(SectionType.packed, {}, [0])),
    'with more events than it says': packed(concat([...names, block(0), block(BLOCK_SIZE)]), BLOCK_SIZE),
    'with more events than a block has': packed(concat([...names, block(0), block(BLOCK_SIZE)]), 2 * BLOCK_SIZE),
    'whose last section is cut': packed(inner(SectionType.symbols, { count: 1 }, [1, 120]).slice(0, -1)),
    'with a header that is cut': packed(Uint8Array.of(SectionType.end)),
    'with more names than bytes': packed(inner(SectionType.symbols, { count: 1e9 }, [1, 120])),
    'with names of no table': packed(inner(SectionType.shapes, { table: 9, count: 1 }, [0])),
    'with shapes of nothing': packed(inner(SectionType.shapes, { count: 1 }, [0])),
    'with predicted events of nothing': packed(concat([...names, inner(SectionType.predicted, { count: 5 }, [0])]), 5),
  };

  test.each(Object.entries(cases))('%s is refused', (_, section) => {
    const bytes = concat([fileHeader(PACKED_FEATURE), section, packed(end)]);
    expect(() => decode(native, bytes)).toThrow(expect.objectContaining({ code: 'TRACE_CORRUPT' }));
    const problems = new LenientProblems();
    const { trace } = decode(native, bytes, problems);
    expect(trace.length).toBeLessThanOrEqual(BLOCK_SIZE);
    expect(problems.total).toBeGreaterThan(0);
  });

  test('may hold the end of the file', () => {
    expect(decode(native, concat([fileHeader(PACKED_FEATURE), packed(end)])).trace.length).toBe(0);
  });

  test('claims no more room than it may have', () => {
    const unpacker = new Unpacker();
    const section = cases['that claims 4 GiB']!;
    expect(unpacker.unpack(readSectionHeader(section, 0)!, section, SECTION_HEADER_SIZE)).toContain('are allowed');
    expect(unpacker.bytes.length).toBe(0);
  });
});
