// Prediction of cut blocks against all correct reorderings: none is ever false, none is missed without a word, and how many are found.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atomicityPredicted } from '../../src/detectors/atomicity-predicted/index.ts';
import { SECOND } from '../../src/detectors/search-options.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { eventAt, events, type Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import type { Cut } from '../../src/witness/cut.ts';
import { anyBlocks, lockedBlocks } from '../arbitrary/blocks.ts';
import { recut } from '../arbitrary/renumbered.ts';
import { listing } from '../arbitrary/trace.ts';
import { isCutBy, isReachable, threes } from '../referee/cuts.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

/** What the referee takes. */
const isPlain = (trace: Trace): boolean =>
  [...events(trace)].every(({ op }) => op !== Op.wait && op !== Op.notify && op !== Op.alloc);

interface Found {
  readonly cuts: readonly Cut[];
  readonly counters: Record<string, number>;
  readonly unfinished: string | undefined;
}

/** What is found; each must come with a witness that the checker and the referee accept. */
function proved(trace: Trace, options: Readonly<Record<string, number>> = {}): Found {
  const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
  const cuts: Cut[] = [];
  const analysis = atomicityPredicted.analysis(({ begin, own, index, cut, witness }) => {
    const found = { begin, own: own!, cut: cut[0]!, index };
    expect(checker.checkCut(witness!, found), listing(trace)).toEqual({ ok: true });
    if (isPlain(trace)) expect(isCutBy(trace, found, [...witness!]), listing(trace)).toBe(true);
    cuts.push(found);
  }, options);
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  const counters = analysis.counters();
  return { cuts, counters, unfinished: atomicityPredicted.unfinished!(counters) };
}

/** The places of a cut: one of each is enough. */
function placesOf(trace: Trace, cuts: readonly Cut[]): string[] {
  const look = (e: number): string => {
    const { op, location, target } = eventAt(trace, e);
    return `${location === 0 ? `of ${target}` : location} ${op & 1}`;
  };
  return [...new Set(cuts.map(({ begin, own, cut, index }) => [begin, own, cut, index].map(look).join()))].sort();
}

/** The places of all that some reordering has and the run does not; undefined if there are too many states. */
function reachable(trace: Trace): string[] | undefined {
  const all = threes(trace);
  const isObserved = ({ own, cut, index }: Cut): boolean => own < cut && cut < index;
  const observed = new Set(placesOf(trace, all.filter(isObserved)));
  const found: Cut[] = [];
  for (const cut of all) {
    if (observed.has(placesOf(trace, [cut])[0]!)) continue;
    const answer = isReachable(trace, cut, 20_000);
    if (answer === undefined) return undefined;
    if (answer) found.push(cut);
  }
  return placesOf(trace, found);
}

function file(name: string): Trace {
  return parse(readFileSync(join(import.meta.dirname, `../../traces/atomicity/${name}.std`), 'utf8'));
}

describe('the traces of the repository', () => {
  it.each([
    ['predicted/deposit-after-the-block', [{ begin: 0, own: 2, cut: 9, index: 5 }]],
    ['predicted/deposit-before-the-block', [{ begin: 3, own: 6, cut: 1, index: 9 }]],
    ['predicted/sections-turned-round', [{ begin: 3, own: 5, cut: 17, index: 9 }]],
    ['serialisable/joined-before-the-block', []],
    ['serialisable/one-section', []],
    ['violation/read-modify-write-in-two-sections', []],
  ])('%s', (name, cuts) => {
    const found = proved(file(name));
    expect(found.cuts).toEqual(cuts);
    expect(found.unfinished).toBeUndefined();
  });
});

const blocks = fc.oneof(anyBlocks, lockedBlocks).filter((trace) => trace.length <= 40 && isPlain(trace));

