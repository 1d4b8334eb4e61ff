// The folder of what is kept for the next run: instrumented texts (cache.ts) and modules (wasm/kept-module.ts). What is in here is run as code in
// the place of the program's own, so a folder that others can write to is not used. All that is kept by any version together is bounded.

import fs from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../base/cache-folder.ts';
import { isPrivateFolder, PRIVATE_FILE } from '../../../base/private-folder.ts';
import { note } from '../core/notes.ts';
import type { Settings } from '../core/settings.ts';
import { hashText, hexOf, NO_KEY } from './hash.ts';
import { isDue, LARGEST_ENTRY, MOST_BYTES, sweep } from './sweep.ts';

const { closeSync, constants, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } = fs;

let root = '';
let folder: string | undefined;

/** `version`: of the code that makes the texts. */
export function startCacheFolder(settings: Pick<Settings, 'cache'>, version: () => string): void {
  folder = undefined;
  try {
    root = settings.cache ?? cacheFolder(process.env);
    const path = join(root, `node-${hexOf(hashText(version(), NO_KEY))}`);
    if (isPrivateFolder(path)) folder = path;
    else note(`instrumented files are not kept: others can write to ${path}`);
  } catch (error) {
    note(`instrumented files are not kept: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function hasCacheFolder(): boolean {
  return folder !== undefined;
}

/** Where an entry is, or would be; undefined if nothing is kept. */
export function entryFile(name: string): string | undefined {
  return folder === undefined ? undefined : join(folder, name);
}

/** The bytes of an entry, if it is a file of this user that nobody else can write to, and no link. Throws what the file system throws. */
export function readEntry(name: string): Uint8Array<ArrayBuffer> | undefined {
  const file = entryFile(name);
  if (file === undefined) return undefined;
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile() || (status.mode & 0o022) !== 0) return undefined;
    if (process.getuid !== undefined && status.uid !== process.getuid()) return undefined;
    if (status.size > LARGEST_ENTRY) return undefined;
    const bytes = new Uint8Array(status.size);
    let at = 0;
    for (let more = 1; more > 0 && at < bytes.length; at += more) more = readSync(descriptor, bytes, at, bytes.length - at, at);
    return at === bytes.length ? bytes : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Written aside and renamed: another process sees all of it or nothing. A cache that cannot be written is none. */
export function writeEntry(name: string, parts: readonly (string | Uint8Array)[]): void {
  const file = entryFile(name);
  if (file === undefined) return;
  const aside = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    const written = writeParts(aside, parts);
    if (written > LARGEST_ENTRY) rmSync(aside, { force: true });
    else renameSync(aside, file);
    if (isDue(name, written)) sweep(root, MOST_BYTES);
  } catch {
    try {
      rmSync(aside, { force: true });
    } catch {
      // It stays until it is swept.
    }
  }
}

/** Returns how many bytes. */
function writeParts(file: string, parts: readonly (string | Uint8Array)[]): number {
  const descriptor = openSync(file, 'wx', PRIVATE_FILE);
  let written = 0;
  try {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at);
      written += bytes.length;
    }
  } finally {
    closeSync(descriptor);
  }
  return written;
}
