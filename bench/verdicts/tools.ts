// The tools whose verdicts are compared: how each gets its program, how it is run, and how its report is recognised. One entry each.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { lazy } from '../../src/base/lazy.ts';
import { which } from '../../src/record/c/toolchain.ts';
import { type Build, FIXED_ADDRESSES } from '../native-programs.ts';
import { builtForetrace } from '../run-cost.ts';
import type { Program } from './discovery.ts';

/** What a tool says of a run: `partial` is silence that it says itself not to be all, `failed` no word on races. */
export type Said = 'race' | 'silent' | 'partial' | 'failed';

export interface ToolRun {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Tool {
  readonly id: string;
  readonly title: string;
  /** Asked only where it is named. */
  readonly isExtra?: true;
  /** What it runs: a program, or the source itself. */
  readonly build: Build | 'source';
  /** Commands whose versions the verdicts depend on. */
  readonly commands: readonly string[];
  /** What is not there beside these; undefined if nothing. */
  readonly lacks?: () => string | undefined;
  /** Whether it has anything to say of the program; of all if not said. */
  readonly suits?: (program: Program) => boolean;
  /** A report may be written to the file. */
  readonly run: (program: string, report: string, root: string) => ToolRun;
  /** By all that was printed, and by the file, which may be missing. */
  readonly said: (output: string, report: string) => Said;
}

/** Reports of races, by their first lines. ThreadSanitizer calls an access that races with a `free` by another name. */
const SANITIZER = /^WARNING: ThreadSanitizer: (?:data race|race on|heap-use-after-free)/m;
const SANITIZER_FAILS = /^FATAL: ThreadSanitizer|^ThreadSanitizer: (?:failed|CHECK failed)/m;
const HELGRIND = /^==\d+== Possible data race/m;
const DRD = /^==\d+== Conflicting (?:load|store) by thread/m;
const MIRI_WORDS = [
  'rustup',
  'run',
  'nightly',
  'miri',
  '--edition=2021',
  '--crate-name=program',
  '-Awarnings',
  '-Zmiri-disable-isolation',
];
const MIRI = /^error: Undefined Behavior: Data race detected/m;
const MIRI_FAILS = /^error/m;
const VALGRIND_FAILS = /^valgrind: (?:the 'impossible' happened|fatal error|failed to start)/m;

export const tools: readonly Tool[] = [
  foretrace('foretrace', 'foretrace', 'recorded', 'gcc'),
  { ...foretrace('foretrace-clang', 'foretrace (clang)', 'recorded by clang', 'clang'), isExtra: true, suits: isC },
  {
    id: 'tsan-gcc',
    title: 'ThreadSanitizer of gcc',
    build: 'sanitized',
    commands: ['gcc'],
    suits: isC,
    run: (program) => ({ words: [...FIXED_ADDRESSES, program] }),
    said: byOutput(SANITIZER, SANITIZER_FAILS),
  },
  {
    id: 'tsan-clang',
    title: 'ThreadSanitizer of clang',
    build: 'sanitized by clang',
    commands: ['clang'],
    suits: isC,
    // By itself: libomp looks for Archer unasked.
    run: (program) => ({ words: [...FIXED_ADDRESSES, program], env: { OMP_TOOL: 'disabled' } }),
    said: byOutput(SANITIZER, SANITIZER_FAILS),
  },
  {
    id: 'archer',
    title: 'ThreadSanitizer of clang, Archer',
    build: 'sanitized by clang',
    commands: ['clang'],
    lacks: () => (archer() === undefined ? 'libarcher.so is not beside the libomp of clang' : undefined),
    suits: ({ isOpenMp }) => isOpenMp,
    // As Archer wants it: what libomp does itself is not the program's.
    run: (program) => ({
      words: [...FIXED_ADDRESSES, program],
      env: { OMP_TOOL_LIBRARIES: archer()!, TSAN_OPTIONS: 'ignore_noninstrumented_modules=1' },
    }),
    said: byOutput(SANITIZER, SANITIZER_FAILS),
  },
  valgrind('helgrind', 'Helgrind', HELGRIND),
  // Variables on stacks are shared, too: without a word DRD passes them over.
  valgrind('drd', 'DRD', DRD, '--check-stack-var=yes'),
  {
    id: 'miri',
    title: 'Miri',
    build: 'source',
    commands: ['rustup'],
    lacks: () => (miriSysroot() === undefined ? 'rustup +nightly component add miri rust-src' : undefined),
    suits: ({ language }) => language === 'rust',
    run: (source) => ({ words: [...MIRI_WORDS, '--sysroot', miriSysroot()!, source] }),
    said: byOutput(MIRI, MIRI_FAILS),
  },
];

function isC({ language }: Program): boolean {
  return language === 'c';
}

/** The standard library that it interprets, made when it is first asked for; undefined if there is no Miri. */
const miriSysroot = lazy(() => {
  const { status, stdout } = spawnSync('cargo', ['+nightly', 'miri', 'setup', '--print-sysroot'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
});

/** Why a tool cannot be asked; undefined if it can. */
export function missing({ commands, lacks }: Tool, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const absent = commands.find((command) => which(command, env) === undefined);
  return absent === undefined ? lacks?.() : `${absent} is not on the PATH`;
}

/** Of the commands that these tools stand on: `gcc 12.2.0`. */
export function versions(asked: readonly Tool[]): string[] {
  return [...new Set(asked.flatMap(({ commands }) => commands))].map((command) => {
    const said = execFileSync(command, ['--version'], { encoding: 'utf8' });
    return `${command} ${/\d+\.\d+(?:\.\d+)?/.exec(said)?.[0] ?? ''}`.trim();
  });
}

function foretrace(id: string, title: string, build: Build, compiler: string): Tool {
  return {
    id,
    title,
    build,
    commands: [compiler],
    run: (program, report, root) => ({
      words: [process.execPath, builtForetrace(root), 'run', '-q', '-f', `json=${report}`, '--', program],
    }),
    said: (_, report) => (existsSync(report) ? byReport(readFileSync(report, 'utf8')) : 'failed'),
  };
}

function valgrind(id: string, title: string, race: RegExp, ...options: readonly string[]): Tool {
  return {
    id,
    title,
    build: 'plain',
    commands: ['gcc', 'valgrind'],
    // Threads take turns: one that waits in a loop would keep all others from running.
    run: (program) => ({ words: ['valgrind', `--tool=${id}`, '--fair-sched=try', ...options, program] }),
    said: byOutput(race, VALGRIND_FAILS),
  };
}

function byOutput(race: RegExp, fails: RegExp): Tool['said'] {
  return (output) => (race.test(output) ? 'race' : fails.test(output) ? 'failed' : 'silent');
}

/** @internal */
export function byReport(text: string): Said {
  const { findings, traces } = JSON.parse(text) as {
    findings: readonly { readonly type: string }[];
    traces: readonly { readonly complete: boolean }[];
  };
  if (findings.some(({ type }) => type === 'race')) return 'race';
  return traces.every(({ complete }) => complete) ? 'silent' : 'partial';
}

/** The tool library of libomp that tells ThreadSanitizer what OpenMP orders: where clang finds libomp, or where clang itself is. */
function archer(): string | undefined {
  const clang = which('clang', process.env);
  if (clang === undefined) return undefined;
  const libomp = execFileSync(clang, ['-print-file-name=libomp.so'], { encoding: 'utf8' }).trim();
  const folders = [...(isAbsolute(libomp) ? [dirname(realpathSync(libomp))] : []), join(dirname(realpathSync(clang)), '../lib')];
  return folders.map((folder) => join(folder, 'libarcher.so')).find((path) => existsSync(path));
}
