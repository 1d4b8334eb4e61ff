// `npm run bench`: every suite, or those named, in ten minutes unless told otherwise. Prints tables, says on the way what it is at,
// and keeps every row as it comes. There are no thresholds here: machines differ, ratios within one run are what counts.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type Message, runApart } from './apart.ts';
import { performancePage, withSections, withTables } from './performance-page.ts';
import { UsageError } from './reproduce/options.ts';
import { type Machine, Results, type SuiteResult, thisMachine } from './results.ts';
import { StatusLine } from './status-line.ts';
import { type Suite, type SuiteOptions, type Table, tableText } from './suite.ts';
import { answering } from './suites/answering.ts';
import { atomicityCosts } from './suites/atomicity.ts';
import { browser } from './suites/browser.ts';
import { confirm } from './suites/confirm.ts';
import { causallyPrecedes } from './suites/cp.ts';
import { deadlocks } from './suites/deadlocks.ts';
import { detecting } from './suites/detecting.ts';
import { figure4 } from './suites/figure-4.ts';
import { files } from './suites/files.ts';
import { fleet } from './suites/fleet.ts';
import { grouping } from './suites/grouping.ts';
import { jobs } from './suites/jobs.ts';
import { live } from './suites/live.ts';
import { liveNode } from './suites/live-node.ts';
import { memory } from './suites/memory.ts';
import { nativeVerdicts } from './suites/native-verdicts.ts';
import { javaProjects, packages } from './suites/packages.ts';
import { peers } from './suites/peers.ts';
import { predicting } from './suites/predicting.ts';
import { reading } from './suites/reading.ts';
import { recordingJava } from './suites/recording-java.ts';
import { recordingNative } from './suites/recording-native.ts';
import { recordingNode } from './suites/recording-node.ts';
import { reducedRecording } from './suites/reduced-recording.ts';
import { schedules } from './suites/schedules.ts';
import { timeline } from './suites/timeline.ts';
import { tracking } from './suites/tracking.ts';

const suites: readonly Suite[] = [
  reading,
  files,
  detecting,
  atomicityCosts,
  browser,
  timeline,
  figure4,
  tracking,
  causallyPrecedes,
  predicting,
  deadlocks,
  memory,
  jobs,
  grouping,
  peers,
  recordingNode,
  answering,
  recordingJava,
  recordingNative,
  reducedRecording,
  live,
  liveNode,
  fleet,
  nativeVerdicts,
  confirm,
  schedules,
  packages,
  javaProjects,
];

const usage = `usage: npm run bench -- [SUITE…] [--full | --quick] [--minutes N] [--json FILE] [--traces DIR] [--peer NAME='command {}'] [--write-docs]

${suites.map(({ id, says }) => `  ${id.padEnd(18)}${says}`).join('\n')}

  --quick        small inputs, or a part of them, in little time; also if not said
  --full         the inputs of the documents, and no limit: hours, for all suites
  --minutes N    how long all suites together may take, each its share; 10 without --full
  --json FILE    where the numbers are kept, row by row as they come; bench/.cache/results.json if not given
  --traces DIR   recorded traces to measure on as well
  --peer         time an outside command on the same STD file in the same run; {} stands for the file; repeatable
  --write-docs   write docs/performance.md, of named suites their sections; with --full also what other pages have of them
${suites.map(ownUsage).join('')}`;

function ownUsage({ id, options = {} }: Suite): string {
  const words = Object.entries(options).map(([name, { value, help }]) => ({ word: `--${name} ${value ?? ''}`.trim(), help }));
  return words.length === 0 ? '' : `\n${id}:\n${words.map(({ word, help }) => `  ${word.padEnd(21)}${help}\n`).join('')}`;
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  quick: { type: 'boolean' },
  full: { type: 'boolean' },
  minutes: { type: 'string' },
  json: { type: 'string' },
  traces: { type: 'string' },
  peer: { type: 'string', multiple: true },
  'write-docs': { type: 'boolean' },
  /** This process is the one that measures. */
  apart: { type: 'boolean' },
} as const;

/** Of the process that measures nothing itself. */
const KEPT = ['help', 'minutes', 'json', 'write-docs', 'apart'];

