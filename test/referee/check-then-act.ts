// Check-then-act from its definition: all sections, all pairs of neighbours, all writes of others. Quadratic and more.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { happensBefore } from './happens-before.ts';

interface Section {
  readonly thread: number;
  readonly lock: number;
  readonly begin: Event;
  /** Plain accesses, in their order. */
  readonly accesses: (Event & { readonly life: number })[];
}

const LOCKS: readonly Op[] = [Op.acquire, Op.release, Op.acquireShared, Op.releaseShared, Op.wait];

/** The begin of the innermost block that an event is in. */
function blockAround(trace: Trace, event: Event): number | undefined {
  const open: number[] = [];
  for (const { position, op, thread } of events(trace)) {
    if (position >= event.position) break;
    if (thread === event.thread && op === Op.begin) open.push(position);
    if (thread === event.thread && op === Op.end) open.pop();
  }
  return open.at(-1);
}

/** Each as the locations of: the section, the read, the section after it, the write, the write of another. */
export function checksThenActs(trace: Trace): Set<string> {
  const sections = sectionsOf(trace);
  // Locks may be taken in another order.
  const before = happensBefore(trace, LOCKS);
  const found = new Set<string>();
  sections.forEach((first, i) => {
    const second = sections.slice(i + 1).find(({ thread, lock }) => thread === first.thread && lock === first.lock);
    if (second === undefined) return;
    for (const write of second.accesses) {
      const same = ({ target, life }: Section['accesses'][number]) => target === write.target && life === write.life;
      const checks = first.accesses.filter(same);
      if (checks.length === 0 || checks.some(({ op }) => op === Op.write)) continue;
      if (blockAround(trace, checks[0]!) !== blockAround(trace, write)) continue;
      if (second.accesses.find(same) !== write || write.op !== Op.write) continue;
      for (const { thread, lock, accesses } of sections) {
        const other = accesses.find((access) => same(access) && access.op === Op.write);
        if (thread === first.thread || lock !== first.lock || other === undefined) continue;
        const isBetween = other.position > checks[0]!.position && other.position < write.position;
        const isOrdered = before[write.position]![other.position] === 1 || before[other.position]![write.position] === 1;
        if (isBetween || !isOrdered)
          found.add([first.begin, checks[0]!, second.begin, write, other].map(({ location }) => location).join(' '));
      }
    }
  });
  return found;
}

/** In the order in which they begin; the inner acquires of a lock that is held begin none. */
function sectionsOf(trace: Trace): Section[] {
  const all: Section[] = [];
  const open: (Section & { depth: number })[] = [];
  const lives = new Map<number, number>();
  const waiting = new Map<number, number>();
  for (const event of events(trace)) {
    const { op, thread, target } = event;
    const mine = open.find((section) => section.thread === thread && section.lock === target);
    if (op === Op.alloc) lives.set(target, (lives.get(target) ?? 0) + 1);
    if (op === Op.read || op === Op.write)
      for (const section of open)
        if (section.thread === thread) section.accesses.push({ ...event, life: lives.get(target) ?? 0 });
    if (op === Op.acquire || op === Op.acquireShared) {
      if (mine !== undefined) mine.depth++;
      else {
        const section = { thread, lock: target, begin: event, accesses: [], depth: waiting.get(thread) ?? 1 };
        waiting.delete(thread);
        open.push(section);
        all.push(section);
      }
    }
    if (op === Op.wait) waiting.set(thread, mine?.depth ?? 1);
    if (mine !== undefined && (op === Op.wait || ((op === Op.release || op === Op.releaseShared) && --mine.depth === 0)))
      open.splice(open.indexOf(mine), 1);
  }
  return all;
}
