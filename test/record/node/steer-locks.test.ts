// A program that is led to a deadlock: its threads have met only if each has the lock that the one before it wants, whoever else has taken locks.

import { describe, expect, it } from 'vitest';
import { fits } from '../../../src/record/node/steer/gate.ts';
import { doings } from '../../../src/steer/outcome.ts';
import { nodeWithLocks } from '../../needs.ts';
import { led, targets } from './led.ts';

/** Workers, one for each text; words 8 and up are locks, the others for steps. */
function workers(...works: readonly string[]): Record<string, string> {
  return {
    'app.mjs': `import { isMainThread, Worker, workerData } from 'node:worker_threads';
if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(64));
  for (let me = 0; me < ${works.length}; me++) new Worker(new URL(import.meta.url), { workerData: { cells, me } });
} else {
  const { cells, me } = workerData;
  const until = (at, value) => { for (let seen; (seen = Atomics.load(cells, at)) !== value; ) Atomics.wait(cells, at, seen); };
  const reached = (at) => { Atomics.add(cells, at, 1); Atomics.notify(cells, at); };
  const take = (at) => Atomics.compareExchange(cells, at, 0, 1) === 0;
  const give = (at) => Atomics.store(cells, at, 0);
${works.map((work, me) => `  if (me === ${me}) {${work} }`).join('\n')}
}
`,
  };
}

const FIRST_LINE = 11;
const site = (worker: number, files: Record<string, string>, text: string): string => {
  const line = files['app.mjs']!.split('\n')[FIRST_LINE - 1 + worker]!;
  return `app.mjs:${FIRST_LINE + worker}:${line.indexOf(text) + 1}`;
};

/** Leads each worker to the place where its text has `Atomics.compareExchange(cells, N`. */
function ledToLocks(files: Record<string, string>, wanted: readonly number[]) {
  const words = wanted.map((lock, me) => `acquire 0.${me + 1} ${site(me, files, `compareExchange(cells, ${lock}`)}`);
  return led(files, targets(...words));
}

/** Takes one lock, waits until all have theirs, and tries the other. */
const inverted = (one: number, other: number, all = 2): string =>
  `take(${one}); reached(0); until(0, ${all}); const got = Atomics.compareExchange(cells, ${other}, 0, 1); reached(1); until(1, ${all});`;

describe('threads that want each other’s locks', () => {
  it('have met', () => {
    const { outcome, status } = ledToLocks(workers(inverted(8, 9), inverted(9, 8)), [9, 8]);
    expect(outcome.met).toMatchObject([
      { thread: '0.1', doing: 'acquire' },
      { thread: '0.2', doing: 'acquire' },
    ]);
    expect(status).toBe(0);
  });

  it('may be three', () => {
    const files = workers(inverted(8, 9, 3), inverted(9, 10, 3), inverted(10, 8, 3));
    expect(ledToLocks(files, [9, 10, 8]).outcome.met).toHaveLength(3);
  });
});

describe('nobody has met', () => {
  const tries = (lock: number, before = ''): string =>
    `until(0, 1); ${before} Atomics.compareExchange(cells, ${lock}, 0, 1); reached(1);`;
  const holder = (...locks: number[]): string => `${locks.map((lock) => `take(${lock});`).join(' ')} reached(0); until(1, 2);`;
  it.each([
    ['if a third thread has both locks', workers(tries(9), tries(8), holder(8, 9))],
    ['if a third thread has one of them', workers(tries(9, 'take(8);'), tries(8), holder(9))],
    [
      'if one has merely said that it waits',
      workers(tries(9, 'Atomics.exchange(cells, 8, 2);'), tries(8, 'take(9);'), holder(8)),
    ],
    ['if one has given its lock up', workers(tries(9, 'take(8); give(8);'), tries(8, 'take(9);'), holder(10))],
    [
      'if a lock was given up for one, and taken by a third',
      workers(
        tries(9, 'take(8); reached(2); until(2, 2);'),
        tries(8, 'take(9); until(2, 2);'),
        `reached(0); until(2, 1); give(8); take(8); reached(2); until(1, 2);`,
      ),
    ],
  ])('%s', (_, files) => {
    const { outcome, status } = ledToLocks(files, [9, 8]);
    expect(outcome.stood).toHaveLength(2);
    expect(outcome.met).toBeUndefined();
    expect(status).toBe(0);
  });
});

describe('Web Locks', () => {
  const request = (name: string, body: string, mode = 'exclusive'): string =>
    `locks.request('${name}', { mode: '${mode}' }, async () => {${body}})`;
  const start = 'const { locks } = navigator;';
  const inner = (name: string, mode?: string): string => ` await ${request(name, ' reached(1); ', mode)}; `;
  const aside = (name: string): string => ` ${request(name, ' reached(1); ')}; `;
  const both = (of: string): string => ` reached(0); until(0, 2);${of}`;
  const wanting = (name: string, want: string, mode?: string): string => `${start} await ${request(name, both(want), mode)};`;
  const ledToRequests = (files: Record<string, string>, executable: string) => {
    const places = ['b', 'a'].map((name, me) => `acquire 0.${me + 1} ${site(me, files, `request('${name}'`)}`);
    return led(files, targets(...places), { executable }).outcome;
  };

  it('that each have what the other wants', (context) => {
    const files = workers(wanting('a', inner('b')), wanting('b', inner('a')));
    expect(ledToRequests(files, nodeWithLocks(context)).met).toMatchObject([{ doing: 'acquire' }, { doing: 'acquire' }]);
  });

  describe('that', () => {
    const negatives: readonly [string, Record<string, string>][] = [
      ['are asked for by the way', workers(wanting('a', aside('b')), wanting('b', aside('a')))],
      ['others may share', workers(wanting('a', inner('b', 'shared'), 'shared'), wanting('b', inner('a', 'shared'), 'shared'))],
      [
        'a third thread has',
        workers(
          `${start} until(0, 1); await Promise.race([${request('b', '')}, reached(1)]);`,
          `${start} until(0, 1); await Promise.race([${request('a', '')}, reached(1)]);`,
          `${start} await ${request('a', `await ${request('b', ' reached(0); until(1, 2); ')}`)};`,
        ),
      ],
    ];
    for (const [name, files] of negatives)
      it(`${name}: nobody has met`, (context) => {
        const outcome = ledToRequests(files, nodeWithLocks(context));
        expect(outcome.stood).toHaveLength(2);
        expect(outcome.met).toBeUndefined();
      });
  });
});

describe('who waits for a lock that others may have, too', () => {
  const wants = (low: number, isShared: boolean, held: number, heldShared: boolean) => ({
    ...{ low, high: 0, bytes: 1, doing: doings.indexOf('acquire'), isShared, compares: false },
    held: [{ low: held, high: 0, isShared: heldShared }],
  });
  it.each([
    [false, false, true],
    [true, false, true],
    [false, true, true],
    [true, true, false],
  ])('wants it shared: %s, and it is shared: %s', (isShared, heldShared, isCycle) => {
    expect(fits([wants(1, isShared, 2, false), wants(2, false, 1, heldShared)])).toBe(isCycle);
  });
});
