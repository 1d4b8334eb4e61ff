// The critical sections that threads are in, and of each thread and lock the one before: what was read there and not written.

/** One critical section of a thread. */
export interface Section {
  readonly lock: number;
  readonly begin: number;
  readonly place: number;
  /** Variable → its first read here, if that came before any write; position, place and the block that it is in. */
  readonly reads: Map<number, { readonly position: number; readonly place: number; readonly visit: number }>;
  readonly writes: Set<number>;
  /** The section of this thread and lock before. */
  before: Section | undefined;
  /** How often the lock is held. */
  depth: number;
}

export class Sections {
  /** Per thread: the sections that it is in. */
  private readonly open: Section[][] = [];
  /** Per thread: its last section of each lock that is over. */
  private readonly last: Map<number, Section>[] = [];
  /** Per thread that waits: how often it will hold the lock again. */
  private readonly waiting = new Map<number, number>();

  of(t: number): readonly Section[] {
    return this.open[t] ?? [];
  }

  /** Who holds the lock already, as a reader or a writer, begins no other section. */
  enter(t: number, lock: number, begin: number, place: number): void {
    this.last[t] ??= new Map();
    this.open[t] ??= [];
    const held = this.open[t].find((section) => section.lock === lock);
    if (held !== undefined) {
      held.depth++;
      return;
    }
    const before = this.last[t].get(lock);
    // What came before that is of no use any more.
    if (before !== undefined) before.before = undefined;
    const depth = this.waiting.get(t) ?? 1;
    this.waiting.delete(t);
    this.open[t].push({ lock, begin, place, reads: new Map(), writes: new Set(), before, depth });
  }

  leave(t: number, lock: number): void {
    const held = this.open[t]?.find((section) => section.lock === lock);
    if (held !== undefined && --held.depth === 0) this.close(t, held);
  }

  /** Gives the lock up, however often it is held; the next acquire takes it back as often. */
  wait(t: number, lock: number): void {
    const held = this.open[t]?.find((section) => section.lock === lock);
    if (held === undefined) return;
    this.waiting.set(t, held.depth);
    this.close(t, held);
  }

  private close(t: number, section: Section): void {
    this.open[t]!.splice(this.open[t]!.indexOf(section), 1);
    this.last[t]!.set(section.lock, section);
  }
}
