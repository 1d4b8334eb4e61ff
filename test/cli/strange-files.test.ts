// Files that a checkout may hold in place of configuration and sources: pipes that nobody writes to, devices without an end, files of
// any size. Each is one clear line, and none is waited for.

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sample } from '../runs.ts';
import { folder, type Outcome, shell } from './run.ts';

const RULES = '.foretrace-suppressions';
const TRACE = 'T1|w(x)|a.c:1\nT2|w(x)|b.c:1\n';

/** In a process that is ended if it waits: then the status is 137. */
function bounded(words: string, cwd: string): Outcome {
  writeFileSync(join(cwd, 'trace.std'), TRACE);
  return shell(`timeout -s KILL 600 foretrace ${words}`, { cwd });
}

function expectOneLine({ status, stdout, stderr }: Outcome, what: RegExp): void {
  expect(stdout).toBe('');
  expect(stderr).toMatch(what);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  expect(status).toBe(2);
}

const strange: readonly (readonly [name: string, make: (path: string) => string, what: RegExp])[] = [
  ['a named pipe', (path) => `mkfifo ${path}`, /error FILE_UNREADABLE: \S+: this is no regular file\n/],
  ['a device', (path) => `ln -s /dev/zero ${path}`, /error FILE_UNREADABLE: \S+: this is no regular file\n/],
  ['a folder', (path) => `mkdir ${path}`, /error FILE_UNREADABLE: \S+: this is a directory\n/],
  [
    'a huge file',
    (path) => `truncate -s 200G ${path}`,
    /error FILE_UNREADABLE: \S+: the file has \d+ bytes; at most \d+ are read\n/,
  ],
];

describe.each(strange)('%s', (_name, make, what) => {
  const places = [
    ['suppressions that are found', RULES, 'analyze trace.std'],
    ['suppressions that are named', 'rules.txt', 'analyze trace.std --suppressions rules.txt'],
    ['suppressions of a baseline', RULES, 'baseline trace.std'],
    ['a baseline', 'known.json', 'analyze trace.std --baseline known.json'],
  ] as const;
  test.each(sample(places, 3))('in place of %s', (_what, path, words) => {
    const cwd = folder();
    expect(shell(make(path), { cwd }).status).toBe(0);
    expectOneLine(bounded(words, cwd), what);
  });

  test('in place of a source is not shown', () => {
    const cwd = folder();
    expect(shell(make('a.c'), { cwd }).status).toBe(0);
    writeFileSync(join(cwd, 'b.c'), 'x = 2;\n');
    const { status, stdout, stderr } = bounded('analyze trace.std --source-root .', cwd);
    expect(stderr).toBe('');
    expect(stdout.match(/^ {8}\| .*/gm)).toEqual(['        | x = 2;']);
    expect(status).toBe(1);
  });
});

test('a line that no hand wrote is one clear line', () => {
  const cwd = folder();
  writeFileSync(join(cwd, RULES), `# ours\nrace variable ${'*a'.repeat(4000)} # why\n`);
  expectOneLine(bounded('analyze trace.std', cwd), /error SUPPRESSION_BAD_RULE: \S+:2:4097: the line has \d+ characters/);
});

test('stars upon stars do not stop anybody', () => {
  const cwd = folder();
  writeFileSync(join(cwd, RULES), `race variable ${'*x'.repeat(1900)}y # why\n`);
  const name = 'x'.repeat(3000);
  writeFileSync(join(cwd, 'long.std'), `T1|w(${name})|a.c:1\nT2|w(${name})|b.c:1\n`);
  const { status, stderr } = bounded('analyze long.std --format json=races.json', cwd);
  expect(stderr).toMatch(/note: \S+:1: no finding fits variable/);
  expect(status).toBe(1);
});

test('a link to a plain file is a plain file', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'rules'), 'race variable x # why\n');
  symlinkSync('rules', join(cwd, RULES));
  const { status, stdout } = bounded('analyze trace.std', cwd);
  expect(stdout).toContain('no race or deadlock, 1 suppressed');
  expect(status).toBe(0);
});
