// WCP by vector clocks against the least fixed point of its rules.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wcp } from '../../src/detectors/wcp/index.ts';
import { BlockBuilder } from '../../src/trace/builder.ts';
import { Lowering } from '../../src/trace/lowering.ts';
import { Op } from '../../src/trace/operation.ts';
import { newSymbols } from '../../src/trace/symbols.ts';
import { type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { type Feature, features, traceArbitrary } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { type Pair, predictions } from '../referee/correct-reorderings.ts';
import { litmusTraces, parse } from '../referee/litmus.ts';
import { wcpPairs } from '../referee/wcp.ts';
import { runs } from '../runs.ts';
import { flagged } from './run.ts';

function found(trace: Trace): Pair[] {
  const pairs: Pair[] = [];
  const analysis = wcp.analysis((first, second) => pairs.push([first, second]));
  const lowering = new Lowering(wcp.operations, wcp.reentrant, (block) => analysis.block(block));
  for (const block of trace.blocks) lowering.lower(block);
  analysis.end();
  return pairs;
}

function agrees(trace: Trace): void {
  const all = wcpPairs(trace);
  const pairs = found(trace);
  expect(pairs.map(([, second]) => second)).toEqual(flagged(all));
  for (const pair of pairs) expect(all).toContainEqual(pair);
}

const nested: readonly Feature[] = ['nested', 'fork', 'hand-over', 'guarded', 'overlap', 'cut'];

describe('wcp', () => {
  it.each(litmusTraces())('finds what is in $name', ({ trace, expected }) => {
    const pairs = found(trace);
    expect(pairs.map(([, second]) => second)).toEqual(flagged([...expected.wcp]));
    for (const pair of pairs) expect(expected.wcp).toContainEqual(pair);
  });

  it('flags exactly the accesses that the rules flag', () => {
    fc.assert(fc.property(traceArbitrary({ features: nested }), agrees), runs(300));
  });

  it('does so with re-entrant locks', () => {
    fc.assert(fc.property(traceArbitrary({ features: ['nested', 'reentrant', 'fork', 'hand-over'] }), agrees), runs(200));
  });

  it('does so with many locks and long chains of them', () => {
    const shape = { features: nested, threads: 5, locks: 4, variables: 2, items: 14, nesting: 3 };
    fc.assert(fc.property(traceArbitrary(shape), agrees), runs(100));
  });

  it('does so with all that orders events, in each memory model', () => {
    fc.assert(fc.property(traceArbitrary({ features, threads: 5, locks: 3, items: 12 }), agrees), runs(300));
    const weights = { access: 6, section: 4, volatile: 6, publish: 4, barrier: 3, wait: 3, atomic: 3 };
    fc.assert(fc.property(traceArbitrary({ features, threads: 4, variables: 2, items: 12, weights }), agrees), runs(300));
    fc.assert(fc.property(volatilesArbitrary(), agrees), runs(300));
  });

  it('does not predict a race of a writer and a reader that hold the lock', () => {
    const write = 'T0|acq(m)\nT0|w(x)\nT0|rel(m)';
    const read = 'racq(m)\nT1|r(x)\nT1|rrel(m)';
    expect(found(parse(`${write}\nT1|${read}`))).toEqual([]);
    expect(found(parse(`T1|${read}\n${write}`))).toEqual([]);
    // The reader was the last to release, too.
    expect(found(parse(`${write}\nT1|acq(m)\nT1|rel(m)\nT1|${read}`))).toEqual([]);
    // The reader became a writer before the other did.
    expect(found(parse(`T1|${read}\nT1|acq(m)\nT1|rel(m)\n${write}`))).toEqual([]);
    // What readers do is unordered among themselves.
    expect(found(parse('T0|w(x)\nT0|racq(m)\nT0|rrel(m)\nT1|racq(m)\nT1|r(x)\nT1|rrel(m)'))).toEqual([[0, 4]]);
  });

  it('finds a race of some schedule first, unless one ends in a deadlock', () => {
    const weights = { access: 1, fork: 6, join: 6, section: 8, 'hand-over': 8 };
    fc.assert(
      fc.property(traceArbitrary({ threads: 3, variables: 2, items: 6, weights }), (trace) => {
        const { pairs, deadlock } = predictions(trace)!;
        const [first] = found(trace);
        if (first !== undefined && !deadlock) expect(pairs).toContainEqual(first);
      }),
      runs(150),
    );
  });

  it('does so above 256 threads, where clocks have tails', () => {
    fc.assert(
      fc.property(traceArbitrary({ features: nested }), (trace) => {
        const symbols = newSymbols();
        for (let t = 0; t < 254; t++) symbols.threads.internName(`idle${t}`);
        const spread = new TraceCollector(symbols);
        const builder = new BlockBuilder(symbols, (block) => spread.block(block), 64);
        for (const name of trace.symbols.threads.names()) symbols.threads.internName(name);
        for (const name of trace.symbols.locks.names()) symbols.locks.internName(name);
        for (const name of trace.symbols.variables.names()) symbols.variables.internName(name);
        for (const { ops, threads, targets, length } of trace.blocks)
          for (let i = 0; i < length; i++) {
            const op = ops[i]! as Op;
            const target = op === Op.fork || op === Op.join ? targets[i]! + 254 : targets[i]!;
            builder.add(op, threads[i]! + 254, target, 0);
          }
        builder.flush();
        expect(flagged(found(spread.trace()))).toEqual(flagged(wcpPairs(trace)));
      }),
      runs(60),
    );
  });
});
