// Screens a process while it runs, so that little is left to do when it ends.

import type { Scan, ThreadScan } from '../assemble/scan.ts';
import { followedScan } from '../follow/followed-scan.ts';
import { type FollowedLog, Follower } from '../follow/follower.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../format.ts';
import { attempt } from './attempt.ts';
import { IncrementalScreen, type Screened } from './incremental.ts';
import type { LogSource } from './source.ts';

export class FollowedScreen implements LogSource {
  private readonly folder: string;
  private readonly follower: Follower;
  private readonly logs = new Map<number, FollowedLog>();
  private screen: IncrementalScreen | undefined;

  /** The folder of a process. */
  constructor(folder: string) {
    this.folder = folder;
    this.follower = new Follower(folder, { keepsFacts: true });
  }

  /** Looks at what has come. False once two accesses might race, or it cannot be told here: then there is nothing more to look at. */
  async step(pause?: () => Promise<void> | undefined): Promise<boolean> {
    const passes = await attempt(async () => this.look(false, (screen, frontier) => screen.run(frontier, pause)));
    if (passes !== true) this.follower.close();
    return passes === true;
  }

  /** The process is over: what its logs tell. Undefined if that cannot be told without reading them again. */
  scan(): Scan | undefined {
    return followedScan(this.folder, this.follower.look(true).logs);
  }

  /** The process is over, and left these logs. Undefined if two accesses might race, or if it cannot be told. */
  async end(threads: readonly ThreadScan[], pause?: () => Promise<void> | undefined): Promise<Screened | undefined> {
    try {
      return await attempt(async () =>
        this.look(true, async (screen) => (this.hasAll(threads) ? await screen.end(pause) : undefined)),
      );
    } finally {
      this.follower.close();
    }
  }

  available(number: number): number {
    return this.logs.get(number)!.bytes;
  }

  isOver(number: number): boolean {
    return this.logs.get(number)!.isOver;
  }

  read(number: number, words: Uint32Array, at: number, bytes: number, offset: number): void {
    this.follower.read(this.logs.get(number)!, words, at, bytes, offset);
  }

  private async look<R>(isDead: boolean, work: (screen: IncrementalScreen, frontier: number) => Promise<R>): Promise<R> {
    this.screen ??= new IncrementalScreen(this);
    const { logs, frontier } = this.follower.look(isDead);
    for (const log of logs.slice(this.logs.size)) {
      this.logs.set(log.number, log);
      this.screen.log(log.number);
    }
    return work(this.screen, frontier);
  }

  /** What was followed is what is there in the end. */
  private hasAll(threads: readonly ThreadScan[]): boolean {
    return (
      threads.length === this.logs.size &&
      threads.every(({ number, records }) => this.logs.get(number)?.bytes === RAW_HEADER_BYTES + records * RAW_RECORD_BYTES)
    );
  }
}
