// What holds for every detector of deadlocks, whatever its algorithm: its claim, its silence where there is none, and that the same trace
// gives the same deadlocks. A new one is held to its claim by being on the list.

import fc from 'fast-check';
import { expect } from 'vitest';
import { Detection } from '../../src/detectors/detection.ts';
import type { DeadlockDetector } from '../../src/detectors/detector.ts';
import { WrittenSchedules } from '../../src/findings/written-schedules.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { type Event, eventAt, events, type Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { askedArbitrary } from '../arbitrary/nested.ts';
import { afterOthers, recut, renumberedArbitrary } from '../arbitrary/renumbered.ts';
import { reachableDeadlocks } from '../referee/deadlocks.ts';
import { always, everywhere } from './clauses.ts';
import type { Clause } from './contract.ts';
import { anything } from './contract-traces.ts';
import type { TraceFile } from './trace-files.ts';

interface Result {
  readonly deadlocks: readonly { readonly cycle: readonly number[]; readonly witness: readonly number[] | undefined }[];
  readonly counters: Readonly<Record<string, number>>;
}

/** As `analyze` runs it. */
function result(detector: DeadlockDetector, trace: Pick<Trace, 'blocks'>): Result {
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  const found = detection.end();
  const schedules = new WrittenSchedules(found);
  for (const block of trace.blocks) schedules.block(block);
  const { deadlocks, counters } = schedules.with(found[0]!);
  return { deadlocks: deadlocks.map(({ cycle, witness }) => ({ cycle, witness: witness && [...witness] })), counters };
}

const cycles = ({ deadlocks }: Result): (readonly number[])[] => deadlocks.map(({ cycle }) => cycle);

const nested = fc.oneof(anything, askedArbitrary(), askedArbitrary({ threads: 4, locks: 4, items: 8 }));

export function deadlockContractOf(detector: DeadlockDetector, files: readonly TraceFile[]): Clause[] {
  const onAll = everywhere(files, nested, 300);
  return [
    { name: 'a cycle begins with its smallest position', holds: onAll((trace) => wellFormed(detector, trace)) },
    { name: `what it calls ${detector.claim} is that`, holds: onAll((trace) => claims[detector.claim](detector, trace)) },
    { name: 'knows the traces of the repository', holds: () => knows(detector, files) },
    {
      name: 'does not depend on how things are numbered',
      holds: always(renumberedArbitrary(nested), 200, ([trace, other]) =>
        expect(cycles(result(detector, other))).toEqual(cycles(result(detector, trace))),
      ),
    },
    {
      name: 'does not depend on what others did before',
      holds: always(fc.tuple(nested, fc.integer({ min: 1, max: 3 })), 100, ([trace, count]) => {
        const moved = cycles(result(detector, trace)).map((cycle) => cycle.map((e) => e + count));
        expect(cycles(result(detector, afterOthers(count, trace)))).toEqual(moved);
      }),
    },
    {
      name: 'does not depend on blocks',
      holds: always(fc.tuple(nested, fc.integer({ min: 1, max: 20 })), 100, ([trace, size]) =>
        expect(result(detector, recut(trace, size))).toEqual(result(detector, trace)),
      ),
    },
    {
      name: 'says the same again',
      holds: onAll((trace) => expect(result(detector, trace)).toEqual(result(detector, trace))),
    },
    { name: 'counts with numbers', holds: onAll((trace) => counted(result(detector, trace))) },
    { name: 'says nothing about nothing', holds: () => expect(result(detector, { blocks: [] }).deadlocks).toEqual([]) },
  ];
}

function wellFormed(detector: DeadlockDetector, trace: Trace): void {
  const all = cycles(result(detector, trace));
  expect(new Set(all.map((cycle) => cycle.join())).size, 'each once').toBe(all.length);
  for (const cycle of all) {
    expect(cycle[0], 'the smallest comes first').toBe(Math.min(...cycle));
    for (const e of cycle) expect(e, 'an event of the trace').toBeLessThan(trace.length);
  }
}

const claims: Readonly<Record<DeadlockDetector['claim'], (detector: DeadlockDetector, trace: Trace) => void>> = {
  // What was seen has no proof but the trace, and whoever sees it has tests of its own.
  observed: () => {},
  predicted(detector, trace) {
    const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
    for (const { cycle, witness } of result(detector, trace).deadlocks)
      expect(checker.checkDeadlock(witness!, cycle)).toEqual({ ok: true });
  },
  suspected(detector, trace) {
    for (const { cycle } of result(detector, trace).deadlocks) {
      const steps = cycle.map((e) => eventAt(trace, e));
      expect(new Set(steps.map(({ thread }) => thread)).size, 'threads').toBeGreaterThan(1);
      expect(new Set(steps.map(({ target }) => target)).size, 'locks').toBe(cycle.length);
      for (const [i, step] of steps.entries())
        expect(keepsOut(trace, steps[(i + 1) % steps.length]!, step), `who does event ${cycle[i]} waits for the next`).toBe(true);
    }
  },
};

/** Whether the thread of one event, when it comes, holds the lock that another wants. */
function keepsOut(trace: Trace, { thread, position }: Event, { target, op }: Event): boolean {
  const before = [...events(trace)].filter((e) => e.thread === thread && e.position < position && e.target === target);
  const count = (wanted: number) => before.filter((e) => e.op === wanted).length;
  const last = before.findLast((e) => [Op.acquire, Op.release, Op.wait].includes(e.op as never))?.op;
  // A wait gives it up whole, and the acquire after it takes it back as often.
  const exclusively =
    last !== undefined && last !== Op.wait && (last === Op.acquire || count(Op.acquire) - count(Op.wait) > count(Op.release));
  return exclusively || (op === Op.acquire && count(Op.acquireShared) > count(Op.releaseShared));
}

/** Traces whose deadlocks a detector does not look for: of more than two threads, or only in another order of critical sections. */
const beyond: Readonly<Record<string, readonly string[]>> = {
  'deadlock-online': ['dining-philosophers', 'three-way-cycle', 'needs-swap', 'wait-and-swap'].map(
    (name) => `deadlock/${name}.std`,
  ),
};

function knows(detector: DeadlockDetector, files: readonly TraceFile[]): void {
  if (detector.claim === 'observed') return;
  for (const { name, trace, deadlocks } of files) {
    const found = cycles(result(detector, trace));
    if (deadlocks === 'some') expect(found.length > 0, name).toBe(beyond[detector.id]?.includes(name) !== true);
    if (deadlocks === 'none' && detector.claim === 'predicted') {
      expect(reachableDeadlocks(trace), name).toEqual([]);
      expect(found, name).toEqual([]);
    }
  }
}

function counted({ counters }: Result): void {
  for (const [name, count] of Object.entries(counters))
    expect(Number.isFinite(count) && count >= 0, `${name} is ${count}`).toBe(true);
}
