// The happens-before detectors against the definition, on random traces with everything that orders events.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FLAT } from '../../src/clocks/versions.ts';
import { djit } from '../../src/detectors/djit.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { hbAdaptive } from '../../src/detectors/hb-adaptive.ts';
import { hbEpochs } from '../../src/detectors/hb-epochs.ts';
import { hbFrontier, hbFrontierUpTo } from '../../src/detectors/hb-frontier.ts';
import { hbLocations } from '../../src/detectors/hb-locations.ts';
import { hbPairs, hbPairsUpTo } from '../../src/detectors/hb-pairs/index.ts';
import { shb } from '../../src/detectors/shb/index.ts';
import { Op } from '../../src/trace/operation.ts';
import { eventAt, events, type Trace } from '../../src/trace/trace.ts';
import { behindIdleThreads, renumberedArbitrary } from '../arbitrary/renumbered.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { fastTrackRun } from '../referee/fasttrack.ts';
import { framesOf } from '../referee/frames.ts';
import { parse } from '../referee/litmus.ts';
import { hbOrder, hbRaces, type Order, type Pair, shbRaces } from '../referee/observed-races.ts';
import { runs } from '../runs.ts';
import { flagged, type Outcome, run } from './run.ts';

const basic = traceArbitrary();
const rich = traceArbitrary({ features, threads: 5, items: 12 });
/** Few variables and few locks: sets grow, are pruned and become epochs again. */
const dense = traceArbitrary({ features, threads: 6, locks: 2, variables: 1, items: 14 });
const traces = fc.oneof(basic, rich, dense, volatilesArbitrary({ variables: 1 }));

function holds(count: number, property: (trace: Trace) => void): void {
  fc.assert(fc.property(traces, property), runs(count));
}

function variables(trace: Trace, pairs: readonly Pair[]): number[] {
  return [...new Set(pairs.map(([, second]) => eventAt(trace, second).target))].sort((a, b) => a - b);
}

const key = ([first, second]: Pair) => `${first} ${second}`;

function expectOnly(found: readonly Pair[], allowed: readonly Pair[]): void {
  const known = new Set(allowed.map(key));
  expect(found.filter((pair) => !known.has(key(pair)))).toEqual([]);
}

