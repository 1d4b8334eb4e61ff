import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ErrorCode, InputError } from '../../src/base/error.ts';
import { unpacked } from '../../src/formats/file/unpack.ts';
import { formatById, formatForFile, formats, recogniseFormat } from '../../src/formats/index.ts';
import { type Input, memoryInput } from '../../src/formats/input.ts';
import { native } from '../../src/formats/native/index.ts';
import { collectTrace, parseTrace, readTrace } from '../../src/formats/read.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { encode, named } from './encode.ts';

const text = 'T0|fork(T1)|a.c:1\nT0|w(x)|a.c:2\nT1|acq(m)|b.c:1\nT1|r(x)|b.c:2\nT1|rel(m)|b.c:3\nT0|join(T1)|a.c:3\n';
const broken = 'T0|w(x)|1\nT0|rel(m)|2\nT1|r(x)|3\n';

function failure(content: Uint8Array | string, code: ErrorCode): InputError {
  try {
    parseTrace(content, { name: 'some.file' });
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).code).toBe(code);
    expect((error as InputError).place.file).toBe('some.file');
    expect((error as InputError).hint).not.toBe('');
    return error as InputError;
  }
  throw new Error('no error');
}

function inChunks(name: string, bytes: Uint8Array, size: number): Input {
  return {
    name,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
    },
  };
}

describe('readTrace', () => {
  test('recognises, parses, checks and counts', async () => {
    const seen: [number, number][] = [];
    const blocks: number[] = [];
    const onProgress = (bytes: number, events: number) => seen.push([bytes, events]);
    const summary = await readTrace(memoryInput('x', text), { onProgress }, (block, symbols) => {
      blocks.push(block.length);
      expect(symbols.threads.names()).toEqual(['T0', 'T1']);
    });
    expect(summary).toMatchObject({ events: 6, bytes: text.length, notes: [] });
    expect(summary.format.id).toBe('std');
    expect(blocks.reduce((a, b) => a + b)).toBe(6);
    expect(seen).toEqual([[text.length, expect.any(Number)]]);
  });

  test('gives the same whatever the chunks', async () => {
    const whole = named(parseTrace(text));
    for (const size of [1, 3, 10]) expect(named(await collectTrace(inChunks('x', Buffer.from(text), size)))).toEqual(whole);
    const bytes = encode(native, parseTrace(text));
    for (const size of [1, 10, 100]) expect(named(await collectTrace(inChunks('x', bytes, size)))).toEqual(whole);
  });

  test('waits for a slow receiver between chunks', async () => {
    let waiting = 0;
    let waits = 0;
    const drain = async () => {
      waiting++;
      expect(waiting).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      waiting--;
      waits++;
    };
    await readTrace(inChunks('x', Buffer.from(text), 10), { drain }, () => expect(waiting).toBe(0));
    expect(waits).toBe(Math.ceil(text.length / 10));
  });

  test('hands on what a native file says about itself', async () => {
    const metadata = new Map([['preserves', 'happens-before']]);
    const summary = await readTrace(memoryInput('x', encode(native, parseTrace(text), metadata)), {}, () => {});
    expect(summary.metadata).toEqual(new Map([...metadata, ['memory-model', 'java']]));
    expect(summary.format).toBe(native);
  });

  test('stops at the first violation, with its place', () => {
    const { place } = failure(broken, 'TRACE_UNMATCHED_RELEASE');
    expect(place).toMatchObject({ line: 2, event: 1 });
    const bytes = encode(native, parseTrace(broken, { check: false }));
    expect(failure(bytes, 'TRACE_UNMATCHED_RELEASE').place).toMatchObject({ event: 1 });
  });

  test('repairs and says so where it may', async () => {
    const problems = new LenientProblems();
    const summary = await readTrace(memoryInput('x', broken), { problems }, () => {});
    expect(problems.counts.get('TRACE_UNMATCHED_RELEASE')).toBe(1);
    expect(problems.examples[0]!.place).toMatchObject({ file: 'x', line: 2 });
    expect(summary.notes).toHaveLength(1);
    expect(named(parseTrace(broken, { check: false }))).toHaveLength(3);
  });

  test('of a packed file that ends early is an error, or what there is', async () => {
    const long = Array.from({ length: 20_000 }, (_, i) => `T0|w(x${i % 1000})|${(i * 7919) % 5000}\n`).join('');
    const packed = gzipSync(long);
    const input: Input = {
      name: 'cut.gz',
      chunks: () => unpacked(inChunks('cut.gz', packed.subarray(0, packed.length >> 1), 4096).chunks(), 'cut.gz'),
    };
    await expect(collectTrace(input)).rejects.toMatchObject({ code: 'COMPRESSION_BROKEN', place: { file: 'cut.gz' } });
    const problems = new LenientProblems();
    const { length } = await collectTrace(input, { problems });
    expect(length).toBeGreaterThan(5000);
    expect(problems.counts.get('COMPRESSION_BROKEN')).toBe(1);
  });

  test('of a packed file of which nothing can be unpacked says why, also if lenient', async () => {
    const input: Input = {
      name: 'cut.gz',
      chunks: () => unpacked(inChunks('cut.gz', gzipSync('T0|w(x)|1\n').subarray(0, 11), 4096).chunks(), 'cut.gz'),
    };
    const reading = collectTrace(input, { problems: new LenientProblems() });
    await expect(reading).rejects.toMatchObject({ code: 'COMPRESSION_BROKEN' });
  });

  test('does not hide a fault of the receiver', async () => {
    const fault = new TypeError('ours');
    const failing = readTrace(memoryInput('x', text), {}, () => {
      throw fault;
    });
    await expect(failing).rejects.toBe(fault);
  });
});

