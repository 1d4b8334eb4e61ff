// `foretrace cargo`: cargo with foretrace rustc as the compiler of what runs on the target, in a target folder of its own. Build scripts and procedural
// macros are for the host, and are built as ever: cargo tells the two apart when it is told a target, also if that is the host.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../base/cache-folder.ts';
import { InputError } from '../../../base/error.ts';
import { builtOnce } from '../built-once.ts';
import { remark } from '../compile.ts';
import { runtimeLibrary } from '../runtime-library.ts';
import { type Environment, findCompiler, which } from '../toolchain.ts';
import { linked } from './compile.ts';
import { INSTRUMENTING } from './instrumentation.ts';
import { type StandardLibrary, standardLibrary } from './standard-library.ts';
import { findRust, type Rust } from './toolchain.ts';

export interface Cargo {
  readonly command: readonly string[];
  /** What is to be added to the environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** `foretrace` is the command line of foretrace itself, for cargo to call. */
export function cargoWith(args: readonly string[], foretrace: readonly string[], env: Environment): Cargo {
  const cargo = which('cargo', env);
  if (cargo === undefined) throw new InputError('NO_COMPILER', {}, 'there is no cargo on PATH', 'install Rust (rustup.rs)');
  const rust = findRust(args, env);
  const command = [cargo, ...rust.command.slice(1), ...args.slice(rust.command.length - 1)];
  if (env['RUSTC_WRAPPER']) remark('RUSTC_WRAPPER is not used while recording: foretrace stands in its place');
  const library = standardLibrary(rust, env);
  if (library.unseen !== undefined) remark(library.unseen);
  const { object } = runtimeLibrary(findCompiler('c', env), env);
  const scripts = wrappers(rust, library, foretrace, env);
  return {
    command,
    environment: {
      RUSTC_WRAPPER: join(scripts, 'rustc'),
      RUSTDOC: join(scripts, 'rustdoc'),
      CARGO_TARGET_DIR: targetFolder(cargo, args, [...library.compiling, ...library.linking, object, scripts].join('\n'), env),
      // What the user names on the command line comes before it.
      CARGO_BUILD_TARGET: rust.host,
    },
  };
}

/** Scripts for cargo to call in place of the compilers. What is not for the target goes to these as it is. */
function wrappers(rust: Rust, library: StandardLibrary, foretrace: readonly string[], env: Environment): string {
  const documenting = [
    join(rust.sysroot, 'bin/rustdoc'),
    ...INSTRUMENTING,
    ...library.compiling,
    ...library.linking,
    ...linked(env),
  ];
  const scripts = {
    // Build scripts that try out what the compiler can do are told what it can do as it is: only cargo names the crate.
    rustc: script(
      'compiler=$1; shift',
      'case $CARGO_CRATE_NAME:$word in ?*:--target*)',
      `FORETRACE_RUSTC=$compiler exec ${quoted(foretrace)} rustc "$@"`,
      'exec "$compiler" "$@"',
    ),
    rustdoc: script(
      '',
      'case $word in --test)',
      `RUSTC_BOOTSTRAP=1 exec ${quoted(documenting)} "$@"`,
      `exec ${quoted(documenting.slice(0, 1))} "$@"`,
    ),
  };
  const hash = createHash('sha256').update(JSON.stringify(scripts)).digest('hex');
  return builtOnce(cacheFolder(env), `cargo-${hash}`, (folder) => {
    for (const [name, text] of Object.entries(scripts)) {
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), 0o755);
    }
  });
}

/** What a recorder told the programs that it records is not for compilers. */
function script(first: string, isOurs: string, ours: string, plain: string): string {
  return `#!/bin/sh
unset NODE_OPTIONS FORETRACE_RECORD
${first}
for word; do
  ${isOurs} ${ours} ;; esac
done
${plain}
`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

/** `target/foretrace`: ordinary builds are not disturbed. What another version built there is not taken for ours, which cargo would not notice. */
function targetFolder(cargo: string, args: readonly string[], mark: string, env: Environment): string {
  const manifest = args.flatMap((word, i) =>
    word === '--manifest-path' ? [word, args[i + 1] ?? ''] : word.startsWith('--manifest-path=') ? [word] : [],
  );
  const question = ['metadata', '--no-deps', '--format-version', '1', ...manifest];
  const { status, stdout, stderr } = spawnSync(cargo, question, { encoding: 'utf8', env, maxBuffer: 2 ** 30 });
  if (status !== 0)
    throw new InputError(
      'USAGE',
      {},
      stderr
        .trim()
        .split('\n')[0]!
        .replace(/^error: /, ''),
      'run it in a package of cargo',
    );
  const folder = join((JSON.parse(stdout) as { target_directory: string }).target_directory, 'foretrace');
  const file = join(folder, '.foretrace');
  if (read(file) === mark) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, mark);
  return folder;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
