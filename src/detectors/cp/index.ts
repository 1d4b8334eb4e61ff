// Causally-precedes (Smaragdakis and others 2012), online: the answer of Raptor (Roemer, Bond 2019), which is sound and complete for CP,
// by clocks and one number per critical section instead of sets per access. Reports exactly the consecutive conflicting pairs that CP
// does not order. Overlapping sections are taken by the definition, which does not need nesting.

import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import type { Analysis, DetectorOption, RaceDetector } from '../detector.ts';
import { CausalOrder } from './causal-order.ts';
import { heldAtEndWords } from './held-at-end.ts';
import { type CpSink, History } from './history.ts';
import { RaceTally } from './tally.ts';
import { WindowedCp, windowWords } from './windowed.ts';

export type { CpSink };

class Cp implements Analysis {
  private readonly order: CausalOrder;
  private readonly history: History;
  private readonly tally: RaceTally;

  constructor(sink: CpSink) {
    const tally = new RaceTally(sink);
    this.tally = tally;
    this.order = new CausalOrder(({ first, second }) => tally.report(first, second, false));
    this.history = new History(this.order, (first, second, observed) => tally.report(first, second, observed));
  }

  block(block: EventBlock): void {
    const { order, history } = this;
    order.grow(block);
    history.grow(block.bounds.variables);
    const { start, length, ops, threads, targets, positions } = block;
    const { held } = order;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      const target = targets[i]!;
      if (op > Op.write) {
        order.step(op, t, target);
        continue;
      }
      if (held[t]!.length > 0) order.access(t, target, op);
      const position = positions === undefined ? start + i : positions[i]!;
      if (op === Op.read) history.read(t, target, position);
      else history.write(t, target, position);
    }
  }

  end(): void {
    this.tally.counted.heldAtEnd = this.order.end();
  }

  counters(): Record<string, number> {
    return { ...this.tally.counted, ...this.order.counters(), ...this.order.hb.counters() };
  }
}

const windowOption: DetectorOption = {
  name: 'window',
  default: 0,
  help: 'events of a window, each half over the one before, that two accesses must lie in; unless said, the whole trace is one',
};

/** The analysis with a sink that also hears whether a race is one by happens-before; of the whole trace, or within windows. */
export function cpAnalysis(sink: CpSink, window: number = windowOption.default): Analysis {
  return window === 0 ? new Cp(sink) : new WindowedCp(window, sink, cpAnalysis);
}

export const cp: RaceDetector = {
  finds: 'race',
  id: 'cp',
  title: 'Causally-precedes, online',
  paper: 'Roemer, Bond, Online Set-Based Dynamic Analysis for Sound Predictive Race Detection, 2019',
  claim: 'predicted',
  reports: 'every consecutive conflicting pair that CP does not order; the first that is no HB race may be a deadlock instead',
  cost: 'one pass, O(threads) where a thread learns something; memory grows with variables, locks and critical sections that CP leaves unordered',
  operations: [
    ...[Op.read, Op.write, Op.acquire, Op.release, Op.fork, Op.join],
    ...[Op.volatileRead, Op.volatileWrite, Op.relaxedRead, Op.relaxedWrite],
    ...[Op.acquireShared, Op.releaseShared, Op.barrierEnter, Op.barrierExit],
  ],
  reentrant: false,
  options: [windowOption],
  unfinished: windowWords,
  note: heldAtEndWords,
  analysis: (report, { window = windowOption.default } = {}) =>
    cpAnalysis((first, second, observed) => report(first, second, undefined, observed), window),
};
