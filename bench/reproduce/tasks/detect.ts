// One detector on one trace, or on a folder of tiny ones. The first run streams, as `analyze` does, and gives the races and the peak of
// memory; the runs that are timed have the events in memory, so that reading is no part of them.

import { Detection } from '../../../src/detectors/detection.ts';
import type { Detector } from '../../../src/detectors/detector.ts';
import type { EventBlock } from '../../../src/trace/block.ts';
import { TraceCollector } from '../../../src/trace/trace.ts';
import { cpuSeconds } from '../../cpu-time.ts';
import { timedDetector } from '../detectors.ts';
import { most, sum } from '../statistics.ts';
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

/** What takes longer than so many times the seconds of the repeats is not run again: compiling is a small part of it. */
const PATIENCE = 25;

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

interface Streamed extends RaceCounts {
  readonly seconds: number;
  readonly peak: number;
  readonly counters: Readonly<Record<string, number>>;
  /** For the runs that are timed; undefined where the first one took too long to be repeated. */
  readonly blocks: readonly EventBlock[] | undefined;
}

async function streamed(file: string, detector: Detector, patience: number): Promise<Streamed> {
  const detection = new Detection([detector]);
  const clock = new Clock();
  await stream(file, (block) => clock.time(() => detection.block(block)));
  const { races, counters } = clock.time(() => detection.end())[0]!;
  const peak = peakMegabytes();
  const lookup = new Lookup(positionsOf(races));
  const collector = clock.seconds > patience ? undefined : new TraceCollector();
  if (races.length > 0 || collector !== undefined)
    await stream(file, (block) => {
      lookup.block(block);
      collector?.block(block);
    });
  return { ...counted(races, lookup), seconds: clock.seconds, peak, counters, blocks: collector?.trace().blocks };
}

function run(detector: Detector, traces: readonly (readonly EventBlock[])[]): void {
  for (const blocks of traces) {
    const detection = new Detection([detector]);
    for (const block of blocks) detection.block(block);
    detection.end();
  }
}

await answer(async ({ files, detector: id, repeats }: DetectQuestion): Promise<Detected> => {
  const detector = timedDetector(id);
  const all: Streamed[] = [];
  for (const file of files) all.push(await streamed(file, detector, PATIENCE * repeats.seconds));
  const total = (key: 'races' | 'places' | 'variables' | 'seconds') => sum(all.map((one) => one[key]));
  const traces = all.flatMap(({ blocks }) => (blocks === undefined ? [] : [blocks]));
  const once = { seconds: total('seconds'), runs: 1 };
  const { counters } = all.at(-1)!;
  return {
    races: total('races'),
    places: total('places'),
    variables: total('variables'),
    ...(traces.length < all.length ? once : timed(repeats, () => run(detector, traces), cpuSeconds, total('seconds'))),
    peak: most(all.map(({ peak }) => peak)),
    counters,
    unfinished: detector.unfinished?.(counters),
  };
});
