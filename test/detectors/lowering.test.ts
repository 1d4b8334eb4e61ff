// Lowering must keep the order of events: happens-before on lowered events is happens-before on the trace.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Detection } from '../../src/detectors/detection.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { hbPairs } from '../../src/detectors/hb-pairs/index.ts';
import { Op } from '../../src/trace/operation.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { type Feature, features, traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';
import { BASIC_OPERATIONS } from '../trace/basic-operations.ts';

const lowered: Detector = { ...hbPairs, operations: BASIC_OPERATIONS, reentrant: false };

/** All unordered pairs, without those that a volatile access takes part in: lowered, it is an access as well. */
function pairs(detector: Detector, trace: Trace): string[] {
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  const { races } = detection.end()[0]!;
  const found = Array.from({ length: races.length }, (_, r) => [races.first(r), races.second(r)]);
  return found.filter((pair) => pair.every((position) => eventAt(trace, position).op <= Op.write)).map(String);
}

/** Not exact: a critical section orders more than the volatile access or the reader that it stands for. */
const exact = features.filter((feature) => !['shared', 'volatile', 'atomic'].includes(feature));

test('lowered events are ordered as the events that they stand for', () => {
  fc.assert(
    fc.property(traceArbitrary({ features: exact }), (trace) => {
      expect(pairs(lowered, trace)).toEqual(pairs(hbPairs, trace));
    }),
    runs(600),
  );
});

test('lowered volatile accesses and reader locks never lose an order', () => {
  const all: Feature[] = [...features];
  fc.assert(
    fc.property(traceArbitrary({ features: all }), (trace) => {
      const exactPairs = new Set(pairs(hbPairs, trace));
      expect(pairs(lowered, trace).filter((pair) => !exactPairs.has(pair))).toEqual([]);
    }),
    runs(600),
  );
});
