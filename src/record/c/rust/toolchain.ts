// Finds the real rustc: what the user names, else the one on PATH; and asks it what it is.

import { spawnSync } from 'node:child_process';
import { InputError } from '../../../base/error.ts';
import { quote } from '../../../base/quote.ts';
import { type Environment, which } from '../toolchain.ts';

export interface Rust {
  /** rustc, and the toolchain that rustup shall take (`+nightly`). */
  readonly command: readonly string[];
  /** Version, commit, host: all that `rustc -vV` says. */
  readonly identity: string;
  /** What it compiles for unless it is told otherwise. */
  readonly host: string;
  readonly sysroot: string;
}

const HOW_TO_GET = 'install Rust (rustup.rs), or name it in FORETRACE_RUSTC';
/** -Zexternal-clangrt came with it. */
const OLDEST = 78;

/** `given` are the arguments for rustc, of which rustup takes the first. */
export function findRust(given: readonly string[], env: Environment): Rust {
  const named = env['FORETRACE_RUSTC']?.trim() || 'rustc';
  const program = which(named, env);
  if (program === undefined) {
    const said = named === 'rustc' ? 'there is no rustc on PATH' : `FORETRACE_RUSTC is ${quote(named)}, which is no program`;
    throw new InputError('NO_COMPILER', {}, said, HOW_TO_GET);
  }
  const command = given[0]?.startsWith('+') ? [program, given[0]] : [program];
  const identity = answer(command, ['-vV'], env);
  const host = /^host: (\S+)$/m.exec(identity)?.[1];
  const minor = Number(/^release: 1\.(\d+)\./m.exec(identity)?.[1]);
  if (host === undefined) throw new InputError('NO_COMPILER', {}, `${program} does not say what it is`, HOW_TO_GET);
  if (minor < OLDEST)
    throw new InputError('NO_COMPILER', {}, `Rust 1.${minor} is too old to be recorded`, `1.${OLDEST} is the first that can`);
  return { command, identity, host, sysroot: answer(command, ['--print', 'sysroot'], env).trim() };
}

function answer([program, ...first]: readonly string[], question: readonly string[], env: Environment): string {
  const { status, stdout, stderr, error } = spawnSync(program!, [...first, ...question], { encoding: 'utf8', env });
  if (status === 0) return stdout;
  const why = error?.message ?? stderr.trim().split('\n')[0] ?? '';
  throw new InputError('NO_COMPILER', {}, `${program} ${question.join(' ')} fails: ${why}`, HOW_TO_GET);
}
