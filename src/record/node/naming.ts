// Names for people, from the folder of one recorded process: places as file:line:column of the source, shared memory by the variable
// that first held it, threads by what they were started as.

import { readFileSync } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';
import { bisect } from '../../base/bisect.ts';
import type { Block, Naming } from '../../raw/naming.ts';
import { functionAt, type NamedFunction, namedFunctions } from '../../symbols/javascript-functions.ts';
import { type Position, SourcePositions } from '../../symbols/source-positions.ts';
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
}

interface LockLine {
  readonly low: number;
  readonly name: string;
}

export function nodeNaming(folder: string): Promise<Naming> {
  return Promise.resolve(new NodeNaming(folder));
}

class NodeNaming implements Naming {
  private readonly sites: SiteLine[];
  private readonly threads: Map<number, string>;
  private readonly locks: Map<number, string>;
  private readonly cwd: string;
  private readonly positions = new SourcePositions();
  /** By the file that ran. */
  private readonly functions = new Map<string, readonly NamedFunction[]>();
  private readonly blockNames = new Map<number, string>();
  /** Blocks of one name so far: the second gets a number. */
  private readonly sameNames = new Map<string, number>();

  constructor(folder: string) {
    this.sites = lines<SiteLine>(join(folder, 'sites.jsonl')).sort((a, b) => a.base - b.base);
    this.threads = threadNames(lines<ThreadLine>(join(folder, 'threads.jsonl')));
    this.locks = new Map(lines<LockLine>(join(folder, 'locks.jsonl')).map(({ low, name }) => [low >>> 0, name]));
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

  /** The function is that of the text which ran, the line that of the source which it was made of. */
  place(site: number): CodePlace | undefined {
    const line = this.lineOf(site);
    if (line?.at === undefined) return undefined;
    const from = generated(line, site);
    const source = this.positions.line(this.positions.original(from, line.map), from, line.map);
    const around = functionAt(this.functionsOf(line.file), from.line, from.column);
    return {
      function: around?.name ?? '',
      line: around === undefined ? -1 : from.line - around.start.line,
      text: source?.trim() ?? '',
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
    if (high === Space.lock) return `lock ${JSON.stringify(this.locks.get(low) ?? low)}`;
    return `0x${address.toString(16)}`;
  }

  thread(number: number): string {
    return this.threads.get(number) ?? (number === 0 ? 'main' : `worker-${number}`);
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

  /** `counter.js:shared` after `const shared = new SharedArrayBuffer(8)`, else the file and line of the allocation. */
  private birthName(site: number): string {
    const line = this.lineOf(site);
    if (line?.at === undefined) return this.location(site);
    const from = generated(line, site);
    const position = this.positions.original(from, line.map);
    const source = this.positions.line(position, from, line.map);
    const name = source === undefined ? undefined : BIRTH.exec(source)?.[1];
    return `${basename(position.file)}:${name?.replace(/^this\.#?/, '') ?? position.line}`;
  }
}

/** What is on the left of an allocation. */
const BIRTH = /(?:^|[\s,;({])([\w$.#]+)\s*(?:=(?![=>])|:)\s*.*?\bnew\b/;

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
function lines<T>(file: string): T[] {
  return text(file)
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as T];
      } catch {
        return [];
      }
    });
}
