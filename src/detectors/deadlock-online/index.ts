// Sync-preserving deadlocks of two threads while the trace goes by: the online algorithm of Tunç, Mathur, Pavlogiannis and Viswanathan (2023), with
// a past that is forgotten as soon as nothing can depend on it. Sound and complete for these; memory by threads, locks, variables and
// nodes of the lock graph. No schedule is kept: one is the events below the bounds of a deadlock, in the order of the trace.

import { components, graphOf } from '../../base/components.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../trace/operation.ts';
import { LockNodes, NO_NODE } from '../deadlock/lock-nodes.ts';
import { Settled } from '../deadlock/settled.ts';
import type { Analysis, DeadlockDetector, DeadlockSink } from '../detector.ts';
import { lockOrders } from '../lock-order/lock-orders.ts';
import { memoryOption } from '../memory-option.ts';
import { ALL_OPERATIONS } from '../sync-preserving/trace-index.ts';
import { Candidates } from './candidates.ts';
import { collect } from './collect.ts';
import { Known } from './known.ts';
import { type Partner, Partners } from './partners.ts';
import { firstFrom } from './sections.ts';
import { Synchronisation } from './synchronisation.ts';

/** One part in so many of the memory is for the lock graph. */
const GRAPH_PART = 4;
/** Events after which it looks whether there is enough to forget. */
const SPAN = 1024;
/** What there must be to forget in bytes, at the least; and what an acquire adds. */
const LEAST = 1 << 23;
const ACQUIRE = 64;

/** @internal `patience`: how many times what is usual must have come before something is forgotten. */
export class OnlineDeadlocks implements Analysis {
  private readonly report: DeadlockSink;
  private readonly memory: number;
  private readonly patience: number;
  private readonly nodes: LockNodes;
  private readonly partners: Partners;
  private readonly settled: Settled;
  private readonly known = new Known();
  private readonly synchronisation = new Synchronisation(this.known);
  /** Per node. */
  private readonly candidates: Candidates[] = [];
  private readonly hasBegun: boolean[] = [];
  private ideal = new Uint32Array(0);
  /** How many bytes there are before it is time to look what can be forgotten. */
  private limit: number;
  /** Whether what is left does not fit into the memory. */
  private isFull = false;
  private readonly counted = {
    events: 0,
    eventsAnalysed: 0,
    closures: 0,
    deadlocks: 0,
    longerCycles: 0,
    collections: 0,
    memory: 0,
  };

  constructor(report: DeadlockSink, memory: number, patience = 1) {
    this.report = report;
    this.memory = memory;
    this.patience = patience;
    this.limit = patience * LEAST;
    this.nodes = new LockNodes(memory / GRAPH_PART, false);
    this.partners = new Partners(this.nodes);
    this.settled = new Settled(this.nodes);
  }

  block(block: EventBlock): void {
    const { counted, known } = this;
    counted.events += block.length;
    if (this.isFull) return;
    this.nodes.grow(block);
    known.grow(block.bounds);
    this.isFull = known.bytes > this.memory;
    if (this.ideal.length < known.rows.width) this.ideal = new Uint32Array(known.rows.width);
    for (let from = 0; from < block.length && !this.isFull; from += SPAN) {
      const to = Math.min(block.length, from + SPAN);
      this.span(block, from, to);
      counted.eventsAnalysed += to - from;
      if (known.rows.bytes + ACQUIRE * known.added >= this.limit) this.forget();
    }
  }

  end(): void {
    this.forget();
    this.counted.longerCycles = longerCycles(this.nodes);
  }

  counters(): Record<string, number> {
    const { nodes, partners, counted } = this;
    return {
      nestedAcquires: nodes.nested,
      nodes: nodes.count,
      acquiresLost: nodes.lost,
      patterns: partners.patterns,
      patternsCut: Number(partners.isCut),
      ...counted,
      memory: counted.memory + nodes.bytes,
    };
  }

