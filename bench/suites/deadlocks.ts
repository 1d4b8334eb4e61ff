// What the search for deadlocks costs beside the prediction of races: recorded traces, and pairs of locks in one order, in both, behind a
// gate, and kept apart by what was read.

import { liveBytes } from '../../src/cli/commands/compare.ts';
import { Detection } from '../../src/detectors/detection.ts';
import { detectorById } from '../../src/detectors/index.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { cpuSeconds } from '../cpu-time.ts';
import { type LockPairs, lockPairTrace } from '../lock-pairs.ts';
import type { Cell, Suite, Table } from '../suite.ts';

const measured = ['sync-preserving', 'deadlock', 'deadlock-online', 'lock-order'].map((id) => detectorById(id)!);

const PAIRS = { threads: 8, locks: 1000, pairs: 10_000 };
const shapes: readonly (Omit<LockPairs, 'events'> & { readonly name: string })[] = [
  { name: 'one order', ...PAIRS, inverted: 0 },
  { name: 'ten inverted', ...PAIRS, inverted: 0.001 },
  { name: 'a tenth inverted', ...PAIRS, inverted: 0.1 },
  { name: 'all inverted, few in common', ...PAIRS, locks: 20_000, inverted: 1 },
  { name: 'all inverted', ...PAIRS, inverted: 1 },
  { name: 'all inverted, behind a gate', ...PAIRS, inverted: 1, kept: 'gate' },
  { name: 'all inverted, ordered by reads', ...PAIRS, inverted: 1, kept: 'reads' },
];

export const deadlocks: Suite = {
  id: 'deadlocks',
  says: 'deadlock, deadlock-online and lock-order beside sync-preserving: 10 000 pairs of locks in one order and in both',
  async run({ quick, progress, keep }) {
    const rows: Cell[][] = [];
    const table: Table = {
      title: 'Looking for deadlocks in 10 000 pairs of locks',
      columns: ['trace', 'events', 'detector', 'CPU seconds', 'held MB', 'found', 'decided'],
      rows,
      notes: [
        'one run each; sync-preserving finds races, the others deadlocks; "held" is what the analysis has in memory at its end',
      ],
    };
    for (const { name, ...shape } of shapes) {
      const trace = lockPairTrace({ events: quick ? 100_000 : 10_000_000, ...shape });
      for (const detector of measured) {
        progress(`${detector.id}, ${name}`);
        const { seconds, megabytes, found, isDecided } = once(detector, trace);
        rows.push([name, trace.length, detector.id, seconds, megabytes, found, isDecided ? 'all' : 'in part']);
        keep(table);
      }
    }
    return [table];
  },
};

function once(detector: (typeof measured)[number], trace: Trace) {
  const before = liveBytes();
  const detection = new Detection([detector]);
  let found = 0;
  let isDecided = false;
  const seconds = cpuSeconds(() => {
    for (const block of trace.blocks) detection.block(block);
    const { races, deadlocks: cycles, unfinished } = detection.end()[0]!;
    found = races.length + cycles.length;
    isDecided = unfinished === undefined;
  });
  const megabytes = Math.max(0, liveBytes() - before) / 2 ** 20;
  // Held until here, so that what the analysis needs is part of the measurement.
  void detection;
  return { seconds, megabytes, found, isDecided };
}
