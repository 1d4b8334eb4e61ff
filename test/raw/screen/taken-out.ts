// Programs in which memory is come by through boxes under a lock, is taken out of them, and is written by who has it then, without a lock. Mostly they
// keep to that; some look into the box too late, or overwrite what they have not read, or have another lock.

import fc from 'fast-check';
import { Raw } from '../../../src/raw/format.ts';
import { RawLogWriter } from '../raw-log.ts';

const LOCKS = [0x10, 0x18];
const BOXES = [0x2000, 0x2008];
const NODE = 0x1000;

/** What is done under a lock: to one of the boxes or to what is in them. */
export interface Doing {
  readonly what: 'look' | 'change' | 'read' | 'write';
  readonly box: number;
}

export interface Visit {
  readonly thread: number;
  /** None: 2. */
  readonly lock: number;
  readonly doings: readonly Doing[];
  readonly after: 'nothing' | 'read' | 'write';
}

const look: Doing = { what: 'look', box: 0 };
const change: Doing = { what: 'change', box: 0 };
const read: Doing = { what: 'read', box: 0 };
const write: Doing = { what: 'write', box: 0 };
const arbitraryDoing = fc.record<Doing>({ what: fc.constantFrom('look', 'change', 'read', 'write'), box: fc.nat(1) });
const arbitraryDoings = (...usual: Doing[][]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.array(arbitraryDoing, { minLength: 1, maxLength: 3 }) },
  );

const arbitraryVisit = fc.record<Visit>({
  thread: fc.constantFrom(1, 2, 2),
  lock: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2),
  doings: arbitraryDoings([look, read], [look, read], [look, write], [read, look], [look, change], [change]),
  after: fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'read', 'write'),
});
/** In the end it is taken out, and used. */
const arbitraryEnd = fc.record<Visit>({
  thread: fc.constant(1),
  lock: fc.constantFrom(0, 0, 0, 0, 1),
  doings: arbitraryDoings([look, change], [look, change], [change], [look]),
  after: fc.constantFrom('write', 'write', 'read'),
});

export const arbitraryVisits: fc.Arbitrary<Visit[]> = fc
  .tuple(fc.array(arbitraryVisit, { minLength: 1, maxLength: 4, size: 'max' }), arbitraryEnd)
  .map(([visits, end]) => [...visits, end]);

export function visited(visits: readonly Visit[]): RawLogWriter[] {
  const logs = [0, 1, 2].map((number) => new RawLogWriter(number));
  let time = 0;
  let site = 0;
  const at = (thread: number) => logs[thread]!.stamp(++time);
  at(0).record(Raw.begin);
  for (const address of [NODE, ...BOXES]) logs[0]!.write(address, 8, ++site);
  for (const thread of [1, 2]) {
    at(0).record(Raw.fork, { address: thread });
    at(thread).record(Raw.begin);
  }
  for (const { thread, lock, doings, after } of visits) {
    const log = logs[thread]!;
    if (lock < 2) at(thread).acquire(LOCKS[lock]!);
    for (const { what, box } of doings) {
      if (what === 'look') log.read(BOXES[box]!, 8, ++site);
      else if (what === 'change') log.write(BOXES[box]!, 8, ++site);
      else if (what === 'read') log.read(NODE, 8, ++site);
      else log.write(NODE, 8, ++site);
    }
    if (lock < 2) at(thread).release(LOCKS[lock]!);
    if (after === 'read') log.read(NODE, 8, ++site);
    else if (after === 'write') log.write(NODE, 8, ++site);
  }
  for (const thread of [0, 1, 2]) at(thread).record(Raw.end);
  return logs;
}
