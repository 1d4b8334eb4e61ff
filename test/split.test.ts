// A trace in chunks, from its file: the answer is that of one machine, wherever it is cut.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Analyzed, analyze } from '../src/analyze.ts';
import { InputError } from '../src/base/error.ts';
import type { Detector } from '../src/detectors/detector.ts';
import { fasttrack } from '../src/detectors/fasttrack/index.ts';
import { grammarHb } from '../src/detectors/grammar-hb.ts';
import { memoryInput } from '../src/formats/input.ts';
import { native } from '../src/formats/native/index.ts';
import { SHORT_FEATURE } from '../src/formats/native/layout.ts';
import { NativeWriter } from '../src/formats/native/writer.ts';
import { type Cuttable, cutTrace, joinSummaries, racyVariables, sumUpChunk, tellRaces } from '../src/split.ts';
import { withMemoryModel } from '../src/trace/memory-model.ts';
import { generatedTrace } from '../src/trace/random/generator.ts';
import { modelOf, type Trace } from '../src/trace/trace.ts';
import { recut } from './arbitrary/renumbered.ts';
import { features, traceArbitrary } from './arbitrary/trace.ts';
import { concat, encode, plainNative } from './formats/encode.ts';
import { livesOf } from './grammar/chunks.ts';
import { runs } from './runs.ts';

function written(trace: Trace, plain: boolean): Uint8Array {
  const pieces: Uint8Array[] = [];
  const metadata = withMemoryModel(new Map(), modelOf(trace));
  const writer = new NativeWriter({ symbols: trace.symbols, write: (bytes) => pieces.push(bytes), plain, metadata });
  for (const block of trace.blocks) {
    writer.block(block);
    // The writer would gather blocks until they are full; only such small ones can be cut in many ways.
    (writer as unknown as { flush(): void }).flush();
  }
  writer.end();
  return concat(pieces);
}

function inMemory(bytes: Uint8Array): Cuttable {
  const read = async (offset: number, length: number): Promise<Uint8Array> => bytes.slice(offset, offset + length);
  return { ...memoryInput('x.ftrace', bytes), size: bytes.length, read };
}

/** What is said of the trace, and in how many chunks it was summed up. */
async function inChunks(bytes: Uint8Array, chunkEvents: number): Promise<{ analyzed: Analyzed; chunks: number }> {
  const file = inMemory(bytes);
  // Everything passes through JSON, as it does between machines.
  const { cut, clean } = await cutTrace(file, chunkEvents);
  const sent = JSON.parse(JSON.stringify(cut)) as typeof cut;
  const summaries = await Promise.all(sent.chunks.map((chunk) => sumUpChunk(file, sent, chunk)));
  const whole = joinSummaries(sent, summaries);
  const analyzed = racyVariables(sent, whole) === 0 ? clean : await tellRaces(file, sent, whole);
  return { analyzed, chunks: cut.chunks.length };
}

function races({ detectors }: Analyzed): string[] {
  return Array.from(detectors[0]!.races(), ({ variable, first, second }) => `${variable} ${first?.index} ${second.index}`);
}

async function onOneMachine(bytes: Uint8Array, detector: Detector): Promise<Analyzed> {
  return analyze(memoryInput('x.ftrace', bytes), { detectors: [detector] });
}

