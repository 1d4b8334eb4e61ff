// The locks that each thread holds along a trace, for people: what `show --locksets` prints. Not for hot loops.

import { HeldSets } from '../clocks/held-sets.ts';
import { Op } from '../trace/operation.ts';
import { type Event, events, type Trace } from '../trace/trace.ts';

export interface HeldLocksRow extends Event {
  /** The locks that the event's thread holds after it, in the order in which it took them: what protects its next read. */
  readonly held: readonly number[];
  /** Those of them that it holds exclusively: what protects its next write. */
  readonly exclusive: readonly number[];
}

/** One row per event. */
export function* heldLocks(trace: Trace): Generator<HeldLocksRow> {
  const sets = new HeldSets();
  for (const block of trace.blocks) sets.grow(block);
  const { locksets } = sets;
  for (const event of events(trace)) {
    sets.step(event.op, event.thread, event.target);
    const held = locksets.members(sets.held(event.thread, Op.read));
    yield { ...event, held, exclusive: locksets.members(sets.held(event.thread, Op.write)) };
  }
}
