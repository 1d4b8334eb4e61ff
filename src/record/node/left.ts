// What the runtime left in the folder of a process beside the logs: places, threads and locks, a line of JSON each.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModuleLine, Space } from './core/hooks.ts';
import { type ElementType, elementTypes } from './core/noted-views.ts';

/** A line of sites.jsonl. */
export interface SiteLine {
  readonly base: number;
  readonly file: string;
  readonly at?: readonly number[];
  readonly names?: readonly string[];
  readonly module?: ModuleLine;
  /** As `at`: where the code says what the memory there is called; two zeros where it does not. */
  readonly called?: readonly number[];
  /** Where the transform put the characters of the file: see `Moves` in core/hooks.ts. */
  readonly moved?: readonly number[];
  readonly calls?: readonly number[];
  readonly map?: string;
  /** Line and column of a call in the text that ran, and the function that V8 has it in. */
  readonly ran?: Ran;
  readonly function?: string;
  /** Of a module of WebAssembly that is no file: the script that compiled it. */
  readonly by?: string;
}

export type Ran = readonly [line: number, column: number];

export interface ThreadLine {
  readonly thread: number;
  readonly name?: string;
  readonly test?: string;
}

/** A line of views.jsonl: see core/noted-views.ts. */
export interface ViewLine {
  readonly address: number;
  readonly type: ElementType;
  readonly length: number;
  readonly site: number;
  readonly thread: number;
  readonly made?: boolean;
  readonly of?: number;
}

/** Another of that file. */
export interface DebugLine {
  readonly address: number;
  readonly debug: string;
  /** Bytes and time of the file when it ran. */
  readonly size: number;
  readonly changed: number;
}

interface LockLine {
  readonly low: number;
  readonly high?: number;
  readonly name: string;
}

export interface Left {
  readonly sites: SiteLine[];
  readonly threads: readonly ThreadLine[];
  readonly views: readonly ViewLine[];
  readonly modules: readonly DebugLine[];
  /** Names of locks by `lockKey`. */
  readonly locks: Map<number, string>;
  readonly cwd: string;
  /** Lines that say nothing. */
  readonly spoilt: number;
}

const SITES = 'sites.jsonl';

/** What the threads of a process have told of places so far. */
export function toldSites(folder: string): readonly SiteLine[] {
  return lines<SiteLine>(join(folder, SITES), isSiteLine).good;
}

export function left(folder: string): Left {
  const sites = lines<SiteLine>(join(folder, SITES), isSiteLine);
  const threads = lines<ThreadLine>(join(folder, 'threads.jsonl'), isThreadLine);
  const views = lines<ViewLine | DebugLine>(join(folder, 'views.jsonl'), (line) => isDebugLine(line) || isViewLine(line));
  const locks = lines<LockLine>(join(folder, 'locks.jsonl'), isLockLine);
  return {
    sites: sites.good,
    threads: threads.good,
    views: views.good.filter((line): line is ViewLine => !('debug' in line)),
    modules: views.good.filter((line): line is DebugLine => 'debug' in line),
    locks: new Map(locks.good.map(({ low, high, name }) => [lockKey(low, high ?? Space.lock), name])),
    cwd: /^cwd (.*)$/m.exec(text(join(folder, 'about')))?.[1] ?? '/',
    spoilt: sites.spoilt + threads.spoilt + views.spoilt + locks.spoilt,
  };
}

export function lockKey(low: number, high: number): number {
  return high * 0x1_0000_0000 + (low >>> 0);
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Whole lines of JSON; the last may be cut, and is then left out. */
function lines<T>(file: string, isLine: (value: Record<string, unknown>) => boolean): { good: T[]; spoilt: number } {
  const texts = text(file).split('\n');
  // Behind the last line is nothing, or what a killed process did not finish.
  texts.pop();
  const good = texts.flatMap((line) => parsed<T>(line, isLine));
  return { good, spoilt: texts.length - good.length };
}

function parsed<T>(line: string, isLine: (value: Record<string, unknown>) => boolean): T[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && isLine(value as Record<string, unknown>) ? [value as T] : [];
  } catch {
    return [];
  }
}

const isNumbers = (value: unknown): boolean => Array.isArray(value) && value.every(Number.isFinite);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';

function isSiteLine({
  base,
  file,
  at,
  names,
  module,
  map,
  ran,
  function: name,
  moved = [],
  calls = [],
  called = [],
  by,
}: Record<string, unknown>): boolean {
  if (!Number.isSafeInteger(base) || typeof file !== 'string' || !isOptionalText(map) || !isOptionalText(by)) return false;
  if (!isNumbers(moved) || !isNumbers(calls) || !isNumbers(called) || !isOptionalText(name)) return false;
  if (ran !== undefined) return isNumbers(ran) && (ran as unknown[]).length === 2;
  if (module !== undefined) return isModuleLine(module);
  return names === undefined ? isNumbers(at) : isTexts(names);
}

function isModuleLine(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { length, code, path, size, changed } = value as Record<string, unknown>;
  const isOptionalNumber = (number: unknown): boolean => number === undefined || Number.isFinite(number);
  return (
    Number.isSafeInteger(length) && Number.isSafeInteger(code) && isOptionalText(path) && [size, changed].every(isOptionalNumber)
  );
}

function isThreadLine({ thread, name, test }: Record<string, unknown>): boolean {
  return Number.isSafeInteger(thread) && isOptionalText(name) && isOptionalText(test);
}

function isDebugLine({ address, debug, size, changed }: Record<string, unknown>): boolean {
  return Number.isSafeInteger(address) && typeof debug === 'string' && Number.isFinite(size) && Number.isFinite(changed);
}

function isViewLine({ address, type, length, site, thread, made = false, of = 0 }: Record<string, unknown>): boolean {
  if (![address, length, site, thread, of].every(Number.isSafeInteger) || typeof made !== 'boolean') return false;
  return elementTypes.includes(type as ElementType);
}

function isLockLine({ low, high, name }: Record<string, unknown>): boolean {
  return Number.isFinite(low) && (high === undefined || Number.isFinite(high)) && typeof name === 'string';
}
