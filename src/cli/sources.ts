// Source files for reports. A trace is not trusted: what it names is shown only if it is a plain file of reasonable size that
// really lies, links followed, inside one of the folders that the user named. A program that the user has just run is trusted.

import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { InputError } from '../base/error.ts';
import { readRegularFile } from '../base/regular-file.ts';
import { sourcePlace } from '../findings/place.ts';
import type { Sources } from '../report/report.ts';

const LARGEST = 4 << 20;
/** Files that are kept at a time, and characters of a line that are shown. */
const KEPT = 64;
const LONGEST = 500;

export const sourceOptions = {
  sourceRoot: {
    kind: 'text',
    value: 'folder',
    repeat: true,
    help: 'show lines of source from this folder, where the locations of the trace name files in it',
  },
} as const;

/** Undefined if no folder was named. */
export function sourcesIn(roots: readonly string[]): Sources | undefined {
  if (roots.length === 0) return undefined;
  const folders = roots.map(folder);
  return sourcesBy((path) => find(path, folders));
}

/** Of the user's own program: whatever file it names, from the working directory on. */
export function ownSources(): Sources {
  return sourcesBy((path) => {
    const whole = absolute(path);
    return whole === undefined ? undefined : linesWithin(whole, sep);
  });
}

/** Undefined if it is relative to a folder that is gone. */
function absolute(path: string): string | undefined {
  try {
    return resolve(path);
  } catch {
    return undefined;
  }
}

function sourcesBy(read: (path: string) => readonly string[] | undefined): Sources {
  const files = new Map<string, readonly string[] | undefined>();
  const linesOf = (path: string): readonly string[] | undefined => {
    if (!files.has(path)) {
      if (files.size >= KEPT) files.delete(files.keys().next().value!);
      files.set(path, read(path));
    }
    return files.get(path);
  };
  return (location, around) => {
    const place = sourcePlace(location);
    const lines = place === undefined ? undefined : linesOf(place.path);
    if (place === undefined || lines === undefined || place.line < 1 || place.line > lines.length) return undefined;
    const first = Math.max(1, place.line - around);
    const shown = lines.slice(first - 1, place.line + around).map((line) => line.slice(0, LONGEST));
    return { first, line: place.line, lines: shown };
  };
}

function folder(root: string): string {
  try {
    if (statSync(root).isDirectory()) return realpathSync(root);
  } catch {
    // Said below.
  }
  throw new InputError('FILE_UNREADABLE', { file: root }, 'there is no such folder', 'name a folder with --source-root');
}

function find(path: string, folders: readonly string[]): readonly string[] | undefined {
  const native = sep === '/' ? path.replaceAll('\\', '/') : path;
  for (const root of folders) {
    const candidate = isAbsolute(native) ? resolve(native) : join(root, native);
    const lines = linesWithin(candidate, root);
    if (lines !== undefined) return lines;
  }
  return undefined;
}

function linesWithin(candidate: string, root: string): readonly string[] | undefined {
  try {
    const real = realpathSync(candidate);
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
    return readRegularFile(real, LARGEST).toString('utf8').split(/\r?\n/);
  } catch {
    // Not there, not readable, no plain file or too large: the report goes without.
    return undefined;
  }
}
