// Names of what a native recording speaks of: `queue.c:41 (push)` for code, `queue.c:41:20 (push)` for another statement of that line, `config.limit` for globals,
// `errors of T2` for thread-local variables; blocks of the heap are in block-names.ts.

import { isAbsolute, normalize, relative, sep } from 'node:path';
import { Origin } from '../../raw/format.ts';
import type { Block, CodeFrame, Naming } from '../../raw/naming.ts';
import type { SourceFile } from '../../symbols/dwarf/line-header.ts';
import type { SourceLine } from '../../symbols/dwarf/line-table.ts';
import { ownFrame, type SourceFrame } from '../../symbols/dwarf/source-frames.ts';
import { functionName, Symbolizer } from '../../symbols/elf/symbolizer.ts';
import { SourceText } from '../../symbols/source-text.ts';
import type { Statement } from '../../symbols/statements.ts';
import type { CodePlace } from '../../trace/code-place.ts';
import { BlockNames } from './block-names.ts';
import { type NotedStacks, notedStacks } from './noted-stacks.ts';
import { libraryOf, libraryPath, wholePath } from './source-paths.ts';
import { StackNames } from './stack-names.ts';
import { threadName } from './thread-name.ts';

/** Libraries of the system seldom have debug information, and nobody misses it. */
const SYSTEM = /^\/(?:usr|lib|lib64|opt)\//;
const SHARED = /\.so(?:\.[\d.]+)?$/;
/** Compilers bring these, and threads begin in them that then do what the program says. */
const RUNTIMES = /^(?:libc|libpthread|ld-linux[^/]*|libstdc\+\+|libc\+\+(?:abi)?|libgcc_s|libgomp|libi?omp5?)[.-]/;
/** gcc tells its options in the debug information unless it is told not to, clang does not. */
const TELLS_OPTIONS = /^GNU .* -/;
/** How a mutex of Rust is taken, and how many calls are between that and the update itself at most. */
const RUST_LOCK = /^std::sys::sync::mutex::futex::Mutex::((?:try_)?lock)(?:_contended)?$/;
const LOCK_DEPTH = 3;
/** A thread-local variable of the runtime, which is part of the program. */
const OF_RUNTIME = 'ft_me';
/** Where runtime/intercept/files.c has the variables of file descriptors, which have no memory. */
const DESCRIPTORS = 0xfb * 2 ** 40;
const DESCRIPTORS_END = 0xfc * 2 ** 40;

/** `maps` is what /proc/self/maps said; paths below `folder` are given relative to it; `stacks` is where threads made others, `blocks` what atomic ones are called. */
export function nativeNaming(maps: string, folder: string, stacks = '', blocks = ''): Naming {
  return new Names(new Symbolizer(maps), folder, notedStacks(stacks), regionNames(blocks));
}

/** The names of atomic blocks by their addresses, from lines of both. */
function regionNames(text: string): Map<number, string> {
  const lines = text.split('\n').map((line) => /^([0-9a-f]{1,12}) (.+)$/.exec(line));
  return new Map(lines.flatMap((match) => (match === null ? [] : [[Number.parseInt(match[1]!, 16), match[2]!] as const])));
}

class Names implements Naming {
  readonly hasAddresses = true;
  /** Files of the user's that have no debug information, as far as it was asked for. */
  private readonly withoutLines = new Set<string>();
  /** Those that have: some of their code may have none, such as what a compiler makes up. */
  private readonly withLines = new Set<string>();
  private readonly symbols: Symbolizer;
  private readonly folder: string;
  private readonly stacks: StackNames;
  private readonly places = new Map<number, string>();
  private readonly owns = new Map<number, { readonly frame: SourceFrame | undefined }>();
  private readonly sources = new SourceText();
  private readonly blocks: BlockNames;
  /** Per thread: where the thread-local variables of the program are. */
  private readonly threadLocals = new Map<number, number>();

  private readonly regions: ReadonlyMap<number, string>;

  constructor(symbols: Symbolizer, folder: string, noted: NotedStacks, regions: ReadonlyMap<number, string>) {
    this.regions = regions;
    this.stacks = new StackNames(symbols, noted);
    this.symbols = symbols;
    this.folder = folder;
    this.blocks = new BlockNames(symbols, this.sources, {
      lineOf: (site) => this.lineOf(site),
      isOwn: (site) => this.isOwn(site),
    });
  }

  location(site: number): string {
    const place = this.lineOf(site);
    const own = this.own(site);
    const name = (own && functionName(own)) ?? this.symbols.function(site);
    return name === undefined ? place : `${place} (${name})`;
  }

  region(address: number): string | undefined {
    return this.regions.get(address);
  }

  frames(site: number): readonly CodeFrame[] {
    const object = this.systemLibrary(site);
    return this.symbols.frames(site).map((frame) => ({
      function: functionName(frame) ?? this.symbols.function(site) ?? '',
      file: this.path(frame.file),
      line: frame.line,
      column: frame.column,
      inlined: frame.inlined,
      ...libraryPart(object ?? libraryOf(frame.file)),
    }));
  }

  site(address: number): string | undefined {
    const file = this.symbols.file(address);
    return file === undefined ? undefined : `${baseName(file.path)}+0x${file.offset.toString(16)}`;
  }

