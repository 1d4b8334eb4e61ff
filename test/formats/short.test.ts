// Short native files: what is in them comes back, they are short, and damage is never taken for a trace.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeByContext, encodeByContext } from '../../src/base/context-coding.ts';
import { crc32 } from '../../src/base/crc32.ts';
import { InputError } from '../../src/base/error.ts';
import { writeVarint } from '../../src/base/varint.ts';
import { native } from '../../src/formats/native/index.ts';
import { FILE_HEADER_SIZE, MAX_SHORT, SHORT_FEATURE } from '../../src/formats/native/layout.ts';
import { sectionsOf } from '../../src/formats/native/short-content.ts';
import { contentOf, shortFile } from '../../src/formats/native/short-file.ts';
import { PRIMER } from '../../src/formats/native/short-primer.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { stackedArbitrary } from '../arbitrary/stacks.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';
import { concat, decode, encode, named, packedNative, plainNative } from './encode.ts';

const isShort = (bytes: Uint8Array): boolean => bytes[10] === SHORT_FEATURE;

const demo = new TraceBuilder().add('T0', Op.write, 'x', 'a.c:3').add('T1', Op.read, 'x').trace();

/** A trace with these names as variables. */
function ofNames(names: readonly string[]) {
  const builder = new TraceBuilder();
  for (const name of names) builder.add('t', Op.write, name, 'a.c:1');
  return builder.trace();
}

describe('bytes coded by context', () => {
  test('come back, whatever they and the primer are', () => {
    const some = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.array(fc.constantFrom(0, 65, 255), { maxLength: 900 }));
    fc.assert(
      fc.property(some, fc.uint8Array({ maxLength: 50 }), (list, primer) => {
        const bytes = Uint8Array.from(list);
        const coded = encodeByContext(bytes, primer);
        const out = new Uint8Array(bytes.length);
        // What stands around is not looked at.
        const around = concat([Uint8Array.of(1, 2), coded, Uint8Array.of(3, 4)]);
        decodeByContext(around, 2, around.length - 2, primer, out);
        expect(out).toEqual(bytes);
      }),
      runs(300),
    );
  });

  test('of what repeats are few', () => {
    const bytes = new TextEncoder().encode('a.c:12 (main)\n'.repeat(200));
    expect(encodeByContext(bytes, PRIMER).length).toBeLessThan(40);
  });
});

describe('a short file', () => {
  test('has the trace in it', () => {
    fc.assert(
      fc.property(traceArbitrary({ features }), fc.integer({ min: 1, max: 99 }), (trace, size) => {
        const bytes = encode(native, trace, new Map([['memory-model', 'c11']]));
        const { trace: back, reader } = decode(native, bytes, undefined, size);
        expect(named(back)).toEqual(named(trace));
        expect(reader.metadata).toEqual(new Map([['memory-model', 'c11']]));
        expect(bytes.length).toBeLessThanOrEqual(encode(packedNative, trace, reader.metadata).length);
        if (trace.length > 0) expect(isShort(bytes)).toBe(true);
      }),
      runs(200),
    );
  });

  test('keeps what is known beside the events', () => {
    fc.assert(
      fc.property(stackedArbitrary(), (trace) => {
        const { symbols } = decode(native, encode(native, trace)).trace;
        // Text of both: ids are the same.
        expect(encode(plainNative, { ...trace, symbols })).toEqual(encode(plainNative, trace));
      }),
      runs(100),
    );
  });

  test('has any names, or is none', () => {
    const piece = fc.constantFrom('a', '9', '10', '099', '999999999', '.', '\u0001', '\n', 'é', '0');
    const name = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (names) => {
        const trace = ofNames(names);
        const bytes = encode(native, trace);
        expect(named(decode(native, bytes).trace)).toEqual(named(trace));
      }),
      runs(300),
    );
  });

  test.each(['', '\u0001', '\u0001\u0000', 'a\nb', '\n'])('is not written of a trace with the name %j', (name) => {
    const trace = ofNames(['a1', name, 'a2']);
    const bytes = encode(native, trace);
    expect(isShort(bytes)).toBe(false);
    expect(named(decode(native, bytes).trace)).toEqual(named(trace));
  });

  test('is as docs/formats.md says', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/formats.md'), 'utf8');
    const short = page.slice(page.indexOf('### Short files'), page.indexOf('### What a reader does'));
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
    const dumps = [...short.matchAll(/```hex\n([\s\S]*?)```/g)].map(([, dump]) => dump!.replaceAll(/\s/g, ''));
    const file = encode(native, demo, new Map([['recorder', 'demo']]));
    expect(dumps).toEqual([hex(PRIMER), hex(file)]);
    expect(short).toContain(`these ${PRIMER.length} bytes`);
    expect(short).toContain(`a short file of ${file.length} bytes`);
  });

  test('is only written of what is short', () => {
    const long = new TraceBuilder();
    for (let i = 0; i < 5000; i++) long.add('t', Op.write, `v${(i * i) % 700}`, `a.c:${i % 7}`);
    const trace = long.trace();
    expect(encode(native, trace)).toEqual(encode(packedNative, trace));
    const many = ofNames(Array.from({ length: 30 }, (_, i) => `${'long'.repeat(1000)}${i}`));
    expect(named(decode(native, encode(native, many)).trace)).toEqual(named(many));
    expect(isShort(encode(native, many))).toBe(false);
  });
});

