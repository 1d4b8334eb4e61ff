// Call stacks in the reports for people and for programs.

import { describe, expect, test } from 'vitest';
import { analyze, slices } from '../../src/analyze.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { explained } from '../../src/explain.ts';
import type { AnalysisResult } from '../../src/findings/result.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { native } from '../../src/formats/native/index.ts';
import { explanation } from '../../src/report/explanation.ts';
import { github } from '../../src/report/github.ts';
import { markdown } from '../../src/report/markdown.ts';
import type { Sources } from '../../src/report/report.ts';
import { sarif } from '../../src/report/sarif.ts';
import { chain, stackLines } from '../../src/report/stacks.ts';
import { type TextOptions, text } from '../../src/report/text.ts';
import { lineText } from '../../src/report/text-stacks.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { CallTree } from '../../src/trace/call-tree.ts';
import { Link } from '../../src/trace/contexts.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { frame } from '../findings/finding.ts';
import { encode } from '../formats/encode.ts';
import { sarifErrors } from './sarif-schema.ts';

const all = (pieces: Iterable<string>): string => [...pieces].join('');

/** A list in a header, reached through a sort of the C library, and a copy whose write the C library does. */
function lists(): Trace {
  const builder = new TraceBuilder();
  const { symbols } = builder;
  const list = symbols.variables.internName('list.size');
  builder
    .add('main', Op.fork, 'A', 'pool.c:9 (start)', 'main.c:3 (main)')
    .add('main', Op.fork, 'B', 'pool.c:9 (start)', 'main.c:4 (main)')
    .add('A', Op.acquire, 'm', 'guard.h:7 (lock)', 'a.c:4 (work)');
  const calls = new CallTree(symbols);
  const place = (name: string) => symbols.locations.internName(name);
  symbols.places.set(place('list.h:12 (push)'), { function: 'push', line: 2, text: 'size++;', statement: '' });
  let at = 0;
  for (const name of ['a.c:30 (run)', 'libc.so.6+0x10 (qsort)', 'libc.so.6+0x20 (merge)', 'a.c:5 (work)'])
    at = calls.under(at, place(name));
  at = calls.under(at, place('list.h:12 (push)'), Link.inlined);
  symbols.allocations.set(list, builder.location('alloc.c:3 (make)', 'main.c:2 (main)'), symbols.threads.internName('main'));
  symbols.extents.set(list, { address: 0x55d0c0, bytes: 4, block: { bytes: 16, offset: 12 } });
  builder.addAt('A', Op.write, 'list.size', at);
  return builder
    .add('A', Op.release, 'm')
    .add('B', Op.write, 'list.size', 'libc.so.6+0x99 (memcpy)', 'b.c:5 (copy)', 'b.c:9 (run)')
    .trace();
}

const result = await analyze(memoryInput('t.ftrace', encode(native, lists())), { detectors: [fasttrack] });

test('text has the own frame in the head, the callers below, libraries folded', () => {
  expect(all(text(result))).toBe(
    `race  list.size  happened in this run: nothing ordered the two accesses
  1  write  in A  holding m        list.h:12 (push)  event 3
        | size++;
        inlined into a.c:5 (work)
        … 2 frames of libc (qsort)
        by a.c:30 (run)
        m taken at guard.h:7 (lock) ← a.c:4 (work)
  2  write  in B  holding nothing  b.c:5 (copy)      event 5
        in 1 frame of libc (memcpy)
        by b.c:9 (run)
     A holds m, B holds nothing: no lock in common, and nothing else orders the two in this run
     A forked by main at pool.c:9 (start) ← main.c:3 (main), B forked by main at pool.c:9 (start) ←
     main.c:4 (main)
     4 bytes at 0x55d0c0, byte 12 of a block of 16, allocated by main at alloc.c:3 (make) ← main.c:2
     (main)
     observed by fasttrack, at least once · id R1·${result.findings[0]!.fingerprint.slice(0, 6)}

1 race · 6 events, 3 threads, 1 lock, 1 variable
`,
  );
});

