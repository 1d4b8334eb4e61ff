// Detectors in worker threads: whatever the number of threads, every byte of the report is the same, and so is every complaint. From the
// built package: a worker runs a file of it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import threads from 'node:worker_threads';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { Detection, type DetectorResult } from '../../src/detectors/detection.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import type { Input } from '../../src/formats/input.ts';
import { native } from '../../src/formats/native/index.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { folder, foretrace, shell, start } from '../cli/run.ts';
import { runs } from '../runs.ts';

const dist = join(inject('main'), '../..');
const library = (await import(join(dist, 'index.js'))) as typeof import('../../src/index.ts');
const { analyze, collectTrace, detectorById, InputError, json, LenientProblems, memoryInput } = library;
const { openInput } = (await import(join(dist, 'node.js'))) as typeof import('../../src/node.ts');
const { Detection: FarDetection } = (await import(
  join(dist, 'detectors/detection.js')
)) as typeof import('../../src/detectors/detection.ts');
const { HelperThreads } = (await import(
  join(dist, 'parallel/helper-threads.js')
)) as typeof import('../../src/parallel/helper-threads.ts');
const { Teammate } = (await import(join(dist, 'parallel/teammate.js'))) as typeof import('../../src/parallel/teammate.ts');

/** Those of `analyze`, and more than there are threads; some keep schedules. */
const chosen = ['cp', 'shb', 'hb-atomics', 'predict', 'fasttrack', 'wcp', 'sync-preserving', 'hb-pairs'].map(
  (id) => detectorById(id)!,
);

/** All that a person is told. */
async function told(input: Input, jobs: number, { lenient = false, reach = 0 } = {}): Promise<string> {
  const problems = lenient ? new LenientProblems(3) : undefined;
  try {
    const result = await analyze(input, { detectors: chosen, jobs, workersFrom: 0, problems, detectorOptions: { reach } });
    return [...json(result), ...result.notes, ...result.unfinished, JSON.stringify(problems?.examples)].join('\n');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, message, place, hint } = error;
    return JSON.stringify({ code, message, place, hint });
  }
}

function written({ symbols, blocks }: Trace): Uint8Array {
  const parts: Uint8Array[] = [];
  const writer = native.writer({ symbols, write: (bytes) => parts.push(bytes) });
  for (const block of blocks) writer.block(block);
  writer.end();
  return Buffer.concat(parts);
}

test('random traces in one to four threads, as a whole and in windows', async () => {
  await fc.assert(
    fc.asyncProperty(traceArbitrary({ features }), fc.nat(6), fc.integer({ min: 2, max: 4 }), async (trace, reach, jobs) => {
      const input = memoryInput('random', written(trace));
      expect(await told(input, jobs, { reach })).toBe(await told(input, 1, { reach }));
    }),
    runs(20),
  );
});

const traces = join(import.meta.dirname, '../../traces');
const files = readdirSync(traces, { recursive: true, encoding: 'utf8' }).filter((name) => /\.std(\.gz)?$/.test(name));

test.each(files)('%s in more threads', async (name) => {
  const input = await openInput(join(traces, name));
  const alone = await told(input, 1);
  for (const jobs of name.startsWith('recorded') ? [2, 3, 4] : [2]) expect(await told(input, jobs)).toBe(alone);
  if (name.startsWith('broken')) expect(await told(input, 2, { lenient: true })).toBe(await told(input, 1, { lenient: true }));
});

const LONG = ['--events', '1100000', '--races', '0.00001'];

test.each([
  ['long enough for workers', LONG],
  ['that is short, with pairs for helpers', ['--events', '60000', '--threads', '60', '--races', '0.02', '--variables', '300']],
])('a trace %s', (_, shape) => {
  const cwd = folder();
  foretrace(['generate', ...shape, 'long.ftrace'], { cwd });
  const [alone, ...more] = ['1', '2', '3', '4'].map((jobs) =>
    foretrace(['analyze', '--jobs', jobs, '--format', 'json', 'long.ftrace'], { cwd }),
  );
  expect(alone!.status).not.toBe(2);
  for (const result of more) expect(result).toEqual(alone);
});

test.each([
  ['are too slow', 0, () => {}],
  ['have ended', 200, (helpers: InstanceType<typeof HelperThreads>) => helpers.tell(0, undefined)],
])('helpers that %s are done without', async (_, patience, spoil) => {
  const { blocks } = await collectTrace(await openInput(join(traces, 'race/critical-section-goes-first.std')));
  const helpers = new HelperThreads(threads, 2, 0, patience);
  spoil(helpers);
  const results = [helpers, undefined].map((given) => {
    const detection = new FarDetection([detectorById('predict')!], {}, given);
    for (const block of blocks) detection.block(block);
    const [{ races, counters }] = detection.end() as [DetectorResult];
    return { counters, witness: races.witness(0)?.toJSON() };
  });
  helpers.close();
  expect(results[0]!.witness).toBeDefined();
  expect(results[0]).toEqual(results[1]);
});

test('a complaint about the last line, when workers are at work', () => {
  const line =
    'foretrace generate --events 1100000 long.std && echo "T0|nonsense(x)|1" >> long.std && foretrace analyze long.std';
  const [one, two] = ['1', '2'].map((jobs) => shell(`${line} --jobs ${jobs}`, { cwd: folder() }));
  expect(one!.stderr).toContain('long.std:1100001');
  expect(two).toEqual(one);
});

test('an interrupt ends all threads', async () => {
  const cwd = folder();
  foretrace(['generate', ...LONG, 'long.std'], { cwd });
  const child = start(['analyze', '--jobs', '2', '-'], cwd);
  // It has taken so much that its workers are at work, and waits for the rest.
  await new Promise((taken) => child.stdin!.write(readFileSync(join(cwd, 'long.std')), taken));
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))).toBe('SIGINT');
});

test('schedules are those of the detector that found them', async () => {
  const both = [detectorById('sync-preserving')!, detectorById('predict')!];
  const { blocks } = await collectTrace(await openInput(join(traces, 'race/critical-section-goes-first.std')));
  const detection = new Detection(both);
  const mate = new Teammate(threads, both, {});
  for (const block of blocks) {
    detection.block(block);
    mate.send(block);
  }
  const schedules = (results: readonly DetectorResult[]) =>
    results.map(({ races }) => Array.from({ length: races.length }, (_, race) => races.witness(race)?.toJSON()));
  const far = schedules(await mate.end());
  expect(far).toEqual(schedules(detection.end()));
  expect(far.map(({ length }) => length)).toEqual([0, 1]);
});

test.each([
  ['is told of', (_worker: threads.Worker): void => {}, 'ended too early'],
  ['is noticed', (worker: threads.Worker): void => void worker.removeAllListeners(), 'does not answer'],
])('the end of a worker that keeps schedules %s', async (_, unheard, words) => {
  const trace = await collectTrace(await openInput(join(traces, 'race/critical-section-goes-first.std')));
  const mate = new Teammate(threads, [detectorById('predict')!], {}, {}, 1);
  for (const block of trace.blocks) mate.send(block);
  const [{ races }] = (await mate.end()) as [DetectorResult];
  const { worker } = mate as unknown as { worker: threads.Worker };
  unheard(worker);
  await worker.terminate();
  expect(() => races.witness(0)!.positions()).toThrow(words);
});

test('what goes wrong in a worker is an error here', async () => {
  const nobody = { id: 'nobody' } as Detector;
  const mate = new Teammate(threads, [nobody], {});
  await expect(mate.end()).rejects.toThrow(TypeError);
});
