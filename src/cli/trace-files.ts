// The traces that a command names: files, standard input, and folders with traces in them.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../base/error.ts';
import { formats } from '../formats/index.ts';

/** Behind the ending of a format. */
const PACKED = /\.(?:gz|zst)$/;

/** The arguments with every folder replaced by the traces in it, by name. */
export function traceFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => (isFolder(path) ? tracesIn(path) : [path]));
  const streams = files.filter((path) => path === '-');
  if (streams.length > 1) throw new InputError('USAGE', {}, 'standard input is named twice', 'name it once');
  return files;
}

function isFolder(path: string): boolean {
  return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function tracesIn(folder: string): string[] {
  const endings = formats.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`));
  const isTrace = (name: string) => endings.some((ending) => name.replace(PACKED, '').endsWith(ending));
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isTrace(entry.name))
    .map(({ name }) => join(folder, name))
    .sort();
  if (found.length > 0) return found;
  throw new InputError(
    'FILE_UNREADABLE',
    { file: folder },
    `there is no trace in this folder (${endings.join(', ')})`,
    'name the files; the raw logs of a recording become traces by foretrace assemble',
  );
}
