// What a program reads from standard input when it runs again and again: of a file every run has all, from its beginning; what comes from a pipe or a
// terminal can be read once, so the first run has it, and the others find it at its end.

import { fstatSync, openSync } from 'node:fs';
import type { StandardInput } from '../record/program.ts';
import type { Session } from './session.ts';

const STDIN = 0;

/** For the n-th run, from 1. */
export function programInput(run: number, session: Session): StandardInput {
  try {
    const stat = fstatSync(STDIN);
    // Opened again, it has a position of its own.
    if (stat.isFile()) return openSync('/dev/stdin', 'r');
    if (run === 2 && (stat.isFIFO() || stat.isSocket()))
      session.remark('foretrace: standard input is no file: only the first run has read it');
  } catch {
    // Closed, or not to be opened again.
  }
  return run === 1 ? 'inherit' : 'ignore';
}
