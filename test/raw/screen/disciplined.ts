// Programs of three threads that keep to a discipline, as people write them, but for a slip here and there: memory under one lock, memory that is handed on
// in a box under a lock, and seldom touched afterwards, memory that is set up before the threads begin, and memory that is read after they have ended.

import fc from 'fast-check';
import { Raw } from '../../../src/raw/format.ts';
import { RawLogWriter } from '../raw-log.ts';

export interface Deed {
  readonly thread: number;
  readonly what: number;
  readonly cell: number;
  /** Seldom below 3: then the lock is left out, or it is the wrong one, or one of two. */
  readonly slip: number;
}

export const arbitraryDiscipline: fc.Arbitrary<Deed[]> = fc.array(
  fc.record({
    thread: fc.nat(1),
    what: fc.constantFrom(0, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13),
    cell: fc.nat(1),
    slip: fc.nat(8),
  }),
  { minLength: 3, maxLength: 7, size: 'max' },
);

const CELLS = 0x1000;
const BOXES = 0x2000;
const LOCKS = 0x10;

export function disciplined(deeds: readonly Deed[]): RawLogWriter[] {
  const logs = [0, 1, 2].map((number) => new RawLogWriter(number));
  let time = 0;
  let site = 0;
  const at = (thread: number) => logs[thread]!.stamp(++time);
  /** Who has found something in the box. */
  const had = [new Set<number>(), new Set<number>(), new Set<number>()];
  at(0).record(Raw.begin);
  for (const cell of [0, 1]) logs[0]!.write(CELLS + 8 * cell, 8, ++site);
  for (const thread of [1, 2]) {
    at(0).record(Raw.fork, { address: thread });
    at(thread).record(Raw.begin);
  }
  for (const { thread: one, what, cell, slip } of deeds) {
    const thread = one + 1;
    const lock = LOCKS + 8 * (slip === 1 ? 1 - cell : cell);
    const address = CELLS + 8 * cell;
    const other = LOCKS + 8 * (1 - cell);
    const under = (work: () => void) => {
      if (slip === 2) at(thread).acquire(other);
      if (slip > 0) at(thread).acquire(lock);
      work();
      if (slip > 0) at(thread).release(lock);
      if (slip === 2) at(thread).release(other);
    };
    const log = logs[thread]!;
    if (what < 2) under(() => log.read(address, what === 0 ? 8 : 4, ++site));
    else if (what < 4) under(() => log.write(address, what === 2 ? 8 : 4, ++site));
    else if (what === 9) {
      // Readers share the lock; the slip is to write all the same.
      at(thread).record(Raw.acquireShared, { address: lock });
      if (slip > 0) log.read(address, 8, ++site);
      else log.write(address, 8, ++site);
      at(thread).record(Raw.releaseShared, { address: lock });
    } else if (what === 4) {
      // Made, then put into the box.
      log.write(CELLS + 0x100 + 8 * cell, 8, ++site);
      under(() => log.write(BOXES + 8 * cell, 8, ++site));
    } else if (what === 5) {
      under(() => log.read(BOXES + 8 * cell, 8, ++site));
      had[thread]!.add(cell);
    } else if (what === 6 && had[thread]!.has(cell)) log.read(CELLS + 0x100 + 8 * cell, 8, ++site);
    else if (what === 10) log.write(CELLS + 0x100 + 8 * cell, 8, ++site);
    else if (what === 11) {
      if (slip > 0) log.read(CELLS + 0x200 + 8 * cell, 4, ++site);
      else log.write(CELLS + 0x200 + 8 * cell, 4, ++site);
    } else if (what === 12) {
      // What is told by the atomic is not all that is done in the critical section.
      under(() => {
        at(thread).atomicStore(CELLS + 0x200 + 8 * cell, ++site);
        log.write(address, 8, ++site);
      });
    } else if (what === 13) {
      at(thread).acquire(other);
      at(thread).atomicLoad(CELLS + 0x200 + 8 * cell, site);
      log.read(address, 8, ++site);
      at(thread).release(other);
    } else if (what === 7) at(thread).atomicStore(CELLS + 0x200 + 8 * cell, site);
    else if (what === 8) at(thread).atomicLoad(CELLS + 0x200 + 8 * cell, site);
  }
  for (const thread of [1, 2]) {
    at(thread).record(Raw.end);
    at(0).record(Raw.join, { address: thread });
  }
  for (const cell of [0, 1]) logs[0]!.read(CELLS + 8 * cell, 8, ++site);
  at(0).record(Raw.end);
  return logs;
}
