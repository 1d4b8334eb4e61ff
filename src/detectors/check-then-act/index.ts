// Check-then-act without annotations: a thread reads a variable in one critical section and writes it in its next one of the same lock, without
// looking again, and another thread writes it in a section of that lock which came between the two, or could have. Suspects: whether the
// write depends on the read is not in a trace. One pass.

import { SYNCHRONISATION } from '../../clocks/happens-before.ts';
import { Op } from '../../trace/operation.ts';
import type { AtomicityDetector } from '../detector.ts';
import { CheckThenActAnalysis } from './analysis.ts';

const ORDER_NOTHING: readonly Op[] = [Op.notify, Op.request, Op.requestJoin, Op.try];

export const checkThenAct: AtomicityDetector = {
  finds: 'atomicity',
  id: 'check-then-act',
  title: 'Check-then-act',
  paper: 'Burrows & Leino, Finding Stale-Value Errors in Concurrent Programs, Concurrency and Computation 2004',
  claim: 'suspected',
  reports: 'writes under a lock that rest on what was read in the section before, where another thread may write in between',
  cost: 'O(locks held) time per access; memory what the last two sections of each thread and lock have read',
  operations: [Op.read, Op.write, ...SYNCHRONISATION.filter((op) => !ORDER_NOTHING.includes(op))],
  reentrant: false,
  analysis: (report) => new CheckThenActAnalysis(report),
};
