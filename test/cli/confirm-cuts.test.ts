// `foretrace confirm` on atomic blocks: a cut is confirmed when the program has shown it, and a block that nobody can cut never is.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openInput } from '../../src/formats/file/input.ts';
import { collectTrace } from '../../src/formats/read.ts';
import { usualPlan } from '../../src/steer/plan.ts';
import { planText } from '../../src/steer/plan-text.ts';
import { ACCESS_KINDS, NO_ACCESS, Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { needs } from '../needs.ts';
import { all } from '../runs.ts';
import { LOCK, RecordedProgram, threads, UNLOCK } from './recorded-program.ts';

const GET = `${LOCK} int now = x; ${UNLOCK}`;
const SET = `${LOCK} x = now + 1; ${UNLOCK}`;
/** Harm is what runs without steering never do: on a busy machine two threads cut each other now and then. */
const LATER = 'usleep(50000);';
const block = (...parts: readonly string[]): string => `FORETRACE_ATOMIC_BEGIN("b"); ${parts.join(' ')} FORETRACE_ATOMIC_END();`;
const OTHER = `${LOCK} x = 10; ${UNLOCK}`;
/** A compiler leaves out what reads for nobody. */
const READ = `${LOCK} { volatile int mine = x; } ${UNLOCK}`;
const WRITE = `${LOCK} x = 1; ${UNLOCK}`;

/** The places of the two threads where such an event is. */
function sitesOf(trace: Trace, isOne: (event: Event, trace: Trace) => boolean): string[] {
  const found = [...events(trace)].filter((event) => isOne(event, trace)).map(({ location }) => location);
  return [...new Set(found)].flatMap((location) => trace.symbols.sites.get(location) ?? []);
}

function isAccess({ op, thread, target }: Event, { symbols }: Trace): boolean {
  return thread > 0 && ACCESS_KINDS[op] !== NO_ACCESS && ['x', 'c'].includes(symbols.variables.name(target));
}

describe('a cut that the program shows is confirmed', () => {
  const cut: readonly [what: string, detector: string, f: string, g: string][] = [
    ['between two sections of a lock, in an annotated block', 'atomicity-predicted', block(GET, SET), `${LATER} ${OTHER}`],
    ['between two sections of a lock, in no block', 'check-then-act', `${GET} ${SET}`, `${LATER} ${OTHER}`],
    [
      'between two atomics',
      'atomicity-predicted',
      block('int now = __atomic_load_n(&x, 5);', '__atomic_store_n(&x, now + 1, 5);'),
      `${LATER} __atomic_store_n(&x, 10, 5);`,
    ],
  ];
  // One in which a thread reads what the other writes in between, and one whose threads do the same.
  const more: typeof cut = [
    ['between two writes', 'check-then-act', `${GET} ${SET}`, `${LATER} ${GET} ${SET}`],
    ['by an update', 'check-then-act', `${GET} ${SET}`, `${LATER} ${LOCK} x += 10; ${UNLOCK}`],
  ];

  test.for(all ? [...cut, ...more] : cut)('%s', { timeout: 600_000 }, ([, detector, f, g], context) => {
    needs('c', context);
    const program = new RecordedProgram(threads(f, g));
    const options = ['--detector', detector, '--fail-on', 'suspected'];
    expect(program.found(...options).stdout).toContain('atomicity');
    const { stderr, stdout } = program.do('confirm', ...options, 'R1');
    expect(stderr).toMatch(/R1 {2}.*: confirmed, harmful/);
    expect(stderr).toMatch(
      / after its .*read of 4 bytes[\s\S]* after its .*write of 4 bytes[\s\S]* before its .*write of 4 bytes/,
    );
    expect(stderr).toMatch(/prints "1" if access 2 comes between the others, and "(?:1[01]|2)"/);
    expect(stdout).toContain('happens in the program');
    for (let i = 0; i < (all ? 20 : 1); i++) {
      const again = program.do('replay', 'R1.recipe', '--', './p');
      expect(again).toMatchObject({ status: 0, stdout: '1\n' });
      expect(again.stderr).toContain('foretrace: met:');
    }
  });
});

test('a cut through two variables is not tried, and says so', (context) => {
  needs('c', context);
  // Who sees y must see x: the block reads x before and y after the other one wrote both.
  const source = threads(
    block('int one = __atomic_load_n(&x, 5);', 'step(1);', 'int two = __atomic_load_n(&c, 5);', '(void)one, (void)two;'),
    'while (!at(1)); __atomic_store_n(&x, 1, 5); __atomic_store_n(&c, 1, 5); step(2);',
    'static int steps; static __attribute__((no_sanitize("thread"))) void step(int n) { *(volatile int *)&steps = n; if (n == 1) while (*(volatile int *)&steps < 2); }\nstatic __attribute__((no_sanitize("thread"))) int at(int n) { return *(volatile int *)&steps >= n; }\n',
  );
  const program = new RecordedProgram(source);
  expect(program.found('--detector', 'atomicity').stdout).toContain('comes in the middle of b');
  expect(program.do('confirm', '--detector', 'atomicity').stderr).toContain('not tried: only a block that one access');
}, 600_000);

describe('a block that nobody can cut is never confirmed', () => {
  const whole: readonly [string, string, string][] = [
    ['a lock over all of it', block(LOCK, 'x += 1;', UNLOCK), `${LOCK} x += 1; ${UNLOCK}`],
    ['two blocks, each with one of the accesses', `${block(GET)} ${block(SET)}`, OTHER],
    ['sections with another between them', `${LOCK} int now = x; ${UNLOCK} ${LOCK} ${UNLOCK} ${SET}`, OTHER],
    ['no block and no lock', 'int now = x; x = now + 1;', 'x = 10;'],
    ['somebody who only reads what it reads', block(READ, READ), READ],
    ['somebody who only reads before it writes', block(GET, SET), READ],
    ['somebody who only reads after it wrote', block(WRITE, READ), READ],
    // The first block is come into, which is no cut; that says nothing of the second.
    ['a lock over all of it, behind one that is read in', `${block(WRITE, READ)} ${block(LOCK, 'x += 1;', UNLOCK)}`, READ],
    ['other memory', block(GET, SET), `${LOCK} c = 10; ${UNLOCK}`],
    [
      'a comparison that fails',
      block('__atomic_store_n(&x, 1, 5);', 'int no = 7; __atomic_compare_exchange_n(&x, &no, 8, 0, 5, 5);'),
      '__atomic_load_n(&x, 5);',
    ],
  ];

  test.for(whole)('by %s', { timeout: 600_000 }, async ([, f, g], context) => {
    needs('c', context);
    const program = new RecordedProgram(threads(f, g));
    program.do('record', '-o', 't.ftrace', '--shared-only', 'off', './p');
    const trace = await collectTrace(await openInput(join(program.cwd, 't.ftrace')), {});
    const [accesses, acquires] = [sitesOf(trace, isAccess), sitesOf(trace, ({ op }) => op === Op.acquire)];
    expect(accesses.length).toBeGreaterThan(1);
    // At any of them, whatever is done there.
    const targets = ['0.1', '0.2', '0.1'].map((thread) => ({ kind: 'access', thread, sites: accesses }) as const);
    const locks = ([1, 2] as const).map((target) => ({ target, sites: acquires }));
    for (const seed of all ? [1, 2, 3, 4] : [1]) {
      const plan = {
        ...usualPlan,
        seed,
        order: 'first',
        cuts: true,
        targets,
      } as const;
      for (const ways of acquires.length === 0 ? [[]] : [[], locks]) {
        writeFileSync(join(program.cwd, 'cut.recipe'), planText({ ...plan, ways }));
        const { status, stderr } = program.do('replay', 'cut.recipe', '--', './p');
        expect(stderr).toContain('did not meet');
        expect(status).toBe(3);
      }
    }
  });
});
