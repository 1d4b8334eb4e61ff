// Sets of locks, each kept once: equal sets have equal numbers, and what was united or intersected before is looked up.

/** The number of the empty set. */
export const EMPTY = 0;

export class LockSets {
  private readonly sets: (readonly number[])[] = [[]];
  private readonly numbers = new Map<string, number>([['', EMPTY]]);
  private readonly intersections = new Map<number, number>();
  private readonly unions = new Map<number, number>();

  /** The locks of a set, in order. */
  members(set: number): readonly number[] {
    return this.sets[set]!;
  }

  /** The number of the set of these locks, which are in order. */
  of(locks: readonly number[]): number {
    const key = locks.join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.sets.push(locks) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }

  with(set: number, lock: number): number {
    return this.union(set, this.of([lock]));
  }

  without(set: number, lock: number): number {
    return this.of(this.sets[set]!.filter((l) => l !== lock));
  }

  union(a: number, b: number): number {
    if (a === b || b === EMPTY) return a;
    if (a === EMPTY) return b;
    const key = pair(a, b);
    let result = this.unions.get(key);
    if (result === undefined) {
      result = this.of([...new Set([...this.sets[a]!, ...this.sets[b]!])].sort((x, y) => x - y));
      this.unions.set(key, result);
    }
    return result;
  }

  intersection(a: number, b: number): number {
    if (a === b) return a;
    if (a === EMPTY || b === EMPTY) return EMPTY;
    const key = pair(a, b);
    let result = this.intersections.get(key);
    if (result === undefined) {
      const other = new Set(this.sets[b]!);
      result = this.of(this.sets[a]!.filter((lock) => other.has(lock)));
      this.intersections.set(key, result);
    }
    return result;
  }
}

function pair(a: number, b: number): number {
  return a < b ? a * 0x4000000 + b : b * 0x4000000 + a;
}
