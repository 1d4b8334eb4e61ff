// How many steps of synchronisation a run had: what a schedule of the next run is spread over. The runtimes leave the number in the folder of a process.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedProcesses } from '../record/recording.ts';

const FILE = 'schedule';

/** Of the process that had most; 0 if none tells. */
export function stepsTaken(recording: string): number {
  return recordedProcesses(recording).reduce((most, { folder }) => Math.max(most, stepsIn(folder)), 0);
}

function stepsIn(folder: string): number {
  try {
    const [, steps = '0'] = /^steps (\d{1,9})$/m.exec(readFileSync(join(folder, FILE), 'utf8')) ?? [];
    return Number(steps);
  } catch {
    return 0;
  }
}
