// Modules that a required module imports, in the Nodes that can require modules and have no synchronous hooks (module-files.ts): these open the
// file by its URL with the `openSync` that everybody has, and get a file with the instrumented text instead.

import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';
import { noteUnrecorded } from '../core/notes.ts';
import { replace } from '../core/replace.ts';
import { isReader, moduleText } from './module-files.ts';

const { constants, openSync, readFileSync, unlinkSync, writeSync } = fs;

let isInstalled = false;
/** Modules that are being required. */
let depth = 0;

/** `load` requires a module: those that it imports are instrumented, too. */
export function withImports<T>(load: () => T): T {
  install();
  depth++;
  try {
    return load();
  } finally {
    depth--;
  }
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  replace(fs, 'openSync', (...args: Parameters<typeof openSync>) => {
    const [path] = args;
    return (depth > 0 && path instanceof URL && isReader() ? instrumentedFile(path) : undefined) ?? openSync(...args);
  });
}

/** An open file with the text to run; undefined if it is as it was, or cannot be had: Node reads it and says what is wrong. */
function instrumentedFile(url: URL): number | undefined {
  const text = moduleText(url, (path) => readFileSync(path, 'utf8'));
  try {
    return text === undefined ? undefined : fileOf(text);
  } catch (error) {
    noteUnrecorded(
      `${url.href} (${error instanceof Error ? error.message : String(error)}): set TMPDIR to a folder with room, or use a newer Node.js`,
    );
    return undefined;
  }
}

let files = 0;

/** A file without a name, from whose beginning the text can be read. */
function fileOf(text: string): number {
  const path = join(tmpdir(), `foretrace-${process.pid}-${process.hrtime.bigint()}-${files++}.mjs`);
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, PRIVATE_FILE);
  unlinkSync(path);
  const bytes = Buffer.from(text);
  // With a place: where the file is read from next stays where it is.
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, done);
  return file;
}
