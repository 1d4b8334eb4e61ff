// Tests that need a program, or rights, which not every machine has. Under plain `npm test` they are skipped without it, and remarks.ts
// counts them at the end; where everything is to be tested (.ci/run) they fail for a program.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { InputError } from '../src/base/error.ts';
import { standardLibrary } from '../src/record/c/rust/standard-library.ts';
import { findRust } from '../src/record/c/rust/toolchain.ts';
import { type Environment, findCompiler, type Language, which } from '../src/record/c/toolchain.ts';
import { all } from './runs.ts';

interface Program {
  readonly name: string;
  /** The package of Debian and Ubuntu. */
  readonly from: string;
  readonly isThere: (env: Environment) => boolean;
}

function onPath(name: string, from = name): Program {
  return { name, from, isThere: (env) => which(name, env) !== undefined };
}

/** Any compiler that `foretrace cc` would take. */
function compiler(language: Language, name: string, from: string): Program {
  const isThere = (env: Environment): boolean => {
    try {
      return findCompiler(language, env).command.length > 0;
    } catch (error) {
      if (error instanceof InputError) return false;
      throw error;
    }
  };
  return { name, from, isThere };
}

/** A library that clang finds, by a header of it. */
function forClang(name: string, header: string, from: string): Program {
  let found: boolean | undefined;
  const isThere = (env: Environment): boolean => {
    const args = ['-fopenmp', '-fsyntax-only', '-include', header, '-x', 'c', '-'];
    const clang = which('clang', env);
    found ??= clang !== undefined && spawnSync(clang, args, { input: '' }).status === 0;
    return found;
  };
  return { name, from, isThere };
}

/** Debian has the server's programs in a folder of their own. */
export function postgresProgram(name: string, env: Environment = process.env): string | undefined {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  const paths = versions.map((version) => join(folder, version, 'bin', name));
  return which(name, env) ?? paths.find((path) => existsSync(path));
}

const programs = {
  c: compiler('c', 'a C compiler', 'gcc'),
  'c++': compiler('c++', 'a C++ compiler', 'g++'),
  gcc: onPath('gcc'),
  clang: onPath('clang'),
  libomp: forClang('libomp', 'omp.h', 'libomp-dev'),
  gdb: onPath('gdb'),
  make: onPath('make'),
  cmake: onPath('cmake'),
  objcopy: onPath('objcopy', 'binutils'),
  python3: onPath('python3'),
  java: onPath('javac', 'default-jdk'),
  maven: onPath('mvn', 'maven'),
  postgres: {
    name: 'PostgreSQL',
    from: 'postgresql',
    isThere: (env: Environment) => postgresProgram('initdb', env) !== undefined && postgresProgram('postgres', env) !== undefined,
  },
} as const;

export type Needed = keyof typeof programs;

/** What is missing and how to get it; undefined if nothing is. */
export function missing(names: readonly Needed[], env: Environment = process.env): string | undefined {
  const absent = names.map((name) => programs[name]).filter(({ isThere }) => !isThere(env));
  if (absent.length === 0) return undefined;
  const what = absent.map(({ name }) => name).join(' and ');
  return `${what} ${absent.length > 1 ? 'are' : 'is'} missing (apt-get install ${absent.map(({ from }) => from).join(' ')})`;
}

/** To be called first in a test, or before each of a group. */
export function needs(names: Needed | readonly Needed[], { skip }: Pick<TestContext, 'skip'>): void {
  const why = missing(typeof names === 'string' ? [names] : names);
  if (why === undefined) return;
  if (all) throw new Error(why);
  skip(why);
}

/** A Node.js that has navigator.locks (24.5 and later): the one that runs the tests, or the one that FORETRACE_WEB_LOCKS_NODE names, which `.ci/run`
 * sets if the registry has it. Without one the test is skipped, never failed. */
export function nodeWithLocks({ skip }: Pick<TestContext, 'skip'>): string {
  if ((globalThis as { navigator?: { locks?: object } }).navigator?.locks !== undefined) return process.execPath;
  const other = process.env['FORETRACE_WEB_LOCKS_NODE'];
  if (other === undefined || other === '')
    skip(
      'Node.js 24.5 or later is missing (npm install --prefix FOLDER node@24; FORETRACE_WEB_LOCKS_NODE=FOLDER/node_modules/node/bin/node)',
    );
  return other!;
}

/** A module with two memories, one of 64-bit addresses. */
const NEWER_WASM = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 5, 2, 0, 1, 4, 1];

/** A Node.js that runs WebAssembly with several memories and with 64-bit addresses (24 and later): as nodeWithLocks. */
export function nodeWithWasm(context: Pick<TestContext, 'skip'>): string {
  return WebAssembly.validate(new Uint8Array(NEWER_WASM)) ? process.execPath : nodeWithLocks(context);
}

let rust: { readonly missing: string | undefined } | undefined;

/** For what needs a Rust that can be recorded. Not every machine can have one: without it the test is skipped, never failed. The first test of a
 * machine builds the standard library, which takes minutes. */
export function needsRust({ skip }: Pick<TestContext, 'skip'>): void {
  rust ??= { missing: missingRust() };
  if (rust.missing !== undefined) skip(rust.missing);
}

function missingRust(): string | undefined {
  try {
    standardLibrary(findRust([], process.env), process.env);
    return missing(['c']);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return `a Rust that can be recorded is missing (${error.message}: ${error.hint})`;
  }
}

/** For what only root may do. Not every machine that has all programs lets tests run as root: they never fail for it. */
export function needsRoot({ skip }: Pick<TestContext, 'skip'>): void {
  if (process.getuid?.() !== 0) skip('root is missing (sudo npm test)');
}
