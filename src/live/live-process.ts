// Watches a process for as long as it runs, in bounded memory and on a bounded part of the disk. Every record goes by once: races that the run
// has are seen as they happen, however far apart their accesses are. What another schedule could do is judged in windows: where two accesses are
// not known to be safe, the latest part of the run is looked at as a run of its own.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LogsLeft } from '../raw/assemble/completeness.ts';
import { type FollowedLog, Follower } from '../raw/follow/follower.ts';
import type { Naming } from '../raw/naming.ts';
import type { Suspicion, WatchedAccess } from '../raw/screen/suspicions.ts';
import { type Confusion, Watch } from '../raw/screen/watch.ts';
import type { Judgement } from './judge.ts';
import { isDue, Suspects } from './suspects.ts';
import { Tape } from './tape.ts';
import { type Moment, type ProcessFolder, Window } from './window.ts';

/** Threads that there is room for at first: to make more means to forget. */
const THREADS = 64;
/** How long a suspicion waits for the part to be full. */
const PATIENCE_MS = 1000;
/** What is read at a time of what is passed over. */
const PIECE_BYTES = 1 << 20;

export interface LiveOptions {
  /** A part of a run, of which a window has two, in bytes of logs. */
  readonly partBytes: number;
  /** Records between two looks at what was met. */
  readonly slice?: number;
  /** Where windows are written for a moment. */
  readonly scratch: string;
  /** Bytes of logs that may wait to be read. If there are more, the oldest are passed over. */
  readonly room: number;
  /** Bytes of memory for what is known of the program's memory. */
  readonly memoryBytes: number;
  readonly now: () => number;
  /** Looks at the recording of a part of the run, before which so many libraries were unloaded. */
  readonly judge: (folder: string, unloads: number) => Promise<Judgement>;
  readonly found: (judgement: Judgement) => Promise<void>;
}

/** What was done so far. */
export interface LiveCounts {
  /** Bytes of logs that went by, and that wait. */
  handled: number;
  waiting: number;
  /** Threads that were seen. */
  threads: number;
  /** Windows that were looked at. */
  judged: number;
  /** Bytes that were passed over because they came too fast. */
  skipped: number;
}

export class LiveProcess {
  readonly counts: LiveCounts = { handled: 0, waiting: 0, threads: 0, judged: 0, skipped: 0 };
  readonly suspects = new Suspects();
  private readonly of: ProcessFolder;
  private readonly options: LiveOptions;
  private readonly follower: Follower;
  private readonly window = new Window();
  private readonly logs = new Map<number, FollowedLog>();
  private tape: Tape;
  private watch: Watch;
  private known = 0;
  /** When the oldest suspicion came that nobody has looked at. */
  private since: number | undefined;
  /** Parts at whose end there was something that nobody is suspicious of. */
  private unsuspected = 0;
  private broken = 0;
  /** Handled when the part began. */
  private partFrom = 0;

  constructor(of: ProcessFolder, options: LiveOptions) {
    this.of = of;
    this.options = options;
    this.follower = new Follower(of.folder);
    this.tape = new Tape(this.follower, this.window);
    this.watch = this.newWatch();
  }

  /** Eras of the watch: a race between two of them is not seen. */
  get eras(): number {
    return this.watch.eras;
  }

  /** How often something could not be understood, by what it was. */
  get passedOver(): ReadonlyMap<Confusion, number> {
    return this.watch.passedOver;
  }

  /** What the program has, as far as this era knows. */
  get size(): { readonly locks: number; readonly variables: number } {
    return this.watch.size;
  }

  /** Looks at what has come; `isDead`: the process was over before. Whether there was anything. */
  async step(isDead: boolean): Promise<boolean> {
    const { handled } = this.counts;
    const { logs, changed, frontier } = this.follower.look(isDead);
    for (const log of logs.slice(this.known)) this.add(log);
    // It is over there, and comes no more.
    this.broken += changed.filter(({ isBroken }) => isBroken).length;
    this.known = logs.length;
    this.counts.waiting = this.waiting();
    if (this.counts.waiting > this.options.room) this.skip();
    await this.watch.run(frontier, () => this.pause());
    if (isDead) await this.watch.end(() => this.pause());
    await this.pause();
    if (isDead) await this.endPart();
    return this.counts.handled > handled;
  }

  /** Nothing more will be looked at. In words, which threads ran code that is not recorded. */
  close(naming: Naming): string | undefined {
    this.window.cut(this.moment(), 0);
    this.follower.close();
    return this.window.state.code.unseen(naming);
  }

  /** What the logs tell of whether they are all; to be asked when it is closed. */
  get left(): LogsLeft {
    const { isEnded, stopped } = this.window.state;
    const damage = { unusable: 0, truncated: 0, garbage: this.broken, outside: 0 };
    return { threads: [{ number: 0, ended: isEnded }], damage, stopped };
  }

