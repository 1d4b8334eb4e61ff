// What readers and writers of a lock hand to each other, one release at a time: for orders that are weaker than happens-before and in which
// every hand-over counts by itself. Of each reader the latest release is enough. Memory grows with locks times the threads that read
// under them, and with the locks that change hands.

import type { HappensBefore } from './happens-before.ts';
import type { Version } from './versions.ts';

/** Who released a lock, when, and what it knew of the others then. */
export interface Release {
  readonly thread: number;
  readonly time: number;
  readonly version: Version;
}

const NOBODY: ReadonlyMap<number, Release> = new Map();

export class ReaderLocks {
  private readonly hb: HappensBefore;
  /** Per lock: the last exclusive release by another thread than the last releaser. */
  private readonly others = new Map<number, Release>();
  /** Per lock, by thread: what readers released since the last exclusive release. */
  private readonly readers = new Map<number, Map<number, Release>>();

  constructor(hb: HappensBefore) {
    this.hb = hb;
  }

  /** Before thread t releases a lock exclusively that another thread released last. */
  changeHands(lock: number): void {
    const { versions } = this.hb;
    const last = this.hb.lastRelease(lock);
    if (last === undefined) return;
    const old = this.others.get(lock);
    this.others.set(lock, { ...last, version: versions.share(last.version) });
    if (old !== undefined) versions.drop(old.version);
  }

  /**
   * After an exclusive release by thread t, which came after all other readers: whoever comes after t comes after them, too. Its own shared
   * release stays: what t did before is not ordered before what t hands on.
   */
  passReaders(lock: number, t: number): void {
    const releases = this.readers.get(lock);
    if (releases === undefined) return;
    for (const { thread, version } of releases.values()) {
      if (thread === t) continue;
      this.hb.versions.drop(version);
      releases.delete(thread);
    }
  }

  releaseShared(lock: number, thread: number): void {
    const { hb } = this;
    let releases = this.readers.get(lock);
    if (releases === undefined) {
      releases = new Map();
      this.readers.set(lock, releases);
    }
    const old = releases.get(thread);
    releases.set(thread, { thread, time: hb.times[thread]!, version: hb.versions.share(hb.known[thread]!) });
    if (old !== undefined) hb.versions.drop(old.version);
  }

  /** The exclusive release by another thread that a reader comes after, and with it after all before. */
  writerBefore(lock: number, thread: number): Release | undefined {
    const last = this.hb.lastRelease(lock);
    return last?.thread === thread ? this.others.get(lock) : last;
  }

  /** Whether any lock has shared releases that a writer could come after. */
  get hasReaders(): boolean {
    return this.readers.size > 0;
  }

  /** The shared releases that a writer comes after. */
  readersOf(lock: number): Iterable<Release> {
    return (this.readers.get(lock) ?? NOBODY).values();
  }
}