  siteLocation(site: string): string | undefined {
    const [, module, offset] = /^(.*)\+0x([0-9a-f]+)$/s.exec(site) ?? [];
    const address = module === undefined ? undefined : this.symbols.address(module, Number.parseInt(offset!, 16));
    return address === undefined ? undefined : this.location(address);
  }

  /** The library of the system that the code is in, which may have debug information. */
  private systemLibrary(site: number): string | undefined {
    const path = this.symbols.file(site)?.path ?? '';
    return SYSTEM.test(path) && SHARED.test(path) ? baseName(path) : undefined;
  }

  place(site: number): CodePlace | undefined {
    const own = this.own(site);
    if (own === undefined) return undefined;
    const statement = this.statement(own);
    return {
      function: own.function?.name ?? '',
      line: linesBelow(own),
      text: statement?.line ?? '',
      statement: statement?.text ?? '',
      ...(statement !== undefined && statement.start > 0 && { column: statement.start }),
    };
  }

  notes(): string[] {
    const bare = [...this.withoutLines].filter((path) => !this.withLines.has(path));
    return bare.map((path) => `${baseName(path)} has no debug information (-g): places in it are addresses, not lines`);
  }

  unloaded(): void {
    this.symbols.unloaded();
    this.places.clear();
    this.owns.clear();
    this.blocks.unloaded();
  }

  locals(thread: number, address: number): void {
    this.threadLocals.set(thread, address);
  }

  variable(address: number, bytes: number, block: Block | undefined): string {
    return this.data(address, bytes, block);
  }

  lock(address: number, block: Block | undefined): string {
    return this.data(address, 0, block);
  }

  thread(number: number): string {
    return threadName(number);
  }

  /** Without optimisation the update is in functions of its own, which the lock calls. */
  sleeps(site: number, callers: readonly number[]): boolean | undefined {
    const frames = [site, ...callers.slice(0, LOCK_DEPTH)].flatMap((at) => this.symbols.frames(at));
    return sleepsInRust(frames.map((frame) => functionName(frame) ?? ''));
  }

  unseen(site: number): string | undefined {
    const file = this.symbols.file(site);
    if (file === undefined || RUNTIMES.test(baseName(file.path))) return undefined;
    const unit = this.symbols.unit(site);
    if (unit !== undefined && TELLS_OPTIONS.test(unit.producer))
      return / -fsanitize=\S*\bthread\b/.test(unit.producer) ? undefined : this.path(unit.file);
    return this.symbols.knows(site, '__tsan_') === false ? baseName(file.path) : undefined;
  }

  private isOwn(site: number): boolean {
    const frame = this.own(site);
    return frame !== undefined && libraryOf(frame.file) === undefined && this.systemLibrary(site) === undefined;
  }

  /** The frame that the site is told by: the innermost that is the program's own. */
  private own(site: number): SourceFrame | undefined {
    let own = this.owns.get(site);
    if (own === undefined) {
      own = { frame: ownFrame(this.symbols.frames(site), (file) => libraryOf(file) !== undefined) };
      this.owns.set(site, own);
    }
    return own.frame;
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
    const place = this.own(site);
    const file = this.symbols.file(site);
    if (place !== undefined) {
      if (file !== undefined) this.withLines.add(file.path);
      return `${this.path(place.file)}:${place.line}${this.column(place)}`;
    }
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
    const local = this.threadLocal(address, bytes, block);
    if (local !== undefined) return local;
    if (block?.kind === Origin.stack) return this.stacks.name(address, bytes, block);
    if (block !== undefined) return this.blocks.name(address, bytes, block);
    const data = this.symbols.data(address, bytes);
    if (data !== undefined) return data;
    const file = this.symbols.file(address);
    return file === undefined ? hex(address) : `${baseName(file.path)}+${hex(file.offset)}`;
  }

  /** They lie at the end of the stack of a thread, but for the first: its own are in no block. */
  private threadLocal(address: number, bytes: number, block: Block | undefined): string | undefined {
    if (block !== undefined && block.kind !== Origin.stack) return undefined;
    const thread = block?.thread ?? 0;
    const from = this.threadLocals.get(thread) ?? 0;
    const name = from === 0 || address < from ? undefined : this.symbols.local(address - from, bytes, OF_RUNTIME);
    return name && `${name} of ${threadName(thread)}`;
  }

  private path({ path, folder }: SourceFile): string {
    const whole = wholePath({ path, folder });
    if (whole === undefined) return normalize(path);
    const short = libraryPath(whole);
    if (short !== undefined) return short;
    const below = relative(this.folder, whole);
    return below.startsWith(`..${sep}`) && isAbsolute(path) ? normalize(path) : below;
  }
}

/** Whether who takes a lock sleeps for it, by the functions that the code is of, if these are of Rust's standard library. */
function sleepsInRust(functions: readonly string[]): boolean | undefined {
  const taken = functions.map((name) => RUST_LOCK.exec(name)?.[1]).find((name) => name !== undefined);
  return taken === undefined ? undefined : taken === 'lock';
}

function libraryPart(library: string | undefined): Pick<CodeFrame, 'library'> {
  return library === undefined ? {} : { library };
}

/** How many lines a frame is below the beginning of its function, or -1. */
function linesBelow({ file, line, function: around }: SourceFrame): number {
  if (around?.line === undefined || around.file === undefined || wholePath(around.file) !== wholePath(file)) return -1;
  return Math.max(line - around.line, -1);
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