  private newWatch(): Watch {
    const { memoryBytes, slice } = this.options;
    return new Watch(this.tape, { memoryBytes, slice, capacity: THREADS });
  }

  private add(log: FollowedLog): void {
    this.logs.set(log.number, log);
    this.counts.threads++;
    this.tape.add(log);
    this.watch.log(log.number);
  }

  private position(number: number): number {
    return this.tape.real(number, this.watch.position(number));
  }

  private moment(): Moment {
    return new Map([...this.logs.keys()].map((number) => [number, this.position(number)]));
  }

  private waiting(): number {
    let sum = 0;
    for (const [number, { bytes }] of this.logs) sum += bytes - this.position(number);
    return sum;
  }

  /** Between slices of the work. */
  private async pause(): Promise<void> {
    const { counts, suspects, options } = this;
    for (const suspicion of this.watch.take()) suspects.add(this.atCode(suspicion));
    const waiting = this.waiting();
    counts.handled += Math.max(0, counts.waiting - waiting);
    counts.waiting = waiting;
    if (!suspects.isEmpty) this.since ??= options.now();
    if (counts.handled - this.partFrom >= options.partBytes) await this.endPart();
    else if (this.since !== undefined && options.now() - this.since >= PATIENCE_MS) await this.look();
  }

  /** The same with code addresses, which mean the same to all threads. */
  private atCode(suspicion: Suspicion): Suspicion {
    const { calls } = this.window;
    const at = (access: WatchedAccess) => ({ ...access, site: calls.address(access.thread, access.site) });
    return { ...suspicion, earlier: at(suspicion.earlier), later: at(suspicion.later) };
  }

  /** The window moves on by a part. */
  private async endPart(): Promise<void> {
    await this.look(this.isUnsuspectedDue());
    this.window.cut(this.moment(), 1);
    this.partFrom = this.counts.handled;
    for (const [number, log] of this.logs) {
      this.follower.forget(log, this.window.buffer(number).start);
      if (log.isOver && this.position(number) === log.bytes && this.window.isForgotten(number)) this.drop(number);
    }
  }

  private drop(number: number): void {
    this.logs.delete(number);
    this.window.drop(number);
    this.tape.drop(number);
  }

  /**
   * Of an atomic that acts as a lock, and of locks in opposite orders, nobody is suspicious. They are a reason by themselves to look, in the first
   * window, the second, the fourth …
   */
  private isUnsuspectedDue(): boolean {
    if (!this.watch.hasDisguisedLocks && !this.watch.hasOppositeOrders) return false;
    return isDue(++this.unsuspected);
  }

  /** Looks at the window, if something in it is worth it. */
  private async look(wanted = false): Promise<void> {
    this.since = undefined;
    const { counts, suspects, options, window } = this;
    if (suspects.isEmpty && !wanted) return;
    const isDue = suspects.areDue() || wanted;
    const met = suspects.taken();
    // Who is behind has no time to look, but for what is certain: that is told once.
    const looks = met.some(({ observed }) => observed) || (isDue && counts.waiting <= options.room / 2);
    const shows = looks ? (await this.judge((folder) => window.save(folder, this.moment(), this.of))).shows : () => false;
    if (looks) counts.judged++;
    for (const suspicion of met) {
      const isShown = shows(suspicion.earlier.site, suspicion.later.site);
      // Those that were too far apart for the window are told by themselves.
      if (!isShown && suspicion.observed) await this.judge((folder) => this.window.savePair(folder, suspicion, this.of));
      if (isShown || suspicion.observed) this.suspects.settle(suspicion);
    }
  }

  private async judge(save: (folder: string) => void): Promise<Judgement> {
    const folder = mkdtempSync(join(this.options.scratch, 'window-'));
    try {
      save(folder);
      const judgement = await this.options.judge(folder, this.window.state.unloads);
      await this.options.found(judgement);
      return judgement;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Passes over what waits: what threads hold and which memory is whose stays known, what they did is lost. */
  private skip(): void {
    const { window, follower, logs } = this;
    this.counts.skipped += this.counts.waiting;
    for (const [number, log] of logs) {
      const buffer = window.buffer(number);
      window.skip(number);
      while (buffer.end < log.bytes) {
        this.tape.fetch(log, Math.min(buffer.end + PIECE_BYTES, log.bytes));
        window.skip(number);
        follower.forget(log, buffer.start);
      }
    }
    window.restart();
    this.tape = new Tape(follower, window);
    this.watch = this.newWatch();
    const preambles = window.wholePreamble();
    for (const [number, log] of logs) {
      this.tape.add(log, preambles.get(number));
      this.watch.log(number);
    }
    this.counts.waiting = 0;
    this.partFrom = this.counts.handled;
  }
}
