// The options of the bulk generator in one table: the command line, its help and the checks follow from it.

import { MAX_EVENTS } from '../block.ts';

export interface GeneratorOption {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Shares are any number from min to max; all others are whole. */
  readonly whole: boolean;
  readonly help: string;
}

const count = (normal: number, min: number, max: number, help: string): GeneratorOption => ({
  default: normal,
  min,
  max,
  whole: true,
  help,
});

const share = (normal: number, max: number, help: string): GeneratorOption => ({
  default: normal,
  min: 0,
  max,
  whole: false,
  help,
});

export const generatorOptions = {
  events: count(1_000_000, 1, MAX_EVENTS, 'events, forks and joins included'),
  threads: count(8, 1, 1_000_000, 'threads; T0 forks the others first and joins them last'),
  locks: count(16, 0, 10_000_000, 'locks'),
  variables: count(1000, 2, 100_000_000, 'variables'),
  locations: count(200, 1, 10_000_000, 'source locations'),
  seed: count(1, 0, Number.MAX_SAFE_INTEGER, 'the same seed and options give the same trace for ever'),
  regularity: share(0, 1, 'share of events in loops that repeat exactly; 1 makes a trace that compresses well'),
  nesting: count(2, 1, 32, 'how many locks a thread holds at once at most'),
  inversions: share(
    1,
    1,
    'share of inner acquires that may take any lock, and not only one after those held; with 0 the trace has no deadlock',
  ),
  reentrancy: share(0.05, 1, 'share of inner acquires that take a held lock again'),
  sync: share(0.2, 0.9, 'share of events that acquire or release'),
  writes: share(0.3, 1, 'share of accesses that write'),
  shared: share(0.5, 1, 'share of variables that belong to a lock; each of the others belongs to one thread'),
  races: share(0, 1, 'share of accesses that do not care for locks; with 0 the trace has no race'),
  volatile: share(0, 0.9, 'share of events that are atomic'),
  readers: share(0, 1, 'share of sections that only read, under a reader lock'),
  waits: share(0, 0.9, 'share of outermost sections that wait'),
  barriers: share(0, 0.9, 'share of events that are at a barrier of all threads'),
} as const satisfies Record<string, GeneratorOption>;

export type GeneratorOptions = { readonly [name in keyof typeof generatorOptions]: number };

/** The options with their defaults. Throws a RangeError that names the option which is out of its range. */
export function completeOptions(given: Partial<GeneratorOptions>): GeneratorOptions {
  const complete: Record<string, number> = {};
  for (const [name, option] of Object.entries(generatorOptions) as [keyof GeneratorOptions, GeneratorOption][]) {
    const value = given[name] ?? option.default;
    const fits = value >= option.min && value <= option.max && (!option.whole || Number.isInteger(value));
    if (!fits)
      throw new RangeError(`${name} must be ${option.whole ? 'a whole number' : 'a number'} from ${option.min} to ${option.max}`);
    complete[name] = value;
  }
  const options = complete as GeneratorOptions;
  const least = 2 * (options.threads - 1) + 1;
  if (options.events < least)
    throw new RangeError(`events must be at least ${least} to fork and join ${options.threads} threads`);
  if (options.sync + options.volatile > 0.95)
    throw new RangeError('sync and volatile together must leave 0.05 of the events for accesses');
  return options;
}
