import { expect, test } from 'vitest';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op, operation } from '../../src/trace/operation.ts';
import { type Criteria, Selection } from '../../src/trace/selection.ts';
import { table } from '../../src/trace/symbols.ts';

const trace = new TraceBuilder()
  .add('T0', Op.write, 'x', 'a.c:1')
  .add('T0', Op.fork, 'T1')
  .add('T1', Op.acquire, 'x')
  .add('T1', Op.read, 'x', 'a.c:2')
  .add('T1', Op.volatileWrite, 'y')
  .add('T1', Op.release, 'x')
  .add('T0', Op.read, 'y')
  .trace();

/** What is kept, as `position thread op(target) location`, and the selection after it. */
function select(criteria: Partial<Criteria>): { kept: string[]; selection: Selection } {
  const kept: string[] = [];
  const all = { from: 0, to: 0xffff_ffff, threads: [], variables: [] };
  const selection = new Selection(
    { ...all, ...criteria },
    trace.symbols,
    ({ length, ops, threads, targets, locations, positions }) => {
      const { symbols } = selection;
      for (let i = 0; i < length; i++) {
        const { short, target } = operation(ops[i]!);
        const name = table(symbols, target).name(targets[i]!);
        kept.push(
          `${positions![i]} ${symbols.threads.name(threads[i]!)} ${short}(${name}) ${symbols.locations.name(locations[i]!)}`.trim(),
        );
      }
    },
  );
  for (const block of trace.blocks) selection.block(block);
  return { kept, selection };
}

function kept(criteria: Partial<Criteria>): string[] {
  return select(criteria).kept;
}

test('without criteria everything is kept as it is', () => {
  expect(kept({})).toEqual([
    '0 T0 w(x) a.c:1',
    '1 T0 fork(T1)',
    '2 T1 acq(x)',
    '3 T1 r(x) a.c:2',
    '4 T1 vw(y)',
    '5 T1 rel(x)',
    '6 T0 r(y)',
  ]);
});

test('positions are those of the whole trace, both ends included', () => {
  expect(kept({ from: 2, to: 3 })).toEqual(['2 T1 acq(x)', '3 T1 r(x) a.c:2']);
  expect(kept({ from: 7 })).toEqual([]);
});

test('threads and variables narrow it down; a lock of the same name is no variable', () => {
  expect(kept({ threads: ['T0'] })).toEqual(['0 T0 w(x) a.c:1', '1 T0 fork(T1)', '6 T0 r(y)']);
  expect(kept({ variables: ['x'] })).toEqual(['0 T0 w(x) a.c:1', '3 T1 r(x) a.c:2']);
  expect(kept({ threads: ['T1'], variables: ['y', 'z'] })).toEqual(['4 T1 vw(y)']);
  expect(kept({ threads: ['T9'] })).toEqual([]);
});

test('only what occurs is named, and the end is known', () => {
  const { selection } = select({ from: 2, to: 2 });
  expect(selection.done).toBe(true);
  expect(selection.symbols.threads.names()).toEqual(['T1']);
  expect(selection.symbols.variables.names()).toEqual([]);
  expect(select({ to: 7 }).selection.done).toBe(false);
});
