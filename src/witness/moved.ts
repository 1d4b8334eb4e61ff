// Which events of a schedule moved: all but a longest run of events that keep the order of the trace. The fewest marks that
// explain the difference. O(n log n).

/** Per step: 1 if its event moved. */
export function movedSteps(schedule: ArrayLike<number>): Uint8Array {
  const { length } = schedule;
  /** Of the runs of each length, the step with the smallest last position; and per step the one before it in its run, plus one. */
  const ends = new Uint32Array(length);
  const before = new Uint32Array(length);
  let longest = 0;
  for (let step = 0; step < length; step++) {
    let low = 0;
    let high = longest;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (schedule[ends[middle]!]! < schedule[step]!) low = middle + 1;
      else high = middle;
    }
    ends[low] = step;
    before[step] = low === 0 ? 0 : ends[low - 1]! + 1;
    if (low === longest) longest++;
  }
  const moved = new Uint8Array(length).fill(1);
  for (let step = longest === 0 ? 0 : ends[longest - 1]! + 1; step !== 0; step = before[step - 1]!) moved[step - 1] = 0;
  return moved;
}
