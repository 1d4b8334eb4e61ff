// `foretrace rustc` and `foretrace cargo` as people call them.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { rustCompilation } from '../../src/record/c/rust/compile.ts';
import { rustInvocation } from '../../src/record/c/rust/invocation.ts';
import { findRust } from '../../src/record/c/rust/toolchain.ts';
import { needsRust } from '../needs.ts';
import { all } from '../runs.ts';
import { folder, foretrace } from './run.ts';

const PATIENCE = 1_200_000;

const COUNTER = `pub static mut COUNTER: u64 = 0;
pub fn count() {
    unsafe { COUNTER += 1 }
}
`;
const MAIN = `fn main() {
    let thread = std::thread::spawn(tally::count);
    tally::count();
    thread.join().unwrap();
    println!("{}", std::env::args().nth(1).unwrap_or_default());
}
`;

function project(files: Readonly<Record<string, string>>): string {
  const cwd = folder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return cwd;
}

const PROBING = `use std::env::var;
use std::process::Command;
fn main() {
    let (wrapper, rustc) = (var("RUSTC_WRAPPER").unwrap(), var("RUSTC").unwrap());
    let takes = |command: &mut Command| {
        command.args(["probe.rs", "--crate-type=lib", "--emit=metadata", "--out-dir", &var("OUT_DIR").unwrap()]);
        command.args(["--target", &var("TARGET").unwrap()]).status().unwrap().success()
    };
    assert_eq!(takes(Command::new(&wrapper).arg(&rustc)), takes(&mut Command::new(&rustc)));
}
`;

describe('what rustc is asked to do', () => {
  test.each([
    [['a.rs'], 'executable'],
    [['-O', '--edition', '2021', 'a.rs', '-o', 'a'], 'executable'],
    [['--test', '--crate-type', 'lib', 'a.rs'], 'executable'],
    [['--crate-type=rlib', 'a.rs'], 'library'],
    [['--crate-type', 'cdylib,rlib', 'a.rs'], 'library'],
    [['--crate-type', 'proc-macro', 'a.rs'], 'nothing'],
    [['-vV'], 'nothing'],
    [['-', '--crate-name', '___', '--print=file-names', '--crate-type', 'bin'], 'nothing'],
    [['-C', 'help'], 'nothing'],
    [['--edition', '2021'], 'nothing'],
    [[], 'nothing'],
  ] as const)('%j makes %s', (args, makes) => {
    expect(rustInvocation(args).makes).toBe(makes);
  });

  test('names need symbols, and another sanitizer cannot be beside', () => {
    const asked = rustInvocation([
      '-Cstrip=debuginfo',
      '-C',
      'strip=symbols',
      '-C',
      'lto',
      '-Clinker-plugin-lto',
      '-Zsanitizer=thread',
      '-Zsanitizer=address',
      'a.rs',
    ]);
    expect(asked.args).toEqual(['-Zsanitizer=address', 'a.rs']);
    expect(asked.sanitizers).toEqual(['address']);
    expect(rustInvocation(['-C', 'target-feature=+crt-static', 'a.rs']).leftOut).toEqual(['-C target-feature=+crt-static']);
  });
});

test('without a rustc, it says how to get one', () => {
  const env = { FORETRACE_RUSTC: 'no-such-compiler' };
  const { status, stderr } = foretrace(['rustc', 'a.rs'], { env });
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/NO_COMPILER: FORETRACE_RUSTC is "no-such-compiler".*\n +hint: .*rustup/),
  ]);
});

test('a rustc that is too old, or has no sources of its library, is told of', () => {
  const rustc = (release: string) => `#!/bin/sh
case $1 in
  -vV) printf 'rustc ${release}\\nhost: x86_64-unknown-linux-gnu\\nrelease: ${release}\\n' ;;
  *) pwd ;;
esac
`;
  const cwd = project({ old: rustc('1.63.0'), bare: rustc('1.99.0') });
  for (const name of ['old', 'bare']) chmodSync(join(cwd, name), 0o755);
  const said = (name: string) => foretrace(['rustc', 'a.rs'], { cwd, env: { FORETRACE_RUSTC: `./${name}` } });
  expect(said('old')).toMatchObject({ status: 2, stderr: expect.stringContaining('Rust 1.63 is too old to be recorded') });
  expect(said('bare')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/sources of .* are not there\n +hint: rustup component add rust-src/),
  });
});

