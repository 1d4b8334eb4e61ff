// Folders that nobody else may read or write: what a program does is nobody else's business, and what is run later must be ours.

import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Makes the folder if there is none; whether nobody else can write to it: it is no link, of this user, and closed to others. One that
 * others can only read is closed to them. */
export function isPrivateFolder(path: string): boolean {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
  const status = lstatSync(path);
  if (!status.isDirectory() || (process.getuid !== undefined && status.uid !== process.getuid())) return false;
  if ((status.mode & 0o022) !== 0) return false;
  if ((status.mode & 0o077) !== 0) chmodSync(path, PRIVATE_FOLDER);
  return true;
}
