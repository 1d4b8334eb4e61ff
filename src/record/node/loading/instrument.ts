// Source text to instrumented text: which files, and the numbers of sites. The transform itself is loaded only for a
// text that is not in the cache. Nothing here throws: a file that cannot be instrumented runs as it is, and is named in `unrecorded`.

import fs from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { glob } from '../../../base/glob.ts';
import { keptModule } from '../../../base/kept-code.ts';
import { slashed } from '../../../base/slashes.ts';
import { SourcePositions } from '../../../symbols/source-positions.ts';
import { CodePaths } from '../code-paths.ts';
import { type AtomicNames, SITE_TOKEN, type SourceKind, type Transform, type Transformed } from '../core/hooks.ts';
import { noteTool, noteUnrecorded } from '../core/notes.ts';
import type { Settings } from '../core/settings.ts';
import { sitesOfText } from '../core/sites.ts';
import { keepText, keptText, startCache } from './cache.ts';
import { toolOf } from './tools.ts';

const { Script, compileFunction } = vm;

/** Foretrace itself, and the packages that the transform is made of. */
const OURS = fileURLToPath(new URL('../../..', import.meta.url));
/** What has none of these has no access that could be to shared memory, and asks for no lock. */
const INTERESTING =
  /\[|\bof\b|\.\.\.|Atomics|WebAssembly|[gs]et(?:Big)?(?:Ui|I)nt|[gs]etFloat|eval|apply|Array|Reflect|[=(,:]\s*(?:Object|Promise|Function)\b(?!\s*[.(])|['":](?:assert(?:\/strict)?|child_process|string_decoder|crypto|dgram|https?|net|tls|zlib|v8)['"]|Object\.(?:values|entries|assign)|locks\.request|Promise\.|\.(?:from|bind|call)\b|\bnew\b|\bextends\b|yield\s*\*|[{,]\s*['"]?\d+['"]?\s*:|__proto__|\.prototype\s*=[^=]/;
const SITE = new RegExp(`${SITE_TOKEN}(\\d+)`, 'g');
/** Longer texts are left alone: parsing them takes longer than anybody waits. */
const LONGEST = 32 << 20;

type Filter = (path: string, isModule: boolean) => boolean;

let included: Filter = () => true;
let transform: Transform | undefined;
let isLoading = false;
/** Patterns for the names of functions that are to be atomic. */
let atomic: ((name: string) => boolean)[] = [];
let isLed = false;

export function startInstrument(settings: Settings, cwd: string): void {
  included = filterOf(settings, cwd);
  startCache(settings);
  atomic = settings.atomic.map((pattern) => glob(pattern, 'name'));
  isLed = settings.plan !== undefined;
}

/** Patterns match the path from the working directory, or from the root. Without --include everything is in but what is only a tool; --exclude wins. */
function filterOf({ include, exclude }: Pick<Settings, 'include' | 'exclude'>, cwd: string): Filter {
  const [wanted, unwanted] = [include, exclude].map((patterns) => patterns.map((pattern) => glob(pattern, 'path')));
  const paths = new CodePaths(cwd);
  return (path, isModule) => {
    const names = [path, relative(cwd, path)].map((name) => slashed(name, sep));
    const matches = (pattern: (text: string) => boolean) => names.some(pattern);
    if (unwanted!.some(matches)) return false;
    if (wanted!.some(matches)) return true;
    const tool = toolOf(paths.ofOthers(path));
    if (tool !== undefined) noteTool(tool);
    return tool === undefined && (wanted!.length === 0 || isModule);
  };
}

/** Whether a module of WebAssembly that a file has, or a script has compiled, is to be recorded. Patterns of --include are about scripts. */
export function recordsModule(path: string): boolean {
  return included(path, true);
}

/** The text to run in the place of a source. `path` names it: a path, a URL, or whatever it is called. `fallback`: what it may be
 * instead. */
export function instrumented(source: string, path: string, kind: SourceKind, fallback?: SourceKind): string {
  if (isLoading || (!INTERESTING.test(source) && atomic.length === 0)) return source;
  if (path.startsWith(OURS) || !included(path, false)) return source;
  if (source.length > LONGEST) {
    noteUnrecorded(`${path} (its text is longer than ${LONGEST >> 20} MB): split it`);
    return source;
  }
  isLoading = true;
  let isOtherKind = false;
  try {
    const found =
      atomic.length === 0 ? cached(source, kind) : loadTransform()(source, kind, { atomic: atomicIn(source, path), isLed });
    if (found === undefined) return source;
    const base = sitesOfText(path, `${kind}\n${source}`, found.sites, {
      ...found.moves,
      called: found.names,
      map: keptMap(source, path),
    });
    const site = (number: string) => String(base === 0 ? 0 : base + Number(number));
    return found.code.replace(SITE, (token, number: string) => site(number).padEnd(token.length));
  } catch (error) {
    isOtherKind = fallback !== undefined && error instanceof SyntaxError;
    if (!isOtherKind) noteFailure(source, path, kind, error);
  } finally {
    isLoading = false;
  }
  return isOtherKind ? instrumented(source, path, fallback!) : source;
}

function noteFailure(source: string, path: string, kind: SourceKind, error: unknown): void {
  const isSyntax = error instanceof SyntaxError;
  // What the engine refuses, too, does not run: an answer of `eval` that the program expects.
  if (isSyntax && !compiles(source, kind)) return;
  const reason = error instanceof Error ? error.message : String(error);
  noteUnrecorded(`${path} (${reason}): ${isSyntax ? 'compile it to an older syntax' : 'please report this'}`);
}

/** As far as can be asked: of modules that import or export something the engine says nothing here. */
function compiles(source: string, kind: SourceKind): boolean {
  try {
    if (kind === 'script') new Script(source);
    else if (kind === 'commonjs') compileFunction(source.replace(/^#!.*/, ''));
    else if (!/\b(?:im|ex)port\b/.test(source)) new Script(`async()=>{'use strict';${source}\n}`);
  } catch {
    return false;
  }
  return true;
}

/** Whether a text that may be either is no module. */
export function isCommonJs(source: string): boolean {
  try {
    loadTransform()(source, 'commonjs');
    return true;
  } catch {
    return false;
  }
}

/** Nothing of that is kept: the names that the source has are in a map, which may be another one next time. */
function atomicIn(source: string, file: string): AtomicNames {
  const positions = new SourcePositions();
  const map = keptMap(source, file);
  const isMapped = source.includes('sourceMappingURL=');
  return {
    matches: (name) => atomic.some((isMeant) => isMeant(name)),
    original: (line, column) => (isMapped ? positions.name({ file, line, column }, map) : undefined),
  };
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

/** Undefined if there is nothing to hook. */
function cached(source: string, kind: SourceKind): Transformed | undefined {
  const what = isLed ? (`led-${kind}` as const) : kind;
  const kept = keptText(source, what);
  if (kept !== undefined) return kept.made;
  const made = loadTransform()(source, kind, { isLed });
  keepText(source, what, made);
  return made;
}

function loadTransform(): Transform {
  if (transform === undefined) {
    const script = fileURLToPath(new URL('../transform.cjs', import.meta.url));
    ({ transform } = keptModule<{ transform: Transform }>(script, { purpose: 'transform', when: 'never' }));
  }
  return transform;
}
