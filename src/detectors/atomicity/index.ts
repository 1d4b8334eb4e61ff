// Atomicity (Mathur & Viswanathan 2020, AeroDrome): blocks that no serial order of the run explains. The transactions of a trace (its outermost
// blocks, and every event outside of them) are ordered by their conflicts; a block on a cycle was cut by others. Sound and complete: something
// is reported exactly if there is a cycle. One pass; O(open blocks) per conflict at most, O(1) where no block is open.

import { Op } from '../../trace/operation.ts';
import type { AtomicityDetector } from '../detector.ts';
import { AtomicityAnalysis } from './analysis.ts';

const ORDER_NOTHING: readonly Op[] = [Op.notify, Op.request, Op.requestJoin, Op.try];

export const atomicity: AtomicityDetector = {
  finds: 'atomicity',
  id: 'atomicity',
  title: 'Atomicity',
  paper: 'Mathur & Viswanathan, Atomicity Checking in Linear Time using Vector Clocks, ASPLOS 2020',
  claim: 'observed',
  reports: 'blocks (begin … end) that others cut, so that no serial order of the blocks explains the run',
  cost: 'O(open blocks) time per conflict; memory variables + locks, and open blocks for what comes after one',
  operations: Object.values(Op).filter((op) => !ORDER_NOTHING.includes(op)),
  reentrant: false,
  analysis: (report) => new AtomicityAnalysis(report),
};
