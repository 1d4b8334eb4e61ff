// What a program reads from standard input when it runs again and again: of a file every run has all, from its beginning; what comes from a pipe or a
// terminal can be read once, so the first run has it, and the others find it at its end.

import { fstatSync, openSync, statSync } from 'node:fs';
import { InputError } from '../base/error.ts';
import { unreadable } from '../formats/file/failure.ts';
import type { StandardInput } from '../record/program.ts';
import type { Session } from './session.ts';

const STDIN = 0;

/** Instead of ours: a file, or nothing. */
export interface GivenInput {
  readonly file: string | undefined;
}

/** For the n-th run, from 1. */
export function programInput(run: number, session: Session, given?: GivenInput): StandardInput {
  if (given !== undefined) return given.file === undefined ? 'ignore' : openedInput(given.file);
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

/** Every run reads it from its beginning, so it is no pipe: to open one waits for somebody who writes, and the second run finds nothing. */
export function openedInput(file: string): number {
  if (file === '-') throw readOnce(file);
  try {
    const stat = statSync(file);
    if (stat.isFIFO() || stat.isSocket()) throw readOnce(file);
    if (stat.isDirectory()) throw new InputError('FILE_UNREADABLE', { file }, 'this is a directory', 'name a file in it');
    return openSync(file, 'r');
  } catch (error) {
    throw unreadable(file, error);
  }
}

function readOnce(file: string): InputError {
  return new InputError(
    'FILE_UNREADABLE',
    { file },
    'this can be read once, and the program runs more often',
    'keep what it gives in a file, and name that with --stdin',
  );
}
