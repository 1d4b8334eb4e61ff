// The reader of STD lines. Nearly all lines of a trace are plain: ASCII, two or three fields, no `)` within the target. Those go
// through one loop that reads four bytes at a time and hashes each name on the way; all others are read with care, by bytes.
//
// Per event on 26-byte lines of 8 threads: 85 ns, where a plain C parser takes 60. Byte by byte with FNV it was 130, and 105 with
// the scan as a function of its own: that is why it stands here three times.

import { operations, TARGET_KIND_CODES } from '../trace/operation.ts';
import type { SymbolTable } from '../trace/symbols.ts';
import { asciiWord, indexIn, NEWLINE, OPEN, PIPE, RETURN } from './ascii.ts';
import type { ReaderOptions } from './format.ts';
import { parseNotation, SHORT_WORDS } from './notation.ts';
import { LineReader } from './text-lines.ts';

const EXPECTED = 'thread|operation(target)|location';

/** Five bits per letter tell all lower-case words of up to six letters apart. Indexed by operation. */
const LETTER_CODES = Int32Array.from(operations, ({ short }) =>
  [...short].reduce((code, letter) => (code << 5) | (letter.charCodeAt(0) - 0x60), 0),
);

export class StdReader extends LineReader {
  /** By the kind of target: variables, locks, threads, locations. */
  private readonly tables: readonly SymbolTable[];
  /** Threads with names of up to three bytes, by a hash: those bytes, and the id. Spares most lookups of threads. */
  private readonly shortThreads = new Int32Array(256);
  private readonly shortThreadIds = new Uint32Array(256);
  /** What ended the last line that was read with care. */
  private lineEnd = NEWLINE;

  constructor(options: ReaderOptions) {
    super(options);
    const { variables, locks, threads, locations } = this.symbols;
    this.tables = [variables, locks, threads, locations];
  }

