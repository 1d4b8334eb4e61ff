// Instrumented texts, kept for the next run. An entry counts only for the very text, kind and version that it was made of: it has them inside.
//
// An entry is a line of JSON (version, kind, length of the text, sites and moves, or null if there is nothing to hook), the text that was
// instrumented, and the instrumented text.

import fs from 'node:fs';
import zlib from 'node:zlib';
import type { SourceKind, Transformed } from '../core/hooks.ts';
import type { Settings } from '../core/settings.ts';
import { entryFile, hasCacheFolder, startCacheFolder, writeEntry } from './cache-folder.ts';

const { readFileSync } = fs;
const { crc32 } = zlib;

/** How it was instrumented: for a program that is led, or not. */
type KeptKind = SourceKind | `led-${SourceKind}`;

/** What is kept of a text: `made` is undefined if there is nothing to hook. */
export interface Kept {
  readonly made: Transformed | undefined;
}

interface Head {
  readonly version: string;
  readonly kind: string;
  readonly length: number;
  readonly places: Omit<Transformed, 'code'> | null;
}

let version = '';

export function startCache(settings: Settings): void {
  startCacheFolder(settings, () => {
    version = versionOf();
    return version;
  });
}

/** Kept texts are as old as the code that made them. */
function versionOf(): string {
  const files = fs.readdirSync(new URL('../transform', import.meta.url)).sort();
  const stats = files.map((file) => {
    const { mtimeMs, size } = fs.statSync(new URL(`../transform/${file}`, import.meta.url));
    return `${file} ${size} ${mtimeMs}`;
  });
  return stats.join();
}

export function keptText(source: string, kind: KeptKind): Kept | undefined {
  const name = nameOf(source, kind);
  const file = name === undefined ? undefined : entryFile(name);
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const head = JSON.parse(text.slice(0, end)) as Head;
    if (head.version !== version || head.kind !== kind || head.length !== source.length) return undefined;
    if (!text.startsWith(source, end + 1)) return undefined;
    return { made: head.places === null ? undefined : { ...head.places, code: text.slice(end + 1 + source.length) } };
  } catch {
    // It is not there, or not whole.
    return undefined;
  }
}

export function keepText(source: string, kind: KeptKind, made: Transformed | undefined): void {
  const name = nameOf(source, kind);
  if (name === undefined) return;
  const places = made === undefined ? null : { sites: made.sites, names: made.names, moves: made.moves };
  const head: Head = { version, kind, length: source.length, places };
  writeEntry(name, [`${JSON.stringify(head)}\n${source}${made?.code ?? ''}`]);
}

function nameOf(source: string, kind: KeptKind): string | undefined {
  // A text that is not well-formed comes back from the file as another.
  if (!hasCacheFolder() || !isWellFormed(source)) return undefined;
  // Entries have the text itself: two texts of one name only take each other's place. Every thread names all that it loads, and a hash of ours took V8
  // longer to optimise than the recorder to start.
  return `${kind}-${crc32(source).toString(16).padStart(8, '0')}-${source.length}`;
}

function isWellFormed(source: string): boolean {
  return !/[\ud800-\udfff]/.test(source) || Buffer.from(source, 'utf8').toString('utf8') === source;
}
