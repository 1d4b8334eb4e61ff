// The labelled suite of Rust: every program in programs/ is built, run, recorded and analysed with the default detectors, and must get the verdict of
// its name (test/record/verdict.ts).

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isModelled } from '../../src/record/c/rust/ready-made.ts';
import { findRust } from '../../src/record/c/rust/toolchain.ts';
import { needsRust } from '../needs.ts';
import { fault, racesIn, VERDICT, type Verdict, verdictIn } from '../record/verdict.ts';
import { sample } from '../runs.ts';
import { build, judge } from './recording.ts';

const programs = join(import.meta.dirname, 'programs');
/** What the ready-made library does unseen. */
const plain = join(import.meta.dirname, 'plain');
const names = readdirSync(programs).filter((name) => VERDICT.test(name));
const folder = mkdtempSync(join(tmpdir(), 'foretrace-rust-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A schedule may hide a race: one thread has done the work of two. A program without one is silent in every schedule. */
const MOST_RUNS: Readonly<Record<Verdict, number>> = { ok: 1, race: 4, predicted: 4, deadlock: 1, 'may-deadlock': 4 };
/** The first test of a machine builds the standard library. */
const PATIENCE = 1_200_000;

describe('the suite', { retry: 0 }, () => {
  beforeEach(needsRust, PATIENCE);
  for (const [i, name] of sample(names, 10).entries()) verdictOf(programs, name, i % 3);
});

describe('with the standard library that comes with the compiler', { retry: 0 }, () => {
  beforeEach((context) => {
    needsRust(context);
    if (!isModelled(findRust([], process.env))) context.skip('a standard library of Rust that is modelled is missing');
  }, PATIENCE);
  const env = { FORETRACE_RUST_STD: 'plain' };
  for (const [i, name] of sample(names, 6).entries()) verdictOf(programs, name, (i + 1) % 3, env);
  for (const [i, name] of sample(readdirSync(plain), 2).entries()) verdictOf(plain, name, (2 * i) % 3, env);
});

function verdictOf(sources: string, name: string, level: number, env: NodeJS.ProcessEnv = {}): void {
  const verdict = verdictIn(name);
  test.concurrent(name, async (context) => {
    const own = mkdtempSync(join(folder, 'program-'));
    const program = join(own, name.replaceAll('.', '-'));
    const options = ['--edition=2021', `-Copt-level=${level}`, '-Awarnings', '--crate-name=program'];
    await build([...options, name, '-o', program], sources, env);
    let judged = await judge([program], sources);
    let runs = 1;
    for (; runs < MOST_RUNS[verdict] && fault(verdict, judged) !== undefined; runs++) judged = await judge([program], sources);
    context.task.meta.runs = runs;
    expect(fault(verdict, judged), `in the last of ${runs} runs`).toBeUndefined();
    // Every finding is told by a line.
    for (const words of [...racesIn(judged), ...judged.deadlocks]) expect(words).toMatch(/\.rs:/);
  });
}