/** For each access the latest write and the latest read that it races with. */
function latestOfEachKind(trace: Trace, races: readonly Pair[]): Pair[] {
  const latest = new Map<string, Pair>();
  for (const pair of races) latest.set(`${pair[1]} ${eventAt(trace, pair[0]).op}`, pair);
  return [...latest.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** The races with accesses that nothing in between is ordered after; only a write can take the place of a write. */
function withFrontier(trace: Trace, races: readonly Pair[], before: Order): Pair[] {
  const accesses = [...events(trace)].filter(({ op }) => op <= Op.write);
  return races.filter(([first, second]) => {
    const e = eventAt(trace, first);
    return !accesses.some(
      (g) =>
        g.target === e.target && g.position < second && (g.op === Op.write || e.op === Op.read) && before[g.position]!.has(first),
    );
  });
}

/** The accesses that are the first of their thread, their kind and their variable since the thread handed its clock on. */
function firstOfFrame(trace: Trace): Set<number> {
  const frames = framesOf(trace);
  const firsts = new Set<number>();
  const seen = new Set<string>();
  const allocations = new Map<number, number>();
  for (const { position, op, thread, target } of events(trace)) {
    if (op === Op.alloc) allocations.set(target, position);
    if (op > Op.write) continue;
    const access = `${op} ${thread} ${target} ${frames[position]} ${allocations.get(target)}`;
    if (!seen.has(access)) firsts.add(position);
    seen.add(access);
  }
  return firsts;
}

/** Reads turned into what orders nothing. */
function withoutReads(trace: Trace): Trace {
  return {
    ...trace,
    blocks: trace.blocks.map((block) => ({ ...block, ops: block.ops.map((op) => (op === Op.read ? Op.begin : op)) })),
  };
}

describe('hb-pairs', () => {
  test('reports exactly the unordered conflicting pairs', () => {
    holds(300, (trace) => {
      const { pairs, counters } = run(hbPairs, trace);
      expect(pairs).toEqual(hbRaces(trace));
      expect(counters['pairs']).toBe(pairs.length);
    });
  });

  test('counts all pairs and reports no more than its limit', () => {
    holds(100, (trace) => {
      const all = hbRaces(trace);
      const { pairs, counters } = run(hbPairsUpTo(3), trace);
      expectOnly(pairs, all);
      expect(pairs.length).toBe(Math.min(3, all.length));
      expect(counters['pairs']).toBe(all.length);
      expect(counters['pairsReported']).toBe(pairs.length);
      expect(counters['pairsLeftOut']).toBe(all.length - pairs.length);
    });
  });
});

test('hb-frontier counts all its pairs and reports no more than its limit', () => {
  holds(100, (trace) => {
    const all = run(hbFrontier, trace).pairs;
    const { pairs, counters } = run(hbFrontierUpTo(2), trace);
    expectOnly(pairs, all);
    expect(pairs.length).toBe(Math.min(2, all.length));
    expect(counters['pairs']).toBe(all.length);
    expect(counters['pairsLeftOut']).toBe(all.length - pairs.length);
  });
});

test('hb-frontier reports exactly the races with the concurrent frontier, and flags every access that races', () => {
  holds(300, (trace) => {
    const all = hbRaces(trace);
    const { pairs } = run(hbFrontier, trace);
    expect(pairs).toEqual(withFrontier(trace, all, hbOrder(trace)));
    expect(flagged(pairs)).toEqual(flagged(all));
  });
});

test.each([hbLocations, hbEpochs, hbAdaptive])(
  '$id flags exactly the accesses that race with an earlier one, and names the latest',
  (detector) => {
    holds(300, (trace) => {
      expect(run(detector, trace).pairs).toEqual(latestOfEachKind(trace, hbRaces(trace)));
    });
  },
);

test('djit flags exactly the first accesses of a frame that race, and finds every racy variable', () => {
  holds(300, (trace) => {
    const all = hbRaces(trace);
    const { pairs } = run(djit, trace);
    expectOnly(pairs, all);
    const firsts = firstOfFrame(trace);
    expect(flagged(pairs)).toEqual(flagged(all).filter((position) => firsts.has(position)));
    expect(variables(trace, pairs)).toEqual(variables(trace, all));
  });
});

test('fasttrack reports unordered pairs only, and the first race of every racy variable', () => {
  holds(300, (trace) => {
    const all = hbRaces(trace);
    const { pairs } = run(fasttrack, trace);
    expectOnly(pairs, all);
    expect(variables(trace, pairs)).toEqual(variables(trace, all));
    const first = (races: readonly Pair[], x: number) => races.find(([, second]) => eventAt(trace, second).target === x)?.[1];
    for (const x of variables(trace, all)) expect(first(pairs, x)).toBe(first(all, x));
  });
});

test('fasttrack takes the rules of the paper, and reports what they find in the order in which they do', () => {
  holds(300, (trace) => {
    const found: Pair[] = [];
    const analysis = fasttrack.analysis((first, second) => found.push([first, second]));
    for (const block of trace.blocks) analysis.block(block);
    const { pairs, rules } = fastTrackRun(trace);
    expect(analysis.counters()).toMatchObject(rules);
    const bySecond = (races: readonly Pair[]) => races.map(([, second]) => second);
    expect(bySecond(found)).toEqual(bySecond(pairs));
    expect(found.map(key).sort()).toEqual(pairs.map(key).sort());
  });
});

/** Long enough that a lock is released again by who released it last, with nothing learnt in between, and with something. */
const sections = traceArbitrary({
  features: ['nested', 'reentrant', 'shared', 'wait'],
  threads: 4,
  locks: 3,
  variables: 2,
  items: 60,
  weights: { access: 2, section: 30, wait: 1 },
});

test.each([fasttrack, shb])('the kernel of $id follows synchronisation as the clocks of the other detectors do', (detector) => {
  const many = fc
    .tuple(fc.oneof(traces, sections), fc.constantFrom(0, 5, 30, 60, FLAT - 3, FLAT + 300))
    .map(([trace, idle]) => behindIdleThreads(idle, trace));
  // Without reads there is no write to learn from.
  const without = (trace: Trace) => (detector === shb ? withoutReads(trace) : trace);
  fc.assert(
    fc.property(many.map(without), (trace) => {
      const { acquiresOfOwn, acquiresOfKnown, joins } = run(djit, trace).counters;
      expect(run(detector, trace).counters).toMatchObject({ acquiresOfOwn, acquiresOfKnown, joins });
    }),
    runs(300),
  );
});

/** Long enough that a thread writes, learns something, and only then is its write read by somebody else. */
const handOvers = traceArbitrary({
  features: ['hand-over', 'alloc'],
  threads: 5,
  locks: 4,
  variables: 4,
  items: 30,
  weights: { access: 12, section: 10, 'hand-over': 1 },
});

test.each([
  ['traces', traces, 400],
  ['longer traces', handOvers, 200],
] as const)('shb flags exactly the accesses that have a schedulable race with an earlier one: %s', (_, some, count) => {
  const property = fc.property(some, (trace) => {
    const all = shbRaces(trace);
    const { pairs, counters } = run(shb, trace);
    expectOnly(pairs, all);
    expect(flagged(pairs)).toEqual(flagged(all));
    // One for each variable, and one for each thread that has written since it learnt something.
    expect(counters['writeClocks']).toBeLessThanOrEqual(trace.symbols.variables.size + trace.symbols.threads.size);
    const writes = (races: readonly Pair[]) => races.filter(([first]) => eventAt(trace, first).op === Op.write);
    expect(writes(pairs)).toEqual(latestOfEachKind(trace, writes(all)));
    expect(run(shb, behindIdleThreads(FLAT - 2, trace)).pairs).toEqual(pairs);
  });
  fc.assert(property, runs(count));
});

/** Of the races of reads with later writes, those whose read no write between the two takes the place of: it is not ordered before one of another epoch. */
function lastingReads(trace: Trace, races: readonly Pair[]): Pair[] {
  const frames = framesOf(trace);
  const writes = [...events(trace)].filter(({ op }) => op === Op.write);
  const known = new Set(races.map(key));
  const sameEpoch = (read: number, write: number) =>
    eventAt(trace, read).thread === eventAt(trace, write).thread &&
    frames[read] === frames[write] &&
    !writes.some(({ position, thread }) => position > read && position < write && thread === eventAt(trace, write).thread);
  return races.filter(([read, second]) => {
    const { op, target } = eventAt(trace, read);
    if (op !== Op.read) return false;
    const between = writes.filter((write) => write.target === target && write.position > read && write.position < second);
    return between.every(({ position }) => known.has(key([read, position])) || sameEpoch(read, position));
  });
}

test('shb reports a read that is at least as late as the last that no write took the place of', () => {
  const concurrent = traceArbitrary({ features: ['hand-over'], threads: 4, locks: 2, variables: 1, items: 14 });
  const property = fc.property(fc.oneof(traces, concurrent), (trace) => {
    const lasting = latestOfEachKind(trace, lastingReads(trace, shbRaces(trace)));
    const { pairs } = run(shb, trace);
    const late = ([read, second]: Pair) =>
      pairs.some(([first, other]) => other === second && first >= read && eventAt(trace, first).op === Op.read);
    expect(lasting.filter((pair) => !late(pair))).toEqual([]);
  });
  fc.assert(property, runs(400));
});

/** What shb finds if it is asked after each event how many clocks it needs: to count them it sweeps out the others. */
function sweptRun(trace: Trace): Outcome {
  const pairs: Pair[] = [];
  const analysis = shb.analysis((first, second) => pairs.push([first, second]));
  for (const { start, length, ops, threads, targets, locations, bounds, memoryModel } of trace.blocks)
    for (let i = 0; i < length; i++) {
      const event = { ops: ops.subarray(i, i + 1), threads: threads.subarray(i, i + 1), targets: targets.subarray(i, i + 1) };
      analysis.block({ start: start + i, length: 1, ...event, locations, bounds, memoryModel });
      analysis.counters();
    }
  return { pairs: pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]), counters: analysis.counters() };
}

