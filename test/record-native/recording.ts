// Builds, records and judges C and C++ programs for tests, without the command line in between.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze } from '../../src/analyze.ts';
import { recommended } from '../../src/detectors/index.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { assemble } from '../../src/record/assemble/index.ts';
import { commandLine } from '../../src/record/native/compile.ts';
import { nativeRecorder } from '../../src/record/native/recorder.ts';
import { findCompiler, type Language } from '../../src/record/native/toolchain.ts';
import { recordedProcesses } from '../../src/record/recording.ts';
import { concat } from '../formats/encode.ts';

export const languages: Readonly<Record<string, Language>> = { c: 'c', cpp: 'c++' };

/** Runs a program to its end, at most a minute. */
export function finished(
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ status: number | null; output: string }> {
  const [program, ...args] = words;
  const child = spawn(program!, args, { cwd, env, timeout: 60_000, killSignal: 'SIGKILL' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** Compiles as `foretrace cc` does. */
export async function build(language: Language, args: readonly string[], cwd: string): Promise<void> {
  const { status, output } = await finished(commandLine(findCompiler(language, process.env), args, process.env), cwd);
  if (status !== 0) throw new Error(`${args.join(' ')}: status ${status}\n${output}`);
}

const OPTIONS = { maxEvents: undefined, noise: false, include: [], exclude: [], wasm: true };

export interface Judged {
  readonly findings: readonly Finding[];
  readonly status: number | null;
  readonly output: string;
}

/** Runs a built program, and analyses what each of its processes recorded, with the default detectors. */
export async function judge(words: readonly string[], cwd: string): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-recording-'));
  try {
    const env = { ...process.env, ...nativeRecorder.environment(folder, OPTIONS, process.env) };
    const { status, output } = await finished(words, cwd, env);
    const findings: Finding[] = [];
    for (const { folder: own, recorder } of recordedProcesses(folder)) {
      const parts: Uint8Array[] = [];
      const naming = await recorder.naming(own);
      await assemble(own, naming, { sharedOnly: true, liftLocks: true }, { write: (bytes) => parts.push(bytes) });
      const result = await analyze(memoryInput(words[0]!, concat(parts)), { detectors: recommended });
      findings.push(...result.findings);
    }
    return { findings, status, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
