// A program of a test, compiled and run on one of the JDKs.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { javaRecorder } from '../../src/record/java/recorder.ts';
import type { RecordOptions } from '../../src/record/recorder.ts';
import { type RecordedProcess, recordedProcesses } from '../../src/record/recording.ts';
import { finished, type Judged } from '../record/judge.ts';
import { jdks, needsJava } from './jdks.ts';

export const programs: string = join(import.meta.dirname, 'behaviour');

/** Where there is none, the tests say what is missing. */
export const homes: readonly string[] = jdks().length === 0 ? ['no JDK'] : jdks();

/** The folder with the classes of a file, below `folder`. */
export async function compiled(
  home: string,
  folder: string,
  path: string,
  context: TestContext,
  options: readonly string[] = [],
): Promise<string> {
  needsJava(context);
  const out = mkdtempSync(join(folder, 'out-'));
  const { status, output } = await finished([join(home, 'bin/javac'), '-g', ...options, '-d', out, path], programs);
  if (status !== 0) throw new Error(output);
  return out;
}

const OPTIONS: RecordOptions = { maxEvents: undefined, noise: false, include: [], exclude: [], wasm: true };

export interface RecordedRun extends Omit<Judged, 'findings' | 'deadlocks'> {
  readonly raw: string;
  readonly processes: readonly RecordedProcess[];
}

/** What a program left, and what it said. */
export async function recordedRun(words: readonly string[], folder: string, more: NodeJS.ProcessEnv = {}): Promise<RecordedRun> {
  const raw = mkdtempSync(join(folder, 'raw-'));
  const env = { ...process.env, ...more };
  const ended = await finished(words, programs, { ...env, ...javaRecorder.environment(raw, OPTIONS, env), ...more });
  return { ...ended, raw, processes: recordedProcesses(raw) };
}
