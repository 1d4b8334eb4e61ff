// All readers with broken files: nothing but InputErrors, the same outcome in any chunks, and what is repaired is well-formed.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type ErrorCode, InputError } from '../../../src/base/error.ts';
import { unpacked } from '../../../src/formats/file/unpack.ts';
import { formats } from '../../../src/formats/index.ts';
import { native } from '../../../src/formats/native/index.ts';
import { type ReadSummary, readTrace } from '../../../src/formats/read.ts';
import { BLOCK_SIZE } from '../../../src/trace/block.ts';
import { TraceBuilder } from '../../../src/trace/builder.ts';
import { Op } from '../../../src/trace/operation.ts';
import { LenientProblems, type Problems, strict } from '../../../src/trace/problems.ts';
import { type Trace, TraceCollector } from '../../../src/trace/trace.ts';
import { WellFormed } from '../../../src/trace/well-formed.ts';
import { soupArbitrary } from '../../arbitrary/soup.ts';
import { stackedArbitrary } from '../../arbitrary/stacks.ts';
import { decode, encode, named, packedNative } from '../../formats/encode.ts';
import { mutateFramed } from '../framed.ts';
import { mutate, type Random } from '../mutate.ts';
import type { Target } from '../target.ts';

const wellFormed = new TraceBuilder()
  .add('main', Op.write, 'x', 'a.c:1')
  .add('main', Op.fork, 'worker', 'a.c:2')
  .add('worker', Op.acquire, 'm', 'b.c:1')
  .add('worker', Op.acquire, 'm', 'b.c:2')
  .add('worker', Op.read, 'x[3]', 'b.c:3')
  .add('worker', Op.release, 'm', 'b.c:4')
  .add('worker', Op.release, 'm', 'b.c:5')
  .add('main', Op.join, 'worker', 'a.c:3')
  .add('main', Op.read, 'x', 'a.c:4')
  .trace();

/** Files to break: every format writes what it can of some traces. */
export function traceFiles(): readonly Uint8Array[] {
  const soups = fc.sample(soupArbitrary, { seed: 7, numRuns: 12 });
  const traces = [wellFormed, ...soups, ...fc.sample(stackedArbitrary(), { seed: 7, numRuns: 4 })];
  const files: Uint8Array[] = [];
  // Few of these are so long that native files have sections.
  for (const format of [...formats, packedNative])
    for (const trace of traces) {
      try {
        files.push(encode(format, trace));
      } catch (error) {
        if (!(error instanceof InputError) || error.code !== 'FORMAT_CANNOT_EXPRESS') throw error;
      }
    }
  const comments = '\ufeff# a comment\r\n\r\nT0|r(x)|1\r\nT0|w(a b(c)[2])|\r\n';
  return [...files, Buffer.from(comments)];
}

interface Outcome {
  readonly code: ErrorCode | undefined;
  readonly trace: Trace | undefined;
  readonly summary: ReadSummary | undefined;
}

/** A few bytes may stand for more events than one has time for: then the beginning must do. */
const ENOUGH = 1 << 18;
const ENOUGH_BYTES = 4 << 20;

async function read(chunks: AsyncIterable<Uint8Array>, problems: Problems): Promise<Outcome> {
  let collector: TraceCollector | undefined;
  let events = 0;
  let unpackedBytes = 0;
  const enough = (): boolean => events > ENOUGH || unpackedBytes > ENOUGH_BYTES;
  const onProgress = (bytes: number): void => {
    unpackedBytes = bytes;
  };
  try {
    const summary = await readTrace(
      { name: 'broken', chunks: () => chunks },
      { problems, enough, onProgress },
      (block, symbols) => {
        collector ??= new TraceCollector(symbols);
        collector.block(block);
        events += block.length;
      },
    );
    return { code: undefined, summary, trace: (collector ?? new TraceCollector(summary.symbols)).trace() };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    assert.equal(error.place.file, 'broken');
    return { code: error.code, summary: undefined, trace: undefined };
  }
}

