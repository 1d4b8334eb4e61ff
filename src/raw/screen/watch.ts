// Watches a program for as long as it runs: as the screen, but it goes on, and tells of every pair of accesses that may race, and whether they did in
// this run. What it calls observed is a race by happens-before with every read after its write (SHB); where it cannot be sure, it does not.
//
// A kernel has its memory and its numbers, and both run out. Then an *era* ends: a new kernel goes on where the old one was, and knows what is in use
// and who holds what, but not what was done: a race between two eras is not seen.

import { type Fed, Feeding } from './feeding.ts';
import { FEW_THREADS, MOST_THREADS } from './incremental.ts';
import type { Watcher } from './kernel.ts';
import { Screen } from './screen.ts';
import type { LogSource } from './source.ts';
import { MANNERS, type Suspicion, Suspicions } from './suspicions.ts';

/** What cannot have been, or is not understood, in the order of their numbers in kernels/screen/watch.ts. */
const CONFUSIONS = ['nothing', 'locks', 'threads', 'record', 'atomics', 'barriers', 'ranges'] as const;
/** Atomics that were locks in disguise: what only they order, as locks do, was not told. */
export const LOCKS_IN_DISGUISE = 'locks in disguise';
/** Locks were taken in opposite orders: whether threads can wait for each other takes more than a look at each record. */
export const OPPOSITE_ORDERS = 'opposite orders';
export type Confusion = (typeof CONFUSIONS)[number] | typeof LOCKS_IN_DISGUISE | typeof OPPOSITE_ORDERS;

export interface WatchOptions {
  /** Logs that there is room for at first. */
  readonly capacity?: number;
  /** Bytes of a kernel's memory after which a new era begins. */
  readonly memoryBytes?: number;
  /** Records between two pauses. */
  readonly slice?: number | undefined;
}

/** Records after which it is asked whether there is still room for more: each may take some hundred bytes. */
const SLICE = 1 << 16;
const MEMORY_BYTES = 1 << 27;
const FEWEST_STEPS = 1 << 24;

export class Watch {
  private readonly source: LogSource;
  private readonly limit: number;
  private readonly slice: number;
  private readonly screen: Screen;
  private readonly suspicions = new Suspicions();
  private readonly confusions = new Map<Confusion, number>();
  private benign: { readonly from: number; readonly to: number }[] = [];
  private capacity: number;
  private feeding: Feeding;
  private isBroken = false;
  /** How many eras there were, with this one. */
  eras = 1;

  constructor(source: LogSource, { capacity = FEW_THREADS, memoryBytes = MEMORY_BYTES, slice = SLICE }: WatchOptions = {}) {
    this.source = source;
    this.capacity = capacity;
    this.limit = memoryBytes;
    this.slice = slice;
    this.screen = new Screen(capacity, (log) => this.feeding.isParked(log), {
      told: (...pair) => this.told(...pair),
      confused: (reason) => this.confused(CONFUSIONS[reason]!),
      benign: (address, bytes) => void this.benign.push({ from: address, to: address + bytes }),
      renewed: (address, bytes) => {
        this.benign = this.benign.filter(({ from, to }) => to <= address || from >= address + bytes);
      },
    });
    this.feeding = this.newFeeding();
  }

  /** There is a log of the thread with this number, as the program's runtime gave it. */
  log(number: number): void {
    if (this.feeding.numbers.length === this.capacity) this.newEra();
    if (this.feeding.numbers.length < this.capacity) this.feeding.add(this.screen.add(number), number);
    else this.distrust();
  }

  /** Handles what there is up to the time `frontier`. */
  async run(frontier: number, pause?: () => Promise<void> | undefined): Promise<void> {
    const paused = async () => {
      await pause?.();
      return this.memoryBytes() <= this.limit && this.stepsLeft() >= FEWEST_STEPS;
    };
    while ((await this.fed(frontier, paused)) === 'stopped') this.newEra();
  }