function parsed() {
  const own: SuiteOptions = Object.assign({}, ...suites.map(({ options }) => options));
  try {
    return parseArgs({ allowPositionals: true, tokens: true, options: { ...own, ...OPTIONS } });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals, tokens } = parsed();
const unknown = positionals.filter((id) => !suites.some((suite) => suite.id === id));
const minutes = Number(values.minutes ?? (values.full ? Number.POSITIVE_INFINITY : 10));
if (values.help || unknown.length > 0 || !(minutes > 0) || (values.quick && values.full)) {
  if (unknown.length > 0) process.stderr.write(`no suite is called ${unknown.join(', ')}\n`);
  (values.help ? process.stdout : process.stderr).write(usage);
  process.exit(values.help ? 0 : 2);
}

const root = process.cwd();
const scratch = join(root, 'bench', '.cache');
mkdirSync(scratch, { recursive: true });
const chosen = suites.filter(({ id, fetches }) => (positionals.length === 0 ? fetches !== true : positionals.includes(id)));

if (values.apart) await measure(chosen[0]!);
else await measureAll();

/** Of a process that was started for one suite. */
async function measure(suite: Suite): Promise<void> {
  const tell = (message: Message) => process.send!(message);
  // Whoever waits for it is gone: nothing that it has started may stay.
  const orphaned = () => process.kill(-process.pid, 'SIGKILL');
  process.on('disconnect', orphaned);
  const tables = await toldUsage(
    suite.run({
      root,
      scratch,
      quick: !values.full,
      peers: new Map(
        (values.peer ?? []).map((peer) => [peer.slice(0, peer.indexOf('=')), peer.slice(peer.indexOf('=') + 1)] as const),
      ),
      traces: values.traces,
      own: values,
      progress: (progress) => tell({ progress }),
      keep: (table) => tell({ table }),
    }),
  );
  for (const table of tables) tell({ table });
  process.off('disconnect', orphaned);
  process.disconnect();
}

/** What is wrong with the options is said in a line, without a stack. */
async function toldUsage(tables: Promise<Table[]>): Promise<Table[]> {
  try {
    return await tables;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`bench: ${error.message}\n`);
    process.exit(2);
  }
}

async function measureAll(): Promise<void> {
  const machine = thisMachine();
  const results = new Results();
  const file = values.json ?? join(scratch, 'results.json');
  const save = () => writeFileSync(file, `${JSON.stringify({ version: 2, machine, suites: results.all() }, null, 2)}\n`);
  const status = new StatusLine(process.stderr);
  const begin = performance.now();
  for (const [i, suite] of chosen.entries()) {
    const limit = new AbortController();
    const left = minutes * 60_000 - (performance.now() - begin);
    const share = left / (chosen.length - i);
    const timer = Number.isFinite(share) ? setTimeout(() => limit.abort(), Math.max(share, 0)) : undefined;
    status.begin(suite.id);
    const listener = {
      progress: (text: string) => status.say(text),
      table: (table: Table) => {
        results.take(suite.id, table);
        save();
      },
    };
    const cut = await runApart(process.argv[1]!, [suite.id, '--apart', ...passedOn()], listener, limit.signal);
    clearTimeout(timer);
    status.end();
    if (cut !== undefined) results.cut(suite.id, cut);
    if (cut !== undefined && !limit.signal.aborted) process.exitCode = 1;
    save();
    for (const table of results.all().find(({ id }) => id === suite.id)?.tables ?? [])
      process.stdout.write(`${tableText(table)}\n`);
    if (cut !== undefined) process.stdout.write(`  ${suite.id} is not complete: ${cut}\n\n`);
  }
  process.stderr.write(`bench: the numbers are in ${relative(root, file)}\n`);
  if (values['write-docs']) writeDocs(results.all(), machine);
}

function writeDocs(results: readonly SuiteResult[], machine: Machine): void {
  const how = values.full ? 'with `--full`' : `the small inputs, in at most ${minutes} minutes`;
  const [elsewhere, here] = [chosen.filter(({ page }) => page !== undefined), suites.filter(({ page }) => page === undefined)];
  const costs = results.filter(({ id }) => here.some((suite) => suite.id === id));
  const page = join(root, 'docs/performance.md');
  const text =
    positionals.length === 0
      ? performancePage(here, costs, machine, how)
      : withSections(readFileSync(page, 'utf8'), here, costs, machine);
  writeFileSync(page, text);
  for (const suite of elsewhere) {
    const { tables, cut } = results.find(({ id }) => id === suite.id)!;
    if (values.full && cut === undefined) writeTables(suite, tables);
    else process.stderr.write(`bench: ${suite.page} stays as it is: it has tables of whole runs, with --full\n`);
  }
}

function writeTables(suite: Suite, tables: readonly Table[]): void {
  const page = join(root, suite.page!);
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), suite, tables));
}

/** The options of whoever measures. */
function passedOn(): string[] {
  const given = tokens.flatMap((token) => (token.kind === 'option' && !KEPT.includes(token.name) ? [token] : []));
  return given.map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`));
}
