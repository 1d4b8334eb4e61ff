// `foretrace confirm` and `foretrace replay` on programs whose answer is known: what the program shows is confirmed, and nothing else is.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openInput } from '../../src/formats/file/input.ts';
import { collectTrace } from '../../src/formats/read.ts';
import { usualPlan } from '../../src/steer/plan.ts';
import { planText } from '../../src/steer/plan-text.ts';
import { openedPage } from '../../src/viewer/model/opened.ts';
import { needs } from '../needs.ts';
import { all, sample } from '../runs.ts';
import { BEGIN, LOCK, RecordedProgram, threads, UNLOCK } from './recorded-program.ts';
import { folder, foretrace, type Outcome } from './run.ts';
import { served } from './served.ts';

/** Reports beside that on standard output. */
function formats(name: string): string[] {
  return ['text', `json=${name}.json`, `sarif=${name}.sarif`].flatMap((format) => ['--format', format]);
}

/** Whatever was known of a finding yesterday, it is the one that is known. */
function expectSame(program: RecordedProgram, ...names: [string, string]): void {
  const parsed = (file: string) => JSON.parse(readFileSync(join(program.cwd, file), 'utf8'));
  const [found, shown] = names.map((name) => parsed(`${name}.json`).findings[0]);
  expect([found.claim, shown.claim]).toEqual(['observed', 'confirmed']);
  expect(shown.fingerprint).toBe(found.fingerprint);
  const [before, after] = names.map((name) => parsed(`${name}.sarif`).runs[0].results[0]);
  expect(after.partialFingerprints).toEqual(before.partialFingerprints);
  // The claim is part of the rule, as it is between what was observed and what was predicted.
  expect([before.ruleId, after.ruleId]).toEqual(['data-race/observed', 'data-race/confirmed']);
  for (const [old, now] of [names, [...names].reverse()]) {
    expect(program.do('diff', `${old}.json`, `${now}.json`).stdout).toContain('0 new, 0 gone, 1 still there');
    program.do('baseline', `${old}.json`, '-o', 'known.json');
    expect(program.do('diff', 'known.json', `${now}.json`)).toMatchObject({ status: 0 });
  }
  // The baseline is that of what was observed; the next run knows that it is confirmed.
  const { stdout } = program.found('--baseline', 'known.json', '--fail-on', 'confirmed');
  expect(stdout).not.toMatch(/^race /m);
}

test('a lost update is confirmed and harmful, is kept, and can be replayed', async (context) => {
  needs('c', context);
  const program = new RecordedProgram(threads('x += 1;', 'x += 1;'));
  program.found(...formats('observed'));
  const { stdout, stderr, status } = program.do('confirm', '--fail-on', 'confirmed', ...formats('confirmed'), 'R1');
  expect(stderr).toContain('R1  x: confirmed, harmful');
  expect(stderr).toMatch(
    /prints "2" if access . comes first, and "1"|prints "1" if access . comes first, and "2"|without steering/,
  );
  expect(stdout).toContain('happens in the program');
  expect(status).toBe(1);
  // The next report knows it.
  expect(program.found().stdout).toContain('confirmed in the program');
  expect(program.do('explain', 'R1').stdout).toContain('happens in the program');
  const { address, end } = await served([], program.cwd);
  const { findings } = openedPage(await (await fetch(`${address}data`)).text());
  expect(findings.map(({ finding }) => finding.claim)).toEqual(['confirmed']);
  await end();
  expectSame(program, 'observed', 'confirmed');
  const recipe = join(program.cwd, 'R1.recipe');
  expect(readFileSync(recipe, 'utf8')).toMatch(/^foretrace plan 1\n/);
  for (let i = 0; i < (all ? 100 : 3); i++) {
    const again = program.do('replay', 'R1.recipe', '--', './p');
    expect(again).toMatchObject({ status: 0, stdout: '1\n' });
    expect(again.stderr).toContain('foretrace: met:');
  }
}, 600_000);

test('a race behind a counter, which no trace can prove, is met by a plan of two places', (context) => {
  needs('c', context);
  const program = new RecordedProgram(threads(`x = 1; ${LOCK} c++; ${UNLOCK}`, `${LOCK} c++; ${UNLOCK} x = 2;`));
  expect(program.found('--detector', 'lockset', '--fail-on', 'suspected').stdout).toContain('may happen');
  const { stderr } = program.do('confirm', '--detector', 'lockset');
  expect(stderr).toMatch(/x: .*confirmed/);
}, 600_000);

