// The latest part of a run, whatever the length of the run: its records, and what was so in the program when it begins. It can be written
// as a recording of its own. Two accesses in it race there as they do in the whole run: what orders them happened between them, and what a
// reordering needs from before is as it was.

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf, WORDS } from '../raw/assemble/raw-record.ts';
import { RAW_VERSION, RAW_VERSION_WITH_CALLS, Raw } from '../raw/format.ts';
import { RecordWriter, rawHeader } from '../raw/record-writer.ts';
import type { Manner, Suspicion } from '../raw/screen/suspicions.ts';
import { LogBuffer } from './log-buffer.ts';
import { began, ProgramState } from './program-state.ts';
import { ThreadCalls } from './thread-calls.ts';
import { TouchedMemory } from './touched-memory.ts';

/** The process that a recording is of, and the folder of the whole recording. */
export interface ProcessFolder {
  readonly folder: string;
  readonly pid: number;
}

/** Per thread, by its number: an offset in its log, in bytes. A moment of the run. */
export type Moment = ReadonlyMap<number, number>;

export class Window {
  /** What the sites of its threads stand for. */
  readonly calls = new ThreadCalls();
  /** What was so when it begins. */
  readonly state = new ProgramState((thread, site) => this.calls.address(thread, site));
  /** Per thread, by its number. */
  private readonly buffers = new Map<number, LogBuffer>();
  /** When the window begins, and the moments since then up to which it may be forgotten. */
  private readonly cuts: Moment[] = [new Map()];

  /** The records of a thread. */
  buffer(number: number): LogBuffer {
    let buffer = this.buffers.get(number);
    if (buffer === undefined) {
      buffer = new LogBuffer();
      this.buffers.set(number, buffer);
    }
    return buffer;
  }

  /** More was put behind the end of the thread's buffer. */
  grown(number: number): void {
    this.calls.note(number, this.buffer(number));
  }

  /** Up to `now` is a part. What is older than the last `kept` parts is forgotten. */
  cut(now: Moment, kept: number): void {
    this.cuts.push(now);
    while (this.cuts.length > kept + 1) {
      this.cuts.shift();
      this.forgetBefore(this.cuts[0]!);
    }
  }

  /** Passes over what is there of the thread's log. */
  skip(number: number): void {
    const buffer = this.buffer(number);
    const words = this.state.pass(number, buffer.between(buffer.start, buffer.end));
    this.state.settle();
    buffer.forgetBefore(buffer.start + words * Uint32Array.BYTES_PER_ELEMENT);
  }

  /** The window begins where each thread is now. */
  restart(): void {
    this.cuts.splice(0, this.cuts.length, new Map());
  }

  /** The thread has told all, and what it told last is forgotten. */
  isForgotten(number: number): boolean {
    const { start, end } = this.buffer(number);
    return start === end && !this.state.runs(number);
  }

  drop(number: number): void {
    this.buffers.delete(number);
  }

  /** Per thread, the records that a kernel begins with that knows of nothing before the window. */
  wholePreamble(): Map<number, Uint8Array> {
    return this.state.preamble(() => true);
  }

  /** Writes two accesses alone as a recording of its own: they were too far apart for the window. */
  savePair(folder: string, { earlier, later, address, bytes }: Suspicion, of: ProcessFolder): void {
    linkMaps(folder, of.folder);
    const first = began();
    this.state.tellBlocks(first, (from, length) => from < address + bytes && address < from + length);
    for (const [log, { thread, how, site }] of [
      [first, earlier],
      [began(), later],
    ] as const) {
      // After what both begin with.
      access(log.stamp(2), how, address, bytes, site).record(Raw.end);
      writeFileSync(join(folder, `thread-${thread}.raw`), Buffer.concat([rawHeader(thread, of.pid), log.written]));
    }
  }

  /** Per thread, the records that the window begins with instead of all that came before. */
  preamble(now: Moment): Map<number, Uint8Array> {
    const touched = new TouchedMemory();
    for (const [number, offset] of now) touched.add(this.until(number, offset));
    return this.state.preamble((address, bytes) => touched.has(address, bytes));
  }

  /** Writes the window up to now as a recording of its own, whose process is that of another recording. */
  save(folder: string, now: Moment, of: ProcessFolder): void {
    linkMaps(folder, of.folder);
    const preambles = this.preamble(now);
    for (const [number, offset] of now) {
      const { start } = this.buffer(number);
      const words = this.until(number, offset);
      const preamble = preambles.get(number);
      if (preamble === undefined && words.length === 0) continue;
      // Who goes on has not lost anything; a log without an end would say so.
      const isOver = words.length > 0 && kindOf(words.at(1 - WORDS)!) === Raw.end;
      const end = new RecordWriter().record(Raw.end).written;
      const version = this.calls.has(number) ? RAW_VERSION_WITH_CALLS : RAW_VERSION;
      const parts = [
        rawHeader(number, of.pid, version),
        preamble ?? NOTHING,
        this.buffer(number).bytesBetween(start, offset),
        isOver ? NOTHING : end,
      ];
      writeFileSync(join(folder, `thread-${number}.raw`), Buffer.concat(parts));
    }
  }

  private until(number: number, offset: number): Uint32Array {
    const buffer = this.buffer(number);
    return buffer.between(buffer.start, offset);
  }

  private forgetBefore(moment: Moment): void {
    for (const [number, offset] of moment) this.state.pass(number, this.until(number, offset));
    this.state.settle();
    for (const [number, offset] of moment) this.buffer(number).forgetBefore(offset);
  }
}

const NOTHING = new Uint8Array(0);

/** Where the process had memory. */
function linkMaps(folder: string, whole: string): void {
  symlinkSync(join(whole, 'maps'), join(folder, 'maps'));
}

const KINDS: Readonly<Record<Manner, number>> = {
  read: Raw.read,
  write: Raw.write,
  'atomic load': Raw.atomicLoad,
  'atomic store': Raw.atomicStore,
  'atomic update': Raw.atomicUpdate,
};

/** Bytes that a record has room for. */
const MOST_BYTES = 255;

function access(log: RecordWriter, how: Manner, address: number, bytes: number, site: number): RecordWriter {
  if (bytes <= MOST_BYTES) return log.record(KINDS[how], { address, size: bytes, site });
  const kind = how === 'read' ? Raw.readRange : Raw.writeRange;
  return log.record(kind, { address, site }).record(Raw.length, { address: bytes });
}
