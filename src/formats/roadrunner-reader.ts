// The reader of RoadRunner's lines, `@   Kind(thread,target)  words  location`.

import { quote } from '../base/quote.ts';
import { Op, TARGET_KIND_CODES } from '../trace/operation.ts';
import type { SymbolTable } from '../trace/symbols.ts';
import { AT, asciiWord, CLOSE, COMMA, indexIn, isBlank, OPEN, skipBlanks } from './ascii.ts';
import type { ReaderOptions } from './format.ts';
import type { Words } from './notation.ts';
import { LineReader } from './text-lines.ts';

/** A wait is a release, and the acquire that ends it an event of its own. The first word of an operation is the one to write. */
export const KINDS: Words = new Map([
  ['Rd', Op.read],
  ['Wr', Op.write],
  ['ARd', Op.read],
  ['AWr', Op.write],
  ['VolatileRd', Op.volatileRead],
  ['VolatileWr', Op.volatileWrite],
  ['VRd', Op.volatileRead],
  ['VWr', Op.volatileWrite],
  ['Acquire', Op.acquire],
  ['Release', Op.release],
  ['Start', Op.fork],
  ['Join', Op.join],
  ['PreWait', Op.wait],
  ['PostWait', Op.acquire],
  ['Notify', Op.notify],
  ['NotifyAll', Op.notify],
  ['Enter', Op.begin],
  ['Exit', Op.end],
]);

/**
 * The end of a class's initialisation, and a thread's first look at the class afterwards, which comes after it: as a volatile of the class
 * (Roemer and Bond, section 7.1). RoadRunner itself writes ClassAccssed.
 */
export const CLASS_KINDS: Words = new Map([
  ['ClassInited', Op.volatileWrite],
  ['ClassInitialized', Op.volatileWrite],
  ['ClassAccssed', Op.volatileRead],
  ['ClassAccessed', Op.volatileRead],
]);

/** Behind the name of a class: no field is called so. */
const INITIALISER = new TextEncoder().encode('.<clinit>');

const EXPECTED = '@ Kind(thread,target) with a number as thread, and the location as last word';
const LONGEST_KIND = 40;
/** So many unknown kinds are remembered by name. */
const KINDS_NAMED = 10;
const COLON = 0x3a;

export class RoadRunnerReader extends LineReader {
  private readonly tables: readonly SymbolTable[];
  private unknownLines = 0;
  private readonly unknownKinds = new Set<string>();
  private moreKinds = false;
  private otherLines = 0;
  /** Room for `T` and a number. */
  private readonly threadName = new Uint8Array(32).fill(0x54, 0, 1);

  constructor(options: ReaderOptions) {
    super(options);
    const { variables, locks, threads, locations } = this.symbols;
    this.tables = [variables, locks, threads, locations];
  }

  notes(): readonly string[] {
    const notes: string[] = [];
    const { unknownLines, otherLines } = this;
    const names = [...this.unknownKinds].map((kind) => quote(kind)).join(', ');
    if (unknownLines > 0)
      notes.push(
        `passed over ${unknownLines} lines of kinds that are no events of a trace: ${names}${this.moreKinds ? ', …' : ''}`,
      );
    if (otherLines > 0) notes.push(`passed over ${otherLines} lines without the @ of an event`);
    return notes;
  }

  protected override line(bytes: Uint8Array, start: number, end: number): void {
    if (bytes[start] !== AT) {
      this.otherLines++;
      return;
    }
    const kindStart = skipBlanks(bytes, start + 1, end);
    let kindEnd = kindStart;
    while (kindEnd < end && kindEnd - kindStart < LONGEST_KIND && isLetter(bytes[kindEnd]!)) kindEnd++;
    const kind = asciiWord(bytes, kindStart, kindEnd);
    const op = KINDS.get(kind);
    const ofClass = op ?? CLASS_KINDS.get(kind);
    if (ofClass === undefined) this.unknown(kind);
    else if (bytes[kindEnd] !== OPEN || !this.event(ofClass, op === undefined, bytes, kindEnd + 1, end))
      this.badLine(bytes, start, end, EXPECTED);
  }

  /** What follows the parenthesis. False if it has not the form of an event. */
  private event(op: Op, ofClass: boolean, bytes: Uint8Array, start: number, end: number): boolean {
    const comma = indexIn(bytes, COMMA, start, end);
    if (!isNumber(bytes, start, comma)) return false;
    const close = closing(bytes, comma + 1, end);
    if (close <= comma + 1) return false;
    const kind = TARGET_KIND_CODES[op]!;
    if (kind === 2 && !isNumber(bytes, comma + 1, close)) return false;
    const thread = this.thread(bytes, start, comma);
    const target = ofClass ? this.initialiser(bytes, comma + 1, close) : this.target(kind, bytes, comma + 1, close);
    this.add(op, thread, target, this.location(bytes, close + 1, end));
    return true;
  }

  private target(kind: number, bytes: Uint8Array, start: number, end: number): number {
    return kind === 2 ? this.thread(bytes, start, end) : this.intern(this.tables[kind]!, bytes, start, end);
  }

  /** The variable that stands for the initialisation of a class. */
  private initialiser(bytes: Uint8Array, start: number, end: number): number {
    const name = new Uint8Array(end - start + INITIALISER.length);
    name.set(bytes.subarray(start, end));
    name.set(INITIALISER, end - start);
    return this.intern(this.symbols.variables, name, 0, name.length);
  }

  /** Thread 3 is T3, as in the STD files that were recorded with RoadRunner. */
  private thread(bytes: Uint8Array, start: number, end: number): number {
    this.threadName.set(bytes.subarray(start, end), 1);
    return this.intern(this.symbols.threads, this.threadName, 0, end - start + 1);
  }

  /** The last word, if it is a location: the one word that stands alone needs a colon, and `null` is none. */
  private location(bytes: Uint8Array, start: number, lineEnd: number): number {
    let end = lineEnd;
    while (end > start && isBlank(bytes[end - 1])) end--;
    let word = end;
    while (word > start && !isBlank(bytes[word - 1])) word--;
    if (word === end || (end - word === 4 && asciiWord(bytes, word, end) === 'null')) return 0;
    const alone = skipBlanks(bytes, start, end) === word;
    if (alone && indexIn(bytes, COLON, word, end) < 0) return 0;
    return this.intern(this.symbols.locations, bytes, word, end);
  }

  private unknown(kind: string): void {
    this.unknownLines++;
    if (this.unknownKinds.size < KINDS_NAMED) this.unknownKinds.add(kind);
    else if (!this.unknownKinds.has(kind)) this.moreKinds = true;
  }
}

/** The `)` that ends a target: the first one with a blank or the end of the line behind it. -1 if there is none. */
function closing(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) if (bytes[i] === CLOSE && (i + 1 === end || isBlank(bytes[i + 1]))) return i;
  return -1;
}

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i]! < 0x30 || bytes[i]! > 0x39) return false;
  return end > start && end - start < 16;
}