describe('against all correct reorderings', () => {
  it('reports none that is not reachable, and misses none without a word', () => {
    fc.assert(
      fc.property(blocks, (trace) => {
        const all = reachable(trace);
        fc.pre(all !== undefined);
        const { cuts, unfinished } = proved(trace);
        const found = placesOf(trace, cuts);
        expect(found).toHaveLength(cuts.length);
        for (const places of found) expect(all, listing(trace)).toContain(places);
        if (unfinished === undefined) expect(found, listing(trace)).toEqual(all);
      }),
      runs(1500),
    );
  });

  it('finds nearly all', () => {
    const sum = { traces: 0, reachable: 0, found: 0 };
    for (const trace of fc.sample(blocks, { numRuns: 6 * runs(200, 34).numRuns, seed: 20_261_117 })) {
      const all = reachable(trace);
      if (all === undefined) continue;
      sum.traces++;
      sum.reachable += all.length;
      sum.found += proved(trace).cuts.length;
    }
    console.log(`predicted cuts in ${sum.traces} traces: ${sum.reachable}, found ${sum.found}`);
    expect(sum.found / sum.reachable).toBeGreaterThanOrEqual(0.95);
  });
});

describe('limits', () => {
  const trace = file('predicted/sections-turned-round');

  it.each([
    ['budget', { budget: 0 }, /did not come to 1 groups of accesses .* a larger --budget/],
    ['rest of the budget', { budget: 8 / SECOND }, /left 1 of 1 possible cuts undecided; a larger --budget/],
    ['memory', { memory: 1000 }, /looked at the first 0 of 19 events/],
  ])('says what the %s kept from it', (_, options, words) => {
    const { cuts, unfinished } = proved(trace, options);
    expect(cuts).toEqual([]);
    expect(unfinished).toMatch(words);
  });

  it('does not look at a trace without blocks', () => {
    const { counters, unfinished } = proved(file('../deadlock/inversion'), { memory: 1000 });
    expect(counters['candidates']).toBe(0);
    expect(unfinished).toBeUndefined();
  });
});

describe('windows', () => {
  it('find true cuts of the whole trace, and say what they may miss', () => {
    const limits = fc.oneof(
      fc.record({ reach: fc.integer({ min: 3, max: 12 }) }),
      fc.record({ memory: fc.integer({ min: 0, max: 60_000 }) }),
    );
    let windowed = 0;
    fc.assert(
      fc.property(fc.oneof(anyBlocks, lockedBlocks), limits, fc.integer({ min: 1, max: 20 }), (trace, limit, size) => {
        const all = proved(trace);
        const some = proved(recut(trace, size), limit);
        if (some.counters['windows']! > 0 && some.cuts.length > 0) windowed++;
        expect(new Set(placesOf(trace, some.cuts)).size, 'each once').toBe(some.cuts.length);
        if (some.unfinished === undefined) expect(placesOf(trace, some.cuts)).toEqual(placesOf(trace, all.cuts));
      }),
      runs(1200, 200),
    );
    expect(windowed, 'cuts that windows found').toBeGreaterThan(5);
  });

  const section = (t: string, op: string, place: string) => [`${t}|acq(m)`, `${t}|${op}(x)|${place}`, `${t}|rel(m)`];
  const block = ['T1|begin(f)|f:1', ...section('T1', 'r', 'f:2'), ...section('T1', 'w', 'f:3'), 'T1|end(f)|f:4'];
  const rest = Array.from({ length: 300 }, (_, i) => `T3|w(y${i % 7})`);
  const found = (lines: readonly string[], reach: number) => proved(recut(parse(lines.join('\n')), 16), { reach });

  it('find what is near, and not what is far apart', () => {
    const other = section('T2', 'w', 'g:1');
    expect(found([...rest, ...block, ...other, ...rest], 20)).toMatchObject({
      cuts: [{ begin: 300, own: 302, cut: 309, index: 305 }],
      unfinished: expect.stringMatching(/blocks that are longer than 20 events/),
    });
    expect(found([...block, ...rest, ...other], 20).cuts).toEqual([]);
    expect(found([...block, ...rest, ...other], 0).cuts).toHaveLength(1);
  });

  it('know that they begin inside a block', () => {
    const outer = ['T1|begin(g)|g:9', ...rest, ...block, ...section('T2', 'w', 'g:1'), ...rest, 'T1|end(g)|g:10'];
    expect(found(outer, 20).cuts, 'the block is not the inner one').toEqual([]);
    expect(found(outer, 0).cuts).toMatchObject([{ begin: 0 }]);
  });
});
