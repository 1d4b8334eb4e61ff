// Lock order inversions: locks that threads take in orders which contradict each other, whether a schedule can make a deadlock of that or not.
// What ThreadSanitizer's deadlock detector and Helgrind warn of. One pass over the locks of the trace.

import type { EventBlock } from '../../trace/block.ts';
import { isInCycle, lockComponents } from '../deadlock/lock-components.ts';
import { LockNodes } from '../deadlock/lock-nodes.ts';
import type { Analysis, DeadlockDetector, DeadlockSink } from '../detector.ts';
import { memoryOption } from '../memory-option.ts';
import { ALL_OPERATIONS } from '../sync-preserving/trace-index.ts';
import { inversions } from './inversions.ts';
import { lockOrders } from './lock-orders.ts';

/** More cycles than this are only counted. */
const LISTED = 1000;

class LockOrderInversions implements Analysis {
  private readonly report: DeadlockSink;
  private readonly nodes: LockNodes;
  private readonly counted = { nodesInCycles: 0, lockOrders: 0, cycles: 0, cyclesLeftOut: 0, ordersCut: 0 };

  constructor(report: DeadlockSink, memory: number) {
    this.report = report;
    this.nodes = new LockNodes(memory, false);
  }

  block(events: EventBlock): void {
    this.nodes.block(events);
  }

  end(): void {
    const { nodes, counted } = this;
    const component = lockComponents(nodes, () => true);
    const { orders, isCut: isShort } = lockOrders(nodes, (n) => isInCycle(nodes, component, n));
    const { cycles, isCut } = inversions(nodes, orders);
    for (let n = 0; n < nodes.count; n++) if (isInCycle(nodes, component, n)) counted.nodesInCycles++;
    counted.lockOrders = orders.length;
    counted.cycles = cycles.length;
    counted.cyclesLeftOut = Math.max(0, cycles.length - LISTED);
    counted.ordersCut = Number(isCut || isShort);
    for (const cycle of cycles.slice(0, LISTED)) {
      const acquires = cycle.map((n) => nodes.first(n));
      const first = acquires.indexOf(Math.min(...acquires));
      this.report({ cycle: [...acquires.slice(first), ...acquires.slice(0, first)] });
    }
  }

  counters(): Record<string, number> {
    const { nested, count, lost, bytes } = this.nodes;
    return { nestedAcquires: nested, nodes: count, acquiresLost: lost, ...this.counted, memory: bytes };
  }
}

function unfinished({
  cyclesLeftOut = 0,
  ordersCut = 0,
  acquiresLost = 0,
}: Readonly<Record<string, number>>): string | undefined {
  const words: string[] = [];
  if (cyclesLeftOut > 0) words.push(`lock-order counted ${cyclesLeftOut} more cycles than it lists`);
  if (ordersCut > 0)
    words.push('lock-order did not come to all lock orders that may be part of a cycle, of which there are too many');
  if (acquiresLost > 0) words.push(`lock-order had no memory for ${acquiresLost} acquires; a larger --memory has`);
  return words.join('; ') || undefined;
}

export const lockOrder: DeadlockDetector = {
  finds: 'deadlock',
  id: 'lock-order',
  title: 'Lock order inversions',
  paper: 'Havelund, Using Runtime Analysis to Guide Model Checking of Java Programs, SPIN 2000; the lock graph of Goodlock',
  claim: 'suspected',
  reports:
    'for every order of two locks that others contradict, a shortest cycle of them, whether a schedule can end in it or not',
  cost: 'O(1) per acquire and release as a rule; memory by what threads hold while they wait for a lock',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options: [memoryOption],
  unfinished,
  analysis: (report, { memory = memoryOption.default } = {}) => new LockOrderInversions(report, memory),
};
