// Source text to instrumented text: which files, the cache on disk, and the numbers of sites. The transform itself is loaded only for a
// text that is not in the cache. Nothing here throws: a file that cannot be instrumented runs as it is, and is named in `notes`.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../../base/cache-folder.ts';
import { glob } from '../../../base/glob.ts';
import { SITE_TOKEN, type SourceKind, type Transform } from '../core/hooks.ts';
import { note } from '../core/notes.ts';
import type { Settings } from '../core/settings.ts';
import { sitesOfText } from '../core/sites.ts';
import { hashText, hexOf } from './hash.ts';

const { mkdirSync, readFileSync, renameSync, writeFileSync } = fs;

/** Foretrace itself, and the packages that the transform is made of. */
const OURS = fileURLToPath(new URL('../../..', import.meta.url));
/** What has none of these has no access that could be to shared memory. */
const INTERESTING =
  /\[|\bof\b|\.\.\.|Atomics|[gs]et(?:Big)?(?:Ui|I)nt|[gs]etFloat|eval|apply|Array|['":](?:crypto|zlib|v8)['"]|Object\.(?:values|entries|assign)/;
const SITE = new RegExp(`${SITE_TOKEN}(\\d+)`, 'g');
/** Longer texts are left alone: parsing them takes longer than anybody waits. */
const LONGEST = 32 << 20;

type Filter = (path: string) => boolean;

let included: Filter = () => true;
let cache: string | undefined;
let transform: Transform | undefined;
let isLoading = false;

export function startInstrument(settings: Settings, cwd: string): void {
  included = filterOf(settings, cwd);
  try {
    cache = join(settings.cache ?? cacheFolder(process.env), `node-${versionKey()}`);
    mkdirSync(cache, { recursive: true });
  } catch {
    cache = undefined;
  }
}

/** Patterns match the path from the working directory, or from the root. Without --include everything is in; --exclude wins. */
function filterOf({ include, exclude }: Pick<Settings, 'include' | 'exclude'>, cwd: string): Filter {
  const [wanted, unwanted] = [include, exclude].map((patterns) => patterns.map((pattern) => glob(pattern, 'path')));
  return (path) => {
    const names = [path, relative(cwd, path)];
    const matches = (pattern: (text: string) => boolean) => names.some(pattern);
    return !unwanted!.some(matches) && (wanted!.length === 0 || wanted!.some(matches));
  };
}

/** Cached texts are as old as the code that made them. */
function versionKey(): string {
  const files = fs.readdirSync(new URL('../transform', import.meta.url)).sort();
  const stats = files.map((file) => {
    const { mtimeMs, size } = fs.statSync(new URL(`../transform/${file}`, import.meta.url));
    return `${file} ${size} ${mtimeMs}`;
  });
  return hexOf(hashText(stats.join(), 0));
}

/** The text to run in the place of a source. `path` names it: a path, a URL, or whatever it is called. `fallback`: what it may be
 * instead. */
export function instrumented(source: string, path: string, kind: SourceKind, fallback?: SourceKind): string {
  if (isLoading || source.length > LONGEST || !INTERESTING.test(source)) return source;
  if (path.startsWith(OURS) || !included(path)) return source;
  isLoading = true;
  let isOtherKind = false;
  try {
    const hash = hashText(source, kind === 'module' ? 1 : kind === 'script' ? 2 : 3);
    const found = cached(source, hash, kind);
    if (found === undefined) return source;
    const base = sitesOfText(path, hash, found.sites, keptMap(source, path));
    return found.code.replace(SITE, (_, number: string) => String(base === 0 ? 0 : base + Number(number)));
  } catch (error) {
    isOtherKind = fallback !== undefined && error instanceof SyntaxError;
    if (!isOtherKind) note(`not instrumented: ${path}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    isLoading = false;
  }
  return isOtherKind ? instrumented(source, path, fallback!) : source;
}

/** The map of a text that a loader made in memory: nobody can read it later. */
function keptMap(source: string, path: string): string | undefined {
  const at = source.lastIndexOf('sourceMappingURL=data:');
  if (at < 0 || isFile(source, path)) return undefined;
  return /^[^\s'"*]+/.exec(source.slice(at + 'sourceMappingURL='.length))?.[0];
}

function isFile(source: string, path: string): boolean {
  return /\.[cm]?js$/.test(path) && fs.statSync(path, { throwIfNoEntry: false })?.size === Buffer.byteLength(source);
}

interface Entry {
  readonly sites: readonly number[];
  readonly code: string;
}

/** A cache file is a line of JSON, the sites, and the text. `null` instead: there is nothing to hook. */
function cached(source: string, hash: [number, number], kind: SourceKind): Entry | undefined {
  const file = cache === undefined ? undefined : join(cache, `${hexOf(hash)}-${source.length}`);
  const text = file === undefined ? undefined : contents(file);
  if (text !== undefined) {
    const end = text.indexOf('\n');
    const sites = JSON.parse(text.slice(0, end)) as number[] | null;
    return sites === null ? undefined : { sites, code: text.slice(end + 1) };
  }
  const made = loadTransform()(source, kind);
  if (file !== undefined) save(file, made === undefined ? 'null\n' : `${JSON.stringify(made.sites)}\n${made.code}`);
  return made;
}

function contents(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Written aside and renamed: another process sees all of it or nothing. */
function save(file: string, text: string): void {
  try {
    const aside = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    writeFileSync(aside, text);
    renameSync(aside, file);
  } catch {
    // A cache that cannot be written is none.
  }
}

function loadTransform(): Transform {
  if (transform === undefined) {
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
    const exports: { transform: Transform } = createRequire(import.meta.url)(`../transform/index${extension}`);
    transform = exports.transform;
  }
  return transform;
}
