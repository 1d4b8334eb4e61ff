// What a trace that lacks something says about itself, in its metadata, so that nobody draws conclusions from what is not there.

/** Metadata of a trace that has less than the whole run; the value says why, in words. */
export const INCOMPLETE = 'incomplete';

/** Metadata of a trace whose accesses were not timed one by one: between two synchronisations their order is one that the run could have had. */
export const UNTIMED = 'untimed-accesses';

const PRESERVES = 'preserves';
const HAPPENS_BEFORE = 'happens-before';
const ACCESSES = 'accesses';
const FIRST_OF_EPOCH = 'first-of-epoch';

/** What can still be learnt from a trace. */
export interface Preserved {
  /** Locks as they were taken: who held what, and in which order. */
  readonly locks: boolean;
  /** Every access, so that the write which each read saw is known. */
  readonly accesses: boolean;
}

/** The metadata of a trace that keeps happens-before only. `accesses`: whether all accesses are there. */
export function reducedMetadata(before: ReadonlyMap<string, string>, accesses: boolean): Map<string, string> {
  const metadata = new Map(before).set(PRESERVES, HAPPENS_BEFORE);
  return accesses ? metadata : metadata.set(ACCESSES, FIRST_OF_EPOCH);
}

export function preserved(metadata: ReadonlyMap<string, string>): Preserved {
  return { locks: !metadata.has(PRESERVES), accesses: !metadata.has(ACCESSES) };
}
