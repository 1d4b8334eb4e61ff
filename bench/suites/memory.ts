// How peak memory grows with events and with variables when a file streams through the command line, and with races that are predicted.

import { join } from 'node:path';
import { generated, written } from '../generated-file.ts';
import { runCommand } from '../measure.ts';
import { racyPairs } from '../racy-pairs.ts';
import type { Cell, Context, Suite, Table } from '../suite.ts';

export const memory: Suite = {
  id: 'memory',
  says: 'peak memory of the command line against events, variables and races',
  async run(context) {
    const { root, scratch, quick, progress, keep } = context;
    const million = quick ? 10_000 : 1_000_000;
    const sizes = [
      [1, 0.01],
      [10, 0.01],
      [50, 0.01],
      [10, 0.1],
      [10, 1],
      [10, 4],
    ] as const;
    const rows: Cell[][] = [];
    const table: Table = {
      title: 'foretrace analyze --detector fasttrack on a native file',
      columns: ['events', 'variables', 'seconds', 'M events/s', 'peak MB'],
      rows,
      notes: ['whole process, one run each; an empty Node process takes about 45 MB'],
    };
    for (const [events, variables] of sizes) {
      const file = join(scratch, 'memory.ftrace');
      progress(`writing ${events} M events`);
      await generated(file, { events: events * million, variables: Math.max(2, variables * million) });
      progress(`analysing ${events} M events`);
      const run = await runCommand(
        `${process.execPath} ${join(root, 'dist/cli/main.js')} analyze --detector fasttrack --quiet ${file}`,
      );
      rows.push([events * million, variables * million, run.seconds, (events * million) / run.seconds / 1e6, run.megabytes]);
      keep(table);
    }
    return [table, await predicted(context)];
  },
};

/** Twice the events are four times the events of all witnesses: what is kept of them must not be. */
async function predicted({ root, scratch, quick, progress, keep }: Context): Promise<Table> {
  const rows: Cell[][] = [];
  const table: Table = {
    title: 'foretrace analyze where one access in six has a predicted race, half the trace long',
    columns: ['events', '--memory', 'seconds', 'peak MB', 'status'],
    rows,
    notes: ['whole process, one run each, default detectors; what does not fit into --memory is left out and said'],
  };
  for (const times of [1, 2, 4]) {
    const file = join(scratch, 'racy-pairs.ftrace');
    const { symbols, blocks, length } = racyPairs(times * (quick ? 3000 : 30_000));
    await written(file, symbols, blocks);
    for (const memory of ['1G', '10M']) {
      progress(`${length} events with racy pairs, ${memory}`);
      const command = `${process.execPath} ${join(root, 'dist/cli/main.js')} analyze --quiet --memory ${memory} ${file}`;
      const { seconds, megabytes, status } = await runCommand(command);
      rows.push([length, memory, seconds, megabytes, status]);
      keep(table);
    }
  }
  return table;
}
