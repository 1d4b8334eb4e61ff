// Screens the logs of one process. What comes of it is an answer only if there is no doubt.

import { type Assembled, type AssembleOptions, completeness } from '../assemble/index.ts';
import type { Pause } from '../assemble/pause.ts';
import { readPiece } from '../assemble/raw-log.ts';
import type { Scan, ThreadScan } from '../assemble/scan.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../format.ts';
import type { Naming } from '../naming.ts';
import { Screen } from './screen.ts';

/** What a recording has in which no two accesses can race. */
export interface Screened {
  readonly events: number;
  readonly locks: number;
  readonly variables: number;
}

/** What `run` of the kernel answers, but for logs to be filled. */
const DONE = -1;
const PAUSE = -2;
const DOUBT = -3;

/** Records between two pauses. */
const SLICE = 1 << 20;
const BUFFERED_BYTES = 1 << 25;
const MOST_PIECE_BYTES = 1 << 18;
/** A row of steps per thread grows with its square. */
const MOST_THREADS = 1024;

/** What became of a recording in which no two accesses can race, without a trace; undefined if that is not certain. Names, which take a while
 * to be had, are asked for only then. */
export async function screened(
  recording: Scan,
  naming: () => Promise<Naming>,
  options: AssembleOptions,
): Promise<Assembled | undefined> {
  const { threads, records, damage, stopped } = recording;
  if (stopped !== undefined || Object.values(damage).some((count) => count > 0)) return undefined;
  const passed = await screenedThreads(threads, options.pause);
  if (passed === undefined) return undefined;
  const nothing = { lockedAtomics: 0, dropped: { local: 0, unwritten: 0, benign: 0, repeated: 0 }, repaired: 0 };
  return {
    ...passed,
    ...nothing,
    records,
    threads: threads.length,
    damage,
    stopped,
    ...completeness(recording, await naming(), options),
  };
}

/**
 * Undefined if two accesses might race, or if it cannot be told here.
 * @internal
 */
export async function screenedThreads(threads: readonly ThreadScan[], pause?: Pause): Promise<Screened | undefined> {
  // Node can be started without WebAssembly.
  if (threads.length === 0 || threads.length > MOST_THREADS || typeof WebAssembly === 'undefined') return undefined;
  try {
    return await screen(threads, pause);
  } catch (error) {
    // There was not enough memory for what the program touched, or the machine has no SIMD.
    const { RuntimeError, CompileError } = WebAssembly;
    if (error instanceof RuntimeError || error instanceof CompileError || error instanceof RangeError) return undefined;
    throw error;
  }
}

async function screen(threads: readonly ThreadScan[], pause: Pause | undefined): Promise<Screened | undefined> {
  const { kernel } = new Screen(threads.map(({ number }) => number));
  const records = threads.reduce((sum, thread) => sum + thread.records, 0);
  const piece = Math.min(MOST_PIECE_BYTES, Math.floor(BUFFERED_BYTES / threads.length / RAW_RECORD_BYTES) * RAW_RECORD_BYTES);
  const logs = threads.map((thread) => new Feed(thread, kernel.buffer(piece + 2 * RAW_RECORD_BYTES), piece));
  for (const [i, log] of logs.entries()) {
    kernel.fill(i, ...log.filled(kernel.memory, log.start));
    kernel.start(i);
  }
  for (;;) {
    const answer = kernel.run(SLICE);
    if (answer === DONE) break;
    if (answer === DOUBT) return undefined;
    if (answer === PAUSE) await pause?.(kernel.recordCount() / records);
    else kernel.fill(answer, ...logs[answer]!.filled(kernel.memory, kernel.left(answer)));
  }
  if (kernel.isMistaken()) return undefined;
  return { events: kernel.recordCount(), locks: kernel.lockCount(), variables: kernel.cellCount() };
}

/** Brings the log of a thread into the memory of the kernel, piece by piece. */
class Feed {
  readonly start: number;
  private readonly thread: ThreadScan;
  private readonly piece: number;
  private readonly size: number;
  private end: number;
  /** The next byte of the log. */
  private offset = RAW_HEADER_BYTES;

  constructor(thread: ThreadScan, start: number, piece: number) {
    this.thread = thread;
    this.start = start;
    this.end = start;
    this.piece = piece;
    this.size = RAW_HEADER_BYTES + thread.records * RAW_RECORD_BYTES;
  }

  /** What is left from `at` on goes to the front, and more behind it: from, to, and whether that is the last. */
  filled(memory: WebAssembly.Memory, at: number): [from: number, to: number, last: boolean] {
    const { start } = this;
    const left = this.end - at;
    new Uint8Array(memory.buffer).copyWithin(start, at, this.end);
    const bytes = Math.min(this.piece, this.size - this.offset);
    const words = new Uint32Array(memory.buffer, start + left, bytes / Uint32Array.BYTES_PER_ELEMENT);
    this.offset += readPiece(this.thread.parts, words, 0, bytes, this.offset);
    this.end = start + left + bytes;
    return [start, this.end, this.offset >= this.size];
  }
}