  protected override lines(bytes: Uint8Array, start: number, end: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = start; i < end; ) {
      i = this.plainLines(bytes, view, i, end);
      if (i < end) i = this.nextLine(bytes, i);
    }
  }

  protected override nextLine(bytes: Uint8Array, start: number): number {
    const next = super.nextLine(bytes, start);
    this.lineEnd = next - 2 >= start && bytes[next - 2] === RETURN ? RETURN : NEWLINE;
    return next;
  }

  /**
   * Reads lines up to `end` or to the first that is not plain, and returns the start of that one. A word is scanned for a
   * separator thus: subtracting 1 from a byte of (word xor separators), or 0x20 from a byte of the word, sets the top bit of
   * that byte if it was a separator or a control character; the top bit of a byte that is not ASCII is set anyway. Borrows
   * only disturb bytes behind the first such one, and the first is all that counts.
   */
  private plainLines(bytes: Uint8Array, view: DataView, first: number, end: number): number {
    // Literals, all of them: an imported constant is a load within the loop, and together they make it 25 % slower.
    const BAR = 0x7c;
    const CLOSING = 0x29;
    const BARS = 0x7c7c7c7c;
    const CLOSINGS = 0x29292929;
    const ONES = 0x01010101;
    const BLANKS = 0x20202020;
    const TOPS = 0x80808080;
    const SEED = -2128831035;
    const FACTOR = 0x2c1b3c6d;
    const LONGEST = 1 << 20;
    const { builder, lineNumbers, tables, shortThreads, shortThreadIds, lineEnd } = this;
    const { block } = builder;
    const kinds = TARGET_KIND_CODES;
    const { ops, threads, targets, locations } = block;
    const threadNames = tables[2]!;
    const locationNames = tables[3]!;
    let lineNumber = this.lineNumber;
    let length = block.length;
    let line = first;
    while (line < end) {
      let i = line;
      let word = view.getInt32(i, true);
      let stop = (((word ^ BARS) - ONES) | (word - BLANKS) | word) & TOPS;
      let hash = SEED;
      while (stop === 0) {
        hash = Math.imul(hash ^ word, FACTOR);
        hash ^= hash >>> 15;
        i += 4;
        word = view.getInt32(i, true);
        stop = (((word ^ BARS) - ONES) | (word - BLANKS) | word) & TOPS;
      }
      let bits = (31 - Math.clz32(stop & -stop)) & 24;
      const threadKey = word & ((1 << bits) - 1);
      const threadHash = Math.imul(hash ^ threadKey, FACTOR);
      i += bits >> 3;
      const threadLength = i - line;
      if (bytes[i] !== BAR || threadLength === 0) break;

      word = view.getInt32(i + 1, true);
      let op: number;
      if ((word & 0xffff) === 0x2872) {
        op = 0; // r(
        i += 3;
      } else if ((word & 0xffff) === 0x2877) {
        op = 1; // w(
        i += 3;
      } else if (word === 0x28716361) {
        op = 2; // acq(
        i += 5;
      } else if (word === 0x286c6572) {
        op = 3; // rel(
        i += 5;
      } else {
        const open = indexIn(bytes, OPEN, i + 1, i + 8);
        op = open < 0 ? -1 : operationOf(bytes, i + 1, open);
        if (op < 0) break;
        i = open + 1;
      }

      const targetStart = i;
      word = view.getInt32(i, true);
      stop = (((word ^ CLOSINGS) - ONES) | ((word ^ BARS) - ONES) | (word - BLANKS) | word) & TOPS;
      hash = SEED;
      while (stop === 0) {
        hash = Math.imul(hash ^ word, FACTOR);
        hash ^= hash >>> 15;
        i += 4;
        word = view.getInt32(i, true);
        stop = (((word ^ CLOSINGS) - ONES) | ((word ^ BARS) - ONES) | (word - BLANKS) | word) & TOPS;
      }
      bits = (31 - Math.clz32(stop & -stop)) & 24;
      const targetHash = Math.imul(hash ^ (word & ((1 << bits) - 1)), FACTOR);
      i += bits >> 3;
      const targetLength = i - targetStart;
      if (bytes[i] !== CLOSING || targetLength === 0) break;

      i++;
      if (bytes[i] === BAR) i++;
      else if (bytes[i] !== lineEnd) break;
      const locationStart = i;
      word = view.getInt32(i, true);
      stop = (((word ^ BARS) - ONES) | (word - BLANKS) | word) & TOPS;
      hash = SEED;
      while (stop === 0) {
        hash = Math.imul(hash ^ word, FACTOR);
        hash ^= hash >>> 15;
        i += 4;
        word = view.getInt32(i, true);
        stop = (((word ^ BARS) - ONES) | (word - BLANKS) | word) & TOPS;
      }
      bits = (31 - Math.clz32(stop & -stop)) & 24;
      const locationHash = Math.imul(hash ^ (word & ((1 << bits) - 1)), FACTOR);
      i += bits >> 3;
      const locationLength = i - locationStart;
      if (bytes[i] !== lineEnd || i - line > LONGEST) break;
      if (lineEnd === 13 && bytes[++i] !== 10) break;

      let thread: number;
      const slot = threadHash >>> 24;
      if (threadLength < 4 && shortThreads[slot] === threadKey) thread = shortThreadIds[slot]!;
      else {
        // A line whose thread begins with # or with blanks may be a comment.
        if (bytes[line]! < 0x24) break;
        thread = threadNames.internWords(view, line, threadLength, threadHash);
        if (threadLength < 4) {
          shortThreads[slot] = threadKey;
          shortThreadIds[slot] = thread;
        }
      }
      ops[length] = op;
      threads[length] = thread;
      targets[length] = tables[kinds[op]!]!.internWords(view, targetStart, targetLength, targetHash);
      locations[length] = locationNames.internWords(view, locationStart, locationLength, locationHash);
      lineNumbers[length] = ++lineNumber;
      line = i + 1;
      block.length = ++length;
      if (length === ops.length) {
        this.lineNumber = lineNumber;
        builder.flush();
        length = 0;
      }
    }
    this.lineNumber = lineNumber;
    return line;
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
    const location = second < 0 ? 0 : this.intern(locations, bytes, second + 1, end);
    const thread = this.intern(threads, bytes, start, pipe);
    this.add(notation.op, thread, this.intern(names, bytes, notation.start, notation.end), location);
  }
}

/** The operation whose name is bytes[start..end), or -1. */
function operationOf(bytes: Uint8Array, start: number, end: number): number {
  let code = 0;
  for (let i = start; i < end; i++) {
    const letter = bytes[i]! - 0x60;
    if (letter < 1 || letter > 26) return -1;
    code = (code << 5) | letter;
  }
  return LETTER_CODES.indexOf(code);
}