test('shb keeps the clocks that it needs when it sweeps out the others', () => {
  const property = fc.property(fc.oneof(traces, handOvers), fc.constantFrom(0, FLAT + 5), (some, idle) => {
    const trace = behindIdleThreads(idle, some);
    expect(sweptRun(trace)).toEqual(run(shb, trace));
  });
  fc.assert(property, runs(200));
});

test.each([
  ['after nobody', []],
  // The last of writes that are not ordered is the one that is read.
  ['after another', ['U|w(x)']],
])('a write %s hands on what its thread knew when it wrote, not what it learnt since', (_, others) => {
  const trace = parse(
    [
      ...others,
      // V writes y and z around a release; W learns of the first, writes x, then learns of the second.
      ...['V|w(y)', 'V|acq(m)', 'V|rel(m)', 'W|acq(m)', 'W|rel(m)', 'W|w(x)'],
      ...['V|w(z)', 'V|acq(m)', 'V|rel(m)', 'W|acq(m)', 'W|rel(m)'],
      // R sees x: it is ordered after y, not after z.
      ...['R|r(x)', 'R|w(y)', 'R|w(z)'],
    ].join('\n'),
  );
  const from = others.length;
  const races = shbRaces(trace);
  expect(races.slice(-2)).toEqual([
    [5 + from, 11 + from],
    [6 + from, 13 + from],
  ]);
  for (const idle of [0, 40, FLAT - 2, FLAT + 5])
    for (const { pairs } of [run(shb, behindIdleThreads(idle, trace)), sweptRun(behindIdleThreads(idle, trace))])
      expect(pairs, `${idle} idle threads`).toEqual(latestOfEachKind(trace, races));
});

test('schedulable races are happens-before races, and the first race of a trace is schedulable', () => {
  holds(200, (trace) => {
    const hb = hbRaces(trace);
    const schedulable = shbRaces(trace);
    expectOnly(schedulable, hb);
    expect(schedulable[0]?.[1]).toBe(hb[0]?.[1]);
  });
});

test.each([hbPairs, hbFrontier, hbLocations, hbEpochs, hbAdaptive, djit, fasttrack, shb])(
  '$id does not depend on how threads, locks and variables are numbered, nor on blocks',
  (detector) => {
    fc.assert(
      fc.property(renumberedArbitrary(traces), ([trace, other]) => {
        expect(run(detector, other)).toEqual(run(detector, trace));
      }),
      runs(100),
    );
  },
);

test.each([hbPairs, hbFrontier, hbLocations, hbEpochs, hbAdaptive, djit, fasttrack, shb])(
  '$id is the same with threads beyond the arena of clocks',
  (detector) => {
    fc.assert(
      fc.property(traces, fc.constantFrom(30, FLAT - 2, FLAT + 300), (trace, idle) => {
        expect(run(detector, behindIdleThreads(idle, trace)).pairs).toEqual(run(detector, trace).pairs);
      }),
      runs(60),
    );
  },
);
