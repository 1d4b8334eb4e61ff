// One labelled program: `foretrace run`, then `foretrace confirm` on its trace, or all that may not be confirmed in a program without a race.

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Free, freeProgram } from './free.ts';
import type { Program } from './programs.ts';
import { confirmedIn, findingsIn, reasonsIn, UNORDERED } from './report.ts';
import { type Runner, runner } from './runner.ts';

/** Runs until a finding shows. */
export const MOST_RUNS = 3;
export const TRIES = 8;

export interface Verdict {
  readonly id: string;
  /** Nothing could be asked of it, and why. */
  readonly problem?: string;
  readonly found: number;
  /** In the first run alone. */
  readonly atOnce: number;
  readonly confirmed: number;
  readonly harms: readonly string[];
  /** Why findings were not reached, as `foretrace confirm` says it. */
  readonly reasons: readonly string[];
  /** Of a program without a race. */
  readonly free?: Free;
}

/** What is built, recorded and written goes to the folder, which is gone afterwards; `seconds` for each command. */
export async function judged(program: Program, root: string, folder: string, seconds: number): Promise<Verdict> {
  const foretrace = runner(root, join(root, program.suite.folder), seconds);
  mkdirSync(folder, { recursive: true });
  try {
    const words = await program.suite.command(program.name, folder, foretrace);
    const nothing = { id: program.id, found: 0, atOnce: 0, confirmed: 0, harms: [], reasons: [] };
    if (words === undefined) return { ...nothing, problem: 'it cannot be built or run here' };
    if (program.label === 'ok') return { ...nothing, free: await freeProgram(words, folder, foretrace) };
    return { ...nothing, ...(await racyProgram(words, folder, foretrace)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function racyProgram(words: readonly string[], folder: string, foretrace: Runner): Promise<Partial<Verdict>> {
  const trace = join(folder, 'racy.ftrace');
  const report = join(folder, 'report.json');
  let found = 0;
  let atOnce = 0;
  for (let run = 0; run < MOST_RUNS && found === 0; run++) {
    for (const file of [trace, report]) rmSync(file, { force: true });
    const { isLate } = await foretrace([
      'run',
      '-q',
      '--fail-on',
      'never',
      '--format',
      `json=${report}`,
      '--trace',
      trace,
      '--',
      ...words,
    ]);
    found = isLate || !existsSync(report) ? 0 : findingsIn(readFileSync(report, 'utf8')).length;
    if (run === 0) atOnce = found;
  }
  if (found === 0 || !existsSync(trace)) return { found, atOnce };
  const options = ['--format', 'json', '--recipes', folder, '--tries', `${TRIES}`];
  const { stdout, stderr, isLate } = await foretrace(['confirm', ...options, trace, '--', ...words], UNORDERED);
  const confirmed = confirmedIn(stdout);
  return {
    found,
    atOnce,
    confirmed: isLate ? (stderr.match(/^R\d+ .*: confirmed/gm) ?? []).length : confirmed.length,
    harms: confirmed.flatMap(({ confirmation }) => confirmation?.harm ?? []),
    reasons: [...reasonsIn(stderr), ...(isLate ? ['foretrace confirm did not end within its time'] : [])],
  };
}
