// The tree in which the chunks of a trace are put together: ARITY neighbours of a level are one part of the next. The answer does not depend on it.

/** To put parts together takes as long for two as for many; with more of them fewer are read again, with fewer more can be done at once. */
const ARITY = 8;

/** How many parts each level has, from the chunks up to the one that is the trace. */
export function partCounts(chunks: number): number[] {
  const counts = [chunks];
  while (counts.at(-1)! > 1) counts.push(Math.ceil(counts.at(-1)! / ARITY));
  return counts;
}

/** The number, in the level above, of the part that a part belongs to. */
export function parentOf(number: number): number {
  return Math.floor(number / ARITY);
}
