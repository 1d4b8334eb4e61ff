// What each thread needs of the others, while the trace goes by: the least sync-preserving ideal with all that it did. It has the write that
// each read saw, forks, ends of joined threads, arrivals at barriers and notifies, and the release of every acquire that a later one of its lock
// follows, which came before that one, so that the past of the trace is enough. It would do to close ideals when they are asked for, but then
// each would lead, from a section to those that its end needs, through all of the past.
// Memory by threads, variables and what `collect` finds reachable; an access costs a few nanoseconds unless it tells its thread something.

import { enlarged } from '../../base/grown.ts';
import type { Bounds } from '../../trace/symbols.ts';
import { LockAcquires } from './lock-acquires.ts';
import { Rows } from './rows.ts';
import { OPEN, Sections } from './sections.ts';
import { ThreadList } from './thread-list.ts';

/** All that a thread had done below a bound, and what it then knew: a row, which it owns. */
export interface Point {
  readonly bound: number;
  row: number;
}

/** A bound above all positions. */
const NOW = 0xffff_ffff;
/** Instead of a row that has not been written down. */
const UNWRITTEN = -1;

export class Known {
  readonly rows = new Rows();
  /** Per thread, without what it did itself. */
  readonly ideals: Uint32Array[] = [];
  readonly sections: Sections[] = [];
  /** Per lock. */
  readonly acquires: LockAcquires[] = [];
  /** Per variable its last write: a bound, 0 if there is none, and a row. */
  writtenBelow = new Uint32Array(0);
  writtenRow = new Uint32Array(0);
  /** Sections that were added since somebody set it to 0. */
  added = 0;
  /** Per thread: what it needs as a row; and the others that are in sections there. */
  private readonly rowNow: number[] = [];
  private readonly inside: number[][] = [];
  /** Threads whose bounds in an ideal were raised. */
  readonly raised = new ThreadList();
  private readonly open: number[] = [];

  /** What does not grow with what is remembered, in bytes. */
  get bytes(): number {
    return 4 * this.ideals.length * this.rows.width + 8 * this.writtenBelow.length;
  }

  grow({ threads, locks, variables }: Bounds): void {
    this.rows.widen(threads);
    const { width } = this.rows;
    while (this.ideals.length < threads) {
      this.ideals.push(new Uint32Array(width));
      this.sections.push(new Sections());
      this.rowNow.push(UNWRITTEN);
      this.inside.push([]);
    }
    if (this.ideals.some((ideal) => ideal.length < width))
      for (const [t, ideal] of this.ideals.entries()) {
        this.ideals[t] = new Uint32Array(width);
        this.ideals[t].set(ideal);
      }
    while (this.acquires.length < locks) this.acquires.push(new LockAcquires());
    if (variables <= this.writtenBelow.length) return;
    this.writtenBelow = enlarged(this.writtenBelow, variables);
    this.writtenRow = enlarged(this.writtenRow, variables);
  }

  read(t: number, x: number): void {
    const bound = this.writtenBelow[x]!;
    if (bound === 0) return;
    const row = this.writtenRow[x]!;
    const u = this.rows.owner(row);
    if (u !== t && this.ideals[t]![u]! < bound) this.learn(t, { bound, row });
  }

  write(t: number, x: number, position: number): void {
    this.writtenBelow[x] = position + 1;
    this.writtenRow[x] = this.row(t);
  }

  /** The thread is after something that another had done. */
  learn(t: number, point: Point): void {
    if (this.include(this.ideals[t]!, point)) this.settle(t);
  }

  /** The same with all that an ideal has. */
  learnAll(t: number, ideal: Uint32Array): void {
    const own = this.ideals[t]!;
    for (let u = 0; u < ideal.length; u++)
      if (ideal[u]! > own[u]!) {
        own[u] = ideal[u]!;
        this.raised.add(u);
      }
    this.settle(t);
  }

  /** `lock` × 2, and 1 for readers. */
  acquire(t: number, lock: number, position: number, depth: number): void {
    if (!this.sections[t]!.open(lock, position, depth)) return;
    this.acquires[lock >>> 1]!.add(lock, t, position);
    this.added++;
    if (this.inside[t]!.length > 0) this.settle(t);
  }

  release(t: number, lock: number, position: number, isWhole: boolean): void {
    const section = this.sections[t]!.leave(lock, position, isWhole);
    if (section >= 0) this.sections[t]!.rows[section] = this.row(t);
  }

  /** What a thread has done up to and with a position. */
  point(t: number, position: number): Point {
    return { bound: position + 1, row: this.row(t) };
  }

  row(t: number): number {
    if (this.rowNow[t] === UNWRITTEN) this.rowNow[t] = this.rows.add(t, this.ideals[t]!);
    return this.rowNow[t]!;
  }

  /** True if that was new to an ideal, which has all that its events need. Adds to `raised`. */
  include(ideal: Uint32Array, { bound, row }: Point): boolean {
    const u = this.rows.owner(row);
    if (ideal[u]! >= bound) return false;
    this.rows.join(row, ideal, this.raised);
    ideal[u] = bound;
    this.raised.add(u);
    return true;
  }

  /** Adds releases until no open section is followed by one that it excludes. Threads that are not in `raised` are in none. */
  close(ideal: Uint32Array): void {
    const { sections, acquires, raised, open } = this;
    for (let again = true; again; ) {
      again = false;
      for (const v of raised.threads) {
        const own = sections[v]!;
        open.length = 0;
        own.openAt(ideal[v]!, open);
        for (const s of open) {
          const lock = own.locks[s]!;
          if (own.releases[s] === OPEN || !acquires[lock >>> 1]!.follows(ideal, v, lock, own.acquires[s]!)) continue;
          again = this.include(ideal, { bound: own.releases[s]! + 1, row: own.rows[s]! }) || again;
        }
      }
    }
  }

  /** Closes what a thread needs, together with all that it has done; some of it is `raised`. */
  private settle(t: number): void {
    const { raised, sections, open } = this;
    const ideal = this.ideals[t]!;
    for (const u of this.inside[t]!) raised.add(u);
    ideal[t] = NOW;
    this.close(ideal);
    // Its own events are nothing that it needs of others.
    ideal[t] = 0;
    this.rowNow[t] = UNWRITTEN;
    this.inside[t] = raised.threads.filter((u) => {
      open.length = 0;
      if (u !== t) sections[u]!.openAt(ideal[u]!, open);
      return open.length > 0;
    });
    raised.clear();
  }

  /** After `rows.sweep`. */
  moveRows(live: Uint8Array, moved: Uint32Array): void {
    const { writtenBelow, writtenRow, rowNow } = this;
    for (let x = 0; x < writtenBelow.length; x++) if (writtenBelow[x] !== 0) writtenRow[x] = moved[writtenRow[x]!]!;
    for (const [t, row] of rowNow.entries()) rowNow[t] = row === UNWRITTEN || live[row] === 0 ? UNWRITTEN : moved[row]!;
  }
}
