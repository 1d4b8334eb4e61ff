// What more threads gain: the default analysis of one file with --jobs 1, 2 and so on up to the cores.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { generated } from '../generated-file.ts';
import { runCommand } from '../measure.ts';
import type { Cell, Suite, Table } from '../suite.ts';

/** More have nothing to do: there is a detector for each, and one that reads. */
const MOST = 4;

export const jobs: Suite = {
  id: 'jobs',
  says: 'wall-clock seconds of foretrace analyze against --jobs',
  async run({ root, scratch, quick, progress, keep }) {
    const events = quick ? 2_000_000 : 20_000_000;
    const rows: Cell[][] = [];
    const table: Table = {
      title: 'foretrace analyze on a native file, default detectors',
      columns: ['events', 'racy accesses', '--jobs', 'seconds', 'gain', 'peak MB'],
      rows,
      notes: ['whole process; of no use on a machine that has other things to do'],
    };
    for (const races of [0, 1e-5]) {
      const file = join(scratch, 'jobs.ftrace');
      progress(`writing ${events} events`);
      await generated(file, { events, races, inversions: 0 });
      let alone = 0;
      for (let threads = 1; threads <= Math.min(MOST, Math.max(2, availableParallelism())); threads++) {
        progress(`${events} events, ${races} racy, ${threads} threads`);
        const command = `${process.execPath} ${join(root, 'dist/cli/main.js')} analyze --quiet --jobs ${threads} ${file}`;
        const { seconds, megabytes } = await runCommand(command, quick ? 1 : 3);
        if (threads === 1) alone = seconds;
        rows.push([events, races, threads, seconds, alone / seconds, megabytes]);
        keep(table);
      }
    }
    return [table];
  },
};
