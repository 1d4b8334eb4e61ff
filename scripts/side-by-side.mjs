// `npm run docs:side-by-side`: runs scripts/side-by-side/stock.c with ThreadSanitizer, Helgrind and foretrace, and its twin with Go's race detector,
// and writes their reports, and what each of them tells, into docs/coming-from.md. Needs gcc, setarch, valgrind and go. Schedules and addresses
// are those of the run: it is written anew when a report has changed.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const page = 'docs/coming-from.md';
const [begin, end] = ['<!-- side by side: written by `npm run docs:side-by-side` -->', '<!-- end of side by side -->'];
const folder = mkdtempSync(join(tmpdir(), 'foretrace-side-by-side-'));
const main = resolve('dist/cli/main.js');
/** As wide as a page of text. */
const COLUMNS = '120';

/** What a command prints, on both streams. */
function output(command, ...args) {
  const env = { ...process.env, COLUMNS, CGO_ENABLED: '1', PATH: `${process.env.PATH}:/usr/local/go/bin` };
  const { error, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${command}: ${error.message}`);
  return `${stderr}${stdout}`;
}

const foretrace = (...args) => output(process.execPath, main, ...args);

/** Without folders and numbers of processes, which are of this machine, and what frames a report. */
function normalised(report) {
  return report
    .replace(/^==\d+== ?/gm, '')
    .replace(/(?<=\bpid=|\btid=)\d+/g, 'N')
    .replace(/(?<=^|[\s(])(?:\.{1,2})?\/\S*\/(?=[^\s/]+)/gm, '')
    .replace(/^=+\n/gm, '')
    .trim();
}

function reports() {
  cpSync('scripts/side-by-side', folder, { recursive: true });
  output('gcc', '-g', '-fsanitize=thread', 'stock.c', '-o', 'sanitized');
  output('gcc', '-g', '-pthread', 'stock.c', '-o', 'plain');
  output('go', 'build', '-race', '-o', 'twin', 'stock.go');
  foretrace('cc', '-pthread', 'stock.c', '-o', 'stock');
  const sanitizer = output('setarch', '-R', './sanitized');
  const helgrind = output('valgrind', '-q', '--tool=helgrind', './plain');
  const go = output('./twin');
  const ours = foretrace('run', './stock').replace(/^foretrace: process .*\n/m, '');
  return { ours, explain: foretrace('explain', 'R1'), sanitizer, helgrind, go };
}

/** What a report can tell, and by which words it is known that it does: all of them. */
const items = [
  [
    'both stacks',
    {
      ours: [/by \S+ \(visit\)\n.*by \S+ \(sell\)/, /by \S+ \(visit\)\n.*by \S+ \(take_back\)/],
      sanitizer: [/#1 visit.*\n.*#2 sell/, /#1 visit.*\n.*#2 take_back/],
      helgrind: [/: visit .*\n.*: sell /, /: visit .*\n.*: take_back /],
      go: [/visit\(\)\n.*\n.*sell\(\)/, /visit\(\)\n.*\n.*takeBack\(\)/],
    },
  ],
  ['the line of source', { ours: [/\| .*item->count--/] }],
  ['the variable by its name', { ours: [/struct item\.count/] }],
  ['the size of the access', { ours: [/4 bytes at/], sanitizer: [/of size 4/], helgrind: [/of size 4/] }],
  ['its address', { ours: [/bytes at 0x/], sanitizer: [/at 0x/], helgrind: [/at 0x/], go: [/at 0x/] }],
  [
    'where the memory was allocated, by whom, with callers',
    {
      ours: [/allocated by main at .* ←[^←]*\(main\)/],
      sanitizer: [/allocated by main thread:\n.*\n.*table_add.*\n.*main/],
      helgrind: [/: table_add .*\n.*: main /, /alloc'd by thread #1/],
    },
  ],
  ['the size of the block', { ours: [/of a block of 16/], sanitizer: [/heap block of size 16/], helgrind: [/block of size 16/] }],
  [
    'locks held at each access',
    { ours: [/holding of_sales/, /holding of_returns/], sanitizer: [/mutexes: write/], helgrind: [/Locks held: 1/] },
  ],
  ['the locks by their names', { ours: [/holding of_sales/], helgrind: [/data symbol "of_sales"/] }],
  ['where they were taken for this access', { ours: [/of_sales taken at/, /of_returns taken at/] }],
  [
    'where they were seen first',
    { explain: [/"of_sales" was first taken/], sanitizer: [/Mutex M\d .* created at/], helgrind: [/Lock at .* first observed/] },
  ],
  [
    'where the threads were made, with callers',
    {
      ours: [/T1 forked by main at .* ←/, /T2 forked by main at .* ←/],
      sanitizer: [/created by main thread at:\n.*\n.*open_shop.*\n.*main/],
      helgrind: [/: open_shop .*\n.*: main /],
      go: [/created at:\n.*openShop.*\n.*\n.*main\.main/],
    },
  ],
  ['whether a thread still ran', { sanitizer: [/\(tid=\d+, (?:running|finished)\)/], go: [/\((?:running|finished)\) created/] }],
  ['why the two are not ordered', { ours: [/no lock in common, and nothing else orders/] }],
  ['the events around, the last synchronisation, a schedule', { explain: [/Last synchronisation/, /Witness/] }],
  ['an id that the next run has, too', { ours: [/id R1·/] }],
];

function table(all) {
  const tells = (tool, patterns) => patterns[tool]?.every((pattern) => pattern.test(all[tool])) ?? false;
  const rows = items.map(([item, patterns]) => {
    const own = tells('ours', patterns) ? 'yes' : tells('explain', patterns) ? '`explain`' : 'no';
    return [item, own, ...['sanitizer', 'helgrind', 'go'].map((tool) => (tells(tool, patterns) ? 'yes' : 'no'))];
  });
  const lines = ['ours', 'sanitizer', 'helgrind', 'go'].map((tool) => String(normalised(all[tool]).split('\n').length));
  return [
    '| | foretrace | ThreadSanitizer | Helgrind | Go |',
    '|---|---|---|---|---|',
    ...[...rows, ['lines', ...lines]].map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

function section(all) {
  const fence = (language, text) => `\`\`\`${language}\n${text.trim()}\n\`\`\``;
  const source = readFileSync('scripts/side-by-side/stock.c', 'utf8');
  const named = { ours: 'foretrace', sanitizer: 'ThreadSanitizer', helgrind: 'Helgrind', go: 'Go' };
  const shown = Object.entries(named).map(([tool, name]) => `${name}:\n\n${fence('text', normalised(all[tool]))}`);
  return [table(all), fence('c', source), ...shown].join('\n\n');
}

try {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for it`);
  writeFileSync(page, `${text.slice(0, from + begin.length)}\n\n${section(reports())}\n\n${text.slice(to)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
