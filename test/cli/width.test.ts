// What is for a person fits 80 columns if the terminal, or COLUMNS, says so, however long the names of a trace are. What programs read is whole.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { foretrace } from './run.ts';

const WIDTH = 80;
const cwd = mkdtempSync(join(tmpdir(), 'foretrace-width-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const VARIABLE = 'company.product.module.VeryLongClassName$InnerClassWithALongName@1f4a.fieldOfThat[1024]';
const thread = (i: number): string => `worker-thread-with-a-name-that-is-long-number-${i}-of-the-pool-of-the-server`;
const lock = (i: number): string => `com.company.product.locks.ReentrantReadWriteLock$NonfairSync@deadbeef-number-${i}`;

/** Two threads that hold three locks each and write; all places are in one folder. */
function trace(folder: string): string {
  const place = (line: number) =>
    `/home/someone/projects/with/a/long/path/${folder}/Work.java:${line} (com.company.product.Work::method(std::vector<int> const&))`;
  const of = (i: number): string[] => [
    ...[0, 1, 2].map((k) => `acq(${lock(3 * i + k)})`),
    `w(${VARIABLE})`,
    `w(${VARIABLE}.other)`,
    ...[2, 1, 0].map((k) => `rel(${lock(3 * i + k)})`),
  ];
  const events = [`${thread(0)}|fork(${thread(1)})`, ...[0, 1].flatMap((i) => of(i).map((event) => `${thread(i)}|${event}`))];
  return events.map((event, i) => `${event}|${place(100 + i)}\n`).join('');
}

for (const name of ['one', 'two']) writeFileSync(join(cwd, `${name}.std`), trace(`the/folder/of/${name}`));

const wide = (stdout: string): string[] => stdout.split('\n').filter((line) => [...line].length > WIDTH);
const run = (args: readonly string[], env: Record<string, string> = { COLUMNS: `${WIDTH}` }) => foretrace(args, { cwd, env });

describe('80 columns', () => {
  beforeAll(() => {
    run(['baseline', 'two.std', '-o', 'known.json']);
    run(['baseline', 'one.std', '--update', 'known.json']);
  });

  test.each(commands.map(({ name }) => name))('the help of %s', (name) => {
    for (const env of [{ COLUMNS: `${WIDTH}` }, {}]) expect(wide(run(['help', name], env).stdout)).toEqual([]);
  });

  test.each([
    '--help',
    'detectors',
    'formats',
    'formats --operations',
    'demo',
    'doctor',
    'stats one.std',
    'check one.std',
    'compare one.std',
    'analyze one.std two.std',
    'analyze one.std --group none --source-root .',
    'one.std',
    'explain one.std R1',
    'diff one.std two.std',
    'diff one.std one.std',
    'baseline --update known.json --unseen 1',
  ])('%s', (line) => {
    const { status, stdout } = run(line.split(' '));
    expect([0, 1]).toContain(status);
    expect(stdout).not.toBe('');
    expect(wide(stdout)).toEqual([]);
  });

  // Their names begin and end alike: what is cut must not be what tells them apart.
  test('lines of source, numbers and ends of names stay', () => {
    const { stdout } = run(['analyze', 'one.std']);
    for (const part of ['Work.java:104', 'Work.java:112', '[1024]']) expect(stdout).toContain(part);
    expect(run(['diff', 'one.std', 'two.std']).stdout).toMatch(/^new .*\.java:104/m);
  });
});

test('names are whole where nobody says how wide a line is, and for programs', () => {
  for (const args of [
    ['analyze', 'one.std'],
    ['stats', 'one.std'],
    ['diff', 'one.std', 'two.std'],
  ])
    expect(run(args, {}).stdout).toContain(VARIABLE);
  for (const args of [
    ['analyze', 'one.std', '--format', 'json'],
    ['stats', 'one.std', '--format', 'json'],
    ['show', 'one.std'],
  ])
    expect(run(args).stdout).toContain(VARIABLE);
});

test.each(['0', '-1', 'many', ''])('COLUMNS=%s says nothing', (columns) => {
  expect(run(['analyze', 'one.std'], { COLUMNS: columns }).stdout).toBe(run(['analyze', 'one.std'], {}).stdout);
});
