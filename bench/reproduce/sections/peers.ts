// Outside detectors on the same traces: whole processes on STD files, beside our command line with FastTrack on the same files.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openInput } from '../../../src/formats/file/input.ts';
import { openOutput } from '../../../src/formats/file/output.ts';
import type { TraceWriter } from '../../../src/formats/format.ts';
import { readTrace } from '../../../src/formats/read.ts';
import { std } from '../../../src/formats/std.ts';
import { type CommandRun, runCommand } from '../../measure.ts';
import { type Cell, digits, name, table } from '../markdown.ts';
import { UsageError } from '../options.ts';
import type { Context, Program } from '../section.ts';
import { geometricMean } from '../statistics.ts';

/** Empty without peers. */
export async function peerTable(context: Context): Promise<string> {
  const { peers, programs, root, quick } = context;
  if (peers.size === 0) return '';
  const cli = join(root, 'dist/cli/main.js');
  if (!existsSync(cli)) throw new UsageError('--peer: compared with the built program; run npm run build first');
  const own = `${quoted(process.execPath)} ${quoted(cli)} analyze --quiet --fail-on never --detector fasttrack {}`;
  const rows: { readonly cells: Cell[]; readonly ratios: (number | undefined)[] }[] = [];
  for (const program of programs) {
    const file = await asStd(context, program);
    const run = (command: string): Promise<CommandRun> =>
      runCommand(command.replaceAll('{}', quoted(file)), quick ? 1 : 3, context.limits.seconds);
    context.progress(`foretrace ${program.source.name}`);
    const ours = await run(own);
    const cells: Cell[] = [name(program.source.name), program.facts.events, digits(ours.seconds)];
    const ratios: (number | undefined)[] = [];
    for (const [peer, command] of peers) {
      context.progress(`${peer} ${program.source.name}`);
      const { seconds, status, late } = await run(command);
      const failed = late ? 'over the limit' : status === null || status > 2 ? `failed (${status})` : undefined;
      ratios.push(failed === undefined ? seconds / ours.seconds : undefined);
      cells.push(failed ?? digits(seconds), failed === undefined ? digits(seconds / ours.seconds) : undefined);
    }
    rows.push({ cells, ratios });
  }
  const means = [...peers.keys()].map((peer, i) => {
    const finished = rows.flatMap(({ ratios }) => ratios[i] ?? []);
    return finished.length === 0
      ? `${name(peer)} finished none`
      : `${name(peer)} takes ${digits(geometricMean(finished), 2)} times as long (geometric mean of ${finished.length})`;
  });
  return [
    '### Outside detectors\n',
    'Whole processes on the same uncompressed STD files, seconds; the ratio is to `foretrace analyze --detector fasttrack` on the same file.\n',
    table(
      [':trace', 'events', 'foretrace s', ...[...peers.keys()].flatMap((peer) => [`${name(peer)} s`, 'ratio'])],
      rows.map(({ cells }) => cells),
    ),
    `${means.join('; ')}.\n`,
  ].join('\n');
}

/** For a shell. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

async function asStd({ scratch }: Context, { source, files }: Program): Promise<string> {
  mkdirSync(scratch, { recursive: true });
  const path = join(scratch, `${source.hash}.std`);
  if (existsSync(path)) return path;
  const output = await openOutput(path);
  let writer: TraceWriter | undefined;
  await readTrace(await openInput(files[0]!), { check: false, drain: () => output.drain() }, (block, symbols) => {
    writer ??= std.writer({ symbols, write: (bytes) => output.write(bytes) });
    writer.block(block);
  });
  writer?.end();
  await output.end();
  return path;
}
