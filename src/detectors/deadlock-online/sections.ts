// The critical sections of a thread, by the positions of their acquires: which of them were open when, and what the thread knew when it left
// them. Inner acquires of a re-entrant lock open nothing, a wait leaves its section whole. Sections that nobody can ask for any more are
// forgotten now and then.

/** Of a section that is still open. */
export const OPEN = 0xffff_ffff;
const NOBODY = -1;

/** How often the thread is in a section that it has not left. */
interface Held {
  section: number;
  depth: number;
}

export class Sections {
  /** Per section: where it begins and ends, its lock × 2 and 1 for readers, and what its thread knew when it left: a row. */
  readonly acquires: number[] = [];
  readonly releases: number[] = [];
  readonly locks: number[] = [];
  readonly rows: number[] = [];
  /** Per section: the last one that was open when it began, and the oldest one. */
  private outer: number[] = [];
  private oldest: number[] = [];
  private readonly held: Held[] = [];

  get count(): number {
    return this.acquires.length;
  }

  /** True if that opens a section, and does not only enter an open one once more. */
  open(lock: number, position: number, depth: number): boolean {
    const again = this.find(lock);
    if (again !== undefined) {
      again.depth += depth;
      return false;
    }
    const section = this.acquires.push(position) - 1;
    this.releases.push(OPEN);
    this.locks.push(lock);
    this.rows.push(0);
    this.outer.push(this.held.at(-1)?.section ?? NOBODY);
    this.held.push({ section, depth });
    this.oldest.push(this.held[0]!.section);
    return true;
  }

  /** Leaves a section, or all of it at a time; gives it if that was the last time, and -1 if not. */
  leave(lock: number, position: number, isWhole: boolean): number {
    const held = this.find(lock);
    if (held === undefined || (--held.depth > 0 && !isWhole)) return NOBODY;
    this.held.splice(this.held.indexOf(held), 1);
    this.releases[held.section] = position;
    return held.section;
  }

  /** How often the thread is in a section of the lock; 0 if it is in none. */
  depth(lock: number): number {
    return this.find(lock)?.depth ?? 0;
  }

  /** Adds to a list the sections that are open when the thread has done what is below a bound. */
  openAt(bound: number, list: number[]): void {
    const { acquires, releases, outer, oldest } = this;
    const last = firstFrom(acquires, bound) - 1;
    if (last < 0) return;
    const end = oldest[last]!;
    for (let s = last; s >= end; s = outer[s]!) if (releases[s]! >= bound) list.push(s);
  }

  /** Forgets all but those that are live, and those that are open now. */
  sweep(live: Uint8Array, rowMoved: Uint32Array): void {
    for (const { section } of this.held) live[section] = 1;
    const { acquires, releases, locks, rows, outer, oldest } = this;
    const outerNow: number[] = [];
    const oldestNow: number[] = [];
    /** Section → its new number, or that of the next live one. */
    const moved = new Uint32Array(this.count);
    let to = 0;
    for (let s = 0; s < this.count; s++) {
      moved[s] = to;
      if (live[s] === 0) continue;
      acquires[to] = acquires[s]!;
      releases[to] = releases[s]!;
      locks[to] = locks[s]!;
      rows[to] = rowMoved[rows[s]!] ?? 0;
      let around = outer[s]!;
      while (around >= 0 && live[around] === 0) around = outer[around]!;
      outerNow.push(around < 0 ? NOBODY : moved[around]!);
      oldestNow.push(moved[oldest[s]!]!);
      to++;
    }
    for (const held of this.held) held.section = moved[held.section]!;
    for (const list of [acquires, releases, locks, rows]) list.length = to;
    this.outer = outerNow;
    this.oldest = oldestNow;
  }

  private find(lock: number): Held | undefined {
    const { held, locks } = this;
    for (let i = held.length - 1; i >= 0; i--) if (locks[held[i]!.section] === lock) return held[i];
    return undefined;
  }
}

/** The first index whose value is not below the limit, or the length; the values ascend. */
export function firstFrom(values: readonly number[], limit: number): number {
  let from = 0;
  let to = values.length;
  // Mostly it is the last one.
  if (to > 0 && values[to - 1]! < limit) return to;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (values[middle]! < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
