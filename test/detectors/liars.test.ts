// The contract itself: detectors that lie, each in its way, and the clause that each must break.

import { expect, test } from 'vitest';
import { cp } from '../../src/detectors/cp/index.ts';
import type { Analysis, RaceDetector, RaceSink } from '../../src/detectors/detector.ts';
import { djit } from '../../src/detectors/djit.ts';
import { eraser } from '../../src/detectors/eraser/index.ts';
import { hbPairs } from '../../src/detectors/hb-pairs/index.ts';
import { locksetPairs } from '../../src/detectors/lockset-pairs/index.ts';
import { shb } from '../../src/detectors/shb/index.ts';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import { wcp } from '../../src/detectors/wcp/index.ts';
import type { EventBlock } from '../../src/trace/block.ts';
import { Op } from '../../src/trace/operation.ts';
import { UNKNOWN } from '../../src/trace/outcome.ts';
import { Witness } from '../../src/trace/witness.ts';
import { contractOf } from './contract.ts';
import { traceFiles } from './trace-files.ts';

const files = traceFiles();

/** The detector with another sink, made anew for each analysis. */
function telling(detector: RaceDetector, sink: (report: RaceSink) => RaceSink): RaceDetector {
  return { ...detector, analysis: (report, options) => detector.analysis(sink(report), options) };
}

/** The detector with parts of its analysis replaced. */
function replacing(detector: RaceDetector, parts: (inner: Analysis, report: RaceSink) => Partial<Analysis>): RaceDetector {
  return {
    ...detector,
    analysis(report, options) {
      const inner = detector.analysis(report, options);
      const same: Analysis = { block: (events) => inner.block(events), end: () => inner.end(), counters: () => inner.counters() };
      return { ...same, ...parts(inner, report) };
    },
  };
}

/** Which of the races are told, by the numbers of their two threads. */
function choosing(detector: RaceDetector, isTold: (t: number, u: number) => boolean): RaceDetector {
  return {
    ...detector,
    analysis(report, options) {
      const threads: number[] = [];
      const inner = detector.analysis((first, second, ...more) => {
        if (isTold(threads[first]!, threads[second]!)) report(first, second, ...more);
      }, options);
      const block = (events: EventBlock) => {
        for (let i = 0; i < events.length; i++) threads[events.start + i] = events.threads[i]!;
        inner.block(events);
      };
      return { block, end: () => inner.end(), counters: () => inner.counters() };
    },
  };
}

/** Every write is a race with the last one of its variable for which `isRace` says so. */
function writes(claim: RaceDetector['claim'], isRace: (t: number, u: number) => boolean): RaceDetector {
  return {
    ...hbPairs,
    claim,
    analysis(report) {
      const last = new Map<number, { thread: number; position: number }>();
      const block = ({ start, length, ops, threads, targets }: EventBlock) => {
        for (let i = 0; i < length; i++) {
          if (ops[i] !== Op.write) continue;
          const earlier = last.get(targets[i]!);
          if (earlier !== undefined && isRace(earlier.thread, threads[i]!)) report(earlier.position, start + i);
          last.set(targets[i]!, { thread: threads[i]!, position: start + i });
        }
      };
      return { block, end() {}, counters: () => ({}) };
    },
  };
}

/** Begins anew with every block. */
const forgetful: RaceDetector = {
  ...hbPairs,
  analysis(report) {
    const analyses: Analysis[] = [hbPairs.analysis(report)];
    return {
      block(events) {
        analyses.push(hbPairs.analysis(report));
        analyses.at(-1)!.block(events);
      },
      end: () => analyses.at(-1)!.end(),
      counters: () => analyses[0]!.counters(),
    };
  },
};

/** The first race that any analysis of it finds, and no more. */
function onlyOnce(detector: RaceDetector): RaceDetector {
  let told = false;
  return telling(detector, (report) => (first, second) => {
    if (!told) report(first, second);
    told = true;
  });
}

const unnamed = (detector: RaceDetector) => telling(detector, (report) => (_, second) => report(UNKNOWN, second));

