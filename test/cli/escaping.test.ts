// What the program itself prints, on both streams, for traces, files and arguments whose names hold every unsafe character: each command of
// the list has to have its lines here.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { native } from '../../src/formats/native/index.ts';
import { reportFormats } from '../../src/report/index.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { encode } from '../formats/encode.ts';
import { RAW, unsafeCharacters } from '../report/hostile.ts';
import { sample } from '../runs.ts';
import { foretrace, type Outcome } from './run.ts';

/** All unsafe characters that UTF-8 has, in a few names: a table has a column per thread. */
const inFiles = unsafeCharacters.filter((character) => !/\p{Cs}/u.test(character));
const names: readonly string[] = Array.from({ length: 4 }, (_, i) => `n${inFiles.filter((_one, j) => j % 4 === i).join('')}`);

/** For files and arguments, which are shorter and know no NUL. */
const word = 'w\x1b]0;x\x07\x85\r\n\u202e\u2028\u200b\ue000\u{e0041}w';

function hostileTrace(): TraceBuilder {
  const builder = new TraceBuilder();
  for (const name of names) {
    const [a, b] = [`A ${name}`, `B ${name}`];
    const at = `${name}.c:7 (${name})`;
    builder.add(a, Op.fork, b, at).add(a, Op.acquire, name, at).add(a, Op.write, name, at).add(a, Op.release, name, at);
    builder.add(b, Op.acquire, name, at).add(b, Op.release, name, at).add(b, Op.read, name, at);
    // A deadlock, and a block that another thread cuts.
    for (const [thread, first, second] of [
      [a, name, `m ${name}`],
      [b, `m ${name}`, name],
    ] as const)
      builder
        .add(thread, Op.acquire, first, at)
        .add(thread, Op.acquire, second, at)
        .add(thread, Op.release, second, at)
        .add(thread, Op.release, first, at);
    builder
      .add(a, Op.begin, at, at)
      .add(a, Op.read, name, at)
      .add(b, Op.write, name, at)
      .add(a, Op.write, name, at)
      .add(a, Op.end, at, at);
  }
  return builder;
}

const cwd = mkdtempSync(join(tmpdir(), 'foretrace-escaping-'));
const trace = `${word}.ftrace`;
const broken = `${word}.std`;

