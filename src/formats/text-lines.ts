// What all text formats share: chunks of bytes become lines, lines that are text and carry something go to the format, and
// every event remembers its line. Memory is one block and at most one line, however long the input and whatever is in it.

import type { ErrorCode, Place } from '../base/error.ts';
import { grown } from '../base/grown.ts';
import { quote } from '../base/quote.ts';
import { BLOCK_SIZE } from '../trace/block.ts';
import { BlockBuilder } from '../trace/builder.ts';
import type { Op } from '../trace/operation.ts';
import type { Problems } from '../trace/problems.ts';
import { hashBytes, newSymbols, type Symbols, type SymbolTable } from '../trace/symbols.ts';
import { HASH, NEWLINE, NUL, RETURN, skipBlanks } from './ascii.ts';
import type { ReaderOptions, TraceReader } from './format.ts';
import { suggestion, type Words } from './notation.ts';
import { readMetadata } from './text-metadata.ts';
import { invalidUtf8 } from './utf8.ts';

/** A longer line is not text of ours. */
export const LONGEST_LINE = 1 << 20;

/** For so many unknown words the nearest known one is looked for: that takes 100 µs, and lenient reading may meet one in every line. */
const MOST_SUGGESTIONS = 100;
/** Longer words are like none. */
const LONGEST_WORD = 40;

const decoder = new TextDecoder();

export abstract class LineReader implements TraceReader {
  readonly symbols: Symbols = newSymbols();
  readonly metadata = new Map<string, string>();
  protected readonly builder: BlockBuilder;
  /** Per event of the current block. */
  protected readonly lineNumbers = new Uint32Array(BLOCK_SIZE);
  /** Of the line being read; counts from 1. */
  protected lineNumber = 0;
  private readonly file: string;
  private readonly problems: Problems;
  /** The beginning of a line whose end has not come yet. */
  private held = new Uint8Array(4096);
  private heldLength = 0;
  /** Within a line that is too long: nothing is kept of it. */
  private skipping = false;
  /** Within the last line, which has no newline: the file may have been cut. */
  private atEnd = false;
  /** Unknown operations and what was said about them. */
  private readonly suggestions = new Map<string, string>();
  /** Bytes of the input before the bytes at hand. */
  private offset = 0;

  constructor({ file, problems, emit }: ReaderOptions) {
    this.file = file;
    this.problems = problems;
    this.builder = new BlockBuilder(this.symbols, emit);
  }

  /** One line without its end that is neither blank nor a comment. */
  protected abstract line(bytes: Uint8Array, start: number, end: number): void;

