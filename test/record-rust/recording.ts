// Builds and judges Rust programs, without the command line in between.

import { nativeRecorder } from '../../src/record/c/recorder.ts';
import { rustCompilation } from '../../src/record/c/rust/compile.ts';
import { findRust } from '../../src/record/c/rust/toolchain.ts';
import type { RecordOptions } from '../../src/record/recorder.ts';
import { finished, type Judged, judgeWith } from '../record/judge.ts';

/** Compiles as `foretrace rustc` does. */
export async function build(args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): Promise<void> {
  const env = { ...process.env, ...more };
  const { command, environment } = rustCompilation(findRust([], env), args, env);
  const { status, output } = await finished(command, cwd, { ...env, ...environment });
  if (status !== 0) throw new Error(`${args.join(' ')}: status ${status}\n${output}`);
}

export function judge(words: readonly string[], cwd: string, options: Partial<RecordOptions> = {}): Promise<Judged> {
  return judgeWith(nativeRecorder, words, cwd, options);
}
