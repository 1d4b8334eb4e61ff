// The races of an assembled trace, by the definition, as pairs of the sites that the program had.

import { Op } from '../../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../../src/trace/trace.ts';
import { happensBefore } from '../../referee/happens-before.ts';

const WRITES: readonly number[] = [Op.write, Op.volatileWrite, Op.relaxedWrite];
const ACCESSES: readonly number[] = [...WRITES, Op.read, Op.volatileRead, Op.relaxedRead];

/** Pairs of sites whose events on one variable are unordered and conflict: not both reads, not both atomic. */
export function racingSites(trace: Trace): string[] {
  const before = happensBefore(trace);
  const seen = new Map<number, Event[]>();
  const pairs = new Set<string>();
  const site = ({ location }: Event) => Number(trace.symbols.locations.name(location).slice(1));
  for (const event of events(trace)) {
    if (event.op === Op.alloc) seen.delete(event.target);
    if (!ACCESSES.includes(event.op)) continue;
    const earlier = seen.get(event.target) ?? [];
    seen.set(event.target, earlier);
    for (const other of earlier) {
      if (other.thread === event.thread || before[event.position]![other.position] === 1) continue;
      if (!WRITES.includes(other.op) && !WRITES.includes(event.op)) continue;
      if (other.op > Op.write && event.op > Op.write) continue;
      pairs.add([site(other), site(event)].sort((a, b) => a - b).join('-'));
    }
    earlier.push(event);
  }
  return [...pairs].sort();
}