test('text has all of it, or nothing', () => {
  expect(all(text(result, { stacks: 'full' }))).toContain(`
        inlined into a.c:5 (work)
        by libc.so.6+0x20 (merge)
        by libc.so.6+0x10 (qsort)
        by a.c:30 (run)
        m taken at guard.h:7 (lock)
          by a.c:4 (work)
  2  write  in B  holding nothing  b.c:5 (copy)      event 5
        in libc.so.6+0x99 (memcpy)
        by b.c:9 (run)
     A holds m, B holds nothing: no lock in common, and nothing else orders the two in this run
     A forked by main at pool.c:9 (start)
       by main.c:3 (main)
     B forked by main at pool.c:9 (start)
       by main.c:4 (main)
     4 bytes at 0x55d0c0, byte 12 of a block of 16, allocated by main at alloc.c:3 (make)
       by main.c:2 (main)
`);
  const none = all(text(result, { stacks: 'none' }));
  expect(none).not.toMatch(/ by [abm]\w*\.c|taken|allocated|libc/);
  expect(none).toContain('A and B forked by main at pool.c:9 (start)\n');
});

test.each([
  ['one is called', 'a.c:5 (work)', 'a.c:9 (run)'],
  ['nobody is', 'a.c:5 (work)'],
])('where a lock was taken is told if callers are known: %s', async (_, ...stack) => {
  const trace = new TraceBuilder()
    .add('A', Op.acquire, 'm', 'a.c:4 (work)')
    .add('A', Op.write, 'x', ...stack)
    .add('A', Op.release, 'm')
    .add('B', Op.write, 'x', 'b.c:5 (copy)')
    .trace();
  const found = await analyze(memoryInput('t.ftrace', encode(native, trace)), { detectors: [fasttrack] });
  expect(all(text(found)).includes('m taken at a.c:4 (work)\n')).toBe(stack.length > 1);
});

test.each(['short', 'full'] as const)('%s stacks fit into 60 columns', (stacks) => {
  const lines = all(text(result, { stacks, width: 60 })).split('\n');
  expect(lines.slice(0, -2).filter((line) => line.length > 60)).toEqual([]);
});

describe('a stack in short', () => {
  const own = (count: number) => Array.from({ length: count }, (_, i) => frame(`f.c:${i} (f${i})`));
  const shown = (stack: Parameters<typeof stackLines>[0]) =>
    stackLines(stack, 'short').map(({ how, frames, folded }) => folded ?? `${how} ${frames[0]!.location}`);

  test('that is deep has its innermost and its last line', () => {
    const lines = shown(own(40));
    expect(lines).toHaveLength(12);
    expect(lines.slice(-3)).toEqual(['by f.c:10 (f10)', '… 28 more frames', 'by f.c:39 (f39)']);
    expect(shown(own(13))).toHaveLength(12);
    expect(shown(own(13)).at(-1)).toBe('by f.c:12 (f12)');
  });

  test('counts a function that calls itself', () => {
    const fib = Array.from({ length: 30 }, () => frame('fib.c:3 (fib)'));
    expect(shown([...fib, frame('m.c:1 (main)')])).toEqual(['… 29 times more', 'by m.c:1 (main)']);
    expect(shown([frame('a.c:1'), ...fib])).toEqual(['by fib.c:3 (fib), 30 times']);
  });

  test('says how many callers were left out of the trace or of the finding', () => {
    expect(shown([frame('a.c:1'), frame('b.c:1', { more: 999 })])).toEqual(['by b.c:1', '… 999 more frames']);
  });

  test('of a library alone is its innermost frame: who called it in there says nothing', () => {
    const [a, b] = ['libc.so.6+0x1 (f)', 'libc.so.6+0x2 (g)'].map((location) => frame(location, { library: 'libc' }));
    expect(shown([a!, b!])).toEqual([]);
    expect(shown([a!])).toEqual([]);
    expect(shown([])).toEqual([]);
  });

  test('tells who awaits', () => {
    expect(shown([frame('a.js:1', { awaited: true }), frame('b.js:2')])).toEqual(['awaited by b.js:2']);
  });

  test('has the function of a frame whose location does not', () => {
    const stack = [frame('a.js:1'), frame('b.js:2', { function: 'f' }), frame('c.c:3 (g)', { function: 'g' })];
    const texts = stackLines(stack, 'short').map((line) => lineText(line, 80));
    expect(texts).toEqual(['by b.js:2 (f)', 'by c.c:3 (g)']);
  });

  test('says that the callers are those of another time', () => {
    const seen = frame('a.js:1', { seen: true });
    expect(shown([seen, frame('b.js:2')])).toEqual(['one of the stacks seen here:', 'by b.js:2']);
    expect(chain([seen, frame('b.js:2')])).toBe('a.js:1 ← b.js:2 (one of the stacks seen here)');
    // There is nothing to say it of.
    expect(shown([seen])).toEqual([]);
  });
});

