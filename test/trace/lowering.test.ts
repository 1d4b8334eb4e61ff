import { describe, expect, test } from 'vitest';
import type { EventBlock } from '../../src/trace/block.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Lowering } from '../../src/trace/lowering.ts';
import { Op, operation } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { BASIC_OPERATIONS } from './basic-operations.ts';

type Row = [thread: string, op: Op, target: string];

function build(rows: Row[]): Trace {
  const builder = new TraceBuilder();
  for (const row of rows) builder.add(...row);
  return builder.trace();
}

/** Lowered events as `position thread op target`; targets as numbers, because lowering invents some. */
function lowered(trace: Trace, operations: readonly Op[] = BASIC_OPERATIONS, reentrant = false): string[] {
  const lines: string[] = [];
  const lowering = new Lowering(operations, reentrant, ({ start, length, ops, threads, targets, positions }) => {
    for (let i = 0; i < length; i++)
      lines.push(`${positions?.[i] ?? start + i} T${threads[i]} ${operation(ops[i]!).short}(${targets[i]})`);
  });
  for (const block of trace.blocks) lowering.lower(block);
  return lines;
}

describe('lowering', () => {
  test('hands on a block that needs nothing, as it is', () => {
    const trace = build([
      ['T0', Op.acquire, 'm'],
      ['T0', Op.write, 'x'],
      ['T0', Op.release, 'm'],
    ]);
    const seen: EventBlock[] = [];
    const lowering = new Lowering(BASIC_OPERATIONS, false, (block) => seen.push(block));
    for (const block of trace.blocks) lowering.lower(block);
    expect(seen).toEqual(trace.blocks);
    expect(seen[0]).toBe(trace.blocks[0]);
  });

  test('drops the inner acquires and releases of a re-entrant lock', () => {
    const trace = build([
      ['T0', Op.acquire, 'm'],
      ['T0', Op.acquire, 'm'],
      ['T0', Op.write, 'x'],
      ['T0', Op.release, 'm'],
      ['T0', Op.release, 'm'],
    ]);
    expect(lowered(trace)).toEqual(['0 T0 acq(0)', '2 T0 w(0)', '4 T0 rel(0)']);
    expect(lowered(trace, BASIC_OPERATIONS, true)).toHaveLength(5);
  });

  test('makes a volatile access a critical section on a lock of its own', () => {
    const trace = build([
      ['T0', Op.acquire, 'm'],
      ['T0', Op.volatileWrite, 'v'],
      ['T0', Op.release, 'm'],
      ['T1', Op.volatileRead, 'v'],
    ]);
    expect(lowered(trace)).toEqual([
      '0 T0 acq(0)',
      '1 T0 acq(1)',
      '1 T0 w(0)',
      '1 T0 rel(1)',
      '2 T0 rel(0)',
      '3 T1 acq(1)',
      '3 T1 r(0)',
      '3 T1 rel(1)',
    ]);
  });

  test('keeps invented locks apart from locks that come later', () => {
    const blocks = [
      ...build([['T0', Op.volatileWrite, 'v']]).blocks,
      ...build([
        ['T0', Op.acquire, 'late'],
        ['T0', Op.release, 'late'],
        ['T0', Op.volatileWrite, 'v'],
      ]).blocks,
    ];
    const targets = lowered({ ...build([]), blocks });
    expect(targets).toEqual([
      '0 T0 acq(0)',
      '0 T0 w(0)',
      '0 T0 rel(0)',
      '0 T0 acq(1)',
      '1 T0 rel(1)',
      '2 T0 acq(0)',
      '2 T0 w(0)',
      '2 T0 rel(0)',
    ]);
  });

  test('makes a wait a release of the whole lock', () => {
    const trace = build([
      ['T0', Op.acquire, 'm'],
      ['T0', Op.acquire, 'm'],
      ['T0', Op.wait, 'm'],
      ['T1', Op.acquire, 'm'],
      ['T1', Op.notify, 'm'],
      ['T1', Op.release, 'm'],
      ['T0', Op.acquire, 'm'],
      ['T0', Op.release, 'm'],
      ['T0', Op.write, 'x'],
      ['T0', Op.release, 'm'],
    ]);
    expect(lowered(trace)).toEqual([
      '0 T0 acq(0)',
      '2 T0 rel(0)',
      '3 T1 acq(0)',
      '5 T1 rel(0)',
      '6 T0 acq(0)',
      '8 T0 w(0)',
      '9 T0 rel(0)',
    ]);
  });

  test('lets readers hold a lock each, which every writer takes', () => {
    const trace = build([
      ['T0', Op.acquireShared, 'm'],
      ['T1', Op.acquireShared, 'm'],
      ['T0', Op.releaseShared, 'm'],
      ['T1', Op.releaseShared, 'm'],
      ['T2', Op.acquire, 'm'],
      ['T2', Op.release, 'm'],
    ]);
    expect(lowered(trace)).toEqual([
      '0 T0 acq(0)',
      '0 T0 rel(0)',
      '0 T0 acq(1)',
      '1 T1 acq(0)',
      '1 T1 rel(0)',
      '1 T1 acq(2)',
      '2 T0 rel(1)',
      '3 T1 rel(2)',
      '4 T2 acq(0)',
      '4 T2 acq(1)',
      '4 T2 acq(2)',
      '5 T2 rel(2)',
      '5 T2 rel(1)',
      '5 T2 rel(0)',
    ]);
  });

  test('gives every round of a barrier a lock of its own', () => {
    const trace = build([
      ['T0', Op.barrierEnter, 'b'],
      ['T1', Op.barrierEnter, 'b'],
      ['T0', Op.barrierExit, 'b'],
      ['T0', Op.barrierEnter, 'b'],
      ['T1', Op.barrierExit, 'b'],
    ]);
    const locks = lowered(trace).map((line) => line.replace(/ (acq|rel)/, ''));
    expect(locks.filter((_, i) => i % 2 === 0)).toEqual(['0 T0(1)', '1 T1(1)', '2 T0(1)', '3 T0(2)', '4 T1(1)']);
  });

  test('makes fresh memory a new variable', () => {
    const trace = build([
      ['T0', Op.write, 'x'],
      ['T0', Op.write, 'y'],
      ['T1', Op.alloc, 'x'],
      ['T1', Op.write, 'x'],
      ['T1', Op.write, 'y'],
      ['T1', Op.begin, 'f'],
    ]);
    expect(lowered(trace)).toEqual(['0 T0 w(0)', '1 T0 w(1)', '3 T1 w(2)', '4 T1 w(1)']);
  });
});