test('all chunks together find the races that FastTrack finds first, in the variables of grammar-hb', async () => {
  const traces = fc.tuple(
    traceArbitrary({ features, items: 14 }),
    fc.integer({ min: 1, max: 12 }),
    fc.boolean(),
    fc.integer({ min: 1, max: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(traces, async ([trace, blockSize, plain, chunkEvents]) => {
      const bytes = written(recut(trace, blockSize), plain);
      const { analyzed } = await inChunks(bytes, chunkEvents);
      const lives = livesOf(trace);
      /** Of each life the earliest second access, and with it the earliest first. */
      const best = new Map<string, string>();
      for (const { variable, first, second } of (await onOneMachine(bytes, fasttrack)).detectors[0]!.races()) {
        const life = lives[second.index]!;
        if (!best.has(life)) best.set(life, `${variable} ${first?.index} ${second.index}`);
      }
      expect(races(analyzed)).toEqual([...best.values()]);
      const grammar = await onOneMachine(bytes, grammarHb);
      const livesIn = ({ detectors }: Analyzed) => Array.from(detectors[0]!.races(), ({ second }) => lives[second.index]!).sort();
      expect(livesIn(analyzed)).toEqual(livesIn(grammar));
    }),
    runs(200),
  );
});

describe.each([
  ['locks', {}],
  ['everything', { barriers: 0.01, volatile: 0.05, readers: 0.2, waits: 0.05 }],
])('a longer trace: %s', (_, shape) => {
  test('the answer is, to the byte, that of grammar-hb', async () => {
    const trace = recut(generatedTrace({ events: 60_000, races: 0.001, variables: 400, seed: 3, ...shape }), 1000);
    const bytes = written(trace, false);
    const one = await onOneMachine(bytes, grammarHb);
    expect(one.findings.length).toBeGreaterThan(3);
    for (const chunkEvents of [1000, 7000, 100_000]) {
      const { analyzed, chunks } = await inChunks(bytes, chunkEvents);
      expect(chunks).toBe(Math.ceil(60_000 / chunkEvents));
      expect(analyzed.traces).toEqual(one.traces);
      expect(races(analyzed)).toEqual(races(one));
      expect(analyzed.findings).toEqual(one.findings);
    }
  });
});

test('a short file is cut as what it stands for', async () => {
  const trace = generatedTrace({ events: 200, races: 0.1 });
  const [short, long] = [native, plainNative].map((format) => encode(format, trace));
  expect(short![10]).toBe(SHORT_FEATURE);
  const { analyzed, chunks } = await inChunks(short!, 1000);
  expect(chunks).toBe(1);
  expect(races(analyzed).length).toBeGreaterThan(0);
  expect(races(analyzed)).toEqual(races((await inChunks(long!, 1000)).analyzed));
  for (const bytes of [short!.slice(0, -1), short!.with(40, short![40]! ^ 1)])
    await expect(inChunks(bytes, 1000)).rejects.toMatchObject({ code: 'TRACE_CORRUPT' });
});

test('a trace without races is told from the cut alone', async () => {
  const bytes = written(recut(generatedTrace({ events: 5000 }), 500), false);
  const { analyzed } = await inChunks(bytes, 1000);
  expect(analyzed.findings).toEqual([]);
  expect(analyzed.traces).toEqual((await onOneMachine(bytes, grammarHb)).traces);
});

test('what is no whole native trace is refused', async () => {
  const bytes = written(recut(generatedTrace({ events: 2000 }), 500), true);
  const code = (content: Uint8Array): Promise<string> =>
    cutTrace(inMemory(content), 500).then(
      () => 'none',
      (error: unknown) => {
        if (error instanceof InputError) return error.code;
        throw error;
      },
    );
  expect(await code(new TextEncoder().encode('T1|w(x)|1\n'))).toBe('FORMAT_CANNOT_EXPRESS');
  expect(await code(bytes.slice(0, bytes.length - 40))).toMatch(/TRACE_(CORRUPT|TRUNCATED)/);
  expect(await code(bytes.slice(0, 3))).toMatch(/FORMAT_CANNOT_EXPRESS/);
  const flipped = bytes.slice();
  flipped[bytes.length >> 1]! ^= 1;
  expect(await code(flipped)).toBe('TRACE_CORRUPT');
  expect(await code(new Uint8Array(0))).toBe('FORMAT_CANNOT_EXPRESS');
});

test('a chunk of a file that was changed since is refused', async () => {
  const bytes = written(recut(generatedTrace({ events: 4000 }), 500), true);
  const { cut } = await cutTrace(inMemory(bytes), 1000);
  const chunk = cut.chunks[2]!;
  await expect(sumUpChunk(inMemory(bytes.slice(0, chunk.offset + 50)), cut, chunk)).rejects.toMatchObject({
    code: 'TRACE_CORRUPT',
  });
  await expect(sumUpChunk(inMemory(bytes), cut, { ...chunk, offset: chunk.offset + 1 })).rejects.toMatchObject({
    code: 'TRACE_CORRUPT',
  });
  await expect(sumUpChunk(inMemory(bytes), cut, { ...chunk, first: 0 })).rejects.toMatchObject({ code: 'TRACE_CORRUPT' });
  const fewer = { subject: { ...cut.subject, bounds: { ...cut.subject.bounds, variables: 1 } } };
  await expect(sumUpChunk(inMemory(bytes), fewer, chunk)).rejects.toMatchObject({ code: 'TRACE_CORRUPT' });
});