test('markdown lists the callers of each access', () => {
  const page = all(markdown(result));
  expect(page).toContain('| 2 | write | `B` | nothing | `b.c:5 (copy)` | 5 |');
  expect(page).toContain('\nAccess 1:\n\n- inlined into `a.c:5 (work)`\n- `… 2 frames of libc (qsort)`\n- by `a.c:30 (run)`\n');
  expect(page).toContain('- `m` taken at `guard.h:7 (lock)` ← `a.c:4 (work)`\n');
  expect(page).toContain('\nAllocated by `main` at `alloc.c:3 (make)` ← `main.c:2 (main)`.\n');
  expect(all(markdown(result, { stacks: 'none' }))).not.toMatch(/Access \d:|taken|Allocated/);
});

test('github annotates the own code and tells the next callers', () => {
  const [line] = all(github(result)).split('\n');
  expect(line).toMatch(/^::error file=b\.c,line=5,/);
  expect(line).toContain('b.c:5 (copy) ← b.c:9 (run) races with the write at list.h:12 (push) ← a.c:5 (work) ← a.c:30 (run)');
  expect(all(github(result, { stacks: 'none' }))).toContain('b.c:5 (copy) races with the write at list.h:12 (push). ');
});

describe('sarif', () => {
  const parsed = (analysed: AnalysisResult, schedules?: Parameters<typeof sarif>[2]) => {
    const log = JSON.parse(all(sarif(analysed, '1', schedules)));
    expect(sarifErrors(log)).toBeNull();
    return log.runs[0].results[0];
  };

  test('has the stacks of accesses, locks, forks and the allocation', () => {
    const { stacks, codeFlows, locations } = parsed(result);
    expect(
      stacks.map(({ message, frames }: { message: { text: string }; frames: unknown[] }) => [message.text, frames.length]),
    ).toEqual([
      ['write in A, holding m, at list.h:12 (push)', 5],
      ['write in B, holding nothing, at b.c:5 (copy)', 3],
      ['m, held by A, is taken', 2],
      ['A is started by main', 2],
      ['B is started by main', 2],
      ['the memory is allocated', 2],
    ]);
    expect(stacks[1].frames[0]).toEqual({
      location: { logicalLocations: [{ name: 'memcpy', kind: 'function' }] },
      module: 'libc',
    });
    expect(locations[0].physicalLocation).toEqual({ artifactLocation: { uri: 'b.c' }, region: { startLine: 5 } });
    const flow = codeFlows[0].threadFlows[0].locations;
    expect(flow.map(({ nestingLevel }: { nestingLevel: number }) => nestingLevel)).toEqual([0, 1, 2, 3, 4]);
    expect(flow.at(-1).executionOrder).toBe(4);
  });

  test('has the schedule of a witness as flows of its threads', async () => {
    const trace = new TraceBuilder()
      .add('A', Op.write, 'x', 'a.c:1 (f)', 'a.c:9 (g)')
      .add('A', Op.acquire, 'm', 'a.c:2')
      .add('A', Op.release, 'm', 'a.c:3')
      .add('B', Op.acquire, 'm', 'b.c:1')
      .add('B', Op.release, 'm', 'b.c:2')
      .add('B', Op.write, 'x', 'b.c:3')
      .trace();
    const input = memoryInput('t', encode(native, trace));
    const analysed = await analyze(input, { detectors: [predict] });
    expect(analysed.findings[0]!.witness).not.toBeNull();
    const { codeFlows } = parsed(analysed, await slices(input, analysed.findings));
    expect(codeFlows).toHaveLength(2);
    const steps = codeFlows[1].threadFlows.map(
      ({ id, locations }: { id: string; locations: { executionOrder: number; location: { message: object } }[] }) => [
        id,
        ...locations.map(({ executionOrder, location }) => [executionOrder, location.message]),
      ],
    );
    expect(steps).toEqual([
      ['B', [1, { text: 'acq(m)' }], [2, { text: 'rel(m)' }], [4, { text: 'w(x)' }]],
      ['A', [3, { text: 'w(x)' }]],
    ]);
    expect(parsed(analysed).codeFlows).toHaveLength(1);
  });
});

