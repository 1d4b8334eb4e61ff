// A program that is led into an atomic block while another thread is in the middle of it, and what is never told as that.

import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/steer/plan.ts';
import { led, targets } from './led.ts';

/** Two workers: the first does `block`, the second `other`; when both have ended the main thread prints `cells`. Work begins in line 10 and 12. */
function program(block: string, other: string): Record<string, string> {
  return {
    'app.mjs': `import { isMainThread, Worker, workerData } from 'node:worker_threads';
const { b: begin, f: end } = globalThis.__foretrace_h;
if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(64));
  let left = 2;
  const over = () => { if (--left === 0) console.log(cells[0], cells[1]); };
  for (const me of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { cells, me } }).on('exit', over);
} else {
  const { cells, me } = workerData;
  const take = () => { while (Atomics.compareExchange(cells, 8, 0, 1) !== 0) Atomics.wait(cells, 8, 1); }; const give = () => { Atomics.store(cells, 8, 0); Atomics.notify(cells, 8); };
  if (me === 0) {
${block}
  } else {
${other}
  }
}
`,
  };
}

const cut = (...words: readonly string[]): Pick<Plan, 'targets' | 'cuts'> => ({ cuts: true, ...targets(...words) });

/** All places of a line at which something is done to shared memory, as the plan names them. */
function places(files: Record<string, string>, line: number): string[] {
  const text = files['app.mjs']!.split('\n')[line - 1]!;
  return [...text.matchAll(/cells\[|(?<=Atomics\.)\w/g)].map(({ index }) => `app.mjs:${line}:${index + 1}`);
}

/** Line 12 is the block, line 14 the other one. */
function anywhere(files: Record<string, string>): Pick<Plan, 'targets' | 'cuts'> {
  const sites = [...places(files, 12), ...places(files, 14)].join(' ');
  return cut(...['0.1', '0.2', '0.1'].map((thread) => `access ${thread} ${sites}`));
}

// A gate waits for so long, and a thread may come later than that where forty others want the processor.
describe('a block is cut', { retry: 2 }, () => {
  const update = program("begin('add'); const now = cells[0]; cells[0] = now + 1; end();", 'cells[0] = 5;');
  const read = 'read * app.mjs:12:27';
  const write = 'write * app.mjs:12:37';
  const other = 'write * app.mjs:14:1';

  it.each([
    ['first', '1 0\n'],
    ['second', '5 0\n'],
  ] as const)('or not, as the plan wants it: %s', (order, printed) => {
    const { outcome, stdout } = led(update, { order, ...cut(read, other, write) });
    expect(outcome.met).toMatchObject([
      { target: 0, thread: '0.1', doing: 'read' },
      { target: 1, thread: '0.2', doing: 'write' },
      { target: 2, thread: '0.1', doing: 'write' },
    ]);
    expect(outcome.stacks.get(1)![0]).toBe('app.mjs:14:1');
    expect(stdout).toBe(printed);
  });

  it('between the two halves of an update', () => {
    const { outcome, stdout } = led(program("begin('add'); cells[0]++; end();", 'cells[0] = 5;'), {
      order: 'first',
      ...cut('read * app.mjs:12:15', 'write * app.mjs:14:1', 'write * app.mjs:12:15'),
    });
    expect(outcome.met).toBeDefined();
    expect(stdout).toBe('1 0\n');
  });

  it('though every access is atomic', () => {
    const files = program(
      "begin('add'); const now = Atomics.load(cells, 0); Atomics.store(cells, 0, now + 1); end();",
      'Atomics.store(cells, 0, 5);',
    );
    const plan = cut('access * app.mjs:12:35', 'access * app.mjs:14:9', 'access * app.mjs:12:59');
    expect(led(files, { order: 'first', ...plan })).toMatchObject({ stdout: '1 0\n', outcome: { met: [{}, {}, {}] } });
  });

  it('between two sections of one lock, before which both wait', () => {
    const files = program(
      "begin('add'); take(); const now = cells[0]; give(); take(); cells[0] = now + 1; give(); end();",
      'take(); cells[0] = 5; give();',
    );
    const lock = { sites: ['app.mjs:10:39'] };
    const { outcome, stdout } = led(files, {
      order: 'first',
      ...cut('read 0.1 app.mjs:12:35', 'write 0.2 app.mjs:14:9', 'write 0.1 app.mjs:12:61'),
      ways: [
        { target: 1, ...lock },
        { target: 2, ...lock },
      ],
    });
    expect(outcome.met).toBeDefined();
    expect(stdout).toBe('1 0\n');
  });
});

describe('a block is not cut', () => {
  it.each([
    ['under a lock', "begin('add'); take(); cells[0]++; give(); end();", 'take(); cells[0]++; give();'],
    [
      'in two blocks, each with one of the accesses',
      "begin('a'); cells[0]; end(); begin('b'); cells[0] = 1; end();",
      'cells[0] = 5;',
    ],
    ['that is none', 'const now = cells[0]; cells[0] = now + 1;', 'cells[0] = 5;'],
    ['by somebody who only reads what it reads', "begin('r'); cells[0]; cells[0]; end();", 'cells[0];'],
    ['by somebody who only reads before it writes', "begin('r'); const n = cells[0]; cells[0] = n + 1; end();", 'cells[0];'],
    ['by somebody who only reads after it wrote', "begin('w'); cells[0] = 1; cells[0]; end();", 'cells[0];'],
    // The first block is come into, which is no cut; that says nothing of the second.
    [
      'under a lock, behind one that is read in',
      "begin('w'); cells[0] = 1; cells[0]; end(); begin('add'); take(); cells[0]++; give(); end();",
      'take(); cells[0]; give();',
    ],
    ['at other memory', "begin('r'); const n = cells[0]; cells[0] = n + 1; end();", 'cells[1] = 5;'],
    [
      'by a comparison that may fail',
      "begin('c'); Atomics.store(cells, 0, 1); Atomics.compareExchange(cells, 0, 7, 8); end();",
      'Atomics.load(cells, 0);',
    ],
  ])('%s', (_, block, other) => {
    const files = program(block, other);
    const { outcome, status } = led(files, { order: 'first', ...anywhere(files) });
    expect(outcome.stood.length).toBeGreaterThan(0);
    expect(outcome.met).toBeUndefined();
    expect(status).toBe(0);
  });
});
