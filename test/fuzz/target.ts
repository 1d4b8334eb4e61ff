// What can be fuzzed: something that takes bytes from elsewhere and must come to an end with an answer or an InputError.

import { InputError } from '../../src/base/error.ts';
import { type Broken, mutate, type Random } from './mutate.ts';

export interface Target {
  readonly name: string;
  /** Inputs that are fine, or were once not. */
  readonly seeds: () => readonly Uint8Array[];
  /** Takes an input, and throws if something is wrong with the outcome. */
  readonly run: (bytes: Uint8Array, random: Random) => unknown;
  /** Changes that keep what the first checks look at: checksums, heads. Takes turns with changes anywhere. */
  readonly mutate?: (bytes: Uint8Array, random: Random, other: Uint8Array) => Broken;
}

/** The input of a number: a seed with some changes. */
export function inputOf(target: Target, seeds: readonly Uint8Array[], random: Random): Broken {
  const change = target.mutate !== undefined && random.below(3) > 0 ? target.mutate : mutate;
  return change(random.of(seeds), random, random.of(seeds));
}

/** What the user has to mend is a good answer; undefined then. */
export async function answered<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
