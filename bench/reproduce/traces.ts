// The traces of a folder: each a program of its own, but folders in which all are tiny count as one.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface TraceSource {
  /** The path below the folder, without extensions: never a path of the machine. */
  readonly name: string;
  readonly files: readonly string[];
  /** Bytes as they are stored. */
  readonly size: number;
  /** Of the contents. */
  readonly hash: string;
}

/** A folder whose traces are all plain files of so many bytes at most is one source. */
const TINY = 16 << 10;

const PACKED = /\.(?:gz|zst)$/;
const EXTENSION = /\.(?:std|csv|rr|ftrace)(?:\.gz|\.zst)?$/;

export function traceSources(folder: string): TraceSource[] {
  const byFolder = new Map<string, string[]>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => EXTENSION.test(name))
    .sort())
    byFolder.set(dirname(path), [...(byFolder.get(dirname(path)) ?? []), path]);
  return [...byFolder].flatMap(([name, paths]) => {
    const all = paths.map((path) => ({ path, size: statSync(join(folder, path)).size }));
    if (paths.length > 1 && all.every(({ path, size }) => size <= TINY && !PACKED.test(path)))
      return [source(folder, name, paths)];
    return paths.map((path) => source(folder, path.replace(EXTENSION, ''), [path]));
  });
}

function source(folder: string, name: string, paths: readonly string[]): TraceSource {
  const files = paths.map((path) => join(folder, path));
  const hash = createHash('sha256');
  let size = 0;
  for (const file of files) {
    const bytes = readFileSync(file);
    size += bytes.length;
    hash.update(createHash('sha256').update(bytes).digest());
  }
  return { name, files, size, hash: hash.digest('hex').slice(0, 32) };
}

/** The name of the program, for tables: what comes after the folder. */
export function programName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
