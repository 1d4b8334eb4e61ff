// Names for people, from the folder of one recorded process: places as file:line:column of the source, shared memory by the variable
// that first held it, threads by what they were started as.

import { readFileSync } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';
import { bisect } from '../../base/bisect.ts';
import type { Block, Naming } from '../../raw/naming.ts';
import { functionAt, type NamedFunction, namedFunctions } from '../../symbols/javascript-functions.ts';
import { type Position, SourcePositions } from '../../symbols/source-positions.ts';
import type { Statement } from '../../symbols/statements.ts';
import type { CodePlace } from '../../trace/code-place.ts';
import { Space } from './core/hooks.ts';

/** A line of sites.jsonl. */
interface SiteLine {
  readonly base: number;
  readonly file: string;
  readonly at?: readonly number[];
  readonly names?: readonly string[];
  readonly map?: string;
}

interface ThreadLine {
  readonly thread: number;
  readonly name?: string;
  readonly test?: string;
}

interface LockLine {
  readonly low: number;
  readonly high?: number;
  readonly name: string;
}

export function nodeNaming(folder: string): Promise<Naming> {
  return Promise.resolve(new NodeNaming(folder));
}

class NodeNaming implements Naming {
  private readonly sites: SiteLine[];
  private readonly threads: Map<number, string>;
  private readonly testsOfThreads: Map<number, string>;
  private readonly locks: Map<number, string>;
  private readonly cwd: string;
  private readonly positions = new SourcePositions();
  /** By the file that ran. */
  private readonly functions = new Map<string, readonly NamedFunction[]>();
  private readonly blockNames = new Map<number, string>();
  /** Blocks of one name so far: the second gets a number. */
  private readonly sameNames = new Map<string, number>();
  /** Lines of those files that say nothing. */
  private readonly spoilt: number;

  constructor(folder: string) {
    const sites = lines<SiteLine>(join(folder, 'sites.jsonl'), isSiteLine);
    const threads = lines<ThreadLine>(join(folder, 'threads.jsonl'), isThreadLine);
    const locks = lines<LockLine>(join(folder, 'locks.jsonl'), isLockLine);
    this.spoilt = sites.spoilt + threads.spoilt + locks.spoilt;
    this.sites = sites.good.sort((a, b) => a.base - b.base);
    this.threads = threadNames(threads.good);
    this.testsOfThreads = new Map(threads.good.flatMap(({ thread, test }) => (test ? [[thread, test] as const] : [])));
    this.locks = new Map(locks.good.map(({ low, high, name }) => [lockKey(low, high ?? Space.lock), name]));
    const about = text(join(folder, 'about'));
    this.cwd = /^cwd (.*)$/m.exec(about)?.[1] ?? '/';
  }

  location(site: number): string {
    const line = this.lineOf(site);
    if (line === undefined) return 'unknown';
    if (line.names !== undefined) return this.shown(line.names[site - line.base] ?? line.file);
    const { file, line: number, column } = this.positions.original(generated(line, site), line.map);
    return column === 0 ? `${this.shown(file)}:${number}` : `${this.shown(file)}:${number}:${column}`;
  }

  /** The function is that of the text which ran, the statement that of the source which it was made of. */
  place(site: number): CodePlace | undefined {
    const line = this.lineOf(site);
    if (line?.at === undefined) return undefined;
    const from = generated(line, site);
    const statement = this.positions.statement(this.positions.original(from, line.map), from, line.map);
    const around = functionAt(this.functionsOf(line.file), from.line, from.column);
    return {
      function: around?.name ?? '',
      line: around === undefined ? -1 : from.line - around.start.line,
      text: statement?.line ?? '',
      statement: statement?.text ?? '',
    };
  }

  variable(address: number, bytes: number, block: Block | undefined): string {
    if (block === undefined) return this.lock(address, block);
    const offset = address - block.address;
    return `${this.blockName(block)}[${offset}..${offset + bytes})`;
  }

  lock(address: number, block: Block | undefined): string {
    if (block !== undefined) return `${this.blockName(block)}[${address - block.address}]`;
    const high = Math.floor(address / 0x1_0000_0000);
    const low = address % 0x1_0000_0000;
    if (high >>> 12 === Space.lock >>> 12) return `lock ${JSON.stringify(this.locks.get(lockKey(low, high)) ?? low)}`;
    return `0x${address.toString(16)}`;
  }

