// What is concluded from runs: harm only where it can be relied on, and why threads did not meet.

import { expect, test } from 'vitest';
import type { Behaviour, Printed } from '../../src/steer/comparison.ts';
import { harm, maySee } from '../../src/steer/harm.ts';
import { whyNotReached } from '../../src/steer/not-reached.ts';
import { noOutcome, type Outcome } from '../../src/steer/outcome.ts';
import { type Plan, usualPlan } from '../../src/steer/plan.ts';

const printed = (text: string): Printed => {
  const head = new TextEncoder().encode(text);
  return { head, bytes: head.length, sum: text };
};
const run = (stdout: string, status = 0, signal: string | null = null, stderr = ''): Behaviour => ({
  ending: { status, signal },
  stdout: printed(stdout),
  stderr: printed(stderr),
});
const kinds = (...all: Behaviour[][]) => all.map((runs, i) => ({ name: `in ${i}`, runs }));
const told = (...all: Behaviour[][]): string | undefined => harm(kinds(...all))?.text;

test('runs that are alike do no harm', () => {
  expect(harm(kinds([run('2\n'), run('2\n')], [run('2\n'), run('2\n')]))).toBeUndefined();
});

test('what is printed in one kind of runs and never in the other is harm', () => {
  expect(told([run('a\n2\n'), run('a\n2\n')], [run('a\n1\n'), run('a\n1\n')])).toBe('the program prints "2" in 0, and "1" in 1');
});

test('what varies within a kind is no harm', () => {
  expect(harm(kinds([run('11:00'), run('11:01')], [run('11:02'), run('11:03')]))).toBeUndefined();
});

test('a stream that varies does not hide another that does not', () => {
  const one = [run('t1', 0, null, 'x'), run('t2', 0, null, 'x')];
  const other = [run('t3', 0, null, 'y'), run('t4', 0, null, 'y')];
  expect(told(one, other)).toBe('the program prints on standard error "x" in 0, and "y" in 1');
});

test('one run is not enough, and is worth another', () => {
  const both = kinds([run('2')], [run('1')]);
  expect(harm(both)).toBeUndefined();
  expect(maySee(both)).toBe(true);
  expect(maySee(kinds([run('2')], [run('2')], []))).toBe(false);
});

test('how a program ends tells more than what it prints', () => {
  const crash = run('1', 139, 'SIGSEGV');
  expect(told([run('2'), run('2')], [crash, crash])).toBe('the program exits with 0 in 0, and is ended by SIGSEGV in 1');
  const hang = run(
    '',
    143,
    'SIGTERM',
    'foretrace: deadlock: every thread waits, and nobody is left to end that; the program is ended\n',
  );
  expect(told([run('2'), run('2')], [hang, hang])).toContain('does not end');
});

test('what a program prints is data', () => {
  const nasty = run('\u001b[31m"\u202e\n');
  expect(told([run('2'), run('2')], [nasty, nasty])).not.toMatch(/\u001b|\u202e/);
});

test('the difference is shown, not what is before it or as long', () => {
  const [a, b] = ['a', 'b'].map((end) => [run(`${'x'.repeat(500)}${end}`), run(`${'x'.repeat(500)}${end}`)]);
  expect(told(a!, b!)).toMatch(/^the program prints "…x+a" in 0, and "…x+b" in 1$/);
  const [one, other] = ['é', 'è'].map((text) => [run(text), run(text)]);
  expect(told(one!, other!)).toBe('the program prints "é" in 0, and "è" in 1');
  const [cut, cutToo] = ['1', '2'].map((sum): Behaviour => ({ ...run(''), stdout: { ...printed('x\n'), bytes: 900, sum } }));
  expect(told([cut!, cut!], [cutToo!, cutToo!])).toBe('the program prints 900 bytes in 0, and 900 others in 1');
  const bytes = (...head: number[]): Behaviour => ({
    ...run(''),
    stdout: { head: Uint8Array.from(head), bytes: 1, sum: `${head}` },
  });
  expect(told([bytes(0xff), bytes(0xff)], [bytes(0xfe), bytes(0xfe)])).toBe('the program prints "ÿ" in 0, and "þ" in 1');
});

test('who comes second is named in full where nobody came first', () => {
  const [one, other, free] = kinds([run('1'), run('1')], [run('1'), run('1')], [run('2'), run('2')]);
  const second = { ...other!, name: 'if b comes first', second: 'if b does' };
  expect(harm([one!, second])).toBeUndefined();
  expect(harm([second, free!])?.text).toBe('the program prints "1" if b comes first, and "2" in 2');
  expect(harm([free!, second])?.text).toBe('the program prints "2" in 2, and "1" if b does');
});

const plan: Plan = {
  ...usualPlan,
  targets: [
    { kind: 'write', thread: '*', sites: ['a+1'] },
    { kind: 'read', thread: '*', sites: ['a+2'] },
  ],
};
const places = { target: (i: number) => `access ${i + 1}`, step: (_: Plan, i: number) => `step ${i}` };
const why = (outcome: Partial<Outcome>): string =>
  whyNotReached([{ plan, outcome: { ...noOutcome, followed: true, ...outcome } }], places);
const standing = { thread: '0.1', doing: 'read', address: '0x1', bytes: 1, site: 'a' } as const;

test('why threads did not meet', () => {
  expect(whyNotReached([{ plan, outcome: noOutcome }], places)).toContain('no process of the program has a gate');
  expect(why({})).toContain('no thread came to any of the places');
  expect(why({ stood: [{ target: 0, ...standing }] })).toContain('no thread came to access 2');
  const both = { stood: [0, 1].map((target) => ({ target, ...standing })) };
  expect(why(both)).toContain('never at the same moment');
  expect(why({ ...both, freed: true })).toContain('within the time');
  expect(why({ diverged: { step: 3, why: 'blocked' } })).toContain('left it at step 3: nobody could go on');
});
