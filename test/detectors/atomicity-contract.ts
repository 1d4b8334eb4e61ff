// What holds for every detector of broken atomicity: what it calls observed is a cycle of transactions, nothing is said where all blocks
// are whole, and the same trace gives the same violations.

import fc from 'fast-check';
import { expect } from 'vitest';
import { Detection } from '../../src/detectors/detection.ts';
import type { AtomicityDetector } from '../../src/detectors/detector.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { isWrite, Op } from '../../src/trace/operation.ts';
import type { Violation } from '../../src/trace/outcome.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { anyBlocks } from '../arbitrary/blocks.ts';
import { afterOthers, recut, renumberedArbitrary } from '../arbitrary/renumbered.ts';
import { type Transactions, transactions } from '../referee/serialisability.ts';
import { always, everywhere } from './clauses.ts';
import type { Clause } from './contract.ts';
import type { TraceFile } from './trace-files.ts';

/** As `analyze` runs it: lowered to what the detector understands, sorted. */
export function violations(detector: AtomicityDetector, trace: Pick<Trace, 'blocks'>): readonly Violation[] {
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  return detection.end()[0]!.violations;
}

/** The block is on a cycle as soon as `index` has happened, and so is what cut it. */
export function expectReal(trace: Trace, graph: Transactions, { begin, own = -1, index, cut }: Violation): void {
  const { of, conflict, cyclic } = graph;
  expect(eventAt(trace, begin).op, 'a block begins with begin').toBe(Op.begin);
  expect([of[begin], of[own], of[index]], 'begin, own and index are of one block').toEqual([begin, begin, begin]);
  expect(cut.length).toBeGreaterThan(0);
  expect([own, ...cut, index], 'in the order of the trace').toEqual([...new Set([own, ...cut, index])].sort((a, b) => a - b));
  expect(
    cut.some((foreign) => conflict(own, foreign)),
    `something of ${cut} conflicts with ${own}`,
  ).toBe(true);
  for (const foreign of cut) {
    expect(of[foreign], `${foreign} is of another transaction`).not.toBe(begin);
    expect(cyclic(begin, of[foreign]!, index + 1), `${begin} and ${foreign} are on a cycle`).toBe(true);
  }
}

/** With schedules written out: that is all that there is to compare. */
function told(detector: AtomicityDetector, trace: Pick<Trace, 'blocks'>) {
  return violations(detector, trace).map(({ witness, ...violation }) => ({ ...violation, witness: witness && [...witness] }));
}

function sorted(detector: AtomicityDetector, trace: Pick<Trace, 'blocks'>): string[] {
  return violations(detector, trace)
    .map(({ begin, own = -1, index, cut }) => [begin, own, ...cut, index].join(' '))
    .sort();
}

/** All that every detector of atomicity must keep to, one clause for each promise. */
export function atomicityContractOf(detector: AtomicityDetector, files: readonly TraceFile[]): Clause[] {
  const onAll = everywhere(files, anyBlocks, 120);
  return [
    { name: `what it calls ${detector.claim} is that`, holds: onAll((trace) => claims[detector.claim](detector, trace)) },
    {
      name: 'does not depend on how things are numbered',
      holds: always(renumberedArbitrary(anyBlocks), 120, ([trace, other]) =>
        expect(sorted(detector, other)).toEqual(sorted(detector, trace)),
      ),
    },
    {
      name: 'does not depend on what others did before',
      holds: always(fc.tuple(anyBlocks, fc.integer({ min: 1, max: 3 })), 120, ([trace, count]) => {
        const moved = sorted(detector, trace).map((line) => line.replace(/\d+/g, (position) => `${Number(position) + count}`));
        expect(sorted(detector, afterOthers(count, trace))).toEqual(moved.sort());
      }),
    },
    {
      name: 'does not depend on blocks',
      holds: always(fc.tuple(anyBlocks, fc.integer({ min: 1, max: 20 })), 120, ([trace, size]) =>
        expect(told(detector, recut(trace, size))).toEqual(told(detector, trace)),
      ),
    },
    {
      name: 'says the same again',
      holds: onAll((trace) => expect(told(detector, trace)).toEqual(told(detector, trace))),
    },
    { name: 'says nothing about nothing', holds: () => expect(violations(detector, { blocks: [] })).toEqual([]) },
  ];
}

const claims: Readonly<Record<AtomicityDetector['claim'], (detector: AtomicityDetector, trace: Trace) => void>> = {
  observed(detector, trace) {
    const found = violations(detector, trace);
    if (found.length === 0) return;
    const graph = transactions(trace);
    for (const violation of found) expectReal(trace, graph, violation);
  },
  predicted(detector, trace) {
    const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
    for (const { begin, own = -1, cut, index, witness } of violations(detector, trace)) {
      expect(cut, 'one of another thread').toHaveLength(1);
      expect(checker.checkCut(witness!, { begin, own, cut: cut[0]!, index })).toEqual({ ok: true });
      expect(own < cut[0]! && cut[0]! < index, 'not in this run').toBe(false);
    }
  },
  suspected(detector, trace) {
    for (const violation of violations(detector, trace)) expectThree(trace, violation);
  },
};

/** At least: an access, one of another thread that conflicts with it and one more of the first thread, all of one variable. */
function expectThree(trace: Trace, { begin, own = -1, index, cut }: Violation): void {
  const [first, last] = [eventAt(trace, own), eventAt(trace, index)];
  expect([eventAt(trace, begin).thread, first.thread], 'begin, own and index are of one thread').toEqual([
    last.thread,
    last.thread,
  ]);
  expect(begin <= own && own < index, 'in their order').toBe(true);
  expect(cut.length).toBeGreaterThan(0);
  for (const foreign of cut) {
    const event = eventAt(trace, foreign);
    expect(event.thread).not.toBe(last.thread);
    expect([event.target, first.target], 'of one variable').toEqual([last.target, last.target]);
    expect(isWrite(event.op), 'what others do is a write').toBe(true);
  }
}
