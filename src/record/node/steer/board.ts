// What the gates of all threads of a process share: a small memory. Nothing in it is locked, since a thread may be ended wherever it is: each word
// has one writer at a time, or is exchanged.
//
// Phases: the program is led (`looking`); all targets are taken and one thread asks whether everybody still stands there (`asking`); they met; the
// first of them has gone on (`passed`); or everybody is free.

import { doings } from '../../../steer/outcome.ts';
import { natives } from '../core/natives.ts';
import { LOCK_TABLE_BYTES, LockTable } from './lock-table.ts';

export const Phase = { looking: 0, asking: 1, met: 2, passed: 3, free: 4 } as const;
export type Phase = (typeof Phase)[keyof typeof Phase];

/** Words of the board. `changes` grows with every change: whoever waits for one waits for this word. */
const Word = { phase: 0, changes: 1, asker: 2, step: 3, stepsOff: 4, begun: 5, watched: 6, roles: 7, named: 11 } as const;
/** What one thread at a time can be for a block that is cut: whose block is held, who cuts it, whose was cut, who waits for its end. */
export const Role = { block: 0, cutter: 1, cut: 2, waits: 3 } as const;
export type Role = (typeof Role)[keyof typeof Role];
/** Behind them a seat per target, then a word per thread. */
const SEATS = 16;
const Seat = {
  owner: 0,
  low: 1,
  high: 2,
  bytes: 3,
  doing: 4,
  answer: 5,
  isShared: 6,
  came: 7,
  compares: 8,
  count: 9,
  held: 10,
} as const;
/** Of the locks that whoever sits there has, the last ones that it took are told, by three words each. */
const MOST_HELD = 16;
const SEAT_WORDS: number = Seat.held + 3 * MOST_HELD;
const MOST_TARGETS = 8;
const THREADS: number = SEATS + MOST_TARGETS * SEAT_WORDS;
/** Threads with higher numbers are not led. */
const MOST_THREADS = 1024;
/** An even number: what follows is taken in pairs. */
const WORDS: number = (THREADS + MOST_THREADS + 1) & ~1;

/** Behind the words: who has which lock, and what each seat has to say of itself, as text. */
const TEXTS: number = WORDS * 4 + LOCK_TABLE_BYTES;
const TEXT_BYTES = 16_384;

/** What a thread does, as far as the others may rely on it. */
export const Doing = { runs: 0, spins: 1, held: 2, over: 3 } as const;
export type Doing = (typeof Doing)[keyof typeof Doing];

export interface HeldLock {
  readonly low: number;
  readonly high: number;
  readonly isShared: boolean;
}

/** What is about to be done to memory by whoever sits in a seat. */
export interface Deed {
  readonly low: number;
  readonly high: number;
  readonly bytes: number;
  /** Index into `doings` of src/steer/outcome.ts. */
  readonly doing: number;
  /** Of an acquire: others may have the lock as well; and the locks that the thread has, and keeps until it gets this one. */
  readonly isShared: boolean;
  readonly held: readonly HeldLock[];
  /** Of a write: it may turn out to be none. */
  readonly compares: boolean;
}

const ACQUIRE: number = doings.indexOf('acquire');

export function isAccess({ doing }: Deed): boolean {
  return doing !== ACQUIRE;
}

export function overlap(a: Deed, b: Deed): boolean {
  const [from, to] = [addressOf(a), addressOf(b)];
  return from < to + b.bytes && to < from + a.bytes;
}

