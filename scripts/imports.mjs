// What the files under src import, as far as text tells it: for the check of the arrows and for the picture of them.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const IMPORT =
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
const LINE_COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;

/** Files by path under src, in order: what each imports, also lazily. `to` is the path of a file of ours, under src too. */
export function readImports(src) {
  const files = readdirSync(src, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(files.map((file) => [relative(src, file), importsOf(file, src)]));
}

function importsOf(file, src) {
  const text = readFileSync(file, 'utf8').replace(LINE_COMMENT, '');
  return [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3];
    return {
      specifier,
      to: specifier.startsWith('.') ? relative(src, resolve(dirname(file), specifier)) : undefined,
      // These vanish in the build.
      typeOnly: /^\s*(?:import|export)\s+type\b/.test(match[0]),
    };
  });
}

export function roomOf(path) {
  return path.split('/')[0];
}

/** Room → room that it imports → how often. */
export function arrowsOf(imports) {
  const arrows = new Map();
  for (const [from, targets] of imports) {
    const room = roomOf(from);
    const counts = arrows.get(room) ?? new Map();
    arrows.set(room, counts);
    for (const { to } of targets)
      if (to !== undefined && roomOf(to) !== room) counts.set(roomOf(to), (counts.get(roomOf(to)) ?? 0) + 1);
  }
  return arrows;
}
