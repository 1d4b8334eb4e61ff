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
  async run({ root, scratch, quick, peers: outside, progress, keep }) {
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
        rows.push([name, seconds, (seconds * 1e9) / events, megabytes, status]);
        keep(table(rows, events, threads, [...outside.keys()]));
      }
      tables.push(table(rows, events, threads, [...outside.keys()]));
    }
    return tables;
  },
};

/** With a column for each peer: how many times as long it takes. Of what is not measured yet there is no ratio. */
function table(rows: readonly Cell[][], events: number, threads: number, outside: readonly string[]): Table {
  const beside = ['foretrace fasttrack', ...outside];
  const seconds = (name: string) => rows.find((row) => row[0] === name)?.[1] as number | undefined;
  const ratio = (own: number, other: number | undefined, isOurs: boolean): Cell =>
    other === undefined ? null : isOurs ? own / other : other / own;
  return {
    title: `End to end on an STD file of ${events} events and ${threads} threads`,
    columns: ['command', 'seconds', 'ns/event', 'peak MB', 'exit', 'of fasttrack', ...outside.map((name) => `${name} / it`)],
    rows: rows.map((row) => [...row, ...beside.map((name, i) => ratio(row[1] as number, seconds(name), i === 0))]),
    notes: ['whole processes, best of three; the columns of other programs say how many times as long those take'],
  };
}
