import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TraceCompressor } from '../../src/grammar/compress.ts';
import { grammarLockset } from '../../src/grammar/lockset/analysis.ts';
import { LocksetFold, locksetContext } from '../../src/grammar/lockset/fold.ts';
import { type Policy, Walk } from '../../src/grammar/walk.ts';
import { Op } from '../../src/trace/operation.ts';
import { bounds } from '../../src/trace/symbols.ts';
import { type Event, eventAt, events, type Trace } from '../../src/trace/trace.ts';
import { violations } from '../referee/lockset.ts';
import { runs } from '../runs.ts';
import { chunk, encoded, type Grammar, loopyTrace } from './chunks.ts';
import { randomGrammar } from './random-grammar.ts';

function check(trace: Trace, grammar: Grammar, policy: Policy): void {
  const wanted = new Set(violations(trace).map((position) => eventAt(trace, position).target));
  const found: number[] = [];
  grammarLockset(
    grammar,
    bounds(trace.symbols),
    (first, second, x) => {
      const [e, f] = [eventAt(trace, first), eventAt(trace, second)];
      expect(first).toBeLessThan(second);
      expect([e.target, f.target]).toEqual([x, x]);
      expect(e.thread).not.toBe(f.thread);
      expect([e.op, f.op]).toContain(Op.write);
      expect(Math.max(e.op, f.op)).toBe(Op.write);
      found.push(x);
    },
    { policy },
  );
  expect(found.sort((a, b) => a - b)).toEqual([...wanted].sort((a, b) => a - b));
}

describe('violating variables, and two conflicting accesses for each', () => {
  test.each(['always', 'adaptive'] as const)('on random grammars, summing up %s', (policy) => {
    fc.assert(
      fc.property(loopyTrace(), fc.nat(), (trace, seed) => {
        const { alphabet, string } = encoded(trace);
        check(trace, { terminals: alphabet, events: randomGrammar(string, alphabet.size, seed) }, policy);
      }),
      runs(150),
    );
  });

  test.each(['sequitur', 'repetition'] as const)('on the grammars of %s', (method) => {
    fc.assert(
      fc.property(loopyTrace(), (trace) => {
        const compressor = new TraceCompressor(method);
        for (const block of trace.blocks) compressor.block(block);
        check(trace, compressor.finish(), 'adaptive');
      }),
      runs(80),
    );
  });
});

/** By the definitions of section 4: unmatched acquires and releases, and how often the lock is held, at least, at each event. */
function opens(all: readonly Event[], t: number, lock: number) {
  let depth = 0;
  let lowest = 0;
  const depths: number[] = [];
  for (const { op, thread, target } of all) {
    if (thread === t && target === lock && op === Op.acquire) depth++;
    if (thread === t && target === lock && op === Op.release) depth--;
    lowest = Math.min(lowest, depth);
    depths.push(depth);
  }
  return { acquires: depth - lowest, releases: 0 - lowest, heldAt: (e: Event) => depths[e.position]! - lowest > 0 };
}

test('the summary of any chunk holds OpenAcq, OpenRel and LockSet of the definitions', () => {
  fc.assert(
    fc.property(loopyTrace(), fc.nat(), fc.nat(), fc.nat(), (whole, a, b, seed) => {
      const from = Math.min(a, b) % whole.length;
      const to = from + 1 + (Math.max(a, b) % (whole.length - from));
      const trace = chunk(whole.symbols, whole, from, to);
      const { alphabet, string } = encoded(trace);
      const context = locksetContext(alphabet, bounds(trace.symbols), () => {});
      const fold = new LocksetFold(context);
      new Walk(randomGrammar(string, alphabet.size, seed), new LocksetFold(context), 'always', () => false).run(fold);
      const summary = fold.finish(trace.length);
      const all = [...events(trace)];
      const { threads, locks, variables } = bounds(trace.symbols);
      for (let t = 0; t < threads; t++)
        for (let lock = 0; lock < locks; lock++) {
          const i = summary.openThreads.findIndex((u, k) => u === t && summary.openLocks[k] === lock);
          const { acquires, releases } = opens(all, t, lock);
          expect([summary.openAcquires[i] ?? 0, summary.openReleases[i] ?? 0]).toEqual([acquires, releases]);
        }
      for (let x = 0; x < variables; x++)
        for (let t = 0; t < threads; t++) {
          const own = all.filter((e) => e.op <= Op.write && e.target === x && e.thread === t);
          const i = summary.variables.findIndex((y, k) => y === x && summary.threads[k] === t);
          if (context.violating[x] === 1) continue;
          expect(i >= 0).toBe(own.length > 0);
          if (i < 0) continue;
          const every = [...Array(locks).keys()].filter((lock) => own.every(opens(all, t, lock).heldAt));
          expect(context.sets.members(summary.sets[i]!)).toEqual(every);
          expect(summary.positions[i]).toBe(own.at(-1)!.position);
          expect(summary.writes[i]).toBe(own.findLast((e) => e.op === Op.write)?.position ?? -1);
        }
    }),
    runs(150),
  );
});
