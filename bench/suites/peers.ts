// End to end on one STD file: our command line and any outside detectors, whole processes, in one run.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectors } from '../../src/detectors/index.ts';
import { std } from '../../src/formats/std.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import { runCommand } from '../measure.ts';
import type { Cell, Suite, Table } from '../suite.ts';

export const peers: Suite = {
  id: 'peers',
  says: 'our detectors and the commands given with --peer on the same STD file, end to end',
  async run({ root, scratch, quick, peers: outside, progress }) {
    const tables: Table[] = [];
    for (const threads of [8, 256]) {
      const events = quick ? 50_000 : 1_000_000;
      const file = join(scratch, `peers-${threads}.std`);
      const pieces: Uint8Array[] = [];
      const trace = generatedTrace({ events, threads, locks: 2 * threads + 84, variables: 10_000, races: 0.001 });
      const writer = std.writer({ symbols: trace.symbols, write: (bytes) => pieces.push(bytes) });
      for (const block of trace.blocks) writer.block(block);
      writer.end();
      writeFileSync(file, Buffer.concat(pieces));
      const cli = `${process.execPath} ${join(root, 'dist/cli/main.js')} analyze --quiet --fail-on never --detector`;
      const commands = [...detectors.map(({ id }) => [`foretrace ${id}`, `${cli} ${id} {}`] as const), ...outside];
      const rows: Cell[][] = [];
      for (const [name, command] of commands) {
        progress(`${threads} threads: ${name}`);
        const { seconds, status, megabytes } = await runCommand(command.replaceAll('{}', file), quick ? 1 : 3);
        rows.push([name, seconds, (seconds * 1e9) / events, megabytes, null, status]);
      }
      const fasttrack = rows.find(([name]) => name === 'foretrace fasttrack')![1] as number;
      for (const row of rows) row[4] = (row[1] as number) / fasttrack;
      tables.push({
        title: `End to end on an STD file of ${events} events and ${threads} threads`,
        columns: ['command', 'seconds', 'ns/event', 'peak MB', 'of fasttrack', 'exit'],
        rows,
        notes: ['whole processes, best of three'],
      });
    }
    return tables;
  },
};