  private span({ ops, threads, targets, locations, start }: EventBlock, from: number, to: number): void {
    const { known, hasBegun } = this;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (hasBegun[t] !== true) {
        this.synchronisation.begin(t);
        hasBegun[t] = true;
      }
      if (ACCESS_KINDS[op] === NO_ACCESS) this.other(op, t, targets[i]!, locations[i]!, start + i);
      else if (isWrite(op)) known.write(t, targets[i]!, start + i);
      else known.read(t, targets[i]!);
    }
  }

  private other(op: number, t: number, target: number, location: number, position: number): void {
    const node = this.nodes.event(op, t, target, location, position);
    if (node !== NO_NODE) this.nested(node, t, position);
    if (op === Op.alloc) this.known.writtenBelow[target] = 0;
    else this.synchronisation.step(op, t, target, position);
  }

  /** An acquire of a node is about to come. */
  private nested(node: number, t: number, position: number): void {
    const { known } = this;
    const notify = this.synchronisation.notifyOf(t);
    let row = known.row(t);
    if (notify !== undefined) {
      const ideal = known.ideals[t]!.slice();
      if (known.include(ideal, notify)) row = known.rows.add(t, ideal);
      known.raised.clear();
    }
    for (const partner of this.partners.of(node)) this.look(node, row, position, partner);
    this.candidates[node] ??= new Candidates(t);
    this.candidates[node].add(position, row);
  }

  /** Looks for an earlier acquire of a partner that can come next when this one can, which nothing needs that was before it. */
  private look(node: number, row: number, position: number, partner: Partner): void {
    const { known, ideal, counted, nodes } = this;
    const { positions, rows } = this.candidates[partner.node]!;
    const t = nodes.thread(node);
    const u = nodes.thread(partner.node);
    partner.passed = Math.max(partner.passed, known.rows.entries(row)[u]!);
    let i = firstFrom(positions, partner.passed);
    if (i === positions.length) return;
    ideal.set(known.rows.entries(row));
    ideal[t] = position;
    while (i < positions.length) {
      for (let v = 0; v < known.sections.length; v++) known.raised.add(v);
      known.rows.join(rows[i]!, ideal, known.raised);
      ideal[u] = Math.max(ideal[u]!, positions[i]!);
      known.close(ideal);
      known.raised.clear();
      counted.closures++;
      if (ideal[u]! <= positions[i]!) {
        this.found(partner.node, node, positions[i]!, position);
        return;
      }
      partner.passed = ideal[u]!;
      i = firstFrom(positions, ideal[u]!);
    }
  }

  private found(first: number, second: number, earlier: number, later: number): void {
    this.partners.part(first, second);
    if (this.settled.has([first, second])) return;
    this.settled.add([first, second]);
    this.counted.deadlocks++;
    this.report({ cycle: [earlier, later], below: this.ideal.slice() });
  }

  private forget(): void {
    const { known, counted, patience } = this;
    const bytes = collect(known, this.synchronisation, this.candidates);
    known.added = 0;
    this.limit = known.rows.bytes + patience * Math.max(LEAST, 2 * bytes, known.bytes);
    counted.collections++;
    counted.memory = Math.max(counted.memory, 2 * bytes + known.bytes);
    this.isFull = counted.memory > this.memory;
  }
}

/** Groups of three or more locks that are taken in a circle, in which more than two threads may wait. */
function longerCycles(nodes: LockNodes): number {
  const { orders } = lockOrders(nodes);
  const locks = orders.reduce((most, { held, wanted }) => Math.max(most, held + 1, wanted + 1), 0);
  const from = orders.map(({ held }) => held);
  const to = orders.map(({ wanted }) => wanted);
  const sizes = new Map<number, number>();
  for (const component of components(graphOf(locks, from, to))) sizes.set(component, (sizes.get(component) ?? 0) + 1);
  return [...sizes.values()].filter((size) => size > 2).length;
}

type Counters = Readonly<Record<string, number>>;

function unfinished(counters: Counters): string | undefined {
  const { events = 0, eventsAnalysed = 0, acquiresLost = 0, patternsCut = 0, longerCycles: longer = 0 } = counters;
  const words: string[] = [];
  if (longer > 0)
    words.push(
      `deadlock-online looks for deadlocks of two threads, and there ${longer === 1 ? 'is' : 'are'} ${longer === 1 ? 'a group' : `${longer} groups`} of three or more locks that are taken in a circle, where more may wait for each other; --detector deadlock looks for those`,
    );
  if (eventsAnalysed < events)
    words.push(
      `deadlock-online looked at the first ${eventsAnalysed} of ${events} events: what it must remember does not fit into its memory; a larger --memory gets further`,
    );
  if (acquiresLost > 0) words.push(`deadlock-online had no memory for ${acquiresLost} acquires; a larger --memory has`);
  if (patternsCut > 0)
    words.push('deadlock-online did not come to all pairs of locks that are held, of which there are too many');
  return words.join('; ') || undefined;
}

export const deadlockOnline: DeadlockDetector = {
  finds: 'deadlock',
  id: 'deadlock-online',
  title: 'Online deadlock prediction',
  paper: 'Tunç, Mathur, Pavlogiannis, Viswanathan, Sound Dynamic Deadlock Prediction in Linear Time, PLDI 2023',
  claim: 'predicted',
  reports:
    'for every two threads that can wait for each other’s locks at some places in the code while critical sections keep their order, one such pair of acquires',
  cost: 'one pass; memory by threads, locks, variables and what threads hold while they wait for a lock, not by events',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options: [memoryOption],
  unfinished,
  analysis: (report, { memory = memoryOption.default } = {}) => new OnlineDeadlocks(report, memory),
};
