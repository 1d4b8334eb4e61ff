// One detector on one trace, or on a folder of tiny ones. The first run streams, as `analyze` does, and gives the races and the peak of
// memory; the runs that are timed have the events in memory, so that reading is no part of them.

import { Detection } from '../../../src/detectors/detection.ts';
import type { Detector } from '../../../src/detectors/detector.ts';
import { type Trace, TraceCollector } from '../../../src/trace/trace.ts';
import { cpuSeconds } from '../../cpu-time.ts';
import { measuredDetector } from '../detectors.ts';
import { counted, Lookup, positionsOf, type RaceCounts } from './races.ts';
import { type Repeats, timed } from './repeat.ts';
import { answer, peakMegabytes, type Question, stream } from './task.ts';

export interface DetectQuestion extends Question {
  readonly files: readonly string[];
  readonly detector: string;
  readonly repeats: Repeats;
}

export interface Detected extends RaceCounts {
  readonly seconds: number;
  readonly runs: number;
  /** Resident at most while the trace streamed through. */
  readonly peak: number;
  readonly counters: Readonly<Record<string, number>>;
  /** What a limit or a budget of the detector kept from the result. */
  readonly unfinished: string | undefined;
}

class Clock {
  seconds = 0;

  time<Result>(work: () => Result): Result {
    let result: Result;
    this.seconds += cpuSeconds(() => {
      result = work();
    });
    return result!;
  }
}

function run(detector: Detector, traces: readonly Trace[]): void {
  for (const { blocks } of traces) {
    const detection = new Detection([detector]);
    for (const block of blocks) detection.block(block);
    detection.end();
  }
}

await answer(async ({ files, detector: id, repeats }: DetectQuestion): Promise<Detected> => {
  const detector = measuredDetector(id);
  let total = { races: 0, places: 0, variables: 0 };
  let counters: Readonly<Record<string, number>> = {};
  let peak = 0;
  let streamed = 0;
  const traces: Trace[] = [];
  for (const file of files) {
    const detection = new Detection([detector]);
    const clock = new Clock();
    await stream(file, (block) => clock.time(() => detection.block(block)));
    const { races, counters: own } = clock.time(() => detection.end())[0]!;
    peak = Math.max(peak, peakMegabytes());
    streamed += clock.seconds;
    counters = own;
    const lookup = new Lookup(positionsOf(races));
    const collector = new TraceCollector();
    const symbols = await stream(file, (block) => {
      lookup.block(block);
      collector.block(block);
    });
    traces.push({ ...collector.trace(), symbols });
    const counts = counted(races, lookup);
    total = {
      races: total.races + counts.races,
      places: total.places + counts.places,
      variables: total.variables + counts.variables,
    };
  }
  const patience = 4 * repeats.seconds;
  const time = streamed > patience ? { seconds: streamed, runs: 1 } : timed(repeats, () => run(detector, traces));
  return { ...total, ...time, peak, counters, unfinished: detector.unfinished?.(counters) };
});
