// A thread as the recorder of Node.js has it: record/node/core/log.ts, log-file.ts, step by step. What can be done wrong has a name.

import { RAW_CLOSED_AT, RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw } from '../../../src/raw/format.ts';
import { bytesOf, type File, type Steps, Told, type Words, type World } from './world.ts';

export type Mistake = 'end taken away too late' | 'end shown too early' | 'closed too early';

const END: Words = [0, Raw.end << 16, 0, 0];
const ROOM: Words = [0, 0, 0, 0];

export class WrittenWriter {
  readonly told = new Told();
  isAsleep = false;
  /** Somebody ended it: it does no more steps. */
  isTerminated = false;
  private readonly world: World;
  private readonly number: number;
  private readonly mistake: Mistake | undefined;
  private stamp = -1;
  /** Records that are in the file, as the thread knows. */
  private flushed = 0;
  /** Somebody is writing this log. */
  private isWriting = false;
  private isPeeked = false;
  private hasBegun = false;

  constructor(world: World, number: number, mistake?: Mistake) {
    this.world = world;
    this.number = number;
    this.mistake = mistake;
  }

  /** Those that stop where the thread was ended. */
  *alive(steps: Steps): Steps {
    while (!this.isTerminated && steps.next().done !== true) yield;
  }

  *begin(): Steps {
    this.world.open(this.number, 'raw');
    this.hasBegun = true;
    yield;
    yield* this.sync(Raw.begin);
    yield* this.flush();
  }

  *sync(kind: number = Raw.acquire): Steps {
    if (this.mistake !== 'end taken away too late') yield* this.goOn();
    const time = ++this.world.clock;
    yield;
    yield* this.goOn();
    const { told } = this;
    this.stamp = time;
    told.add([time, Raw.stamp << 16, 0, 0], [told.records.length, kind << 16, 0, 0]);
    told.times.push({ time, end: told.end });
    yield;
  }

  *access(): Steps {
    const { told, world } = this;
    if (world.clock !== this.stamp) told.add([world.clock, Raw.stamp << 16, 0, 0]);
    this.stamp = world.clock;
    told.add([told.records.length, (Raw.write << 16) | (4 << 24), 9, 0]);
    yield;
    if (this.isAsleep) yield* this.flush();
  }

  private *goOn(): Steps {
    if (!this.isAsleep) return;
    this.isAsleep = false;
    const file = this.world.open(this.number, 'raw');
    yield;
    this.world.write(file, bytesOf([ROOM]), this.place);
    yield;
  }

  *flush(): Steps {
    this.isAsleep = false;
    if (this.flushed === this.told.records.length) return;
    while (this.isWriting) yield;
    this.isWriting = true;
    const file = this.world.open(this.number, 'raw');
    yield;
    const count = this.told.records.length;
    yield* this.save(file, count);
    this.world.write(file, bytesOf([ROOM]), RAW_HEADER_BYTES + count * RAW_RECORD_BYTES);
    yield;
    this.flushed = count;
    this.isWriting = false;
  }

  /** The first record may be seen in parts: it takes the place of another. All others are there when the file is so long. */
  private *save(file: File, count: number): Steps {
    const { world } = this;
    if (this.flushed === 0) {
      world.write(file, new Uint8Array(RAW_HEADER_BYTES), 0);
      yield;
    }
    const bytes = bytesOf(this.told.records.slice(this.flushed, count));
    const half = RAW_RECORD_BYTES / 2;
    for (const [from, to] of [
      [0, half],
      [half, RAW_RECORD_BYTES],
      [RAW_RECORD_BYTES, 2 * RAW_RECORD_BYTES],
      [2 * RAW_RECORD_BYTES, bytes.length],
    ] as const) {
      if (from >= bytes.length) break;
      const at = this.place + from;
      // The size is told last.
      const isNew = at + to - from > file.size;
      if (isNew && from < RAW_RECORD_BYTES && to < RAW_RECORD_BYTES) continue;
      const start = isNew && from === half ? 0 : from;
      world.write(file, bytes.subarray(start, Math.min(to, bytes.length)), this.place + start);
      yield;
    }
  }

  /** Before it waits. */
  *endForNow(): Steps {
    if (this.isAsleep) return;
    if (this.mistake === 'end shown too early') yield* this.showEnd();
    yield* this.flush();
    yield* this.showEnd();
    this.isAsleep = true;
  }

  private *showEnd(): Steps {
    const file = this.world.open(this.number, 'raw');
    yield;
    this.world.write(file, bytesOf([END]), this.place);
    yield;
  }

  *end(): Steps {
    yield* this.sync(Raw.end);
    yield* this.flush();
  }

  /** By another thread, now and then: nothing changes in this one. */
  *peek(): Steps {
    if (!this.hasBegun || this.isWriting || this.isTerminated) return;
    this.isWriting = true;
    this.isPeeked = true;
    const file = this.world.open(this.number, 'raw');
    yield;
    const { length } = this.told.records;
    if (length > this.flushed) yield* this.save(file, length);
    this.isWriting = false;
    this.isPeeked = false;
  }

  /** By the thread that made this one. */
  *terminate(): Steps {
    while (!this.hasBegun) yield;
    this.isTerminated = true;
    // Whoever was ended while it wrote does not hold the log; whoever looks at it does.
    while (this.isPeeked) yield;
    this.isWriting = true;
    const file = this.world.open(this.number, 'raw');
    yield;
    if (this.mistake === 'closed too early') yield* this.saveClosed(file);
    const { length } = this.told.records;
    yield* this.save(file, length);
    this.world.write(file, bytesOf([ROOM]), RAW_HEADER_BYTES + length * RAW_RECORD_BYTES);
    this.isAsleep = false;
    yield;
    yield* this.saveClosed(file);
  }

  private *saveClosed(file: File): Steps {
    this.world.write(file, new Uint8Array([1, 0, 0, 0]), RAW_CLOSED_AT);
    yield;
  }

  /** Where the file goes on, as the thread knows. */
  private get place(): number {
    return RAW_HEADER_BYTES + this.flushed * RAW_RECORD_BYTES;
  }
}
