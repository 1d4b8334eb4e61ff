// The languages that suites build native programs from: one entry each, with its compilers.

import { extname } from 'node:path';

export interface NativeLanguage {
  readonly id: 'c' | 'rust';
  readonly extensions: readonly string[];
  /** The usual compiler, and that of LLVM beside gcc's where there are two. */
  readonly compiler: string;
  readonly clang?: string;
  /** The command of foretrace that compiles it, and the variable that names the compiler behind it. */
  readonly foretrace: readonly [command: string, variable: string];
  readonly flags: readonly string[];
}

const C_FLAGS = ['-O1', '-g', '-w', '-pthread'];

const languages: readonly NativeLanguage[] = [
  { id: 'c', extensions: ['.c'], compiler: 'gcc', clang: 'clang', foretrace: ['cc', 'FORETRACE_CC'], flags: C_FLAGS },
  {
    id: 'c',
    extensions: ['.cpp', '.cc', '.cxx'],
    compiler: 'g++',
    clang: 'clang++',
    foretrace: ['c++', 'FORETRACE_CXX'],
    flags: ['-std=c++20', ...C_FLAGS],
  },
  {
    id: 'rust',
    extensions: ['.rs'],
    compiler: 'rustc',
    foretrace: ['rustc', 'FORETRACE_RUSTC'],
    flags: ['--edition=2021', '--crate-name=program', '-Copt-level=1', '-g', '-Awarnings'],
  },
];

export function languageOf(source: string): NativeLanguage | undefined {
  return languages.find(({ extensions }) => extensions.includes(extname(source)));
}
