import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op, operations } from '../../src/trace/operation.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import { hottest, Statistics, type TraceStatistics } from '../../src/trace/statistics.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';

function statistics(trace: Trace): TraceStatistics {
  const statistics = new Statistics();
  for (const block of trace.blocks) statistics.block(block);
  return statistics.result();
}

const atomicOps: number[] = [Op.volatileRead, Op.volatileWrite, Op.relaxedRead, Op.relaxedWrite];
const accessOps: number[] = [Op.read, Op.write, ...atomicOps];
const writeOps: number[] = [Op.write, Op.volatileWrite, Op.relaxedWrite];
const lockOps: number[] = [Op.acquire, Op.release, Op.acquireShared, Op.releaseShared, Op.wait, Op.notify];

interface Section {
  thread: number;
  lock: number;
  shared: boolean;
  /** The thread's events so far, acquire and release included. */
  events: Event[];
  depth: number;
  open: boolean;
}

/** The sections of a trace, in the order of their acquires, each with the events of its thread. */
function sectionsOf(list: Event[]): { sections: Section[]; reentrant: number; depths: number[] } {
  const sections: Section[] = [];
  const depths: number[] = [];
  const waits = new Map<number, number>();
  let reentrant = 0;
  for (const event of list) {
    const { op, thread, target } = event;
    const shared = op === Op.acquireShared || op === Op.releaseShared;
    const own = sections.filter((section) => section.open && section.thread === thread);
    const same = own.find((section) => section.lock === target && section.shared === shared);
    for (const section of own) section.events.push(event);
    if ((op === Op.acquire || op === Op.acquireShared) && same !== undefined) {
      same.depth++;
      reentrant++;
    } else if (op === Op.acquire || op === Op.acquireShared) {
      sections.push({ thread, lock: target, shared, events: [event], depth: waits.get(thread) ?? 1, open: true });
      depths.push(own.length + 1);
      waits.delete(thread);
    } else if (op === Op.release || op === Op.releaseShared) {
      same!.depth--;
      same!.open = same!.depth > 0;
    } else if (op === Op.wait) {
      waits.set(thread, same!.depth);
      same!.open = false;
    }
  }
  return { sections, reentrant, depths };
}

function distinct(values: number[]): number {
  return new Set(values).size;
}

/** How many targets of these events are used by two or more threads. */
function byMany(list: Event[]): number {
  const targets = [...new Set(list.map(({ target }) => target))];
  return targets.filter((target) => distinct(list.filter((e) => e.target === target).map(({ thread }) => thread)) > 1).length;
}

function ranked(list: Event[]): { id: number; count: number }[] {
  const ids = [...new Set(list.map(({ target }) => target))];
  const counts = ids.map((id) => ({ id, count: list.filter((e) => e.target === id).length }));
  return counts.sort((a, b) => b.count - a.count || a.id - b.id).slice(0, 10);
}

function naive(trace: Trace): TraceStatistics {
  const list = [...events(trace)];
  const of = (ops: readonly number[]) => list.filter(({ op }) => ops.includes(op));
  const { sections, reentrant, depths } = sectionsOf(list);
  const closed = sections.filter(({ open }) => !open);
  const longest = closed.toSorted((a, b) => b.events.length - a.events.length || release(a) - release(b))[0];
  const threads = new Set([...list.map(({ thread }) => thread), ...of([Op.fork, Op.join]).map(({ target }) => target)]);
  const deepest = Math.max(0, ...depths);
  return {
    events: list.length,
    operations: operations.map(({ op, name }) => ({ name, events: of([op]).length })).filter((entry) => entry.events > 0),
    threads: [...threads]
      .sort((a, b) => a - b)
      .map((thread) => ({
        thread,
        events: list.filter((e) => e.thread === thread).length,
        forkedBy: of([Op.fork]).find(({ target }) => target === thread)?.thread ?? -1,
      })),
    locks: distinct(of(lockOps).map(({ target }) => target)),
    locksOfOneThread: distinct(of(lockOps).map(({ target }) => target)) - byMany(of(lockOps)),
    barriers: distinct(of([Op.barrierEnter]).map(({ target }) => target)),
    variables: distinct(of(accessOps).map(({ target }) => target)),
    sharedVariables: byMany(of(accessOps)),
    variablesWrittenByMany: byMany(of(writeOps)),
    locations: distinct(list.map(({ location }) => location).filter((location) => location > 0)),
    eventsWithoutLocation: list.filter(({ location }) => location === 0).length,
    accesses: of([Op.read, Op.write]).length,
    guardedAccesses: of([Op.read, Op.write]).filter((e) => sections.some((section) => section.events.includes(e))).length,
    atomics: of(atomicOps).length,
    sections: {
      sections: sections.length,
      readerSections: sections.filter(({ shared }) => shared).length,
      empty: closed.filter((section) => !section.events.some(({ op }) => accessOps.includes(op))).length,
      reentrantAcquires: reentrant,
      deepest,
      byDepth: Array.from({ length: deepest }, (_, d) => depths.filter((depth) => depth === d + 1).length),
      longest: longest && { events: longest.events.length, lock: longest.lock, thread: longest.thread },
      openAtEnd: sections.length - closed.length,
    },
    hottestLocks: ranked(of([Op.acquire, Op.acquireShared])),
    hottestVariables: ranked(of(accessOps)),
  };
}

const release = (section: Section) => section.events.at(-1)!.position;

describe('statistics', () => {
  it('are what a naive count says', () => {
    fc.assert(
      fc.property(traceArbitrary({ features, items: 14, nesting: 3 }), (trace) => {
        expect(statistics(trace)).toEqual(naive(trace));
      }),
      runs(200),
    );
  });

  it('agree over several blocks with new names', () => {
    const options = { events: 3000, threads: 5, readers: 0.2, waits: 0.1, barriers: 0.02, volatile: 0.1, reentrancy: 0.3 };
    const whole = generatedTrace(options);
    expect(statistics(whole)).toEqual(naive(whole));
    const builder = new TraceBuilder();
    for (let i = 0; i < 3000; i++) builder.add(`T${i % 700}`, i % 3 === 0 ? Op.write : Op.read, `V${i % 1100}`, `${i}`);
    const grown = builder.trace();
    expect(grown.blocks.length).toBeGreaterThan(1);
    expect(statistics(grown)).toEqual(naive(grown));
  });

  it('of nothing are zero', () => {
    expect(new Statistics().result()).toEqual(naive(new TraceBuilder().trace()));
  });

  it('rank by count and then by id', () => {
    const counts = fc.array(fc.nat(5), { maxLength: 40 });
    fc.assert(
      fc.property(counts, (list) => {
        const expected = list.map((count, id) => ({ id, count })).filter(({ count }) => count > 0);
        expected.sort((a, b) => b.count - a.count || a.id - b.id);
        expect(hottest(Uint32Array.from(list), 10)).toEqual(expected.slice(0, 10));
      }),
      runs(300),
    );
  });
});
