// The labelled suite: every program in programs/ is run, recorded and analysed with the default detectors, and must get the verdict of
// its name. `ok` has no finding; `race` has one; `predicted` has one, and none by happens-before. FORETRACE_NODE names another Node.js
// to run them; FORETRACE_LONG=1 runs them with the newest one of the registry as well.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Judged } from '../record/judge.ts';
import { sample } from '../record/sample.ts';
import { judge } from './judge.ts';

const programs = join(import.meta.dirname, 'programs');
const names = readdirSync(programs).filter((name) => /\.(?:ok|race|predicted)\.[mc]?[jt]s$/.test(name));

function expectVerdict(name: string, { findings, status, output }: Judged): void {
  const verdict = /\.(ok|race|predicted)\./.exec(name)![1];
  expect(status, output).toBe(0);
  const said = findings.map(({ claim, variable, first, second }) => `${claim} ${variable} ${first?.location} ${second.location}`);
  if (verdict === 'ok') expect(said).toEqual([]);
  else expect(said.length, 'findings').toBeGreaterThan(0);
  if (verdict === 'predicted') expect(said.filter((words) => words.startsWith('observed'))).toEqual([]);
  // Every finding is told by the lines of the program and what it requires, or by what its module calls itself and its source.
  const own = name.startsWith('wasm-')
    ? /[ /](?:wasm-[\w-]+|counter\.[ch]):/
    : new RegExp(` (?:${name.replaceAll('.', '\\.')}|lib/[\\w-]+\\.cjs):`);
  for (const words of said) expect(words).toMatch(own);
}

describe('the suite', () => {
  const node = process.env['FORETRACE_NODE'] ?? process.execPath;
  test.concurrent.each(sample(names, 16))('%s', async (name) => expectVerdict(name, await judge([node, name], programs)));
});

describe.runIf(process.env['FORETRACE_LONG'] === '1')('the suite with the newest Node.js', () => {
  let folder: string;
  // Not while the tests are collected, which also happens when they are skipped.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'foretrace-node-'));
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', 'node@latest'], { stdio: 'ignore' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  test.concurrent.each(names)('%s', async (name) => {
    const newest = join(folder, 'node_modules/node/bin/node');
    expectVerdict(name, await judge([newest, name], programs));
  });
});
