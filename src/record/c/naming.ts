// Names of what a native recording speaks of: `queue.c:41` for code, `queue.c:41:20` for another statement of that line, `config[8..12)` for globals, `queue.c:41 malloc(64)[16..24)` for
// the heap; what begins where its object begins has the name of the object alone.

import { isAbsolute, join, normalize, relative, sep } from 'node:path';
import type { Block, Naming } from '../../raw/naming.ts';
import type { SourceFile } from '../../symbols/dwarf/line-header.ts';
import type { SourceLine } from '../../symbols/dwarf/line-table.ts';
import { Symbolizer } from '../../symbols/elf/symbolizer.ts';
import { SourceText } from '../../symbols/source-text.ts';
import type { Statement } from '../../symbols/statements.ts';
import type { CodePlace } from '../../trace/code-place.ts';

const STACK = 1;
/** Libraries of the system seldom have debug information, and nobody misses it. */
const SYSTEM = /^\/(?:usr|lib|lib64|opt)\//;
/** Compilers bring these, and threads begin in them that then do what the program says. */
const RUNTIMES = /^(?:libc|libpthread|ld-linux[^/]*|libstdc\+\+|libc\+\+(?:abi)?|libgcc_s|libgomp|libi?omp5?)[.-]/;
/** gcc tells its options in the debug information unless it is told not to, clang does not. */
const TELLS_OPTIONS = /^GNU .* -/;
/** Where runtime/intercept/files.c has the variables of file descriptors, which have no memory. */
const DESCRIPTORS = 0xfb * 2 ** 40;
const DESCRIPTORS_END = 0xfc * 2 ** 40;

/** `maps` is what /proc/self/maps said; paths below `folder` are given relative to it. */
export function nativeNaming(maps: string, folder: string): Naming {
  return new Names(new Symbolizer(maps), folder);
}

class Names implements Naming {
  /** Files of the user's that have no debug information, as far as it was asked for. */
  private readonly withoutLines = new Set<string>();
  private readonly symbols: Symbolizer;
  private readonly folder: string;
  /** Per allocation site, its blocks in the order in which they were asked for: the first needs no number. */
  private readonly blocks = new Map<number, Map<number, number>>();
  private readonly places = new Map<number, string>();
  private readonly sources = new SourceText();
  /** The block that was spoken of last, and its name: a block has many variables. */
  private lastBlock: Block | undefined;
  private lastName = '';

  constructor(symbols: Symbolizer, folder: string) {
    this.symbols = symbols;
    this.folder = folder;
  }

  location(site: number): string {
    const place = this.lineOf(site);
    const name = this.symbols.function(site);
    return name === undefined ? place : `${place} (${name})`;
  }

  place(site: number): CodePlace | undefined {
    const line = this.symbols.line(site);
    if (line === undefined) return undefined;
    const around = this.symbols.sourceFunction(site);
    const statement = this.statement(line);
    return {
      function: around?.name ?? '',
      line: around === undefined ? -1 : line.line - around.line,
      text: statement?.line ?? '',
      statement: statement?.text ?? '',
    };
  }

  notes(): string[] {
    return [...this.withoutLines].map(
      (path) => `${baseName(path)} has no debug information (-g): places in it are addresses, not lines`,
    );
  }

  variable(address: number, bytes: number, block: Block | undefined): string {
    return this.data(address, bytes, block);
  }

  lock(address: number, block: Block | undefined): string {
    return this.data(address, 0, block);
  }

  thread(number: number): string {
    return number === 0 ? 'main' : `T${number}`;
  }

  unseen(site: number): string | undefined {
    const file = this.symbols.file(site);
    if (file === undefined || RUNTIMES.test(baseName(file.path))) return undefined;
    const unit = this.symbols.unit(site);
    if (unit !== undefined && TELLS_OPTIONS.test(unit.producer))
      return / -fsanitize=\S*\bthread\b/.test(unit.producer) ? undefined : this.path(unit.file);
    return this.symbols.knows(site, '__tsan_') === false ? baseName(file.path) : undefined;
  }

  private lineOf(site: number): string {
    let place = this.places.get(site);
    if (place === undefined) {
      place = this.newLine(site);
      this.places.set(site, place);
    }
    return place;
  }

  private newLine(site: number): string {
    if (site === 0) return '';
    const place = this.symbols.line(site);
    if (place !== undefined) return `${this.path(place.file)}:${place.line}${this.column(place)}`;
    const file = this.symbols.file(site);
    if (file === undefined) return hex(site);
    if (!SYSTEM.test(file.path)) this.withoutLines.add(file.path);
    return `${baseName(file.path)}+${hex(file.offset)}`;
  }

  /** Tells the statements of a line apart; the first needs no column. */
  private column(place: SourceLine): string {
    const column = this.statement(place)?.column ?? 0;
    return column === 0 ? '' : `:${column}`;
  }

  private statement({ file, line, column }: SourceLine): Statement | undefined {
    const path = wholePath(file);
    return path === undefined ? undefined : this.sources.statement(path, line, column);
  }

  private data(address: number, bytes: number, block: Block | undefined): string {
    if (address >= DESCRIPTORS && address < DESCRIPTORS_END) return `file descriptor ${(address - DESCRIPTORS) / 16}`;
    if (block !== undefined) return this.inBlock(address, bytes, block);
    const data = this.symbols.data(address);
    if (data !== undefined) return data.symbol + part(data.offset, bytes);
    const file = this.symbols.file(address);
    return file === undefined ? hex(address) : `${baseName(file.path)}+${hex(file.offset)}`;
  }

  private inBlock(address: number, bytes: number, block: Block): string {
    const start = address - block.address;
    // Findings tell the number of a block from its object by the range behind it.
    const offset = start === 0 && bytes > 0 ? `[0..${bytes})` : part(start, bytes);
    if (block !== this.lastBlock) {
      this.lastBlock = block;
      this.lastName = this.blockName(block);
    }
    return this.lastName + offset;
  }

  private blockName(block: Block): string {
    if (block.kind === STACK) return `stack of ${this.thread(block.thread)}`;
    return `${this.lineOf(block.site)} malloc(${block.bytes})${this.count(block)}`;
  }

  private count({ site, number }: Block): string {
    let known = this.blocks.get(site);
    if (known === undefined) {
      known = new Map();
      this.blocks.set(site, known);
    }
    let index = known.get(number);
    if (index === undefined) {
      index = known.size + 1;
      known.set(number, index);
    }
    return index === 1 ? '' : `#${index}`;
  }

  private path({ path, folder }: SourceFile): string {
    const whole = wholePath({ path, folder });
    if (whole === undefined) return normalize(path);
    const below = relative(this.folder, whole);
    return below.startsWith(`..${sep}`) && isAbsolute(path) ? normalize(path) : below;
  }
}

function wholePath({ path, folder }: SourceFile): string | undefined {
  if (isAbsolute(path)) return path;
  return folder === undefined ? undefined : join(folder, path);
}

/** Of an object: bytes of data, or a lock in it. */
function part(offset: number, bytes: number): string {
  if (offset === 0) return '';
  return bytes === 0 ? `+${offset}` : `[${offset}..${offset + bytes})`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
