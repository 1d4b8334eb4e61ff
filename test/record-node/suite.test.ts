// The labelled suite: every program in programs/ is run, recorded and analysed with the default detectors, and must get the verdict of
// its name (test/record/verdict.ts). FORETRACE_NODE names another Node.js to run them; FORETRACE_LONG=1 runs them with the newest one of
// the registry as well.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeWithLocks } from '../needs.ts';
import type { Judged } from '../record/judge.ts';
import { expectSameReduced } from '../record/reduced-verdict.ts';
import { fault, racesIn, VERDICT, verdictIn } from '../record/verdict.ts';
import { sample } from '../runs.ts';
import { judge } from './judge.ts';

const programs = join(import.meta.dirname, 'programs');
const names = readdirSync(programs).filter((name) => VERDICT.test(name));

function expectVerdict(name: string, judged: Judged): void {
  expect(fault(verdictIn(name), judged)).toBeUndefined();
  // Every finding is told by the lines of the program and what it requires, or by what its module calls itself and its source.
  const own = name.startsWith('wasm-')
    ? /[ /](?:wasm-[\w-]+|counter\.[ch]):/
    : new RegExp(` (?:${name.replaceAll('.', '\\.')}|lib/[\\w-]+\\.[cm]js):`);
  for (const words of [...racesIn(judged), ...judged.deadlocks]) expect(words).toMatch(own);
}

describe('the suite', { retry: 0 }, () => {
  const node = process.env['FORETRACE_NODE'] ?? process.execPath;
  const everywhere = names.filter((name) => !name.startsWith('web-lock-'));
  test.concurrent.each(sample(everywhere, 30))('%s', async (name) => expectVerdict(name, await judge([node, name], programs)));
});

describe('the programs with Web Locks', { retry: 0 }, () => {
  for (const name of names.filter((program) => program.startsWith('web-lock-')))
    test.concurrent(name, async (context) => expectVerdict(name, await judgeWithLocks(nodeWithLocks(context), name)));
});

/** Node.js 24.21 aborts without a word in one run of 600 of such a program that nobody records, as its workers end: that is no verdict. */
async function judgeWithLocks(node: string, name: string): Promise<Judged> {
  const judged = await judge([node, name], programs);
  const isAborted = judged.status === null && judged.output === '';
  return isAborted ? await judge([node, name], programs) : judged;
}

test.concurrent.each(sample(names, 110))('reduced: %s', async (name) => {
  await expectSameReduced(verdictIn(name), (reduce) => judge([process.execPath, name], programs, { reduce }));
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