test('what is suspected is led to with the same input each time', (context) => {
  needs('c', context);
  const program = new RecordedProgram(
    threads(`if (getchar() == 'y') x = 1; ${LOCK} c++; ${UNLOCK}`, `${LOCK} c++; ${UNLOCK} if (getchar() == 'y') x = 2;`),
  );
  writeFileSync(join(program.cwd, 'in'), 'yy');
  const suspected = (): string => program.do('confirm', '--suspected', '--stdin', 'in', '--', './p').stdout;
  // The first run may show the race by itself, and then nobody is led.
  let stdout = suspected();
  for (let run = 0; run < 20 && stdout.includes('happened in this run'); run++) stdout = suspected();
  expect(stdout).toContain('happens in the program');
  expect(program.do('confirm', '--suspected', '--', './p').stdout).toContain('no race');
  expect(program.do('confirm', '--suspected', '--stdin', 'none', '--', './p')).toMatchObject({ status: 2 });
}, 600_000);

test('what a run shows by itself is led to as well', (context) => {
  needs('c', context);
  const program = new RecordedProgram(threads('x = 1;', 'x = 2;'));
  expect(program.do('confirm', '--suspected', '--', './p').stdout).toContain('happens in the program');
}, 600_000);

test.runIf(all)(
  'a cycle of locks is led into its deadlock',
  (context) => {
    const two = (a: string, b: string): string =>
      `pthread_mutex_lock(&${a}); pthread_mutex_lock(&${b}); x++; pthread_mutex_unlock(&${b}); pthread_mutex_unlock(&${a});`;
    needs('c', context);
    const program = new RecordedProgram(threads(two('m', 'n'), two('n', 'm')));
    program.found();
    const { stderr } = program.do('confirm');
    expect(stderr).toContain('confirmed');
    // On a busy machine the program may hang without being led, too: then there is no difference.
    expect(stderr).toMatch(/does not end if they meet|no difference was seen from outside/);
  },
  600_000,
);

describe('nothing is confirmed that does not happen', () => {
  const free: readonly [string, string][] = [
    ['a lock', threads(`${LOCK} x++; ${UNLOCK}`, `${LOCK} x++; ${UNLOCK}`)],
    ['atomics', threads('__atomic_add_fetch(&x, 1, 5);', '__atomic_add_fetch(&x, 1, 5);')],
    ['a flag', threads('x = 1; __atomic_store_n(&c, 1, 3);', 'while (!__atomic_load_n(&c, 2)); x = 2;')],
    [
      'fork and join',
      `${BEGIN}static void *f(void *u) { x++; return u; }\nint main(void) { pthread_t a; x = 1; for (int i = 0; i < 2; i++) { pthread_create(&a, 0, f, 0); pthread_join(a, 0); } return x != 3; }\n`,
    ],
  ];

  test.for(sample(free, 4))('by %s', { timeout: 600_000 }, async ([, source], context) => {
    needs('c', context);
    const program = new RecordedProgram(source);
    program.do('record', '-o', 't.ftrace', '--shared-only', 'off', './p');
    const { symbols } = await collectTrace(await openInput(join(program.cwd, 't.ftrace')), {});
    // All pairs of places of the program, whatever is done there.
    const sites = [...symbols.sites.values()].flat().filter((site) => site.startsWith('p+'));
    expect(sites.length).toBeGreaterThan(1);
    const any = { kind: 'access', thread: '*', sites } as const;
    for (const seed of [1, 2, 3]) {
      const plan = planText({ ...usualPlan, seed, hold: 300, patience: 3000, targets: [any, any] });
      writeFileSync(join(program.cwd, 'pair.recipe'), plan);
      const { status, stderr } = program.do('replay', 'pair.recipe', '--', './p');
      expect(stderr).toContain('did not meet');
      expect(status).toBe(3);
    }
  });
});

describe('what is wrong is one line', () => {
  const wrong = (args: readonly string[], cwd = folder()): Outcome =>
    foretrace(args, { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } });

  test.each([
    ['no last run', ['confirm']],
    ['no such recipe', ['replay', 'no.recipe', '--', 'true']],
    ['an option that comes too late', ['confirm', 'R1', '--tries', '3']],
    ['recipes where none are written', ['confirm', '--suspected', '--recipes', '.', '--', 'true']],
  ])('%s', (_, args) => {
    const { status, stderr } = wrong(args);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^foretrace: error \w+: .*\n {2}hint: .*\n$/);
  });

  test('a file that is no recipe', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'bad.recipe'), 'foretrace plan 1\ntarget write\n');
    expect(wrong(['replay', 'bad.recipe', '--', 'true'], cwd)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('BAD_PLAN'),
    });
  });

  test('a trace that does not say where its code is', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 't.std'), 'T1|fork(T2)|1\nT1|w(x)|2\nT2|w(x)|3\n');
    expect(wrong(['confirm', 't.std', '--', 'true'], cwd)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('NO_SITES'),
    });
    expect(existsSync(join(cwd, 'R1.recipe'))).toBe(false);
  });
});
