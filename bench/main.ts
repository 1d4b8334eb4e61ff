// `npm run bench`: every suite, or those named. Prints tables; `--json FILE` keeps the numbers. There are no thresholds here:
// machines differ, ratios within one run are what counts.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Suite, type Table, tableText } from './suite.ts';
import { causallyPrecedes } from './suites/cp.ts';
import { detecting } from './suites/detecting.ts';
import { figure4 } from './suites/figure-4.ts';
import { grouping } from './suites/grouping.ts';
import { jobs } from './suites/jobs.ts';
import { live } from './suites/live.ts';
import { memory } from './suites/memory.ts';
import { nativeVerdicts } from './suites/native-verdicts.ts';
import { peers } from './suites/peers.ts';
import { predicting } from './suites/predicting.ts';
import { reading } from './suites/reading.ts';
import { recordingNative } from './suites/recording-native.ts';
import { recordingNode } from './suites/recording-node.ts';
import { tracking } from './suites/tracking.ts';

const suites: readonly Suite[] = [
  reading,
  detecting,
  figure4,
  tracking,
  causallyPrecedes,
  predicting,
  memory,
  jobs,
  grouping,
  peers,
  recordingNode,
  recordingNative,
  live,
  nativeVerdicts,
];

const usage = `usage: npm run bench -- [SUITE…] [--quick] [--json FILE] [--traces DIR] [--peer NAME='command {}']

${suites.map(({ id, says }) => `  ${id.padEnd(16)}${says}`).join('\n')}

  --quick        smaller inputs, fewer repeats
  --json FILE    also write all numbers to FILE
  --traces DIR   recorded traces to measure on as well
  --peer         time an outside command on the same STD file in the same run; {} stands for the file; repeatable
`;

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        quick: { type: 'boolean' },
        json: { type: 'string' },
        traces: { type: 'string' },
        peer: { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = parsed();
const unknown = positionals.filter((id) => !suites.some((suite) => suite.id === id));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) process.stderr.write(`no suite is called ${unknown.join(', ')}\n`);
  (values.help ? process.stdout : process.stderr).write(usage);
  process.exit(values.help ? 0 : 2);
}

const root = process.cwd();
const scratch = join(root, 'bench', '.cache');
mkdirSync(scratch, { recursive: true });
const tables: Table[] = [];
for (const suite of suites) {
  if (positionals.length > 0 && !positionals.includes(suite.id)) continue;
  const found = await suite.run({
    root,
    scratch,
    quick: values.quick ?? false,
    peers: new Map(
      (values.peer ?? []).map((peer) => [peer.slice(0, peer.indexOf('=')), peer.slice(peer.indexOf('=') + 1)] as const),
    ),
    traces: values.traces,
    progress: (text) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : ''),
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  for (const table of found) process.stdout.write(`${tableText(table)}\n`);
  tables.push(...found);
}

if (values.json !== undefined) {
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, memory: totalmem(), node: process.version };
  writeFileSync(values.json, `${JSON.stringify({ version: 1, machine, tables }, null, 2)}\n`);
}
