// Small text files that a user writes by hand: suppressions, baselines.

import { readFile } from 'node:fs/promises';
import { errorCode, unreadable } from '../formats/file/failure.ts';

export async function textFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Undefined if there is none. */
export async function textFileIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}
