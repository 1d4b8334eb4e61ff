// Runs a program under a recorder, and analyses what each of its processes recorded with the default detectors.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze } from '../../src/analyze.ts';
import { Detection, suffices } from '../../src/detectors/detection.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { detectors, recommended } from '../../src/detectors/index.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { type Input, memoryInput } from '../../src/formats/input.ts';
import { native } from '../../src/formats/native/index.ts';
import { readTrace } from '../../src/formats/read.ts';
import { assemble } from '../../src/raw/assemble/index.ts';
import type { Recorder, RecordOptions } from '../../src/record/recorder.ts';
import { recordedProcesses } from '../../src/record/recording.ts';
import { type ReductionMethod, reduceTrace } from '../../src/reduce/index.ts';
import { reducedMetadata } from '../../src/trace/preservation.ts';
import { TraceCollector } from '../../src/trace/trace.ts';
import { concat } from '../formats/encode.ts';

/** Threads that still run at the end get all the time that they need: on a busy machine a second is little. */
const OPTIONS: RecordOptions = { maxEvents: undefined, noise: false, linger: 600_000, include: [], exclude: [], wasm: true };

/** A net for programs that hang, in milliseconds. */
const PATIENCE = 600_000;

export interface Judged {
  /** The races. */
  readonly findings: readonly Finding[];
  /** What detectors of deadlocks report that do not merely suspect them, a line for each: their claim, and where each thread waits. */
  readonly deadlocks: readonly string[];
  readonly status: number | null;
  /** Standard output and error, as they came. */
  readonly output: string;
  readonly stdout: string;
}

export async function judgeWith(
  recorder: Recorder,
  words: readonly string[],
  cwd: string,
  options: Partial<RecordOptions> = {},
): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-recording-'));
  try {
    const env = { ...process.env, ...recorder.environment(folder, { ...OPTIONS, ...options }, process.env) };
    const ended = await finished(words, cwd, env);
    const findings: Finding[] = [];
    const deadlocks: string[] = [];
    for (const { folder: own, recorder: its } of recordedProcesses(folder)) {
      const parts: Uint8Array[] = [];
      const naming = await its.naming(own);
      const settings = { sharedOnly: true, liftLocks: true, memoryModel: its.memoryModel };
      await assemble(own, naming, settings, { write: (bytes) => parts.push(bytes) });
      const method = options.reduce as ReductionMethod | undefined;
      const whole = memoryInput(words.join(' '), concat(parts));
      const input = method === undefined ? whole : await reducedInput(whole, method);
      const enough = (detector: Detector) => method === undefined || suffices(detector, REDUCED);
      const result = await analyze(input, { detectors: recommended.filter((one) => one.finds === 'race' && enough(one)) });
      findings.push(...result.findings);
      if (method === undefined) deadlocks.push(...(await deadlocksIn(input)));
    }
    return { findings, deadlocks, ...ended };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const REDUCED = reducedMetadata(new Map(), true);

/** As `run --reduce` makes it of what was recorded. */
async function reducedInput(input: Input, method: ReductionMethod): Promise<Input> {
  const collector = new TraceCollector();
  const { symbols, metadata } = await readTrace(input, {}, (block) => collector.block(block));
  const reduced = reduceTrace({ ...collector.trace(), symbols }, method);
  const parts: Uint8Array[] = [];
  const write = (bytes: Uint8Array): unknown => parts.push(bytes.slice());
  const writer = native.writer({ symbols, write, metadata: reducedMetadata(metadata, true) });
  for (const block of reduced.blocks) writer.block(block);
  writer.end();
  return memoryInput(input.name, concat(parts));
}

async function deadlocksIn(input: Input): Promise<string[]> {
  const detection = new Detection(detectors.filter(({ finds, claim }) => finds === 'deadlock' && claim !== 'suspected'));
  const places: number[] = [];
  const { symbols } = await readTrace(input, {}, (block) => {
    detection.block(block);
    places.push(...block.locations.subarray(0, block.length));
  });
  const words = (cycle: readonly number[]) => cycle.map((position) => symbols.locations.name(places[position]!)).join(' → ');
  return detection.end().flatMap(({ detector, deadlocks }) => deadlocks.map(({ cycle }) => `${detector.claim} ${words(cycle)}`));
}

/** Runs a program to its end. */
export function finished(
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Omit<Judged, 'findings' | 'deadlocks'>> {
  const [program, ...args] = words;
  const child = spawn(program!, args, { cwd, env, timeout: PATIENCE, killSignal: 'SIGKILL' });
  let output = '';
  let stdout = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
    stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    output += bytes;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output, stdout }));
  });
}
