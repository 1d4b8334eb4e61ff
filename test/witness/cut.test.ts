// The checker of cut blocks against a slow one: what it accepts, and what it refuses of schedules that are a little wrong.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atomicityPredicted } from '../../src/detectors/atomicity-predicted/index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { type Cut, cutsAtEnd } from '../../src/witness/cut.ts';
import { lockedBlocks } from '../arbitrary/blocks.ts';
import { listing } from '../arbitrary/trace.ts';
import { isCutBy, threes } from '../referee/cuts.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const TRACE = parse(
  [
    'T1|begin(b)|1',
    'T1|acq(m)|2',
    'T1|r(x)|3',
    'T1|rel(m)|4',
    'T1|acq(m)|5',
    'T1|w(x)|6',
    'T1|rel(m)|7',
    'T1|end(b)|8',
    'T2|acq(m)|9',
    'T2|w(x)|10',
    'T2|rel(m)|11',
  ].join('\n'),
);
const CUT = { begin: 0, own: 2, cut: 9, index: 5 };
const PROOF = [0, 1, 2, 3, 8, 9, 10, 4, 5];

function verdict(schedule: readonly number[], cut: Cut = CUT) {
  return new ScheduleChecker(columnsOf(TRACE), TRACE.symbols).checkCut(schedule, cut);
}

describe('checkCut', () => {
  it('accepts a proof', () => {
    expect(verdict(PROOF)).toEqual({ ok: true });
    expect(cutsAtEnd(columnsOf(TRACE), Uint32Array.from(PROOF))).toEqual([CUT]);
  });

  it.each([
    ['the trace itself', [0, 1, 2, 3, 4, 5], CUT, /do not come in this order/],
    ['a lock that is not given back', [0, 1, 2, 3, 8, 9, 4, 5], CUT, /holds the lock/],
    ['another end', [...PROOF, 6], CUT, /does not end with the last access/],
    ['a block that is none', PROOF, { ...CUT, begin: 1 }, /not of the block/],
    ['events that are no accesses', PROOF, { ...CUT, own: 1 }, /not all accesses/],
    ['accesses of one thread', PROOF, { ...CUT, cut: 2 }, /same thread/],
    ['an event that is none', PROOF, { ...CUT, own: 99 }, /no event 99/],
  ])('refuses %s', (_, schedule, cut, reason) => {
    const answer = verdict(schedule, cut);
    expect(answer.ok ? '' : answer.reason).toMatch(reason);
  });
});

interface Proof {
  readonly cut: Cut;
  readonly schedule: number[];
}

function proofs(trace: Trace): Proof[] {
  const found: Proof[] = [];
  const analysis = atomicityPredicted.analysis(({ begin, own, index, cut, witness }) =>
    found.push({ cut: { begin, own: own!, cut: cut[0]!, index }, schedule: [...witness!] }),
  );
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return found;
}

describe('checkCut against a slow checker', () => {
  const plain = lockedBlocks.filter((trace) =>
    [...events(trace)].every(({ op }) => op !== Op.wait && op !== Op.notify && op !== Op.alloc),
  );

  it('says the same of schedules that are a little wrong, one after the other', () => {
    fc.assert(
      fc.property(plain, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }), (trace, changes) => {
        const checker = new ScheduleChecker(columnsOf(trace), trace.symbols, 4);
        const real = new Set(threes(trace).map((cut) => JSON.stringify(cut)));
        for (const { cut, schedule } of proofs(trace))
          for (const [from, to, left] of changes) {
            const wrong = [...schedule];
            wrong.splice(to % wrong.length, 0, ...wrong.splice(from % wrong.length, 1));
            if (left % 3 === 0) wrong.splice(left % wrong.length, 1);
            const is = real.has(JSON.stringify(cut)) && isCutBy(trace, cut, wrong);
            expect(checker.checkCut(wrong, cut).ok, `${listing(trace)}\n${JSON.stringify(cut)} ${wrong}`).toBe(is);
          }
      }),
      runs(600),
    );
  });
});
