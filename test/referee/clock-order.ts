import type { VectorClock } from '../../src/teaching/trace-clocks.ts';

/** True if the clock is below the other: nowhere later and somewhere earlier. */
export function isBefore(clock: VectorClock, other: VectorClock): boolean {
  return clock.every((time, i) => time <= other[i]!) && clock.some((time, i) => time < other[i]!);
}