describe('what is no trace', () => {
  test('is empty', async () => {
    failure('', 'TRACE_EMPTY');
    await expect(collectTrace(memoryInput('x', ''))).rejects.toMatchObject({ code: 'TRACE_EMPTY', place: { file: 'x' } });
  });

  const latin1 = (bytes: string) => Buffer.from(bytes, 'latin1');
  const utf16 = Buffer.from(text, 'utf16le');
  test.each<[string, Uint8Array | string]>([
    ['JSON', '{"traceEvents": []}\n'],
    ['HTML', '<!doctype html>\n<p>'],
    ['gzip', gzipSync(text)],
    ['xz', latin1('\xfd7zXZ\0\0\x04')],
    ['ELF', latin1('\x7fELF\x02\x01\x01\0\0\0\0')],
    ['zip', latin1('PK\x03\x04\x14\0')],
    ['UTF-16', Buffer.concat([latin1('\xff\xfe'), utf16])],
    ['UTF-16', utf16],
    ['binary', Uint8Array.from({ length: 500 }, (_, i) => (i * 89 + 11) & 255)],
    ['binary', Uint8Array.from({ length: 500 }, (_, i) => ((i * 89 + 11) & 127) | 128)],
    ['"hello, world"', 'hello, world\n'],
    ['\\u001b', 'hello \u001b[2J\n'],
  ])('looks like %s', (what, content) => {
    const { message, hint } = failure(content, 'FORMAT_UNKNOWN');
    expect(message).toContain(what);
    expect(message).not.toContain('\u001b');
    expect(hint.length).toBeGreaterThan(10);
  });
});

test.each([
  ['UTF-16LE', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16BE', (text: string) => Buffer.from(text, 'utf16le').swap16()],
])('%s without a mark is told by its zeros', (encoding, encode) => {
  expect(failure(encode('T1|w(x)|1\nT1|r(x)|2\n'), 'FORMAT_UNKNOWN').hint).toContain(`-f ${encoding} `);
});

describe('the list of formats', () => {
  test('finds a format by id and by file name', () => {
    for (const format of formats) {
      expect(formatById(format.id)).toBe(format);
      for (const extension of format.extensions)
        for (const packing of ['', '.gz', '.zst', '.GZ']) expect(formatForFile(`dir.x/a.b.${extension}${packing}`)).toBe(format);
    }
    expect(formatById('nothing')).toBeUndefined();
    for (const name of ['a', 'a.', 'std', '.gz', 'a.gz', 'a.std/b', '']) expect(formatForFile(name)).toBeUndefined();
  });

  test('has no id or extension twice', () => {
    const ids = formats.map(({ id }) => id);
    const extensions = formats.flatMap((format) => format.extensions);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(extensions).size).toBe(extensions.length);
  });

  test.each(formats)('$id recognises what it writes, and it alone', (format) => {
    const trace = new TraceBuilder()
      .add('T0', Op.fork, 'T1', 'a.c:1')
      .add('T1', Op.acquire, 'm', 'a.c:2')
      .add('T1', Op.write, 'x', 'a.c:3')
      .add('T1', Op.release, 'm', 'a.c:4')
      .add('T0', Op.read, 'x', 'a.c:5')
      .trace();
    expect(recogniseFormat(encode(format, trace))?.id).toBe(format.id);
  });
});
