// How long a detector that may take very long needs to say whether a trace has a race.

import { measuredDetector } from '../detectors.ts';
import { type Repeats, timed } from './repeat.ts';
import { answer, inMemory, type Question } from './task.ts';
import { untilFirst } from './until-first.ts';

export interface FirstQuestion extends Question {
  readonly file: string;
  readonly detector: string;
  readonly repeats: Repeats;
}

export interface First {
  /** Undefined where there is no race: the detector reads all, and that is measured elsewhere. */
  readonly seconds: number | undefined;
}

await answer(async ({ file, detector, repeats }: FirstQuestion): Promise<First> => {
  const trace = await inMemory(file);
  const search = () => untilFirst(measuredDetector(detector), trace);
  return { seconds: search() ? timed(repeats, search).seconds : undefined };
});
