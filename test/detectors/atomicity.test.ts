// Atomicity beside the graph of all transactions: something is reported exactly if there is a cycle, and each report is of one.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AtomicityAnalysis } from '../../src/detectors/atomicity/analysis.ts';
import { atomicity } from '../../src/detectors/atomicity/index.ts';
import type { AtomicityDetector } from '../../src/detectors/detector.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { anyBlocks, sparseBlocks } from '../arbitrary/blocks.ts';
import { prefix } from '../arbitrary/renumbered.ts';
import { parse } from '../referee/litmus.ts';
import { transactions } from '../referee/serialisability.ts';
import { runs } from '../runs.ts';
import { expectReal, violations } from './atomicity-contract.ts';

/** As the detector, but that nodes which nobody needs are looked for at every begin. */
const sweeping: AtomicityDetector = { ...atomicity, analysis: (report) => new AtomicityAnalysis(report, 0) };

test('a cycle closes over blocks that did not know each other yet', () => {
  const trace = parse(`
    T0|begin(A)
    T1|begin(B)
    T2|begin(C)
    T2|w(a)
    T3|r(a)
    T3|w(b)
    T1|w(c)
    T4|r(c)
    T4|w(d)
    T1|r(b)
    T0|w(e)
    T2|r(e)
    T0|r(d)`);
  expect(violations(atomicity, trace)).toEqual([{ begin: 0, own: 10, cut: [11], index: 12 }]);
});

describe.each(['violation', 'serialisable'])('traces/atomicity/%s', (kind) => {
  const folder = join(import.meta.dirname, '../../traces/atomicity', kind);
  test.each(readdirSync(folder))('%s', (name) => {
    const trace = parseTrace(readFileSync(join(folder, name)));
    const graph = transactions(trace);
    expect(graph.cut().length > 0, 'the folder says what it is').toBe(kind === 'violation');
    const found = violations(atomicity, trace);
    expect(found.length > 0).toBe(kind === 'violation');
    for (const violation of found) expectReal(trace, graph, violation);
  });
});

test('a lost update is three accesses of one variable', () => {
  const trace = parseTrace(
    readFileSync(join(import.meta.dirname, '../../traces/atomicity/violation/read-modify-write-in-two-sections.std')),
  );
  expect(violations(atomicity, trace)).toEqual([{ begin: 0, own: 2, cut: [5], index: 8 }]);
});

test('what looks the same is told once', () => {
  const once = 'T1|begin(f)|1\nT1|r(x)|2\nT2|w(x)|11\nT1|w(x)|3\nT1|end(f)|4\n';
  expect(violations(atomicity, parse(once.repeat(5)))).toHaveLength(1);
  expect(violations(atomicity, parse(once + once.replace('|11', '|12')))).toHaveLength(2);
});

describe('a random trace', () => {
  test.each([
    ['of all operations', anyBlocks, 3000],
    ['of long cycles', sparseBlocks, 6000],
  ])('%s has a violation exactly if it is not serialisable, and each is real', (_, traces, thorough) => {
    fc.assert(
      fc.property(traces, (trace) => {
        const graph = transactions(trace);
        const found = violations(atomicity, trace);
        expect(found.length > 0).toBe(graph.cut().length > 0);
        for (const violation of found) expectReal(trace, graph, violation);
      }),
      runs(thorough),
    );
  });

  test.each([
    ['of all operations', anyBlocks],
    ['of long cycles', sparseBlocks],
  ])('%s says the same if nothing is kept that nobody needs', (_, traces) => {
    fc.assert(
      fc.property(traces, (trace) => {
        expect(violations(sweeping, trace)).toEqual(violations(atomicity, trace));
      }),
      runs(3000),
    );
  });

  test.each([
    ['of all operations', anyBlocks, 1500],
    ['of long cycles', sparseBlocks, 6000],
  ])('%s shows its first cycle at the event that closes it', (_, traces, thorough) => {
    fc.assert(
      fc.property(traces, (trace) => {
        const graph = transactions(trace);
        if (graph.cut().length === 0) return;
        let [whole, broken] = [0, trace.length];
        while (broken - whole > 1) {
          const middle = (whole + broken) >> 1;
          if (graph.cut(middle).length > 0) broken = middle;
          else whole = middle;
        }
        expect(violations(atomicity, prefix(trace, whole))).toEqual([]);
        const shown = violations(atomicity, prefix(trace, broken)).map(({ index }) => index);
        expect(new Set(shown)).toEqual(new Set([broken - 1]));
      }),
      runs(thorough),
    );
  });
});
