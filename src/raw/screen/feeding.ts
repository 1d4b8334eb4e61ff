// Feeds a kernel: fills the buffers of its logs as it empties them, parks a log that has no more for now, and lets it go on when it has.

import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../format.ts';
import { Feed } from './feed.ts';
import type { ScreenKernel } from './kernel.ts';
import type { LogSource } from './source.ts';

/** What `run` of the kernel answers, but for logs to be filled. */
const WAITS = -1;
const PAUSE = -2;
const DOUBT = -3;

const BUFFERED_BYTES = 1 << 25;
const MOST_PIECE_BYTES = 1 << 16;

/** How a run ended: all that there is was handled, or the kernel is in doubt, or it was stopped. */
export type Fed = 'all' | 'doubt' | 'stopped';

export class Feeding {
  private readonly source: LogSource;
  private readonly kernel: ScreenKernel;
  private readonly piece: number;
  private readonly feeds: Feed[] = [];
  private readonly logs = new Map<number, number>();
  /** Logs that have nothing left in their buffer, and may have more. */
  private readonly parked = new Set<number>();
  /** There is no more than is there now. */
  isEnd = false;

  /** `capacity`: logs that the kernel has room for. */
  constructor(source: LogSource, kernel: ScreenKernel, capacity: number) {
    this.source = source;
    this.kernel = kernel;
    this.piece = Math.min(MOST_PIECE_BYTES, Math.floor(BUFFERED_BYTES / capacity / RAW_RECORD_BYTES) * RAW_RECORD_BYTES);
  }

  /** Numbers of the threads, in the order of their logs. */
  get numbers(): readonly number[] {
    return this.feeds.map(({ number }) => number);
  }

  /** The log of a thread, which goes on at this byte. */
  add(log: number, number: number, offset: number = RAW_HEADER_BYTES): void {
    const start = this.kernel.buffer(this.piece + 2 * RAW_RECORD_BYTES);
    this.feeds[log] = new Feed(this.source, number, start, this.piece, offset);
    this.logs.set(number, log);
    this.parked.add(log);
  }

  /** The log of a thread; undefined if there is none here. */
  logOf(number: number): number | undefined {
    return this.logs.get(number);
  }

  isParked(log: number): boolean {
    return this.parked.has(log);
  }

  /** The first byte of the log that the kernel has not handled. */
  position(log: number): number {
    return this.feeds[log]!.position(this.kernel.left(log));
  }

  /** Handles what there is up to the frontier, with a pause after so many records; `pause` may say that it is enough. */
  async run(frontier: number, slice: number, pause: () => Promise<boolean> | boolean): Promise<Fed> {
    const { kernel } = this;
    this.resume();
    let paused = kernel.recordCount();
    for (;;) {
      const answer = kernel.run(slice, frontier);
      if (answer === WAITS) return 'all';
      if (answer === DOUBT) return 'doubt';
      if (answer >= 0 && !this.fill(answer)) {
        kernel.park();
        this.parked.add(answer);
      }
      // A kernel that asks for more has forgotten how much it had done before.
      if (answer !== PAUSE && kernel.recordCount() - paused < slice) continue;
      paused = kernel.recordCount();
      if (!(await pause())) return 'stopped';
    }
  }

  /** Logs that have more take part again. */
  private resume(): void {
    for (const log of this.parked) {
      if (!this.fill(log)) continue;
      this.parked.delete(log);
      this.kernel.start(log);
    }
  }

  /** Whether the log can go on. */
  private fill(log: number): boolean {
    const { kernel } = this;
    const feed = this.feeds[log]!;
    const hadMore = feed.hasMore;
    const [from, to, isLast] = feed.filled(kernel.memory, kernel.left(log), this.isEnd);
    kernel.fill(log, from, to, isLast);
    return hadMore || isLast;
  }
}
