// How peak memory grows with events and with variables when a file streams through the command line.

import { join } from 'node:path';
import { openOutput } from '../../src/formats/file/output.ts';
import { native } from '../../src/formats/native/index.ts';
import { newBlock } from '../../src/trace/block.ts';
import { Generator } from '../../src/trace/random/generator.ts';
import { runCommand } from '../measure.ts';
import type { Cell, Suite } from '../suite.ts';

export const memory: Suite = {
  id: 'memory',
  says: 'peak memory of the command line against events and variables',
  async run({ root, scratch, quick, progress }) {
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
    for (const [events, variables] of sizes) {
      const file = join(scratch, 'memory.ftrace');
      progress(`writing ${events} M events`);
      await generated(file, events * million, Math.max(2, variables * million));
      progress(`analysing ${events} M events`);
      const run = await runCommand(
        `${process.execPath} ${join(root, 'dist/cli/main.js')} analyze --detector fasttrack --quiet ${file}`,
      );
      rows.push([events * million, variables * million, run.seconds, (events * million) / run.seconds / 1e6, run.megabytes]);
    }
    return [
      {
        title: 'foretrace analyze --detector fasttrack on a native file',
        columns: ['events', 'variables', 'seconds', 'M events/s', 'peak MB'],
        rows,
        notes: ['whole process, one run each; an empty Node process takes about 45 MB'],
      },
    ];
  },
};

async function generated(file: string, events: number, variables: number): Promise<void> {
  const generator = new Generator({ events, variables });
  const output = await openOutput(file);
  const writer = native.writer({ symbols: generator.symbols, write: (bytes) => output.write(bytes) });
  const block = newBlock();
  while (generator.fill(block)) {
    writer.block(block);
    await output.drain();
  }
  writer.end();
  await output.end();
}
