// How the predictors grow with events and threads: time and what they hold in memory.

import { liveBytes } from '../../src/cli/commands/compare.ts';
import { Detection } from '../../src/detectors/detection.ts';
import { detectorById } from '../../src/detectors/index.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import type { Trace } from '../../src/trace/trace.ts';
import type { Cell, Suite, Table } from '../suite.ts';

const predictors = ['wcp', 'sync-preserving', 'predict'].map((id) => detectorById(id)!);

export const predicting: Suite = {
  id: 'predicting',
  says: 'wcp, sync-preserving and predict against events, threads and races',
  async run({ quick, progress, keep }) {
    const scale = quick ? 100 : 1;
    const shapes = [
      { events: 100_000, threads: 8, races: 0.0001 },
      { events: 1_000_000, threads: 8, races: 0.0001 },
      { events: 10_000_000, threads: 8, races: 0.0001 },
      { events: 1_000_000, threads: 64, races: 0.0001 },
      { events: 1_000_000, threads: 256, races: 0.0001 },
      { events: 1_000_000, threads: 8, races: 0.05 },
      // Hard on the search: every thread holds one of few locks, and most pairs that are left have no schedule.
      { events: 300_000, threads: 256, races: 0.01, locks: 100, variables: 1000 },
    ];
    const rows: Cell[][] = [];
    const table: Table = {
      title: 'Predicting on irregular events in memory',
      columns: ['detector', 'events', 'threads', 'racy share', 'seconds', 'M events/s', 'held MB', 'races'],
      rows,
      notes: ['best of several runs, two for 10 M events; "held" is what the analysis has in memory at its end'],
    };
    for (const shape of shapes) {
      const events = Math.max(shape.events / scale, 4 * shape.threads);
      const trace = generatedTrace({ locks: 2 * shape.threads + 84, variables: 10_000, ...shape, events });
      for (const detector of predictors) {
        progress(`${detector.id}, ${events} events, ${shape.threads} threads`);
        let seconds = Number.POSITIVE_INFINITY;
        let run = once(detector, trace);
        for (let k = 0; k < (quick || shape.events > 1_000_000 ? 1 : 3); k++) {
          seconds = Math.min(seconds, run.seconds);
          run = once(detector, trace);
        }
        seconds = Math.min(seconds, run.seconds);
        rows.push([detector.id, events, shape.threads, shape.races, seconds, events / seconds / 1e6, run.megabytes, run.races]);
        keep(table);
      }
    }
    return [table];
  },
};

function once(detector: (typeof predictors)[number], trace: Trace): { seconds: number; megabytes: number; races: number } {
  const before = liveBytes();
  const begin = process.hrtime.bigint();
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  const races = detection.end()[0]!.races.length;
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  const megabytes = Math.max(0, liveBytes() - before) / 2 ** 20;
  // Held until here, so that what the analysis needs is part of the measurement.
  void detection;
  return { seconds, megabytes, races };
}
