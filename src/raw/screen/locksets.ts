// Sets of locks as small numbers: 0 is the empty set, equal sets have equal numbers. What is common to two sets is worked out once.

/** Numbers of sets and locks stay below this, so that two of them make one key. */
const MOST = 2 ** 26;

export class Locksets {
  /** Per set: its locks, ascending. */
  private readonly sets: (readonly number[])[] = [[]];
  private readonly numbers = new Map<string, number>([['', 0]]);
  /** Per lock: the set of it alone, or -1. */
  private readonly singles: number[] = [];
  private readonly common = new Map<number, number>();
  private readonly added = new Map<number, number>();
  private readonly removed = new Map<number, number>();

  with(set: number, lock: number): number {
    if (set === 0) {
      this.singles[lock] ??= this.number([lock]);
      return this.singles[lock]!;
    }
    return remembered(this.added, set * MOST + lock, () => {
      const locks = this.sets[set]!;
      return locks.includes(lock) ? set : this.number([...locks, lock].sort((a, b) => a - b));
    });
  }

  without(set: number, lock: number): number {
    if (set === this.singles[lock]) return 0;
    return remembered(this.removed, set * MOST + lock, () => this.number(this.sets[set]!.filter((one) => one !== lock)));
  }

  /** What both have. */
  meet(a: number, b: number): number {
    if (a === b) return a;
    if (a === 0 || b === 0) return 0;
    return remembered(this.common, a < b ? a * MOST + b : b * MOST + a, () => {
      const other = this.sets[b]!;
      return this.number(this.sets[a]!.filter((lock) => other.includes(lock)));
    });
  }

  private number(locks: readonly number[]): number {
    const key = locks.join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.sets.push(locks) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }
}

function remembered(known: Map<number, number>, key: number, find: () => number): number {
  let value = known.get(key);
  if (value === undefined) {
    value = find();
    known.set(key, value);
  }
  return value;
}
