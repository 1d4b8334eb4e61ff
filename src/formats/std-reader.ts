// The reader of STD lines. Nearly all lines of a trace are plain: ASCII, two or three fields. Those are read by a kernel, all others, and all
// where there is no WebAssembly, by the rules below.
//
// Per event on 15-byte lines of 8 threads: 24 ns, where a plain C parser takes 34; the same in TypeScript took 61.

import { TARGET_KIND_CODES } from '../trace/operation.ts';
import type { SymbolTable } from '../trace/symbols.ts';
import { asciiWord, indexIn, OPEN, PIPE } from './ascii.ts';
import type { ReaderOptions } from './format.ts';
import { parseNotation, SHORT_WORDS } from './notation.ts';
import { StdKernel } from './std-kernel.ts';
import { LineReader } from './text-lines.ts';

const EXPECTED = 'thread|operation(target)|location';

export class StdReader extends LineReader {
  /** By the kind of target: variables, locks, threads, locations. */
  private readonly tables: readonly SymbolTable[];
  private kernel: StdKernel | undefined;

  constructor(options: ReaderOptions) {
    super(options);
    const { variables, locks, threads, locations } = this.symbols;
    this.tables = [variables, locks, threads, locations];
  }

  override end(): void {
    super.end();
    this.kernel?.giveBack();
  }

  protected override lines(bytes: Uint8Array, start: number, end: number): void {
    this.kernel ??= StdKernel.take(this.tables);
    if (this.kernel === undefined) super.lines(bytes, start, end);
    else for (let at = start; at < end; ) at = this.piece(this.kernel, bytes, at, end);
  }

  /** Reads as much as the kernel takes at a time, and returns where it ends. */
  private piece(kernel: StdKernel, bytes: Uint8Array, start: number, end: number): number {
    const { block } = this.builder;
    const pieceEnd = kernel.load(bytes, start, end);
    // A line that is longer than a piece.
    if (pieceEnd === start) return this.nextLine(bytes, start);
    for (let at = start; at < pieceEnd; ) {
      this.numberLines(kernel.read(at - start, block));
      at = start + kernel.next;
      if (block.length === block.ops.length) this.builder.flush();
      else if (at < pieceEnd) at = this.nextLine(bytes, at);
    }
    return pieceEnd;
  }

  /** The last events of the block stand in the next lines, one in each. */
  private numberLines(count: number): void {
    const { lineNumbers } = this;
    const { length } = this.builder.block;
    let line = this.lineNumber;
    for (let i = length - count; i < length; i++) lineNumbers[i] = ++line;
    this.lineNumber = line;
  }

  protected override line(bytes: Uint8Array, start: number, end: number): void {
    const pipe = indexIn(bytes, PIPE, start, end);
    const second = pipe < 0 ? -1 : indexIn(bytes, PIPE, pipe + 1, end);
    if (pipe <= start || (second >= 0 && indexIn(bytes, PIPE, second + 1, end) >= 0)) {
      this.badLine(bytes, start, end, EXPECTED);
      return;
    }
    const fieldEnd = second < 0 ? end : second;
    const notation = parseNotation(bytes, pipe + 1, fieldEnd, SHORT_WORDS);
    if (notation === undefined) {
      this.badLine(bytes, start, end, EXPECTED);
      return;
    }
    if (notation === 'word') {
      this.unknownOperation(asciiWord(bytes, pipe + 1, indexIn(bytes, OPEN, pipe + 1, fieldEnd)), SHORT_WORDS);
      return;
    }
    const { threads, locations } = this.symbols;
    const names = this.tables[TARGET_KIND_CODES[notation.op]!]!;
    // In this order, as the kernel does: ids must not depend on who reads a line.
    const thread = this.intern(threads, bytes, start, pipe);
    const target = this.intern(names, bytes, notation.start, notation.end);
    this.add(notation.op, thread, target, second < 0 ? 0 : this.intern(locations, bytes, second + 1, end));
  }
}
