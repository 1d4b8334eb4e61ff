// Which events of a schedule moved: all but a longest run of events that keep the order of the trace. The fewest marks that
// explain the difference. O(n log n).

import { bisect } from '../base/bisect.ts';

/** Per step: 1 if its event moved. */
export function movedSteps(schedule: ArrayLike<number>): Uint8Array {
  const { length } = schedule;
  /** Of the runs of each length, the step with the smallest last position; and per step the one before it in its run, plus one. */
  const ends = new Uint32Array(length);
  const before = new Uint32Array(length);
  let longest = 0;
  for (let step = 0; step < length; step++) {
    const run = bisect(0, longest, (i) => schedule[ends[i]!]! < schedule[step]!);
    ends[run] = step;
    before[step] = run === 0 ? 0 : ends[run - 1]! + 1;
    if (run === longest) longest++;
  }
  const moved = new Uint8Array(length).fill(1);
  for (let step = longest === 0 ? 0 : ends[longest - 1]! + 1; step !== 0; step = before[step - 1]!) moved[step - 1] = 0;
  return moved;
}
