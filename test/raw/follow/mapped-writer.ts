// A thread as the recorder of C has it: record/c/runtime/core/append.c, log.c, step by step. What can be done wrong has a name.

import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw, TIME_SHIFT, VALUES } from '../../../src/raw/format.ts';
import { bytesOf, type File, type Steps, TAIL_BYTES, Told, type Words, type World } from './world.ts';

const WRITTEN = 6;
const CLOSED = 5;
const BUSY = TAIL_BYTES / 4 - 2;

export type Mistake =
  | 'never busy'
  | 'idle too early'
  | 'idle behind an empty room'
  | 'idle within a handler'
  | 'zeroed too early'
  | 'length told too early'
  | 'never closed';

export class MappedWriter {
  readonly told = new Told();
  private readonly world: World;
  private readonly number: number;
  private readonly mistake: Mistake | undefined;
  private tail!: File;
  private words!: Uint32Array;
  private pos = RAW_HEADER_BYTES;
  private time = 0;
  /** Index of the last record among the told ones if it can grow. */
  private walk = -1;
  /** Somebody else writes the rest: see `closedByOther`. */
  private isClosed = false;

  constructor(world: World, number: number, mistake?: Mistake) {
    this.world = world;
    this.number = number;
    this.mistake = mistake;
  }

  *begin(): Steps {
    const { world } = this;
    this.tail = world.open(this.number, 'tail', TAIL_BYTES);
    this.words = new Uint32Array(this.tail.bytes.buffer);
    yield;
    this.tail.size = TAIL_BYTES;
    yield;
    this.words[3] = this.number;
    this.words[WRITTEN] = RAW_HEADER_BYTES;
    yield;
    yield* this.sync(Raw.begin);
  }

  *sync(kind: number = Raw.acquire): Steps {
    this.busy(true);
    yield;
    const now = ++this.world.clock;
    yield;
    if (this.mistake === 'idle too early') this.busy(false);
    this.walk = -1;
    yield* this.append([[this.pos, kind << 16, 0, 0]], now);
    this.busy(false);
    yield;
  }

  /** An atomic with values, the first of which looks like no record. */
  *atomic(): Steps {
    this.busy(true);
    yield;
    const now = ++this.world.clock;
    yield;
    this.walk = -1;
    const atomic: Words = [this.pos, (Raw.atomicUpdate << 16) | (4 << 24), 7, VALUES << 16];
    yield* this.append([atomic, [0, 0, 1, 0]], now);
    this.busy(false);
    yield;
  }

  /** A plain access; one that goes on with the last if it can grow. */
  *access(): Steps {
    const { told } = this;
    if (this.walk >= 0) {
      const [low, high, site, extra] = told.records[this.walk]!;
      const grown: Words = [low, high + (4 << 24), site, extra];
      if (!this.isClosed) told.records[this.walk] = grown;
      this.words.set(grown.slice(0, 2), (this.place(RAW_HEADER_BYTES) >> 2) + this.walk * 4);
      yield;
      return;
    }
    const { clock } = this.world;
    yield;
    yield* this.append([[this.pos, (Raw.write << 16) | (4 << 24), 9, 3 << 16]], clock);
    this.walk = told.records.length - 1;
  }

  /** A signal handler tells something between the time that synchronisation took and its record: both have the later time. */
  *interruptedSync(): Steps {
    this.busy(true);
    yield;
    const now = ++this.world.clock;
    yield;
    const later = ++this.world.clock;
    yield;
    this.walk = -1;
    yield* this.append([[this.pos, Raw.receive << 16, 0, 0]], later);
    if (this.mistake === 'idle within a handler') this.busy(false);
    yield;
    yield* this.append([[this.pos, Raw.acquire << 16, 0, 0]], now);
    this.busy(false);
    yield;
  }

  /** A signal handler tells something when a plain access has its room and has not filled it: nobody can see what the handler told, and
   * the thread stays busy until it tells something else. */
  *interruptedAccess(): Steps {
    const { told, world } = this;
    const access = this.timed([this.pos, (Raw.write << 16) | (4 << 24), 9, 3 << 16], world.clock);
    const room = this.place(this.pos) >> 2;
    this.pos += RAW_RECORD_BYTES;
    this.walk = -1;
    yield;
    this.busy(true);
    yield;
    const time = ++world.clock;
    yield;
    const handled = this.timed([this.pos, Raw.receive << 16, 0, 0], time);
    const behind = this.place(this.pos) >> 2;
    this.pos += RAW_RECORD_BYTES;
    yield* this.put(behind, handled);
    if (this.mistake === 'idle behind an empty room') this.busy(false);
    yield;
    this.words.set(access.slice(2), room + 2);
    yield;
    this.words.set(access.slice(0, 2), room);
    if (this.isClosed) return;
    told.add(access, handled);
    told.times.push({ time, end: told.end });
    yield;
  }