function addressOf({ low, high }: Deed): number {
  return high * 0x1_0000_0000 + (low >>> 0);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Board {
  readonly memory: SharedArrayBuffer;
  private readonly words: Int32Array;
  readonly locks: LockTable;
  private readonly bytes: Uint8Array;

  constructor(memory: SharedArrayBuffer = new natives.SharedArrayBuffer(TEXTS + MOST_TARGETS * TEXT_BYTES)) {
    this.memory = memory;
    this.words = new Int32Array(memory, 0, WORDS);
    this.locks = new LockTable(memory, WORDS * 4);
    this.bytes = new Uint8Array(memory, TEXTS);
  }

  get phase(): Phase {
    return natives.load(this.words, Word.phase) as Phase;
  }

  /** Whether it was this call that made the phase another. */
  turn(from: Phase, to: Phase): boolean {
    const isDone = natives.compareExchange(this.words, Word.phase, from, to) === from;
    if (isDone) this.changed();
    return isDone;
  }

  /** Everybody goes, whatever the phase is. */
  release(): boolean {
    const isFirst = natives.exchange(this.words, Word.phase, Phase.free) !== Phase.free;
    this.changed();
    return isFirst;
  }

  changed(): void {
    natives.add(this.words, Word.changes, 1);
    natives.notify(this.words, Word.changes);
  }

  get changes(): number {
    return natives.load(this.words, Word.changes);
  }

  /** Until something changes, or for so many milliseconds; whether something did. */
  await(changes: number, milliseconds: number): boolean {
    return natives.wait(this.words, Word.changes, changes, milliseconds) !== 'timed-out';
  }

  /** How many milliseconds the process had worked when a thread was held for the first time; that is now if none was. */
  beginning(worked: number): number {
    const mine = Math.max(1, Math.round(worked));
    return natives.compareExchange(this.words, Word.begun, 0, mine) || mine;
  }

  /** Somebody has a debugger at the program. */
  get isWatched(): boolean {
    return natives.load(this.words, Word.watched) === 1;
  }

  watch(): void {
    natives.store(this.words, Word.watched, 1);
  }

  /** A thread that the plan names has begun. */
  namedBegins(): void {
    natives.add(this.words, Word.named, 1);
    this.changed();
  }

  /** How many of them have. */
  get named(): number {
    return natives.load(this.words, Word.named);
  }

  get step(): number {
    return natives.load(this.words, Word.step);
  }

  stepDone(step: number): void {
    if (natives.compareExchange(this.words, Word.step, step, step + 1) === step) this.changed();
  }

  get hasSteps(): boolean {
    return natives.load(this.words, Word.stepsOff) === 0;
  }

  /** Whether it was this call that ended the steps. */
  endSteps(): boolean {
    const isFirst = natives.exchange(this.words, Word.stepsOff, 1) === 0;
    if (isFirst) this.changed();
    return isFirst;
  }

  doingOf(thread: number): Doing {
    return (thread < MOST_THREADS ? natives.load(this.words, THREADS + thread) : Doing.runs) as Doing;
  }

  does(thread: number, what: Doing): void {
    if (thread < MOST_THREADS) natives.store(this.words, THREADS + thread, what);
  }

  /** Threads that do this. */
  count(what: Doing): number {
    let count = 0;
    for (let thread = 0; thread < MOST_THREADS; thread++) if (this.doingOf(thread) === what) count++;
    return count;
  }

  /** The thread in a seat; -1 if it is empty, or not yet. */
  sitter(seat: number): number {
    return Math.max(0, natives.load(this.words, seatAt(seat) + Seat.owner)) - 1;
  }

  /** Takes an empty seat. */
  sit(seat: number, thread: number, deed: Deed, text: string): boolean {
    const at = seatAt(seat);
    // Negative: nobody asks it before all is written.
    if (natives.compareExchange(this.words, at + Seat.owner, 0, -thread - 1) !== 0) return false;
    this.words[at + Seat.low] = deed.low;
    this.words[at + Seat.high] = deed.high;
    this.words[at + Seat.bytes] = deed.bytes;
    this.words[at + Seat.doing] = deed.doing;
    this.words[at + Seat.isShared] = Number(deed.isShared);
    this.words[at + Seat.compares] = Number(deed.compares);
    this.writeHeld(at, deed.held);
    natives.store(this.words, at + Seat.answer, 0);
    this.say(seat, text);
    natives.store(this.words, at + Seat.owner, thread + 1);
    this.changed();
    return true;
  }

  /** The same for a seat that only one thread may have now: who sits there is no more. */
  seat(seat: number, thread: number, deed: Deed, text: string): void {
    const before = this.sitter(seat);
    if (before >= 0) this.rise(seat, before);
    this.sit(seat, thread, deed, text);
  }

  /** Whether the thread has a role now that nobody had. */
  take(role: Role, thread: number): boolean {
    const isTaken = natives.compareExchange(this.words, Word.roles + role, 0, thread + 1) === 0;
    if (isTaken) this.changed();
    return isTaken;
  }

  leave(role: Role, thread: number): void {
    if (natives.compareExchange(this.words, Word.roles + role, thread + 1, 0) === thread + 1) this.changed();
  }

  /** The thread that has it; -1 if none has. */
  holder(role: Role): number {
    return natives.load(this.words, Word.roles + role) - 1;
  }

  /** Gives a seat up, or that of a thread which is no more. */
  rise(seat: number, thread: number): void {
    if (natives.compareExchange(this.words, seatAt(seat) + Seat.owner, thread + 1, 0) === thread + 1) this.changed();
  }

  private writeHeld(at: number, held: readonly HeldLock[]): void {
    const told = held.slice(-MOST_HELD);
    this.words[at + Seat.count] = told.length;
    for (const [i, { low, high, isShared }] of told.entries()) {
      this.words[at + Seat.held + 3 * i] = low;
      this.words[at + Seat.held + 3 * i + 1] = high;
      this.words[at + Seat.held + 3 * i + 2] = Number(isShared);
    }
  }

  private readHeld(at: number): HeldLock[] {
    const from = at + Seat.held;
    return Array.from({ length: this.words[at + Seat.count]! }, (_, i) => ({
      low: this.words[from + 3 * i]!,
      high: this.words[from + 3 * i + 1]!,
      isShared: this.words[from + 3 * i + 2] === 1,
    }));
  }

  /** Whether it was this call that noted that somebody came to it. */
  firstCame(seat: number): boolean {
    return natives.exchange(this.words, seatAt(seat) + Seat.came, 1) === 0;
  }

  deed(seat: number): Deed {
    const at = seatAt(seat);
    return {
      low: this.words[at + Seat.low]!,
      high: this.words[at + Seat.high]!,
      bytes: this.words[at + Seat.bytes]!,
      doing: this.words[at + Seat.doing]!,
      isShared: this.words[at + Seat.isShared] === 1,
      held: this.readHeld(at),
      compares: this.words[at + Seat.compares] === 1,
    };
  }

  get asker(): number {
    return natives.load(this.words, Word.asker);
  }

  /** Asks all who sit, as the only one who asks. */
  ask(thread: number): boolean {
    if (!this.turn(Phase.looking, Phase.asking)) return false;
    natives.add(this.words, Word.asker, 1);
    this.does(thread, Doing.held);
    this.changed();
    return true;
  }

  /** Says that this thread still sits there. */
  answer(seat: number): void {
    if (natives.exchange(this.words, seatAt(seat) + Seat.answer, this.asker) !== this.asker) this.changed();
  }

  hasAnswered(seat: number): boolean {
    return natives.load(this.words, seatAt(seat) + Seat.answer) === this.asker;
  }

  // Byte by byte: the methods of views may be those that record.
  private say(seat: number, text: string): void {
    const said = encoder.encode(text);
    const count = Math.min(said.length, TEXT_BYTES - 1);
    for (let i = 0; i < count; i++) this.bytes[seat * TEXT_BYTES + i] = said[i]!;
    this.bytes[seat * TEXT_BYTES + count] = 0;
  }

  /** What whoever sits there said. */
  text(seat: number): string {
    const start = seat * TEXT_BYTES;
    let end = start;
    while (end < start + TEXT_BYTES && this.bytes[end] !== 0) end++;
    const said = new Uint8Array(end - start);
    for (let i = start; i < end; i++) said[i - start] = this.bytes[i]!;
    return decoder.decode(said);
  }
}

function seatAt(seat: number): number {
  return SEATS + seat * SEAT_WORDS;
}
