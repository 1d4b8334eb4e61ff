// Rust's standard library, instrumented: what its locks, channels and reference counts do is part of what orders a program. It is built on first use, from
// the sources that come with the compiler (rust-src), and kept as a sysroot of its own.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../base/cache-folder.ts';
import { InputError } from '../../../base/error.ts';
import { builtOnce } from '../built-once.ts';
import { remark } from '../compile.ts';
import { type Environment, which } from '../toolchain.ts';
import { INSTRUMENTING, UNSTABLE } from './instrumentation.ts';
import { readyMade } from './ready-made.ts';
import type { Rust } from './toolchain.ts';

const PACKAGE = `[package]
name = "foretrace_sysroot"
version = "0.0.0"
edition = "2021"
[lib]
path = "lib.rs"
[profile.release]
debug = 1
[workspace]
`;
/** In place of rustc: programs that abort when they panic are linked with a crate that must be built so, unlike all others. */
const WRAPPER = `#!/bin/sh
case " $* " in
  *" --crate-name panic_abort "*) exec "$@" -Cpanic=abort ;;
esac
exec "$@"
`;
const CRATES = 'std,panic_unwind,panic_abort,proc_macro,test';
export const MISSING_SOURCES = 'rustup component add rust-src (Debian, Ubuntu: apt-get install rust-src)';

/** Arguments for rustc: with each crate, and with each executable. */
export interface StandardLibrary {
  readonly compiling: readonly string[];
  readonly linking: readonly string[];
  /** What the user must be told of a library that is not recorded. */
  readonly unseen?: string;
}

/** One that is recorded if it can be built, else the one that is there. */
export function standardLibrary(rust: Rust, env: Environment): StandardLibrary {
  if (isPlain(rust, env)) {
    const plain = readyMade(rust, env);
    if (plain !== undefined) return plain;
  }
  const sysroot = builtOnce(cacheFolder(env), nameOf(rust), (folder) => build(folder, rust, env));
  return { compiling: [`--sysroot=${sysroot}`], linking: [] };
}

function isPlain(rust: Rust, env: Environment): boolean {
  return env['FORETRACE_RUST_STD'] === 'plain' || (findLibrary(rust, env) === undefined && !hasSources(rust));
}

/** The same, if it has been built. */
export function findLibrary(rust: Rust, env: Environment): string | undefined {
  const folder = join(cacheFolder(env), nameOf(rust));
  return existsSync(folder) ? folder : undefined;
}

function nameOf(rust: Rust): string {
  const hash = createHash('sha256').update([rust.identity, rust.sysroot, PACKAGE, WRAPPER, CRATES, ...INSTRUMENTING].join('\0'));
  return `rust-${hash.digest('hex')}`;
}

export function hasSources({ sysroot }: Rust): boolean {
  return existsSync(join(sysroot, 'lib/rustlib/src/rust/library/std/Cargo.toml'));
}

function build(folder: string, rust: Rust, env: Environment): void {
  if (!hasSources(rust))
    throw new InputError('NO_COMPILER', {}, "the sources of Rust's standard library are not there", MISSING_SOURCES);
  remark("building Rust's standard library so that it is recorded; that takes a minute, once");
  const work = join(folder, 'work');
  mkdirSync(work);
  writeFileSync(join(work, 'Cargo.toml'), PACKAGE);
  writeFileSync(join(work, 'lib.rs'), '#![no_std]\n');
  writeFileSync(join(work, 'rustc'), WRAPPER, { mode: 0o755 });
  const args = ['build', '--release', '--quiet', `-Zbuild-std=${CRATES}`, '--target', rust.host];
  const { status, stderr, error } = spawnSync(cargo(rust, env), args, {
    cwd: work,
    encoding: 'utf8',
    env: apart(rust, work, env),
  });
  if (status !== 0) {
    const why = error?.message ?? stderr.split('\n').find((line) => line.startsWith('error')) ?? `status ${status}`;
    throw new InputError(
      'NO_COMPILER',
      {},
      `Rust's standard library cannot be built: ${why}`,
      'cargo needs crates.io, or a copy of it, for what the library is made of',
    );
  }
  const libraries = join(folder, 'lib/rustlib', rust.host, 'lib');
  const made = join(work, 'target', rust.host, 'release/deps');
  mkdirSync(libraries, { recursive: true });
  for (const name of readdirSync(made))
    if (name.endsWith('.rlib') && !name.startsWith('libforetrace_sysroot')) renameSync(join(made, name), join(libraries, name));
  rmSync(work, { recursive: true });
}

function cargo({ sysroot }: Rust, env: Environment): string {
  const program = which(join(sysroot, 'bin/cargo'), env) ?? which('cargo', env);
  if (program === undefined) throw new InputError('NO_COMPILER', {}, 'there is no cargo on PATH', 'it comes with Rust');
  return program;
}

/** Whatever the user's own build is told, this one is not. */
function apart({ command }: Rust, work: string, env: Environment): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(?:RUST(?!UP_)|CARGO_(?!HOME$|NET_|HTTP_|REGISTR|SOURCE_))/.test(name));
  const toolchain = command[1] === undefined ? {} : { RUSTUP_TOOLCHAIN: command[1].slice(1) };
  return {
    ...Object.fromEntries(kept),
    ...toolchain,
    ...UNSTABLE,
    RUSTC: command[0],
    RUSTC_WRAPPER: join(work, 'rustc'),
    CARGO_TARGET_DIR: join(work, 'target'),
    CARGO_ENCODED_RUSTFLAGS: INSTRUMENTING.join('\x1f'),
  };
}
