// What the text of a C or C++ program says of how it is compiled.

import { basename, extname } from 'node:path';

/** Flags stand in the comment that a program begins with. */
const FIRST_LINES = 40;
const FLAGS = /^\s*(?:\/\/|\/\*|\*).*?\b(?:c|cxx)?flags\s*[:=](.*)$/i;
const OPENMP = /^\s*#\s*(?:pragma\s+omp\b|include\s*<omp\.h>)/m;
const INCLUDE = /^\s*#\s*include\s*["<]([^">]+)[">]/gm;

/** The words of `// flags: -DN=4 -lrt` that are flags. */
export function flagsIn(text: string): string[] {
  const lines = text.split('\n', FIRST_LINES).flatMap((line) => FLAGS.exec(line)?.[1] ?? []);
  return lines.flatMap((line) => line.split(/\s+/).filter((word) => /^-\w/.test(word)));
}

export function usesOpenMp(text: string): boolean {
  return OPENMP.test(text);
}

/** Whether it includes the header of this source file: `polybench/polybench.h` is that of `utilities/polybench.c`. */
export function includesHeaderOf(text: string, file: string): boolean {
  const stem = (path: string) => basename(path, extname(path));
  return [...text.matchAll(INCLUDE)].some(([, header]) => stem(header!) === stem(file));
}
