// Small text files that a user writes by hand: suppressions, baselines. They may come with a checkout: see base/regular-file.ts.

import { readRegularFile } from '../base/regular-file.ts';
import { errorCode, unreadable } from '../formats/file/failure.ts';

/** Throws an InputError if it is no regular file, or has more than `most` bytes. */
export function textFile(path: string, most: number): string {
  try {
    return readRegularFile(path, most).toString('utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Undefined if there is none. */
export function textFileIfThere(path: string, most: number): string | undefined {
  try {
    return readRegularFile(path, most).toString('utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}
