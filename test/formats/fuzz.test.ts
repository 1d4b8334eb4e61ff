// Drives all readers with broken files: nothing but InputErrors, the same outcome in any chunks, and bounded time and memory.
// A failure names the seed of its input: FORETRACE_SEED, see test/runs.ts.

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ErrorCode, InputError } from '../../src/base/error.ts';
import { unpacked } from '../../src/formats/file/unpack.ts';
import { formats } from '../../src/formats/index.ts';
import { native } from '../../src/formats/native/index.ts';
import { type ReadSummary, readTrace } from '../../src/formats/read.ts';
import { BLOCK_SIZE } from '../../src/trace/block.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { LenientProblems, type Problems, strict } from '../../src/trace/problems.ts';
import { type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { WellFormed } from '../../src/trace/well-formed.ts';
import { soupArbitrary } from '../arbitrary/soup.ts';
import { runs, seed } from '../runs.ts';
import { decode, encode, named } from './encode.ts';
import { mutate, Random } from './mutate.ts';

const { numRuns: inputs } = runs(1500);
/** Milliseconds of the processor for one input, in all ways. Generous: a slow machine is no failure, a quadratic reader is. */
const TOO_SLOW = 2000;

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
const corpus: readonly Uint8Array[] = (() => {
  const traces = [wellFormed, ...fc.sample(soupArbitrary, { seed: 7, numRuns: 12 })];
  const files: Uint8Array[] = [];
  for (const format of formats)
    for (const trace of traces) {
      try {
        files.push(encode(format, trace));
      } catch (error) {
        if (!(error instanceof InputError) || error.code !== 'FORMAT_CANNOT_EXPRESS') throw error;
      }
    }
  const comments = '\ufeff# a comment\r\n\r\nT0|r(x)|1\r\nT0|w(a b(c)[2])|\r\n';
  return [...files, Buffer.from(comments)];
})();

interface Outcome {
  readonly code: ErrorCode | undefined;
  readonly trace: Trace | undefined;
  readonly summary: ReadSummary | undefined;
}

async function read(chunks: AsyncIterable<Uint8Array>, problems: Problems): Promise<Outcome> {
  let collector: TraceCollector | undefined;
  try {
    const summary = await readTrace({ name: 'broken', chunks: () => chunks }, { problems }, (block, symbols) => {
      collector ??= new TraceCollector(symbols);
      collector.block(block);
    });
    return { code: undefined, summary, trace: (collector ?? new TraceCollector(summary.symbols)).trace() };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.place.file).toBe('broken');
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
    expect(block.start).toBe(next);
    next += block.length;
    checker.check(block, () => {});
  }
  const names = Object.values(trace.symbols).reduce((sum, table) => sum + table.size, 0);
  expect(names).toBeLessThanOrEqual(bytes + 4 * 70_000);
  expect(trace.length).toBeLessThanOrEqual(Math.max(4 * bytes + 100, (bytes / 50) * BLOCK_SIZE));
  if (trace.length < 5000) expect(named(decode(native, encode(native, trace)).trace)).toEqual(named(trace));
}

async function drive(bytes: Uint8Array, random: Random): Promise<ErrorCode | undefined> {
  const first = await read(inChunks(bytes, undefined), strict);
  const again = await read(inChunks(bytes, random), strict);
  expect(again.code).toBe(first.code);
  const problems = new LenientProblems();
  const lenient = await read(inChunks(bytes, random), problems);
  if (lenient.trace !== undefined) examine(lenient.trace, bytes.length);
  if (first.trace !== undefined) {
    expect(problems.total).toBe(0);
    // Lenient completes what a thread still holds when it is joined, which is no problem, and notes that.
    if (lenient.summary!.notes.length === 0) expect(named(lenient.trace!)).toEqual(named(first.trace));
    expect(named(again.trace!)).toEqual(named(first.trace));
  } else expect(problems.total > 0 || lenient.code !== undefined).toBe(true);
  return first.code;
}

/** Runs `body` for every input, and names the one that fails. */
async function forInputs(count: number, body: (bytes: Uint8Array, random: Random) => Promise<void>): Promise<void> {
  for (let i = 0; i < count; i++) {
    const random = new Random(Math.imul(seed, 1_000_003) + i);
    const { bytes, how } = mutate(random.of(corpus), random, random.of(corpus));
    const started = process.cpuUsage();
    try {
      await body(bytes, random);
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(TOO_SLOW);
    } catch (error) {
      const shown = Buffer.from(bytes.subarray(0, 600)).toString('base64');
      throw new Error(`FORETRACE_SEED=${seed}, input ${i} (${how}), base64 ${shown}`, { cause: error });
    }
  }
}

const patience = { timeout: 30_000 + inputs * 100 };

test(`${inputs} broken files`, patience, async () => {
  const codes = new Map<string, number>();
  await forInputs(inputs, async (bytes, random) => {
    const code = (await drive(bytes, random)) ?? 'fine';
    codes.set(code, (codes.get(code) ?? 0) + 1);
  });
  // The inputs reach more than the first check.
  expect(codes.size).toBeGreaterThan(8);
  expect(codes.get('FORMAT_UNKNOWN') ?? 0).toBeLessThan(inputs / 3);
});

test(`${Math.ceil(inputs / 10)} broken packed files`, patience, async () => {
  await forInputs(Math.ceil(inputs / 10), async (bytes, random) => {
    const packed = mutate(gzipSync(bytes), random, bytes).bytes;
    for (const problems of [strict, new LenientProblems()]) {
      const { trace } = await read(unpacked(inChunks(packed, undefined), 'broken'), problems);
      if (trace !== undefined) examine(trace, packed.length * 1100);
    }
  });
});
