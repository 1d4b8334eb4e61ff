// What a random program may contain, and how much of it.

/**
 * Without features a program has reads, writes and plain sections in threads that nobody forks. `cut` leaves sections open at
 * the end, `overlap` makes sections that are not nested, `guarded` makes programs in which some or all variables are protected;
 * `volatile` has atomics of their own, `atomic` atomic accesses to the variables that have plain ones.
 */
export const features = [
  'nested',
  'reentrant',
  'fork',
  'hand-over',
  'guarded',
  'volatile',
  'atomic',
  'shared',
  'wait',
  'barrier',
  'alloc',
  'region',
  'overlap',
  'cut',
] as const;
export type Feature = (typeof features)[number];

/** For detectors that only know read, write, acquire, release, fork and join; locks are well nested and released. */
export const basicFeatures: readonly Feature[] = ['nested', 'reentrant', 'fork', 'hand-over', 'guarded'];

export interface Shape {
  readonly threads: number;
  readonly locks: number;
  readonly variables: number;
  /** Items of code over all threads; an item is about four events. */
  readonly items: number;
  /** How deep sections may nest. */
  readonly nesting: number;
  readonly features: readonly Feature[];
  /** How often each kind of item comes, relative to the others; those that are left out keep their default. */
  readonly weights?: Partial<Record<ItemKind, number>>;
}

export type ItemKind =
  | 'access'
  | 'section'
  | 'fork'
  | 'join'
  | 'hand-over'
  | 'volatile'
  | 'atomic'
  | 'publish'
  | 'wait'
  | 'barrier'
  | 'alloc'
  | 'region'
  | 'overlap';

/** Small enough to find every interleaving bug of a detector, and for a person to read. */
export const smallShape: Shape = { threads: 4, locks: 2, variables: 3, items: 9, nesting: 2, features: basicFeatures };

const defaultWeights: Readonly<Record<ItemKind, number>> = {
  access: 4,
  section: 8,
  fork: 2,
  join: 2,
  'hand-over': 2,
  volatile: 1,
  atomic: 2,
  publish: 2,
  wait: 2,
  barrier: 2,
  alloc: 1,
  region: 1,
  overlap: 2,
};

/** The kinds of items that the shape allows, with their weights. */
export function itemWeights({ features: wanted, locks, threads, weights }: Shape): { kind: ItemKind; weight: number }[] {
  const possible = (kind: ItemKind): boolean => {
    switch (kind) {
      case 'access':
        return true;
      case 'section':
        return locks > 0;
      case 'fork':
      case 'join':
        return threads > 1 && wanted.includes('fork');
      case 'hand-over':
      case 'wait':
        return threads > 1 && locks > 0 && wanted.includes(kind);
      case 'barrier':
        return threads > 1 && wanted.includes(kind);
      case 'publish':
        return threads > 1 && wanted.includes('volatile');
      case 'overlap':
        return locks > 1 && wanted.includes(kind);
      default:
        return wanted.includes(kind);
    }
  };
  return (Object.keys(defaultWeights) as ItemKind[])
    .filter(possible)
    .map((kind) => ({ kind, weight: weights?.[kind] ?? defaultWeights[kind] }));
}