async function* inChunks(bytes: Uint8Array, random: Random | undefined): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = random === undefined ? bytes.length : 1 + random.below(random.of([3, 40, 5000]));
    const chunk = new Uint8Array(bytes.subarray(at, at + size));
    at += size;
    yield chunk;
    chunk.fill(0x28);
  }
}

/** A repaired trace is well-formed and survives a native file. */
function examine(trace: Trace, bytes: number): void {
  const checker = new WellFormed(trace.symbols, strict, () => ({}));
  let next = 0;
  for (const block of trace.blocks) {
    assert.equal(block.start, next);
    next += block.length;
    checker.check(block, () => {});
  }
  const { threads, locks, variables, locations } = trace.symbols;
  const names = threads.size + locks.size + variables.size + locations.size;
  assert(names <= bytes + 4 * 70_000, `${names} names from ${bytes} bytes`);
  assert(trace.length <= Math.max(4 * bytes + 100, (bytes / 50) * BLOCK_SIZE, ENOUGH + 8 * BLOCK_SIZE));
  if (trace.length < 5000) assert.deepEqual(named(decode(native, encode(native, trace)).trace), named(trace));
}

async function drive(bytes: Uint8Array, random: Random): Promise<string> {
  const first = await read(inChunks(bytes, undefined), strict);
  const again = await read(inChunks(bytes, random), strict);
  const problems = new LenientProblems();
  const lenient = await read(inChunks(bytes, random), problems);
  if (lenient.trace !== undefined) examine(lenient.trace, bytes.length);
  // What was not read to its end may be cut elsewhere in other chunks.
  if ([first, again, lenient].some(({ trace }) => (trace?.length ?? 0) > ENOUGH)) return 'long';
  assert.equal(again.code, first.code);
  if (first.trace !== undefined) {
    assert.equal(problems.total, 0);
    // Lenient completes what a thread still holds when it is joined, which is no problem, and notes that.
    if (lenient.summary!.notes.length === 0) assert.deepEqual(named(lenient.trace!), named(first.trace));
    assert.deepEqual(named(again.trace!), named(first.trace));
  } else assert(problems.total > 0 || lenient.code !== undefined);
  return first.code ?? 'fine';
}

export const readers: Target = { name: 'readers', seeds: traceFiles, run: drive, mutate: mutateFramed };

/** A frame of zstd that packs nothing: raw blocks, and one that is repeated. */
function zstd(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58)];
  for (let at = 0; at < bytes.length; at += 1000) {
    const block = bytes.subarray(at, at + 1000);
    const header = block.length * 8;
    parts.push(Uint8Array.of(header & 255, header >> 8, header >> 16), block);
  }
  parts.push(Uint8Array.of(3 + (10 << 3), 0, 0, 0x0a));
  return Buffer.concat(parts);
}

export const packed: Target = {
  name: 'packed',
  seeds: () => traceFiles().flatMap((file) => [gzipSync(file), zstd(file), Buffer.concat([gzipSync(file), gzipSync(file)])]),
  async run(bytes) {
    const codes: string[] = [];
    for (const problems of [strict, new LenientProblems()]) {
      const { code, trace } = await read(unpacked(inChunks(bytes, undefined), 'broken'), problems);
      if (trace !== undefined) examine(trace, bytes.length * 1100);
      codes.push(code ?? 'fine');
    }
    return codes[0];
  },
  mutate: (_, random, other) => {
    const { bytes: inner, how } = mutate(random.of(traceFilesOnce()), random, other);
    return { bytes: random.below(2) === 0 ? gzipSync(inner) : zstd(inner), how: `packed: ${how}` };
  },
};

let once: readonly Uint8Array[] | undefined;
function traceFilesOnce(): readonly Uint8Array[] {
  once ??= traceFiles();
  return once;
}