beforeAll(() => {
  writeFileSync(join(cwd, trace), encode(native, hostileTrace().trace(), new Map([[word, word]])));
  const line = inFiles.filter((character) => !/[\0\n\r]/.test(character)).join('');
  writeFileSync(join(cwd, broken), `${line}|rel(${line})|${line}\n${line}|oops(${line})|${line}\n${line}\n`);
  writeFileSync(join(cwd, 'plain.std'), 'T1|w(x)|a.c:1\nT2|w(x)|b.c:1\n');
  writeFileSync(join(cwd, 'race.std'), 'T1|w(x)|a.c:1\nT3|w(x)|b.c:1\n');
  writeFileSync(
    join(cwd, 'rules'),
    `race variable "${JSON.stringify(names[1]!).slice(1, -1)}*"  # ${word.replace(/[\r\n\u2028]/g, '')}\n`,
  );
  writeFileSync(join(cwd, 'bad-rules'), `race ${word.replace(/\s/g, '')} x  # why\n`);
  writeFileSync(join(cwd, 'version.json'), JSON.stringify({ version: word }));
  mkdirSync(join(cwd, word));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const run = (args: readonly string[]): Outcome => foretrace(args, { cwd, startsNothing: args[0] !== 'compare' });

/** Every command with arguments that make it say something; `lines` that only speak of foretrace itself are none. */
const lines: Readonly<Record<string, readonly (readonly string[])[]>> = {
  demo: [[]],
  status: [[`--${word}`], ['--format', word]],
  run: [[`./${word}`], ['--format', word, 'true'], ['--suppressions', 'bad-rules', 'true']],
  record: [[`./${word}`], [`--${word}`, 'true']],
  analyze: [
    ...reportFormats.map(({ id }) => [trace, '--format', id, '--source-root', '.']),
    [trace, '-d', 'predict', '-d', 'eraser', '-d', 'lockset'],
    ...reportFormats.map(({ id }) => [trace, '--format', id, '-d', 'deadlock,lock-order,atomicity']),
    [trace, '--suppressions', 'rules'],
    [trace, '--suppressions', 'bad-rules'],
    [trace, '--baseline', 'version.json'],
    [trace, '--baseline', word],
    [trace, '--source-root', `${word}x`],
    [trace, '-o', join(word, 'no', 'such')],
    [trace, '-d', word],
    [trace, '--input-format', word],
    [trace, '--input-format', 'std'],
    [broken],
    [broken, '--lenient'],
  ],
  // A trace that can be read is served until it is ended: test/cli/view.test.ts.
  view: [[broken], [word], [trace, '--port', word], [`${word}.html`]],
  'lock-graph': [[trace], [trace, '--format', 'svg'], [broken]],
  compare: [[trace], [trace, '--format', 'json']],
  explain: [
    [trace, 'R1'],
    ...['deadlock', 'atomicity'].map((detector) => [trace, 'R1', '-d', detector]),
    [trace, 'R1', '--schedule', `${word}.schedule.ftrace`],
    [trace, word],
    [word],
  ],
  verify: [
    [trace, '--schedule', `${word}.schedule.ftrace`],
    [trace, '--schedule', 'plain.std'],
    ['plain.std', '--schedule', trace],
    ['plain.std', '--schedule', 'race.std'],
  ],
  baseline: [[trace], [trace, '-o', `${word}.json`], [trace, '--suppressions', 'rules']],
  diff: [
    [trace, trace],
    [trace, trace, '--format', 'json'],
    [trace, word],
  ],
  cc: [],
  cargo: [],
  rustc: [],
  'c++': [],
  assemble: [
    [word, 'out.ftrace'],
    [`${word}x`, 'out.ftrace'],
    [word, word],
  ],
  doctor: [],
  stats: [[trace], [trace, '--format', 'json']],
  show: [
    [trace],
    [trace, '--thread', word],
    [trace, '--variable', names[0]!.replace('\0', '')],
    ...['--clocks', '--locksets', '--cp-sets', `--epochs=${word}`].flatMap((table) => [
      [trace, table],
      [trace, table, '--format', 'json'],
    ]),
  ],
  check: [[trace], [broken], [broken, '--format', 'json']],
  convert: [
    [trace, `${word}.std`],
    [trace, word],
    [trace, 'out.ftrace'],
  ],
  compress: [[trace, `${word}.slp`]],
  decompress: [
    [`${word}.slp`, 'out.ftrace'],
    [`${word}.slp`, `${word}.std`],
  ],
  grammar: ['stats', 'show', 'hb', 'lockset'].flatMap((action) => [
    [action, trace],
    [action, trace, '--format', 'json'],
  ]),
  reduce: [
    [trace, 'out.ftrace'],
    [trace, 'out.ftrace', '--format', 'json'],
  ],
  track: [[trace], [trace, '--check'], [trace, '--log', 'paper'], [trace, '--format', 'json']],
  generate: [[word], ['--events', word, 'out.std']],
  detectors: [[], ['--format', 'json']],
  formats: [[], ['--operations'], ['--format', 'json']],
  completion: [['bash'], [word]],
  confirm: [[trace], [trace, 'R1', '--', word], [word]],
  replay: [
    [word, '--', word],
    ['plain.std', '--', word],
  ],
  fleet: [[word], ['status', '--store', word], ['add', `${word}x`], ['work', '--database', word]],
};

function expectSafe({ stdout, stderr }: Outcome): void {
  for (const text of [stdout, stderr]) expect([...new Set(text.match(RAW))].map((one) => JSON.stringify(one))).toEqual([]);
  expect(stderr).not.toContain('internal error');
  expect(`${stdout}${stderr}`).not.toBe('');
}

test('every command is here', () => {
  expect(Object.keys(lines).sort()).toEqual(commands.map(({ name }) => name).sort());
});

describe.each(Object.entries(lines).filter(([, cases]) => cases.length > 0))('%s', (command, cases) => {
  test('shows nothing raw of a trace or of its arguments', () => {
    for (const args of cases) {
      const { stdout, stderr } = run([command, ...args]);
      // The lines of source on a page keep their tabs.
      expectSafe({ status: 0, stdout: args.includes('html') ? stdout.replaceAll('\t', '') : stdout, stderr });
    }
  });
});

test.each([
  [[word]],
  [[`--${word}`]],
  [['help', word]],
  [['analyze']],
  [['analyze', `${word}x`]],
  [['analyze', word]],
  [['--color', word, 'demo']],
])('a wrong command line is told without what is in it: %#', (args) => {
  const { status, stderr } = run(args);
  expect(status).toBe(2);
  expectSafe({ status, stdout: '', stderr });
  expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
});

/** All texts within a value. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, part]) => [key, ...texts(part)]) : [];
}

const inJson: [command: string, options: string[]][] = [
  ['analyze', ['--format', 'json']],
  ['compare', ['--format', 'json']],
  ['stats', ['--format', 'json']],
  ['show', ['--locksets', '--format', 'json']],
  ['baseline', []],
];
test.each(sample(inJson, 2))('%s in JSON has the names of the trace', (command, options) => {
  const found = texts(JSON.parse(run([command, trace, ...options]).stdout));
  for (const name of names) expect(found.some((text) => text.includes(name))).toBe(true);
});

test('the step summary of GitHub is safe, too', () => {
  const file = join(cwd, 'summary.md');
  foretrace(['analyze', trace, '--format', 'github'], { cwd, env: { GITHUB_STEP_SUMMARY: file } });
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('## R1: race on ');
  expect(text.match(RAW)).toBeNull();
});