  /** Whether a kind has the time in `extra`. */
  private static isTimedInExtra(kind: number): boolean {
    return kind === Raw.write || kind === Raw.atomicUpdate;
  }

  /** The record with what passed since the one before. */
  private timed([low, high, site, extra]: Words, now: number): Words {
    const passed = Math.max(now - this.time, 0);
    this.time += passed;
    const inExtra = MappedWriter.isTimedInExtra((high >>> 16) & 255);
    const words = inExtra ? [low, high, site, extra | (passed << (16 + TIME_SHIFT))] : [low, high | (passed << 24), site, extra];
    return words.map((word) => word >>> 0) as unknown as Words;
  }

  private *put(at: number, record: Words): Steps {
    this.words.set(record.slice(2), at + 2);
    yield;
    this.words.set(record.slice(0, 2), at);
  }

  /** The first word of a record comes last, and what belongs to the record before it. */
  private *append([first, ...rest]: readonly Words[], now: number): Steps {
    const { told } = this;
    const all = [this.timed(first!, now), ...rest];
    const at = this.place(this.pos) >> 2;
    this.pos += all.length * RAW_RECORD_BYTES;
    const { time } = this;
    for (const [i, record] of [...all.entries()].reverse()) {
      yield* this.put(at + 4 * i, record);
      // Before anybody else can take a step.
      if (i === 0 && !this.isClosed) {
        told.add(...all);
        if (((first![1] >>> 16) & 255) !== Raw.write) told.times.push({ time, end: told.end });
      }
      yield;
    }
  }

  *flush(): Steps {
    const { words, mistake } = this;
    const from = words[WRITTEN]!;
    if (mistake === 'zeroed too early') words.fill(0, RAW_HEADER_BYTES / 4, RAW_HEADER_BYTES / 4 + (this.pos - from) / 4);
    if (mistake === 'length told too early') words[WRITTEN] = this.pos;
    yield* this.write(from, this.pos);
    words.fill(0, RAW_HEADER_BYTES / 4, RAW_HEADER_BYTES / 4 + 2);
    yield;
    words.fill(0, RAW_HEADER_BYTES / 4, RAW_HEADER_BYTES / 4 + (this.pos - from) / 4);
    yield;
    this.walk = -1;
    words[WRITTEN] = this.pos;
    yield;
  }

  /** In two parts, as the system may take it. */
  private *write(from: number, to: number): Steps {
    const { world } = this;
    const file = world.open(this.number, 'raw');
    yield;
    const start = from === RAW_HEADER_BYTES ? 0 : from;
    const middle = Math.max(start, from + Math.floor((to - from) / 2 / RAW_RECORD_BYTES) * RAW_RECORD_BYTES);
    const bytes = bytesOf(this.told.records);
    // What the tail holds is what was told; a test compares both.
    const part = (a: number, b: number): Uint8Array =>
      a === 0
        ? Uint8Array.from([...this.tail.bytes.subarray(0, RAW_HEADER_BYTES), ...bytes.subarray(0, b - RAW_HEADER_BYTES)])
        : bytes.subarray(a - RAW_HEADER_BYTES, b - RAW_HEADER_BYTES);
    if (middle > RAW_HEADER_BYTES) {
      world.write(file, part(start, middle), start);
      yield;
    }
    world.write(file, part(middle > RAW_HEADER_BYTES ? middle : start, to), middle > RAW_HEADER_BYTES ? middle : start);
    yield;
  }

  *end(): Steps {
    yield* this.sync(Raw.end);
    yield* this.close();
  }

  /** By the thread that ends the process: this one may go on and tell what nobody will find. */
  *close(): Steps {
    while (this.told.records.length === 0) yield;
    if (this.mistake !== 'never closed') this.words[CLOSED] = 1;
    yield;
    this.isClosed = true;
    yield* this.write(this.words[WRITTEN]!, this.told.end);
    this.world.unlink(this.number, 'tail');
    yield;
  }

  private busy(isBusy: boolean): void {
    if (this.mistake !== 'never busy') this.words[BUSY] = isBusy ? 1 : 0;
  }

  private place(offset: number): number {
    return offset - this.words[WRITTEN]! + RAW_HEADER_BYTES;
  }
}
