// The labelled programs of stacks/: what their comments say of the call stacks of each variable, how they are built, and the stacks that we tell.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import type { Frame } from '../../src/findings/stack.ts';
import { commandLine } from '../../src/record/c/compile.ts';
import { findCompiler, type Language } from '../../src/record/c/toolchain.ts';
import { finished } from '../record/judge.ts';
import { judge, languages } from './recording.ts';

export const folder: string = join(import.meta.dirname, 'stacks');

/** `calls.c`; what else a program is made of has two dots. */
export const programs: readonly string[] = readdirSync(folder).filter((name) => /^\w+\.(?:c|cpp)$/.test(name));

/** A compiler and its options: `clang -O2`. */
export type Build = string;

export function languageOf(program: string): Language {
  return languages[program.slice(program.indexOf('.') + 1)]!;
}

/** Innermost first. */
export type Stack = readonly Place[];
export interface Place {
  readonly function: string;
  /** `calls.c:41`; empty where it is not known. */
  readonly at: string;
}
/** By variable: the stacks of its two accesses. */
export type Stacks = Readonly<Record<string, readonly Stack[]>>;

/** The functions of both stacks, as comments have them, in an order that does not depend on the run. */
export function labels(stacks: Stacks): Record<string, string> {
  return told(stacks, (place) => place.function);
}

/** The same with lines. */
export function places(stacks: Stacks): Record<string, string> {
  return told(stacks, (place) => `${place.function} ${place.at}`);
}

function told(stacks: Stacks, text: (place: Place) => string): Record<string, string> {
  const entries = Object.entries(stacks).map(([variable, both]) => {
    return [variable, both.map((stack) => stack.map(text).join(' < ')).sort()] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([variable, both]) => [variable, both.join(' | ')]));
}

/** What the comments of a program say. */
export function expected(program: string): Record<string, string> {
  const lines = readFileSync(join(folder, program), 'utf8').matchAll(/^int (\w+); +\/\/ (.*)$/gm);
  const stacks = [...lines].map(([, variable, both]) => [variable!, both!.split(' | ').map(stackOf)] as const);
  return labels(Object.fromEntries(stacks));
}

function stackOf(label: string): Stack {
  return label.split(' < ').map((name) => ({ function: name, at: '' }));
}

/** How a compiler is started for arguments. */
export type Compile = (compiler: string, args: readonly string[], language: Language) => Promise<void>;

/** As `foretrace cc` and `foretrace c++` do. */
export const compile: Compile = async (compiler, args, language) => {
  const env = { ...process.env, [language === 'c' ? 'FORETRACE_CC' : 'FORETRACE_CXX']: compiler };
  await succeeds(commandLine(findCompiler(language, env), args, env));
};

export async function succeeds(words: readonly string[]): Promise<void> {
  const { status, output } = await finished(words, folder);
  if (status !== 0) throw new Error(`${words.join(' ')}: status ${status}\n${output}`);
}

/** Builds a program with its other files into a folder that goes away with the test. */
export async function built(
  program: string,
  build: Build,
  compile: Compile,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
): Promise<string> {
  const into = mkdtempSync(join(tmpdir(), 'foretrace-stacks-'));
  onTestFinished(() => rmSync(into, { recursive: true, force: true }));
  const [compiler, ...options] = build.split(' ');
  const language = languageOf(program);
  const flags = [...options, '-g', '-pthread', '-w', ...(language === 'c' ? [] : ['-std=c++17'])];
  const name = program.slice(0, program.indexOf('.'));
  const files = readdirSync(folder).filter((file) => file === program || file.startsWith(`${name}.part.`));
  const library = readdirSync(folder).find((file) => file.startsWith(`${name}.library.`));
  if (library !== undefined) {
    const shared = join(into, `lib${name}.so`);
    await compile(compiler!, [...flags, '-shared', '-fPIC', library, '-o', shared], language);
    await succeeds(['strip', shared]);
    files.push(shared);
  }
  const executable = join(into, name);
  await compile(compiler!, [...flags, ...files, '-o', executable, `-Wl,-rpath,${into}`], language);
  return executable;
}

/** Records a program; its frames, and those of its own library. */
export async function ours(executable: string): Promise<Stacks> {
  const { findings, status, output } = await judge([executable], folder);
  if (status !== 0) throw new Error(output);
  const isOwn = ({ library }: Frame) => library === undefined || /^libstripped/.test(library);
  const stack = (frames: readonly Frame[]): Stack =>
    frames.filter(isOwn).map(({ function: name, file, line, location }) => ({
      // Of a library without names only itself is known.
      function: name ?? location.replace(/\+0x[0-9a-f]+$/, ''),
      at: file === undefined ? '' : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`,
    }));
  return Object.fromEntries(findings.map(({ variable, first, second }) => [variable, [first!.stack, second.stack].map(stack)]));
}
