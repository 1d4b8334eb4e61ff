// Runs a program under the built recorder, and analyses what each of its processes recorded with the default detectors.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { recommended } from '../../src/detectors/index.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { assemble } from '../../src/record/assemble/index.ts';
import type { Recorder } from '../../src/record/recorder.ts';
import { recordedProcesses } from '../../src/record/recording.ts';
import { concat } from '../formats/encode.ts';

const OPTIONS = { maxEvents: undefined, noise: false, include: [], exclude: [], wasm: true };

export interface Judged {
  readonly findings: readonly Finding[];
  readonly status: number | null;
  readonly output: string;
}

export async function judge(words: readonly string[], cwd: string): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-recording-'));
  // The runtime in the program is the built one; what reads its logs need not be.
  const built = join(dirname(inject('main')), '../record/node/recorder.js');
  const { nodeRecorder } = (await import(built)) as { nodeRecorder: Recorder };
  try {
    const env = { ...process.env, ...nodeRecorder.environment(folder, OPTIONS, process.env) };
    const { status, output } = await finished(words, cwd, env);
    const findings: Finding[] = [];
    for (const { folder: own, recorder } of recordedProcesses(folder)) {
      const parts: Uint8Array[] = [];
      const naming = await recorder.naming(own);
      await assemble(own, naming, { sharedOnly: true, liftLocks: true }, { write: (bytes) => parts.push(bytes) });
      const result = await analyze(memoryInput(words.join(' '), concat(parts)), { detectors: recommended });
      findings.push(...result.findings);
    }
    return { findings, status, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function finished(
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ status: number | null; output: string }> {
  const [program, ...args] = words;
  const child = spawn(program!, args, { cwd, env, timeout: 50_000, killSignal: 'SIGKILL' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