describe('a damaged short file', () => {
  const whole = encode(native, demo);
  const damaged = [
    ...Array.from({ length: whole.length - FILE_HEADER_SIZE - 1 }, (_, i) => whole.slice(0, FILE_HEADER_SIZE + 1 + i)),
    ...Array.from({ length: whole.length - FILE_HEADER_SIZE }, (_, i) =>
      whole.with(FILE_HEADER_SIZE + i, whole[FILE_HEADER_SIZE + i]! ^ (1 << (i % 8))),
    ),
    concat([whole, Uint8Array.of(0)]),
    concat([whole, new Uint8Array(MAX_SHORT)]),
  ];

  test('is refused', () => {
    for (const bytes of damaged) expect(() => decode(native, bytes)).toThrow(expect.objectContaining({ code: 'TRACE_CORRUPT' }));
  });

  test('is read as nothing, and that is told', () => {
    for (const bytes of damaged) {
      const problems = new LenientProblems();
      const { trace, reader } = decode(native, bytes, problems);
      expect(trace.length).toBe(0);
      expect(problems.total).toBe(1);
      expect(reader.notes!().join()).toContain('the recording has no end');
    }
  });

  test('whose content is any takes no more room than it may, and throws nothing else', () => {
    const content = contentOf(whole, FILE_HEADER_SIZE, whole.length)!;
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .array(fc.tuple(fc.nat(content.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
        .map((changes) => changes.reduce((bytes, [at, byte]) => bytes.with(at, byte), content)),
    );
    fc.assert(
      fc.property(any, (bytes) => {
        const file = shortFile(bytes)!;
        expect(contentOf(file, FILE_HEADER_SIZE, file.length)).toEqual(bytes);
        try {
          decode(native, file, new LenientProblems());
          decode(native, file);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      runs(500),
    );
  });

  test('with names that a few bytes stand for is refused', () => {
    // Each line of two bytes would be a name of 8 KB.
    const steps = Array.from({ length: 1000 }, () => [1, 10]).flat();
    const bomb = Uint8Array.from([16, ...Array(8000).fill(97), 49, 10, ...steps, 10]);
    expect(sectionsOf(bomb)).toBeUndefined();
    expect(() => decode(native, shortFile(bomb)!)).toThrow(expect.objectContaining({ code: 'TRACE_CORRUPT' }));
  });

  test('that claims more than it has room for is refused', () => {
    const claims = new Uint8Array(8);
    const end = writeVarint(claims, 1, 0xffff_ffff);
    claims[0] = 3;
    expect(sectionsOf(claims.slice(0, end))).toBeUndefined();
    const file = concat([whole.slice(0, FILE_HEADER_SIZE), Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0)]);
    new DataView(file.buffer).setUint32(file.length - 4, crc32(file, FILE_HEADER_SIZE, file.length - 4), true);
    expect(() => decode(native, file)).toThrow(expect.objectContaining({ code: 'TRACE_CORRUPT' }));
  });
});
