// Pairs of accesses that may race, gathered by the two places in the program: a loop tells of its pair a million times.

/** How memory is accessed, in the order of their numbers in kernels/screen/watch.ts. */
export const MANNERS = ['read', 'write', 'atomic load', 'atomic store', 'atomic update'] as const;
export type Manner = (typeof MANNERS)[number];

export interface WatchedAccess {
  /** The number that the program's runtime gave the thread. */
  readonly thread: number;
  readonly how: Manner;
  readonly site: number;
}

/** Two accesses, as they were met first, and how often those of the same two sites were. */
export interface Suspicion {
  readonly earlier: WatchedAccess;
  /** The access that was handled after the other one. */
  readonly later: WatchedAccess;
  readonly address: number;
  readonly bytes: number;
  /** Of the later access. */
  readonly time: number;
  /** Nothing ordered the two in this run, not even locks: a race. If not, another run may have them in another order. */
  readonly observed: boolean;
  readonly count: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export class Suspicions {
  /** Site of the earlier access → site and manners of the later one, and the manner of the earlier → what was met. */
  private pairs = new Map<number, Map<number, Mutable<Suspicion>>>();

  /** `make`: only where the pair is new, or was not observed before. */
  add(site: number, how: number, laterSite: number, laterHow: number, observed: boolean, make: () => Suspicion): void {
    let later = this.pairs.get(site);
    if (later === undefined) {
      later = new Map();
      this.pairs.set(site, later);
    }
    // Sites have 48 bits.
    const key = laterSite * 32 + laterHow * 4 + how;
    const known = later.get(key);
    if (known === undefined) later.set(key, make());
    else if (observed && !known.observed) later.set(key, { ...make(), count: known.count + 1 });
    else known.count++;
  }

  /** What was gathered since this was last asked for. */
  take(): Suspicion[] {
    const taken = [...this.pairs.values()].flatMap((later) => [...later.values()]);
    this.pairs = new Map();
    return taken;
  }
}
