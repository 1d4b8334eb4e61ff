// The lockset detectors against the definitions, on random traces with re-entrant locks, reader locks, waits and all else.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Drop } from '../../src/detectors/eraser/drops.ts';
import { EraserAnalysis, eraser } from '../../src/detectors/eraser/index.ts';
import { lockset } from '../../src/detectors/lockset.ts';
import { locksetPairs, locksetPairsUpTo } from '../../src/detectors/lockset-pairs/index.ts';
import { Op } from '../../src/trace/operation.ts';
import { UNKNOWN } from '../../src/trace/outcome.ts';
import { eventAt, events, type Trace } from '../../src/trace/trace.ts';
import { renumberedArbitrary } from '../arbitrary/renumbered.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { litmusTraces } from '../referee/litmus.ts';
import { accesses, common, conflicting, latestPairs, violations, locksetPairs as wanted } from '../referee/lockset.ts';
import { runs } from '../runs.ts';
import { run } from './run.ts';

const rich = traceArbitrary({ features, threads: 4, items: 12 });
/** Few variables and locks: candidate sets shrink, groups grow. */
const dense = traceArbitrary({ features, threads: 4, locks: 3, variables: 2, items: 16, nesting: 3 });
const traces = fc.oneof(traceArbitrary(), rich, dense);

function holds(count: number, property: (trace: Trace) => void): void {
  fc.assert(fc.property(traces, property), runs(count));
}

describe('lockset-pairs', () => {
  test('reports exactly the conflicting pairs without a common lock', () => {
    holds(250, (trace) => {
      const { pairs, counters } = run(locksetPairs, trace);
      expect(pairs).toEqual(wanted(trace));
      expect(counters['pairs']).toBe(pairs.length);
    });
  });

  test('counts all pairs and reports the first ones up to its limit', () => {
    holds(120, (trace) => {
      const all = wanted(trace);
      const { pairs, counters } = run(locksetPairsUpTo(5), trace);
      expect(pairs).toEqual(all.slice(0, 5));
      expect(counters).toMatchObject({ pairs: all.length, pairsReported: pairs.length, pairsLeftOut: all.length - pairs.length });
    });
  });

  test.each(litmusTraces())('finds the variables of $name', ({ trace, expected }) => {
    const variables = new Set(run(locksetPairs, trace).pairs.map(([, second]) => eventAt(trace, second).target));
    expect([...variables].map((x) => trace.symbols.variables.name(x)).sort()).toEqual([...expected['lockset-variables']].sort());
  });
});

describe('eraser', () => {
  test('reports exactly the accesses that empty the candidate set, against one that conflicts', () => {
    holds(250, (trace) => {
      const { pairs } = run(eraser, trace);
      expect(pairs.map(([, second]) => second)).toEqual(violations(trace));
      const all = new Map(accesses(trace).map((access) => [access.position, access]));
      for (const [first, second] of pairs) {
        if (first !== UNKNOWN) expect(conflicting(all.get(first)!, all.get(second)!)).toBe(true);
        else expect([...all.values()].filter((e) => e.position < second && conflicting(e, all.get(second)!))).toEqual([]);
      }
    });
  });

  test('tells which locks each access took out of the candidate set', () => {
    holds(120, (trace) => {
      const analysis = new EraserAnalysis(() => {});
      for (const block of trace.blocks) analysis.block(block);
      for (let x = 0; x < trace.symbols.variables.size; x++)
        expect(analysis.history(x).map(sorted)).toEqual(history(trace, x).map(sorted));
    });
  });
});

test('lockset reports exactly what the published program does', () => {
  holds(250, (trace) => {
    expect(run(lockset, trace).pairs).toEqual(latestPairs(trace));
  });
});

test('the latest accesses and the emptied candidate sets are among the pairs and their variables', () => {
  holds(120, (trace) => {
    const pairs = new Set(wanted(trace).map(String));
    expect(run(lockset, trace).pairs.filter((pair) => !pairs.has(String(pair)))).toEqual([]);
    const found = new Set(run(eraser, trace).pairs.map(([, second]) => eventAt(trace, second).target));
    for (const [, second] of wanted(trace)) expect(found).toContain(eventAt(trace, second).target);
  });
});

test.each([eraser, lockset, locksetPairs])(
  '$id does not depend on how threads, locks and variables are numbered, nor on blocks',
  (detector) => {
    fc.assert(
      fc.property(renumberedArbitrary(traces), ([trace, other]) => {
        expect(run(detector, other)).toEqual(run(detector, trace));
      }),
      runs(80),
    );
  },
);

/** What left the candidate set of a variable since its last allocation, access by access, until it was empty. */
function history(trace: Trace, x: number): Drop[] {
  const life = [...events(trace)].filter(({ op, target }) => op === Op.alloc && target === x).length;
  const all = accesses(trace).filter((e) => e.target === x && e.life === life);
  const drops: Drop[] = [];
  for (const [i, access] of all.entries()) {
    const before = common(all.slice(0, i)) ?? new Set([...access.locks, 'reads', `thread ${access.thread}`]);
    const after = common(all.slice(0, i + 1))!;
    const gone = [...before].filter((lock) => !after.has(lock));
    const locks = gone.filter((lock) => typeof lock === 'number');
    const secondThread = gone.some((lock) => String(lock).startsWith('thread'));
    if (gone.length > 0) drops.push({ position: access.position, locks, firstWrite: gone.includes('reads'), secondThread });
    if (after.size === 0) break;
  }
  return drops;
}

function sorted(drop: Drop): Drop {
  return { ...drop, locks: [...drop.locks].sort((a, b) => a - b) };
}