  /** There will be no more. */
  async end(pause?: () => Promise<void> | undefined): Promise<void> {
    this.feeding.isEnd = true;
    await this.run(Number.POSITIVE_INFINITY, pause);
    this.unmask();
  }

  /** The first byte of the thread's log that was not handled. */
  position(number: number): number {
    const log = this.feeding.logOf(number);
    return log === undefined ? this.source.available(number) : this.feeding.position(log);
  }

  /** Whether an atomic acts as a lock so far: its holders may come in another order, and nobody was told of what they then do. */
  get hasDisguisedLocks(): boolean {
    return this.screen.kernel.isMistaken();
  }

  /** Whether locks were taken in opposite orders so far: that may deadlock, which nobody was told of either. */
  get hasOppositeOrders(): boolean {
    return this.screen.mayDeadlock();
  }

  /** What the program has, as far as this era knows. */
  get size(): { readonly locks: number; readonly variables: number } {
    const { kernel } = this.screen;
    return { locks: kernel.lockCount(), variables: kernel.cellCount() };
  }

  /** Pairs that were met since this was last asked for, one for each two sites. */
  take(): Suspicion[] {
    return this.suspicions.take();
  }

  /** How often something was passed over, by what it was. */
  get passedOver(): ReadonlyMap<Confusion, number> {
    return this.confusions;
  }

  /** Bytes that this era has taken. */
  memoryBytes(): number {
    return this.screen.kernel.memoryBytes();
  }

  /** Records that a thread has still numbers for in this era. */
  stepsLeft(): number {
    return this.screen.kernel.stepsLeft() >>> 0;
  }

  /** Forgets what was done. Threads that are over need no more room. */
  newEra(): void {
    this.unmask();
    const { feeding, screen } = this;
    const going = [...feeding.numbers.keys()].filter((log) => !screen.kernel.isOver(log));
    const left = going.map((log) => [feeding.numbers[log]!, feeding.position(log)] as const);
    while (2 * going.length > this.capacity && this.capacity < MOST_THREADS) this.capacity *= 2;
    screen.renew(this.capacity, going);
    this.feeding = this.newFeeding();
    this.feeding.isEnd = feeding.isEnd;
    for (const [log, [number, position]] of left.entries()) this.feeding.add(log, number, position);
    if (this.isBroken) screen.kernel.distrust();
    this.eras++;
  }

  /** A kernel that has no more memory traps. What it did last is done again in the next era, unless it is too much for any. */
  private async fed(frontier: number, paused: () => Promise<boolean>): Promise<Fed> {
    try {
      return await this.feeding.run(frontier, this.slice, paused);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) || this.screen.kernel.recordCount() <= 1) throw error;
      return 'stopped';
    }
  }

  private newFeeding(): Feeding {
    return new Feeding(this.source, this.screen.kernel, this.capacity);
  }

  private unmask(): void {
    if (this.screen.kernel.isMistaken()) this.confused(LOCKS_IN_DISGUISE);
    if (this.screen.mayDeadlock()) this.confused(OPPOSITE_ORDERS);
  }

  private confused(reason: Confusion): void {
    this.confusions.set(reason, (this.confusions.get(reason) ?? 0) + 1);
    if (reason === 'record') this.isBroken = true;
  }

  /** There are logs that nobody looks at: what they order is not known. */
  private distrust(): void {
    this.confused('record');
    this.screen.kernel.distrust();
  }

  private told(
    ...[log, how, address, bytes, site, time, other, otherHow, otherSite, isObserved]: Parameters<Watcher['told']>
  ): void {
    if (this.benign.some(({ from, to }) => from < address + bytes && address < to)) return;
    const observed = isObserved !== 0;
    this.suspicions.add(otherSite, otherHow, site, how, observed, () => ({
      earlier: { thread: this.screen.threadOf(other), how: MANNERS[otherHow]!, site: otherSite },
      later: { thread: this.screen.threadOf(log), how: MANNERS[how]!, site },
      address,
      bytes,
      time,
      observed,
      count: 1,
    }));
  }
}
