// Names of what is in blocks of the heap: by type and field where these are known for certain, `struct item.flags (queue.c:41)`; else by the
// line that allocated, what it called, and the bytes: `queue.c:41 malloc(64)[16..24)`. The second block of a line is `struct item#2`, `malloc(64)#2`.

import { Origin } from '../../raw/format.ts';
import type { Block } from '../../raw/naming.ts';
import type { BlockType } from '../../symbols/dwarf/block-types.ts';
import { partOf, type Symbolizer } from '../../symbols/elf/symbolizer.ts';
import type { SourceText } from '../../symbols/source-text.ts';
import { wholePath } from './source-paths.ts';

/** By Raw.allocate's extra. */
const MADE_BY: Readonly<Record<number, string>> = {
  [Origin.calloc]: 'calloc',
  [Origin.realloc]: 'realloc',
  [Origin.aligned]: 'aligned_alloc',
  [Origin.mmap]: 'mmap',
  [Origin.new]: 'new',
  [Origin.newArray]: 'new',
  [Origin.posixMemalign]: 'posix_memalign',
  [Origin.strdup]: 'strdup',
};

/** What is known of code addresses. */
interface CodeNames {
  lineOf(site: number): string;
  /** Whether it is the program's own: in no library of the system, nor only in its headers. */
  isOwn(site: number): boolean;
}

interface Told {
  readonly type: BlockType;
  /** Where it was allocated, unless a library did it for somebody. */
  readonly place: string;
}

export class BlockNames {
  private readonly symbols: Symbolizer;
  private readonly sources: SourceText;
  private readonly code: CodeNames;
  /** Per line that allocates, its blocks in the order in which they were asked for: the first needs no number. */
  private readonly blocks = new Map<string, Map<number, number>>();
  /** By site, line and size. */
  private readonly types = new Map<string, Told | undefined>();
  /** The block that was spoken of last: a block has many variables. */
  private last:
    | { readonly number: number; readonly line: string; readonly told: Told | undefined; readonly count: string }
    | undefined;

  constructor(symbols: Symbolizer, sources: SourceText, code: CodeNames) {
    this.symbols = symbols;
    this.sources = sources;
    this.code = code;
  }

  /** Some bytes of a block, or what begins there. */
  name(address: number, bytes: number, block: Block): string {
    const offset = address - block.address;
    if (this.last?.number !== block.number) this.last = this.newBlock(block);
    const { told, count, line } = this.last;
    const part = told?.type.part(offset, bytes);
    if (part !== undefined) return `${told!.type.name}${count}${part}${told!.place}`;
    return `${line} ${madeBy(block)}(${block.bytes})${count}${partIn(offset, bytes)}`;
  }

  /** The same addresses may be other code now. */
  unloaded(): void {
    this.types.clear();
    this.last = undefined;
  }

  private newBlock(block: Block): NonNullable<BlockNames['last']> {
    // Memory that a library asked for is told by the line of the program that led there.
    const own = [block.site, ...(block.callers ?? [])].find((site) => this.code.isOwn(site));
    const line = this.code.lineOf(own ?? block.site);
    const key = `${block.site} ${line} ${block.bytes} ${block.kind}`;
    if (!this.types.has(key)) {
      const type = this.newType(block);
      this.types.set(key, type && { type, place: own === undefined ? ' (new)' : ` (${line})` });
    }
    return { number: block.number, line, told: this.types.get(key), count: this.count(line, block.number) };
  }

  private newType(block: Block): BlockType | undefined {
    const [frame] = this.symbols.frames(block.site);
    if (frame === undefined) return undefined;
    const path = wholePath(frame.file);
    const program = this.symbols.file(block.site)!.path;
    // What was edited since then may say something else.
    const lines = path !== undefined && this.sources.isBefore(path, program) ? this.sources.lines(path) : undefined;
    const [line = '', ...following] = lines?.slice(frame.line - 1, frame.line + 2) ?? [];
    return this.symbols.blockType(block.site, {
      bytes: block.bytes,
      by: madeBy(block),
      line,
      following: following.join(' '),
    });
  }

  private count(line: string, number: number): string {
    let known = this.blocks.get(line);
    if (known === undefined) {
      known = new Map();
      this.blocks.set(line, known);
    }
    let index = known.get(number);
    if (index === undefined) {
      index = known.size + 1;
      known.set(number, index);
    }
    return index === 1 ? '' : `#${index}`;
  }
}

function madeBy({ kind }: Block): string {
  return MADE_BY[kind] ?? 'malloc';
}

/** Findings tell the number of a block from its object by the range behind it: what begins with the block has one, too. */
export function partIn(offset: number, bytes: number): string {
  return offset === 0 && bytes > 0 ? `[0..${bytes})` : partOf(offset, bytes);
}
