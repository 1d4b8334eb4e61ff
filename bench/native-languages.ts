// The languages that suites build native programs from: one entry each, with its compilers.

import { extname } from 'node:path';

export interface NativeLanguage {
  readonly extensions: readonly string[];
  readonly gcc: string;
  readonly clang: string;
  /** The command of foretrace that compiles it, and the variable that names the compiler behind it. */
  readonly foretrace: readonly [command: string, variable: string];
  readonly flags: readonly string[];
}

const languages: readonly NativeLanguage[] = [
  { extensions: ['.c'], gcc: 'gcc', clang: 'clang', foretrace: ['cc', 'FORETRACE_CC'], flags: [] },
  {
    extensions: ['.cpp', '.cc', '.cxx'],
    gcc: 'g++',
    clang: 'clang++',
    foretrace: ['c++', 'FORETRACE_CXX'],
    flags: ['-std=c++20'],
  },
];

export function languageOf(source: string): NativeLanguage | undefined {
  return languages.find(({ extensions }) => extensions.includes(extname(source)));
}
