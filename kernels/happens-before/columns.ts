// The columns of the events that the loop takes at a time, one behind the other, below all else in memory (scripts/kernels.mjs): fixed addresses leave
// more registers to the loop.

/** Events of a slice: so few that their columns are still in the nearest cache when the loop comes to them. */
export const SLICE: u32 = 4096;
export const THREADS: usize = 1024;
export const TARGETS: usize = THREADS + 4 * SLICE;
export const POSITIONS: usize = TARGETS + 4 * SLICE;
export const OPS: usize = POSITIONS + 4 * SLICE;

export function slice(): u32 {
  return SLICE;
}
