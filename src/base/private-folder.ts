// Folders that nobody else may read or write: what a program does is nobody else's business, and what is run later must be ours.

import { chmodSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Makes it and those above it, as far as they are not there. `mkdir` of Node.js with `recursive` never ends where a folder refuses to have others in it, as /proc does. */
export function makePrivateFolder(path: string): void {
  const above = dirname(path);
  if (!existsSync(above)) makePrivateFolder(above);
  try {
    mkdirSync(path, PRIVATE_FOLDER);
  } catch (error) {
    // There already, perhaps as a link to one, or made by somebody else meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

/** Makes the folder if there is none; whether nobody else can write to it: it is no link, of this user, and closed to others. One that
 * others can only read is closed to them. */
export function isPrivateFolder(path: string): boolean {
  makePrivateFolder(path);
  const status = lstatSync(path);
  if (!status.isDirectory() || !isOwn(status, process.getuid?.())) return false;
  if (process.getuid !== undefined && (status.mode & 0o077) !== 0) chmodSync(path, PRIVATE_FOLDER);
  return true;
}

/** Whether it is the user's, and nobody else can write to it. Without a number of the user the system is Windows: modes mean nothing there, and what is in
 * the user's profile is the user's. @internal */
export function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }, user: number | undefined): boolean {
  return user === undefined || (uid === user && (mode & 0o022) === 0);
}
