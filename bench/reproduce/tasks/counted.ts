// What a detector counts on traces in memory, and what two of them take on the same ones, by turns.

import { Detection } from '../../../src/detectors/detection.ts';
import { detectorById } from '../../../src/detectors/index.ts';
import type { Trace } from '../../../src/trace/trace.ts';
import { type Repeats, timedByTurns } from './repeat.ts';

export interface Counted {
  /** Summed over the traces. */
  readonly counters: Readonly<Record<string, number>>;
  /** What a limit or a budget kept from the result of one of them. */
  readonly unfinished: string | undefined;
}

export function counted(id: string, traces: readonly Trace[]): Counted {
  const counters: Record<string, number> = {};
  let unfinished: string | undefined;
  for (const trace of traces) {
    const outcome = run(id, trace);
    unfinished ??= outcome.unfinished;
    for (const [name, count] of Object.entries(outcome.counters)) counters[name] = (counters[name] ?? 0) + count;
  }
  return { counters, unfinished };
}

/** Seconds of one and of what it is put beside. */
export function besides(repeats: Repeats, traces: readonly Trace[], ids: readonly [string, string]): [number, number] {
  const work = (id: string) => () => {
    for (const trace of traces) run(id, trace);
  };
  const [own, other] = timedByTurns(repeats, ids.map(work));
  return [own!.seconds, other!.seconds];
}

function run(id: string, { blocks }: Trace) {
  const detection = new Detection([detectorById(id)!]);
  for (const block of blocks) detection.block(block);
  return detection.end()[0]!;
}
