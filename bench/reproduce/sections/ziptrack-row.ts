// What was measured of one trace for ZipTrack's Table 1, and the columns that follow from it.

import type { Program } from '../section.ts';
import type { Compressed } from '../tasks/grammar.ts';

export interface Row {
  readonly program: Program;
  readonly grammar: Compressed;
  /** Seconds of the eager Goldilocks until the first race; undefined where it took too long. */
  readonly eager: number | undefined;
  /** Seconds for all races, by detector. */
  readonly whole: ReadonlyMap<string, number>;
}

/** On the events, for happens-before; the eager Goldilocks is one more. */
export const readers = ['djit', 'fasttrack', 'goldilocks-lazy'] as const;

/** Seconds of the fastest that reads events, until the first race. */
export function fastestReader({ grammar, eager = Number.POSITIVE_INFINITY }: Row): number {
  return Math.min(eager, ...readers.map((id) => grammar.first[id]!));
}

export function hbSpeedup(row: Row): number {
  return fastestReader(row) / row.grammar.first['grammar-hb']!;
}

export function locksetSpeedup({ grammar }: Row): number {
  return grammar.first['eraser']! / grammar.first['grammar-lockset']!;
}

export function ratio({ program, grammar }: Row): number {
  return program.facts.events / grammar.items;
}
