// What a chunk of a trace does, whatever stands before and after it: to the order (hb/summary.ts), and to each variable that it accesses. Of a
// variable, before and after meet in two antichains: its *heads*, the first accesses of the life that is open when the chunk begins, each with what
// must have flowed in from before to order it; and its *tails*, the last accesses of the life that is open when the chunk ends, each a time on the
// clock of its thread. An allocation ends a life. What races among the accesses of a chunk and cannot be outdone by what stands before it is told at once.

import type { OrderSummary } from '../hb/summary.ts';

/** Columns of 32 bits: a trace has fewer than 2^31 events, and so has each chunk. */
export interface ChunkSummary extends OrderSummary {
  /** In events. Positions count from the start of the chunk. */
  readonly length: number;
  /** The variables that it accesses or allocates, in order, and the bits below for each. */
  readonly variables: Int32Array;
  readonly states: Uint8Array;
  /** Where the heads and tails of the n-th variable begin: those of n end where those of n + 1 begin. */
  readonly headStarts: Int32Array;
  readonly tailStarts: Int32Array;
  readonly heads: Int32Array;
  readonly tails: Int32Array;
  /** Of the variables with RACED_OPEN, in order: the race of the life that is open at the start, as pairs. One that is earlier may come from before. */
  readonly openRaces: Int32Array;
  /** Those of lives that began in the chunk, for good: first, second, variable. */
  readonly races: Int32Array;
}

/** The life that was open at the start ended: heads and tails are of two lives. */
export const RENEWED = 1;
/** The life that was open at the start has a race in the chunk: its tails do not matter. */
export const RACED_OPEN = 2;
/** The life that is open at the end began in the chunk and has its race already. */
export const RACED = 4;

/**
 * Words of a head or a tail: 1 for a write, thread, position, and of a head the node of what has flowed in, of a tail the time of its thread. Of the heads
 * of a variable the write stands behind all reads, of its tails before them.
 */
export const ROW = 4;
export const IS_WRITE = 0;
export const THREAD = 1;
export const POSITION = 2;
export const LAST = 3;

/** A race of the whole trace. */
export interface ChunkRace {
  readonly first: number;
  readonly second: number;
  readonly variable: number;
}

/**
 * The races of a summary that nothing stands before, in the order of their second accesses: one for every life of a variable that has any. The second
 * access is the first of its life that races with an earlier one, the first is the latest that it races with.
 */
export function racesOf({ races, openRaces, variables, states }: ChunkSummary): ChunkRace[] {
  const found: ChunkRace[] = [];
  for (let i = 0; i < races.length; i += 3) found.push({ first: races[i]!, second: races[i + 1]!, variable: races[i + 2]! });
  let at = 0;
  for (let n = 0; n < variables.length; n++) {
    if ((states[n]! & RACED_OPEN) === 0) continue;
    found.push({ first: openRaces[at]!, second: openRaces[at + 1]!, variable: variables[n]! });
    at += 2;
  }
  return found.sort((a, b) => a.second - b.second);
}