const clause = {
  conflict: 'a race is two conflicting accesses of two threads',
  observed: 'what it calls observed is that',
  predicted: 'what it calls predicted is that',
  suspected: 'what it calls suspected is that',
  silent: 'is silent where there is no race',
  first: 'finds the first race',
  numbers: 'does not depend on how things are numbered',
  before: 'does not depend on what others did before',
  blocks: 'does not depend on blocks',
  again: 'says the same again',
  counts: 'counts with numbers',
  nothing: 'says nothing about nothing',
  schedule: 'where it predicts without proof, some schedule has a race or a deadlock',
} as const;

const liars: readonly (readonly [keyof typeof clause, lie: string, RaceDetector])[] = [
  ['observed', 'claims to have observed what WCP predicts', { ...wcp, claim: 'observed' }],
  ['observed', 'claims to have observed what CP predicts', { ...cp, claim: 'observed' }],
  ['observed', 'names no first access where there is none', { ...unnamed(locksetPairs), claim: 'observed' }],
  ['silent', 'claims to have observed what is suspected', { ...eraser, claim: 'observed' }],
  ['silent', 'claims to predict what is suspected', { ...locksetPairs, claim: 'predicted' }],
  ['predicted', 'predicts what forks and locks keep apart', writes('predicted', (t, u) => t !== u)],
  ['predicted', 'predicts a race with nobody', unnamed(wcp)],
  [
    'predicted',
    'gives a witness that is none',
    telling(syncPreserving, (report) => (first, second) => report(first, second, Witness.of(Uint32Array.of(first, second)))),
  ],
  [
    'predicted',
    'gives the witness of another race',
    telling(syncPreserving, (report) => {
      let other: Witness | undefined;
      return (first, second, witness) => {
        other ??= witness;
        report(first, second, other);
      };
    }),
  ],
  ['schedule', 'predicts what no schedule has', { ...locksetPairs, claim: 'predicted' }],
  ['suspected', 'suspects what is protected', writes('suspected', (t, u) => t !== u)],
  ['conflict', 'reports a pair of one thread', writes('observed', (t, u) => t === u)],
  ['conflict', 'turns pairs round', telling(hbPairs, (report) => (first, second) => report(second, first))],
  ['conflict', 'reports the event after the access', telling(djit, (report) => (first, second) => report(first, second + 1))],
  ['numbers', 'sees only some threads', choosing(hbPairs, (t, u) => t < 2 && u < 2)],
  ['numbers', 'goes by the order of thread numbers', choosing(shb, (t, u) => t < u)],
  [
    'before',
    'drops a race on even positions',
    telling(djit, (report) => (first, second) => {
      if (second % 2 === 1) report(first, second);
    }),
  ],
  [
    'first',
    'drops the first race',
    telling(djit, (report) => {
      let found = 0;
      return (first, second) => {
        if (++found > 1) report(first, second);
      };
    }),
  ],
  ['first', 'never says anything', telling(hbPairs, () => () => {})],
  ['blocks', 'begins anew with every block', forgetful],
  ['again', 'says it once and never again', onlyOnce(djit)],
  ['counts', 'counts what is no number', replacing(djit, () => ({ counters: () => ({ mean: Number.NaN }) }))],
  ['counts', 'counts less than nothing', replacing(djit, () => ({ counters: () => ({ left: -1 }) }))],
  ['nothing', 'finds a race in nothing', replacing(djit, (_, report) => ({ end: () => report(0, 1) }))],
];

function holds(detector: RaceDetector, name: string): () => void {
  // As many cases as it takes: the first that fails is the last.
  return contractOf(detector, { files, parameters: { endOnFailure: true, numRuns: 150 } }).find((one) => one.name === name)!
    .holds;
}

test.each(liars)('%s: a detector that %s is found out', (broken, _, liar) => {
  expect(holds(liar, clause[broken])).toThrow();
});

test('every clause has a liar that breaks it', () => {
  const names = [hbPairs, eraser, wcp].flatMap((detector) => contractOf(detector, { files }).map(({ name }) => name));
  expect(new Set(liars.map(([broken]) => clause[broken]))).toEqual(new Set(names));
});