describe('explain', () => {
  const trace = lists();
  const sources: Sources = (location, around) =>
    location.startsWith('list.h')
      ? {
          first: 12 - around,
          line: 12,
          lines: ['void push() {', '  wait();', '  size++;', '', '}'].slice(2 - around, 3 + around),
        }
      : undefined;
  const explain = (width: number, options: TextOptions = {}) =>
    all(explanation(explained(trace, result.findings[0]!), { width, sources, ...options }));

  test('shows both stacks side by side where there is room, with the source', () => {
    expect(explain(80)).toContain(`How the threads came there

  1  write in A                           2  write in B
  at list.h:12 (push)                     at b.c:5 (copy)
        10 | void push() {                in libc.so.6+0x99 (memcpy)
        11 |   wait();                    by b.c:9 (run)
    >   12 |   size++;
        13 |                              B was forked by main
        14 | }                            at pool.c:9 (start)
  inlined into a.c:5 (work)               by main.c:4 (main)
  by libc.so.6+0x20 (merge)
  by libc.so.6+0x10 (qsort)
  by a.c:30 (run)

  m was taken
  at guard.h:7 (lock)
  by a.c:4 (work)

  A was forked by main
  at pool.c:9 (start)
  by main.c:3 (main)

  the memory was allocated by main
  at alloc.c:3 (make)
  by main.c:2 (main)

Around the two accesses
`);
  });

  test('one below the other where there is none, and never wider than the terminal', () => {
    const narrow = explain(60);
    expect(narrow).toContain('\n  by main.c:3 (main)\n\n  2  write in B\n  at b.c:5 (copy)\n');
    const [stacks] = narrow.split('Around the two accesses');
    expect(stacks!.split('\n').filter((line) => line.length > 60)).toEqual([]);
    expect(
      explain(80)
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([]);
  });

  test('folds, or shows none', () => {
    expect(explain(80, { stacks: 'short' })).toContain('\n  … 2 frames of libc (qsort)');
    expect(explain(80, { stacks: 'none' })).not.toContain('How the threads came there');
  });

  test('has nothing of it where the trace has no stacks', async () => {
    const flat = new TraceBuilder().add('A', Op.write, 'x', 'a.c:1').add('B', Op.write, 'x', 'b.c:1').trace();
    const { findings } = await analyze(memoryInput('t', encode(native, flat)), { detectors: [fasttrack] });
    expect(all(explanation(explained(flat, findings[0]!)))).not.toContain('How the threads came there');
  });
});
