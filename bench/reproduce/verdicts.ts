// When a number agrees with a document's: the lines that verdicts are drawn along, in one place. Machines, programs and recordings differ, so a
// number need not be the same; but it has to be of the size that is claimed, not only on the right side of one.

/** A ratio of another machine, other programs and another implementation is the same within this factor. */
const FACTOR = 1.5;
/** A share is the same within this. */
const WITHIN = 0.1;

/** What is claimed as a gain must be that large; more is fine. */
export function isAtLeast(here: number, there: number): boolean {
  return here >= there / FACTOR;
}

/** A claimed cost must not be larger; less is fine. */
export function isAtMost(here: number, there: number): boolean {
  return here <= there * FACTOR;
}

export function isShareAbout(here: number, there: number): boolean {
  return Math.abs(here - there) <= WITHIN;
}

/** A rank correlation that chance gives in less than one of forty cases. */
export function isCorrelated(correlation: number, count: number): boolean {
  return correlation > 1.96 / Math.sqrt(count - 1);
}

/** The smallest share that is called most, or nearly all. */
export const MOST = 0.75;