describe('rustc', () => {
  beforeEach(needsRust, PATIENCE);

  test('answers questions as the compiler does', () => {
    const real = findRust([], process.env).command[0]!;
    for (const args of [['-vV'], ['--print', 'cfg'], ['--explain', 'E0001']]) {
      const { status, stdout } = spawnSync(real, args, { encoding: 'utf8' });
      expect(foretrace(['rustc', ...args]), args.join(' ')).toMatchObject({ status, stdout });
    }
  });

  test('builds for the host, and what is for another machine as it is', () => {
    const rust = findRust([], process.env);
    expect(rustCompilation(rust, ['a.rs'], process.env).command).toContain('-Zsanitizer=thread');
    const other = ['--target', 'wasm32-unknown-unknown', 'a.rs'];
    expect(rustCompilation(rust, other, process.env)).toEqual({ command: [...rust.command, ...other], environment: {} });
  });

  test('and run find the race, and name it', () => {
    const cwd = project({ 'tally.rs': COUNTER, 'main.rs': `mod tally;\n${MAIN}` });
    expect(foretrace(['rustc', '-Awarnings', '-O', '-Cpanic=abort', 'main.rs'], { cwd })).toMatchObject({ status: 0 });
    const { status, stdout } = foretrace(['run', './main', 'done'], { cwd });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^done\nrace {2}main::tally::COUNTER /);
    expect(stdout).toMatch(/tally\.rs:3(?::\d+)? \(main::tally::count\)/);
    // What is of the standard library is folded, or told by its own path.
    expect(stdout).not.toMatch(/rustlib|_R[A-Z]/);
  });

  test('errors of a program are its own', () => {
    const cwd = project({ 'main.rs': 'fn main() { nobody(); }' });
    const { status, stderr } = foretrace(['rustc', 'main.rs'], { cwd });
    expect(status).toBe(1);
    expect(stderr).toContain('error[E0425]');
  });
});

describe('cargo', () => {
  beforeEach(needsRust, PATIENCE);
  const PACKAGE = '[package]\nname = "tally"\nversion = "0.1.0"\nedition = "2021"\n[workspace]\n';

  test('run builds apart, runs and reports', () => {
    // What is made for the host is not recorded, and has no need of the runtime; and what it tries out is the compiler as it is.
    const cwd = project({
      'Cargo.toml': PACKAGE,
      'probe.rs': '#![feature(never_type)]',
      'build.rs': PROBING,
      'src/lib.rs': COUNTER,
      'src/main.rs': MAIN,
    });
    const { status, stdout, stderr } = foretrace(['cargo', '--format', 'jsonl', 'run', '--quiet', '--release', '--', 'done'], {
      cwd,
    });
    expect(status, stderr).toBe(1);
    expect(stdout).toMatch(/^done\n/);
    expect(stdout).toMatch(/tally::COUNTER/);
    expect(stdout).toMatch(/src\/lib\.rs:3(?::\d+)? \(tally::count\)/);
    expect(existsSync(join(cwd, 'target/release'))).toBe(false);
    expect(existsSync(join(cwd, 'target/foretrace/.foretrace'))).toBe(true);
  });

  test.runIf(all)('test runs all kinds of tests', () => {
    const lib = `${COUNTER}
/// \`\`\`
/// tally::count();
/// \`\`\`
pub fn documented() {}
#[test]
fn counts() {
    let thread = std::thread::spawn(count);
    count();
    thread.join().unwrap();
}
`;
    const cwd = project({ 'Cargo.toml': PACKAGE, 'src/lib.rs': lib, 'tests/more.rs': '#[test]\nfn more() { tally::count() }\n' });
    const { status, stdout, stderr } = foretrace(['cargo', 'test'], { cwd });
    expect(status, stderr).toBe(1);
    expect(stdout.match(/test result: ok\. 1 passed/g)).toHaveLength(3);
    expect(stdout).toMatch(/race {2}tally::COUNTER/);
  });

  test('says what is wrong where there is no package', () => {
    const { status, stderr } = foretrace(['cargo', 'build'], { cwd: folder() });
    expect(status).toBe(2);
    expect(stderr).toMatch(/could not find `Cargo.toml`/);
  });
});
