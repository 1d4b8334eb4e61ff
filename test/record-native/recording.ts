// Builds and judges C and C++ programs, without the command line in between.

import { commandLine } from '../../src/record/c/compile.ts';
import { nativeRecorder } from '../../src/record/c/recorder.ts';
import { findCompiler, type Language } from '../../src/record/c/toolchain.ts';
import type { RecordOptions } from '../../src/record/recorder.ts';
import { finished, type Judged, judgeWith } from '../record/judge.ts';

export const languages: Readonly<Record<string, Language>> = { c: 'c', cpp: 'c++' };

/** Compiles as `foretrace cc` does. */
export async function build(
  language: Language,
  args: readonly string[],
  cwd: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<void> {
  const env = { ...process.env, ...extra };
  const { status, output } = await finished(commandLine(findCompiler(language, env), args, env), cwd);
  if (status !== 0) throw new Error(`${args.join(' ')}: status ${status}\n${output}`);
}

export function judge(words: readonly string[], cwd: string, options: Partial<RecordOptions> = {}): Promise<Judged> {
  return judgeWith(nativeRecorder, words, cwd, options);
}
