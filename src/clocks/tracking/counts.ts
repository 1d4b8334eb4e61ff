// What tracking costs, in the terms of the paper.

/** LOFT's cases for acquires (1, 2) and releases (3 to 6), and the nested forms of those that are removable without nesting. */
export const loftCases = ['1', "1'", '2', '3', "3'", '4', '5', "5'", '6'] as const;
export type LoftCase = (typeof loftCases)[number];

/** In which cases LOFT needs no vector operation. */
export const removableCases: readonly LoftCase[] = ['1', "1'", '3', '5'];

export const caseMeanings: Readonly<Record<LoftCase, string>> = {
  '1': 'acquire of a lock that the thread itself released last',
  "1'": 'the same, while it holds other locks',
  '2': 'any other acquire',
  '3': 'release; the thread did nothing to other locks since it released this one last',
  "3'": 'the same, but it acquired others since',
  '4': 'release; the thread released this lock last, and another one since',
  '5': 'release; the last lock that the thread released is this one, which others had in between',
  "5'": 'the same, but it acquired others since',
  '6': 'any other release',
};

/** Vector operations: a pass over all threads each. */
export interface TrackingCounts {
  /** Raised the clock that learns. */
  joins: number;
  copies: number;
  /** Looked like a join, and found nothing new. */
  comparisons: number;
  /** Of all these, the ones at acquires and releases: what the paper counts. */
  atLocks: number;
}

export function newCounts(): TrackingCounts {
  return { joins: 0, copies: 0, comparisons: 0, atLocks: 0 };
}

export function vectorOperations({ joins, copies, comparisons }: TrackingCounts): number {
  return joins + copies + comparisons;
}
