// One happens-before for all, in each memory model: what the detectors that follow it say of one trace, with all that orders events.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Detection } from '../../src/detectors/detection.ts';
import { detectorById } from '../../src/detectors/index.ts';
import { lastBefore } from '../../src/findings/order.ts';
import { FfTracker } from '../../src/teaching/track/index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { type MemoryModel, memoryModels } from '../../src/trace/memory-model.ts';
import { eventAt, events, type Trace } from '../../src/trace/trace.ts';
import { ofModel } from '../arbitrary/model.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { cpPairs } from '../referee/cp.ts';
import { parse } from '../referee/litmus.ts';
import { hbOrder, hbRaces, type Pair } from '../referee/observed-races.ts';
import { wcpPairs } from '../referee/wcp.ts';
import { runs } from '../runs.ts';

/** Those that find exactly the racy variables of happens-before. */
const EXACT = [
  'fasttrack',
  'ff-race',
  'loft-race',
  'djit',
  'hb-pairs',
  'hb-epochs',
  'hb-adaptive',
  'goldilocks',
  'goldilocks-lazy',
  'grammar-hb',
];

interface Found {
  readonly pairs: Pair[];
  readonly observed: Pair[];
}

/** As `analyze` runs it. */
function found(id: string, trace: Trace): Found {
  const detection = new Detection([detectorById(id)!]);
  for (const block of trace.blocks) detection.block(block);
  const { races } = detection.end()[0]!;
  const all = Array.from({ length: races.length }, (_, r) => r);
  const pair = (r: number): Pair => [races.first(r), races.second(r)];
  return { pairs: all.map(pair), observed: all.filter((r) => races.observed(r) === true).map(pair) };
}

function variables(trace: Trace, pairs: readonly Pair[]): string[] {
  return [...new Set(pairs.map(([, second]) => trace.symbols.variables.name(eventAt(trace, second).target)))].sort();
}

const text = (pairs: readonly Pair[]) => new Set(pairs.map(String));

const traces = fc.oneof(traceArbitrary({ features, threads: 5, items: 12 }), volatilesArbitrary());

/** Who writes x, hands it on by v, and who has heard of it; per model the verdict of happens-before on x. */
const examples: readonly [string, string, Readonly<Record<MemoryModel, boolean>>][] = [
  [
    'T1|w(x)\nT1|vw(v)\nT2|vw(v)\nT3|vr(v)\nT3|w(x)',
    'a write that another came after',
    { java: false, c11: true, ecmascript: true },
  ],
  [
    'T1|w(x)\nT1|vw(v)\nT2|vw(v)\nT3|vw(v)\nT4|vr(v)\nT4|w(x)',
    'a write that two others came after',
    { java: false, c11: true, ecmascript: true },
  ],
  ['T1|w(x)\nT1|vw(v)\nT2|vw(v)\nT2|w(x)', 'two writes', { java: true, c11: true, ecmascript: true }],
  ['T1|w(x)\nT1|vr(v)\nT2|vw(v)\nT2|w(x)', 'a read and a write', { java: true, c11: true, ecmascript: true }],
  ['T1|w(x)\nT1|vw(v)\nT2|vr(v)\nT2|w(x)', 'a write and a read', { java: false, c11: false, ecmascript: false }],
  ['T1|w(x)\nT1|rw(v)\nT2|rr(v)\nT2|w(x)', 'relaxed ones', { java: true, c11: true, ecmascript: true }],
  ['T1|w(x)\nT1|vw(v)\nT2|vr(v)\nT2|vw(v)\nT3|vr(v)\nT3|w(x)', 'an update', { java: false, c11: false, ecmascript: false }],
  ['T1|w(x)\nT1|vw(v)\nT2|alloc(v)\nT2|vr(v)\nT2|w(x)', 'fresh memory', { java: false, c11: false, ecmascript: false }],
];

describe.each(memoryModels)('in %s', (model) => {
  test.each(examples)('%j: %s', (code, _, verdicts) => {
    const trace = ofModel(model, parse(code));
    const expected = verdicts[model] ? ['x'] : [];
    expect(variables(trace, hbRaces(trace))).toEqual(expected);
    for (const id of [...EXACT, 'shb', 'hb-frontier', 'hb-locations', 'fasttrack-style', 'cp', 'raptor', 'wcp'])
      expect(variables(trace, found(id, trace).pairs), id).toEqual(expected);
    expect(variables(trace, found('cp', trace).observed)).toEqual(expected);
  });
});

describe('in each model', () => {
  test('those that find all racy variables of happens-before find the same', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const racy = variables(trace, hbRaces(trace));
        for (const id of EXACT) expect(variables(trace, found(id, trace).pairs), id).toEqual(racy);
      }),
      runs(400),
    );
  });

  test('a race of happens-before is one of CP, and one of CP is one of WCP', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const [cp, wcp] = [text(cpPairs(trace)), text(wcpPairs(trace))];
        for (const pair of hbRaces(trace)) expect(cp).toContain(String(pair));
        for (const pair of cp) expect(wcp).toContain(pair);
      }),
      runs(200),
    );
  });

  test('what cp and raptor call observed is what happens-before leaves unordered, and they say the same', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const races = text(hbRaces(trace));
        const { pairs, observed } = found('cp', trace);
        expect(pairs.filter((pair) => races.has(String(pair)))).toEqual(observed);
        expect(found('raptor', trace)).toEqual({ pairs, observed });
      }),
      runs(200),
    );
  });

  test('a prediction does not depend on the model: every schedule keeps what a read saw, and no more', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        for (const id of ['predict', 'sync-preserving']) {
          const all = memoryModels.map((model) => found(id, ofModel(model, trace)).pairs);
          for (const pairs of all) expect(pairs, id).toEqual(all[0]);
        }
      }),
      runs(60),
    );
    const blind = parse('T1|w(x)\nT1|vw(v)\nT2|vw(v)\nT3|vr(v)\nT3|w(x)');
    expect(found('predict', blind).pairs).toEqual([[0, 4]]);
  });

  test('an explanation has the same order', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const order = hbOrder(trace);
        const columns = columnsOf(trace);
        for (const { position, thread } of events(trace)) {
          for (let u = 0; u < trace.symbols.threads.size; u++) {
            if (u === thread) continue;
            const earlier = [...order[position]!].filter((e) => columns.threads[e] === u);
            expect(lastBefore(columns, position, u)?.last).toBe(earlier.length === 0 ? undefined : Math.max(...earlier));
          }
        }
      }),
      runs(400),
    );
  });

  test('FF knows of each thread what the definition says', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const order = hbOrder(trace);
        const tracker = new FfTracker();
        const times: number[] = [];
        for (const block of trace.blocks) tracker.grow(block);
        for (const { position, op, thread, target } of events(trace)) {
          times.push(tracker.threads[thread]![thread]!);
          if (op > 1) tracker.step(op, thread, target);
          for (const earlier of events(trace)) {
            if (earlier.position >= position || earlier.thread === thread) continue;
            const known = tracker.threads[thread]![earlier.thread]! >= times[earlier.position]!;
            expect(known).toBe(order[position]!.has(earlier.position));
          }
        }
      }),
      runs(100),
    );
  });
});