  push(chunk: Uint8Array): void {
    // One kind of array everywhere: a loop that sees Node's Buffers too is slower.
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const before = this.offset;
    let start = 0;
    if (this.skipping || this.heldLength > 0) {
      const newline = bytes.indexOf(NEWLINE);
      start = newline < 0 ? bytes.length : newline + 1;
      this.hold(bytes, 0, start);
      if (newline >= 0) this.releaseHeld(before + start);
    }
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > start) {
      this.offset = before;
      this.lines(bytes, start, end);
      start = end;
    }
    this.hold(bytes, start, bytes.length);
    this.offset = before + bytes.length;
  }

  end(): void {
    this.lastLine();
    this.builder.flush();
    if (this.builder.block.start === 0)
      this.problems.report({
        code: 'TRACE_EMPTY',
        place: { file: this.file },
        what: 'the trace has no event',
        hint: 'did the recording fail? comments and blank lines do not count',
      });
  }

  place(i: number): Place {
    return { file: this.file, line: this.lineNumbers[i]! };
  }

  /** Reads what stands behind the last newline. */
  protected lastLine(): void {
    if (this.heldLength === 0) return;
    this.atEnd = true;
    this.offset -= this.heldLength;
    this.checkedLine(this.held, 0, this.heldLength);
  }

  /** Whole lines, each with its newline. */
  protected lines(bytes: Uint8Array, start: number, end: number): void {
    for (let i = start; i < end; ) i = this.nextLine(bytes, i);
  }

  /** Reads the line that starts here and returns the start of the next one. */
  protected nextLine(bytes: Uint8Array, start: number): number {
    const newline = bytes.indexOf(NEWLINE, start);
    this.checkedLine(bytes, start, newline);
    return newline + 1;
  }

  protected add(op: Op, thread: number, target: number, location: number): void {
    this.lineNumbers[this.builder.block.length] = this.lineNumber;
    this.builder.add(op, thread, target, location);
  }

  protected intern(table: SymbolTable, bytes: Uint8Array, start: number, end: number): number {
    return table.intern(bytes, start, end, hashBytes(bytes, start, end));
  }

  /** Tells a problem with the current line. Returns only if lenient: then the line is to be dropped. */
  protected problem(code: ErrorCode, what: string, hint: string, offset?: number): void {
    // What the checkers say about earlier lines comes first.
    if (this.problems.strict) this.builder.flush();
    const place = { file: this.file, line: this.lineNumber, offset };
    this.problems.report({ code, place, what, hint });
  }

  protected badLine(bytes: Uint8Array, start: number, end: number, expected: string): void {
    const hint = this.atEnd ? 'the file ends within this line: was it cut? --lenient drops it' : `expected ${expected}`;
    this.problem('TRACE_BAD_LINE', `${quoteBytes(bytes, start, end)} is no event`, hint);
  }

  protected unknownOperation(word: string, words: Words): void {
    this.problem('TRACE_UNKNOWN_OPERATION', `no operation is called ${quote(word)}`, this.suggested(word, words));
  }

  private suggested(word: string, words: Words): string {
    let hint = this.suggestions.get(word);
    if (hint === undefined && word.length <= LONGEST_WORD && this.suggestions.size < MOST_SUGGESTIONS) {
      hint = suggestion(word, words);
      this.suggestions.set(word, hint);
    }
    return hint ?? 'see the table of operations in docs/formats.md';
  }

  private checkedLine(bytes: Uint8Array, lineStart: number, lineEnd: number): void {
    this.lineNumber++;
    const end = lineEnd > lineStart && bytes[lineEnd - 1] === RETURN ? lineEnd - 1 : lineEnd;
    const start = this.lineNumber === 1 && startsWithMark(bytes, lineStart, end) ? lineStart + 3 : lineStart;
    if (end - start > LONGEST_LINE) {
      this.tooLong();
      return;
    }
    if (!this.isText(bytes, start, end)) return;
    const first = skipBlanks(bytes, start, end);
    if (first === end) return;
    if (bytes[first] !== HASH) this.line(bytes, start, end);
    else if (this.builder.block.start + this.builder.block.length === 0)
      readMetadata(decoder.decode(bytes.subarray(first, end)), this.metadata);
  }

  /** False if the line is to be dropped. Invalid UTF-8 is told, and kept: names are bytes. */
  private isText(bytes: Uint8Array, start: number, end: number): boolean {
    let high = 0;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (byte === NUL) {
        this.notText(bytes, start, end, i, 'a NUL byte');
        return false;
      }
      high |= byte;
    }
    if (high < 0x80) return true;
    const invalid = invalidUtf8(bytes, start, end);
    if (invalid >= 0) this.notText(bytes, start, end, invalid, `the byte 0x${bytes[invalid]!.toString(16)}, which is not UTF-8`);
    return true;
  }

  private notText(bytes: Uint8Array, start: number, end: number, at: number, what: string): void {
    const hint = isUtf16(bytes, start, end) ? 'this looks like UTF-16: convert it to UTF-8' : 'is this really a trace in text?';
    this.problem('TRACE_NOT_TEXT', `${what} in ${quoteBytes(bytes, start, end)}`, hint, this.offset + at);
  }

  private tooLong(): void {
    this.problem('TRACE_LINE_TOO_LONG', `a line of more than ${LONGEST_LINE} bytes`, 'is this really a trace in text?');
  }

  /** Keeps a piece of a line for later: the last byte may be its newline. */
  private hold(bytes: Uint8Array, start: number, end: number): void {
    if (end === start || this.skipping) return;
    const length = this.heldLength + end - start;
    // The end of a line is up to two bytes; whether the line itself is too long, the reader of the line decides.
    if (length > LONGEST_LINE + 2) {
      this.lineNumber++;
      this.tooLong();
      this.heldLength = 0;
      this.skipping = true;
      return;
    }
    if (length > this.held.length) this.held = grown(this.held, 2 * length);
    this.held.set(bytes.subarray(start, end), this.heldLength);
    this.heldLength = length;
  }

  /** The held line is complete; `after` is the offset in the input of what follows it. */
  private releaseHeld(after: number): void {
    this.skipping = false;
    if (this.heldLength === 0) return;
    const length = this.heldLength;
    this.heldLength = 0;
    this.offset = after - length;
    this.nextLine(this.held, 0);
  }
}

/** A shortened, escaped piece of a line, for messages. */
function quoteBytes(bytes: Uint8Array, start: number, end: number): string {
  return quote(decoder.decode(bytes.subarray(start, Math.min(end, start + 400))));
}

function startsWithMark(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}

/** Either byte order mark, or NUL as every second byte. */
function isUtf16(bytes: Uint8Array, start: number, end: number): boolean {
  const first = (bytes[start]! << 8) | bytes[start + 1]!;
  if (end - start >= 2 && (first === 0xfeff || first === 0xfffe)) return true;
  const checked = Math.min(end - start, 64) & ~1;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < checked; i += 2) {
    if (bytes[start + i] === NUL) even++;
    if (bytes[start + i + 1] === NUL) odd++;
  }
  return checked >= 2 && (even === checked / 2 || odd === checked / 2);
}
