// End to end on one STD file: our command line and any outside detectors, whole processes, in one run. Processor seconds, with one thread for our
// analysis: what a machine with other things to do measures as well.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectors } from '../../src/detectors/index.ts';
import { std } from '../../src/formats/std.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import { type ProcessCost, processCost } from '../process-cost.ts';
import type { Cell, Suite, Table } from '../suite.ts';

/** Seconds: a net for what hangs. */
const PATIENCE = 3600;

/** Share of accesses that race: where there are many, findings cost more than events. */
const INPUTS = [
  { threads: 8, races: 0 },
  { threads: 8, races: 0.01 },
  { threads: 256, races: 0 },
  { threads: 256, races: 0.01 },
] as const;
type Input = (typeof INPUTS)[number];

export const peers: Suite = {
  id: 'peers',
  says: 'our detectors and the commands given with --peer on the same STD file, end to end',
  async run({ root, scratch, quick, peers: outside, progress, keep }) {
    const tables: Table[] = [];
    for (const input of INPUTS) {
      const events = quick ? 50_000 : 1_000_000;
      const file = join(scratch, `peers-${input.threads}-${input.races}.std`);
      writeTrace(file, events, input);
      const cli = `${process.execPath} ${join(root, 'dist/cli/main.js')} analyze --quiet --fail-on never --jobs 1 --detector`;
      const commands = [...detectors.map(({ id }) => [`foretrace ${id}`, `${cli} ${id} {}`] as const), ...outside];
      const rows: Cell[][] = [];
      for (const [name, command] of commands) {
        progress(`${input.threads} threads, ${percent(input)} racy: ${name}`);
        const { seconds, status, largest } = await least(command.replaceAll('{}', file), root, quick ? 1 : 3);
        rows.push([name, seconds, (seconds * 1e9) / events, Math.round(largest?.megabytes ?? 0) || null, status]);
        keep(table(rows, events, input, [...outside.keys()]));
      }
      tables.push(table(rows, events, input, [...outside.keys()]));
    }
    return tables;
  },
};

function writeTrace(file: string, events: number, { threads, races }: Input): void {
  const pieces: Uint8Array[] = [];
  const trace = generatedTrace({ events, threads, locks: 2 * threads + 84, variables: 10_000, reentrancy: 0, races });
  const writer = std.writer({ symbols: trace.symbols, write: (bytes) => pieces.push(bytes) });
  for (const block of trace.blocks) writer.block(block);
  writer.end();
  writeFileSync(file, Buffer.concat(pieces));
}

/** The cheapest of so many runs. */
async function least(command: string, cwd: string, repeats: number): Promise<ProcessCost> {
  const run = () => processCost(['bash', '-c', `exec ${command} > /dev/null`], { cwd, patience: PATIENCE });
  let cheapest = await run();
  for (let i = 1; i < repeats; i++) {
    const cost = await run();
    if (cost.seconds < cheapest.seconds) cheapest = cost;
  }
  return cheapest;
}

/** With a column for each peer: how many times as long it takes. Of what is not measured yet there is no ratio. */
function table(rows: readonly Cell[][], events: number, input: Input, outside: readonly string[]): Table {
  const beside = ['foretrace fasttrack', ...outside];
  const seconds = (name: string) => rows.find((row) => row[0] === name)?.[1] as number | undefined;
  const ratio = (own: number, other: number | undefined, isOurs: boolean): Cell =>
    other === undefined ? null : isOurs ? own / other : other / own;
  return {
    title: `End to end on an STD file of ${events} events and ${input.threads} threads, ${percent(input)} of accesses racy`,
    columns: ['command', 'CPU s', 'ns/event', 'peak MB', 'exit', 'of fasttrack', ...outside.map((name) => `${name} / it`)],
    rows: rows.map((row) => [...row, ...beside.map((name, i) => ratio(row[1] as number, seconds(name), i === 0))]),
    notes: ['whole processes, best of three; the columns of other programs say how many times as long those take'],
  };
}

function percent({ races }: Input): string {
  return `${100 * races} %`;
}
