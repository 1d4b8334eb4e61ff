// A process that is recorded, in memory: its files, its clock, and what takes steps in it. The writers are generators that stop after
// each thing that others can see; the follower's calls are where they go on. So every interleaving can be had.

import { threadsIn } from '../../../src/raw/follow/listed-threads.ts';
import type { FileKind, LogFiles, Protocol } from '../../../src/raw/follow/log-files.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../../../src/raw/format.ts';

export type Steps = Generator<void, void, void>;

export interface File {
  bytes: Uint8Array;
  size: number;
}

const MOST_THREADS = 4;
const LONGEST_LOG = 1 << 13;
export const TAIL_BYTES: number = 68 << 10;
/** What a reading may see in two parts: more is not used by the models. */
const TORN_BYTES = 1 << 10;

export class World implements LogFiles {
  clock = 1;
  readonly names = new Map<string, File>();
  /** Called before everything that the follower does. */
  onCall: () => void = () => {};
  calls = 0;
  private readonly kind: Protocol['kind'];

  constructor(kind: Protocol['kind']) {
    this.kind = kind;
  }

  /** Opens a file by its name, as a recorder does. */
  open(thread: number, kind: FileKind, bytes = LONGEST_LOG): File {
    const name = `${thread}.${kind}`;
    const file = this.names.get(name) ?? { bytes: new Uint8Array(bytes), size: 0 };
    this.names.set(name, file);
    return file;
  }

  write(file: File, bytes: Uint8Array, at: number): void {
    file.bytes.set(bytes, at);
    file.size = Math.max(file.size, at + bytes.length);
  }

  unlink(thread: number, kind: FileKind): void {
    this.names.delete(`${thread}.${kind}`);
  }

  private step(): void {
    this.calls++;
    this.onCall();
  }

  protocol(): Protocol {
    return this.kind === 'ends' ? { kind: 'ends' } : { kind: 'tails', tailBytes: TAIL_BYTES };
  }

  list(): ReadonlyMap<number, boolean> {
    this.step();
    return threadsIn(() => this.named());
  }

  /** A name at a time: which comes first is the system's choice. */
  private *named(): Iterable<string> {
    for (let thread = 0; thread < MOST_THREADS; thread++)
      for (const kind of thread % 2 === 0 ? ['tail', 'raw'] : ['raw', 'tail']) {
        this.step();
        if (this.names.has(`${thread}.${kind}`)) yield `thread-${thread}.${kind}`;
      }
  }

  /** The second half of each record is read before the first: the system does not say in which order it copies. */
  read(thread: number, kind: FileKind, target: Uint8Array, at: number): number {
    this.step();
    const file = this.names.get(`${thread}.${kind}`);
    if (file === undefined) return -1;
    const count = Math.max(0, Math.min(target.length, file.size - at));
    const half = RAW_RECORD_BYTES / 2;
    const torn = file.bytes.slice(at, at + Math.min(count, TORN_BYTES));
    this.step();
    target.set(file.bytes.subarray(at, at + count));
    for (let i = half; i + half <= torn.length; i += RAW_RECORD_BYTES) target.set(torn.subarray(i, i + half), i);
    return count;
  }

  size(thread: number, kind: FileKind): number {
    this.step();
    return this.names.get(`${thread}.${kind}`)?.size ?? -1;
  }

  setAside(thread: number): boolean {
    this.step();
    const file = this.names.get(`${thread}.raw`);
    if (file === undefined) return false;
    this.names.delete(`${thread}.raw`);
    this.names.set(`${thread}.aside`, file);
    return true;
  }

  remove(thread: number, kind: FileKind): void {
    this.step();
    this.unlink(thread, kind);
  }

  close(): void {}
}

/** A record as four words. */
export type Words = readonly [number, number, number, number];

export function bytesOf(records: readonly Words[]): Uint8Array {
  return new Uint8Array(new Uint32Array(records.flat()).buffer);
}

/** What a thread told, in its order: the models keep it beside the files, to be compared with. */
export class Told {
  readonly records: Words[] = [];
  /** Synchronisation: its time, and where its record ends in the log. */
  readonly times: { readonly time: number; readonly end: number }[] = [];

  add(...records: Words[]): void {
    this.records.push(...records);
  }

  /** Offset behind the last record. */
  get end(): number {
    return RAW_HEADER_BYTES + this.records.length * RAW_RECORD_BYTES;
  }
}