  thread(number: number): string {
    return this.threads.get(number) ?? (number === 0 ? 'main' : `worker-${number}`);
  }

  tests(): Map<string, string> {
    return new Map([...this.testsOfThreads].map(([thread, test]) => [this.thread(thread), test]));
  }

  notes(): string[] {
    const notes: string[] = [];
    const { failures } = this.positions;
    const maps = failures === 1 ? 'source map makes' : 'source maps make';
    if (failures > 0) notes.push(`${failures} ${maps} no sense: places in such a file are those of the text that ran`);
    if (this.spoilt > 0) notes.push(`${this.spoilt} lines with names of places, threads or locks could not be read`);
    return notes;
  }

  private lineOf(site: number): SiteLine | undefined {
    const { sites } = this;
    const line = sites[bisect(0, sites.length, (i) => sites[i]!.base <= site) - 1];
    const count = line === undefined ? 0 : (line.names?.length ?? line.at!.length / 2);
    return line !== undefined && site < line.base + count ? line : undefined;
  }

  private functionsOf(file: string): readonly NamedFunction[] {
    let functions = this.functions.get(file);
    if (functions === undefined) {
      functions = namedFunctions(this.positions.generatedText(file) ?? '');
      this.functions.set(file, functions);
    }
    return functions;
  }

  private shown(file: string): string {
    if (!isAbsolute(file)) return file;
    const short = relative(this.cwd, file);
    return short.startsWith('../..') || short === '' ? file : short;
  }

  private blockName(block: Block): string {
    let name = this.blockNames.get(block.number);
    if (name === undefined) {
      const first = this.birthName(block.site);
      const count = (this.sameNames.get(first) ?? 0) + 1;
      this.sameNames.set(first, count);
      name = count === 1 ? first : `${first}#${count}`;
      this.blockNames.set(block.number, name);
    }
    return name;
  }

  /** `counter.js:shared` after `const shared = new SharedArrayBuffer(8)`, else the place of the allocation. */
  private birthName(site: number): string {
    const line = this.lineOf(site);
    if (line?.at === undefined) return this.location(site);
    const from = generated(line, site);
    const position = this.positions.original(from, line.map);
    const statement = this.positions.statement(position, from, line.map);
    const name = statement === undefined ? undefined : nameOfNew(statement);
    return name === undefined ? this.location(site) : `${basename(position.file)}:${name.replace(/^this\.#?/, '')}`;
  }
}

/** `name=`, `name:type=` and `name:`, without white space. */
const NAMED = /(?:^|[ ,([{])([\w$.#]+)(?::[^=,?]*)?=(?![=>])|(?:^|[ ,([{])([\w$.#]+):/g;

/** What is on the left of an allocation, next to it; where the place is not exact, before the first one of the statement. */
function nameOfNew({ before, text }: Statement): string | undefined {
  for (const words of [before, /^.*?\bnew\b/.exec(text)?.[0] ?? '']) {
    const named = [...words.matchAll(NAMED)].at(-1);
    if (named !== undefined) return named[1] ?? named[2];
  }
  return undefined;
}

function generated(line: SiteLine, site: number): Position {
  const at = (site - line.base) * 2;
  return { file: line.file, line: line.at![at]!, column: line.at![at + 1]! };
}

/** Names that two threads have are told apart by the number. */
function threadNames(threads: readonly ThreadLine[]): Map<number, string> {
  const counts = new Map<string, number>();
  for (const { name } of threads) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    threads.flatMap(({ thread, name }) =>
      name ? [[thread, counts.get(name)! > 1 || name === 'main' ? `${name}-${thread}` : name] as const] : [],
    ),
  );
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

function isSiteLine({ base, file, at, names, map }: Record<string, unknown>): boolean {
  if (!Number.isSafeInteger(base) || typeof file !== 'string' || !isOptionalText(map)) return false;
  return names === undefined ? isNumbers(at) : isTexts(names);
}

function isThreadLine({ thread, name, test }: Record<string, unknown>): boolean {
  return Number.isSafeInteger(thread) && isOptionalText(name) && isOptionalText(test);
}

function isLockLine({ low, high, name }: Record<string, unknown>): boolean {
  return Number.isFinite(low) && (high === undefined || Number.isFinite(high)) && typeof name === 'string';
}

function lockKey(low: number, high: number): number {
  return high * 0x1_0000_0000 + (low >>> 0);
}
