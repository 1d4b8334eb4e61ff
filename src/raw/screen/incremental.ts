// Screens logs while they grow. Up to a *frontier* all synchronisation is there, whoever did it; what is later has to wait. A plain access may
// come after its time: its thread has synchronised with nobody since, so nothing that was handled before it can be ordered after it.

import { RAW_RECORD_BYTES } from '../format.ts';
import { Feed } from './feed.ts';
import { Screen } from './screen.ts';
import type { LogSource } from './source.ts';

/** What a recording has in which no two accesses can race. */
export interface Screened {
  readonly events: number;
  readonly locks: number;
  readonly variables: number;
}

/** What `run` of the kernel answers, but for logs to be filled. */
const WAITS = -1;
const PAUSE = -2;
const DOUBT = -3;

/** Records between two pauses. */
const SLICE = 1 << 20;
const BUFFERED_BYTES = 1 << 25;
const MOST_PIECE_BYTES = 1 << 18;
/** A row of steps per thread grows with its square. */
export const MOST_THREADS = 1024;
/** As many as a row has room for that takes no more than a line of the cache. */
const FEW_THREADS = 16;
const GROWTH = 4;

export class IncrementalScreen {
  private readonly source: LogSource;
  private capacity: number;
  private screen: Screen;
  private feeds: Feed[] = [];
  /** Logs that have nothing left in their buffer, and may have more. */
  private readonly parked = new Set<number>();
  private isDoubtful = false;
  private isEnd = false;

  /** `capacity`: logs that there is room for. With more of them the screen starts again with more room. */
  constructor(source: LogSource, capacity: number = FEW_THREADS) {
    this.source = source;
    this.capacity = Math.max(capacity, 1);
    this.screen = this.newScreen();
  }

  /** Records that were handled. */
  get records(): number {
    return this.screen.kernel.recordCount();
  }

  /** There is a log of the thread with this number, as the program's runtime gave it. */
  log(number: number): void {
    if (this.feeds.length === this.capacity) this.grow();
    if (!this.isDoubtful) this.add(number);
  }

  /** Handles what there is up to the time `frontier`. False once two accesses might race, or it cannot be told here. */
  async run(frontier: number, pause?: () => Promise<void> | undefined): Promise<boolean> {
    this.resume();
    while (!this.isDoubtful) {
      const answer = this.screen.kernel.run(SLICE, frontier);
      if (answer === WAITS) break;
      if (answer === DOUBT) this.isDoubtful = true;
      else if (answer === PAUSE) await pause?.();
      else if (!this.fill(answer)) {
        this.screen.kernel.park();
        this.parked.add(answer);
      }
    }
    return !this.isDoubtful;
  }

  /** There will be no more. Undefined if two accesses might race, or if it cannot be told. */
  async end(pause?: () => Promise<void> | undefined): Promise<Screened | undefined> {
    this.isEnd = true;
    const { kernel } = this.screen;
    if (!(await this.run(Number.POSITIVE_INFINITY, pause)) || kernel.isMistaken()) return undefined;
    return { events: kernel.recordCount(), locks: kernel.lockCount(), variables: kernel.cellCount() };
  }

  private newScreen(): Screen {
    return new Screen(this.capacity, (log) => this.parked.has(log));
  }

  private add(number: number): void {
    const { kernel } = this.screen;
    const log = this.screen.add(number);
    const piece = Math.min(MOST_PIECE_BYTES, Math.floor(BUFFERED_BYTES / this.capacity / RAW_RECORD_BYTES) * RAW_RECORD_BYTES);
    this.feeds.push(new Feed(this.source, number, kernel.buffer(piece + 2 * RAW_RECORD_BYTES), piece));
    this.parked.add(log);
  }

  /** Logs that have more take part again. */
  private resume(): void {
    for (const log of this.parked) {
      if (!this.fill(log)) continue;
      this.parked.delete(log);
      this.screen.kernel.start(log);
    }
  }

  /** Whether the log can go on. */
  private fill(log: number): boolean {
    const { kernel } = this.screen;
    const feed = this.feeds[log]!;
    const hadMore = feed.hasMore;
    const [from, to, isLast] = feed.filled(kernel.memory, kernel.left(log), this.isEnd);
    kernel.fill(log, from, to, isLast);
    return hadMore || isLast;
  }

  /** Starts again with room for more logs: from their beginnings, since what was made of them has no room. */
  private grow(): void {
    const logs = this.feeds;
    if (this.capacity * GROWTH > MOST_THREADS) this.isDoubtful = true;
    if (this.isDoubtful) return;
    this.capacity *= GROWTH;
    this.screen = this.newScreen();
    this.feeds = [];
    this.parked.clear();
    for (const { number } of logs) this.add(number);
  }
}
