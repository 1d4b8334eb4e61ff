// Deadlocks with proofs: patterns of the abstract lock graph, decided in two steps as races are. Sync-preserving deadlocks first (Tunç,
// Mathur, Pavlogiannis, Viswanathan 2023), then, for patterns that have none, schedules that turn the order of critical sections round.
// Each has a witness that the checker accepted, so none is false; a trace whose lock graph has no cycle costs one pass over its locks.

import type { EventBlock } from '../../trace/block.ts';
import type { Analysis, DeadlockDetector, DeadlockSink, DetectorOption, Working } from '../detector.ts';
import { memoryOption } from '../memory-option.ts';
import { reachOption } from '../reach-option.ts';
import { budgetOption, SECOND, windowOption } from '../search-options.ts';
import { ALL_OPERATIONS } from '../sync-preserving/trace-index.ts';
import { LockNodes } from './lock-nodes.ts';
import { PartDeadlocks } from './part-deadlocks.ts';
import { type Part, Parts } from './parts.ts';
import { Patterns } from './patterns.ts';
import { Settled } from './settled.ts';
import { unfinished } from './unfinished.ts';

/** Deadlocks of more than a few threads are rare, and the longer cycles are, the more there are. */
const cycleOption: DetectorOption = {
  name: 'cycle',
  default: 8,
  min: 2,
  help: 'threads that a deadlock may have at the most',
};

/** One part in so many of the memory is for the lock graph. */
const GRAPH_PART = 4;

class Deadlocks implements Analysis {
  private readonly nodes: LockNodes;
  private readonly parts: Parts;
  private readonly settled: Settled;
  private readonly report: DeadlockSink;
  private readonly cycle: number;
  private readonly window: number;
  private readonly patience: number;
  /** Steps that are left of the budget. */
  private steps: number;
  private readonly counted: Record<string, number> = {};
  /** Whether cycles were left out because there were too many, or because they were too long. */
  private cut = false;
  private tooLong = false;
  /** Patterns of the whole trace that no window has shown to be a deadlock. */
  private across = 0;

  constructor(report: DeadlockSink, given: Readonly<Record<string, number>>) {
    const value = ({ name, default: usual }: DetectorOption): number => given[name] ?? usual;
    const memory = value(memoryOption);
    this.report = report;
    this.cycle = value(cycleOption);
    this.window = value(windowOption);
    this.steps = value(budgetOption) * SECOND;
    this.patience = Math.max(1, value(budgetOption) / budgetOption.default);
    this.nodes = new LockNodes(memory / GRAPH_PART);
    this.settled = new Settled(this.nodes);
    this.parts = new Parts(memory, value(reachOption), (part, working) => this.look(part, working));
  }

  block(events: EventBlock): void {
    this.nodes.block(events);
    this.parts.block(events);
  }

  end(working?: Working): void {
    const { nodes, parts, settled } = this;
    parts.end(working);
    if (parts.windows === 0 && parts.analysed === parts.events) return;
    const patterns = new Patterns(nodes, () => true);
    patterns.each(this.cycle, (pattern) => {
      if (!settled.has(pattern)) this.across++;
      return true;
    });
    this.note(patterns);
  }

  private look(part: Part, working: Working | undefined): number {
    const { nodes, settled, counted } = this;
    nodes.forgetBefore(part.start);
    const acquires = nodes.byNode(part.end);
    const patterns = new Patterns(nodes, (n) => acquires.starts[n + 1]! > acquires.starts[n]!);
    if (patterns.none) return part.end - part.start;
    const budget = Math.floor(this.steps * part.share);
    let deadlocks: PartDeadlocks | undefined;
    patterns.each(this.cycle, (pattern) => {
      deadlocks ??= new PartDeadlocks(part, { nodes, acquires, settled, window: this.window, report: this.report });
      if (deadlocks.isWhole) return deadlocks.pattern(pattern, budget);
      patterns.stop();
      return true;
    });
    if (deadlocks?.isWhole === false) return deadlocks.fitting;
    this.note(patterns);
    if (deadlocks === undefined) return part.end - part.start;
    deadlocks.search(budget, this.patience, working);
    this.steps -= deadlocks.spent;
    for (const [name, count] of Object.entries(deadlocks.counters())) counted[name] = (counted[name] ?? 0) + count;
    return part.end - part.start;
  }

  private note({ cut, tooLong }: Patterns): void {
    this.cut ||= cut;
    this.tooLong ||= tooLong;
  }

  counters(): Record<string, number> {
    const { nodes, parts } = this;
    return {
      patterns: 0,
      syncPreserving: 0,
      reordered: 0,
      ...this.counted,
      events: parts.events,
      eventsAnalysed: parts.analysed,
      nestedAcquires: nodes.nested,
      nodes: nodes.count,
      acquiresLost: nodes.lost,
      patternsCut: Number(this.cut),
      cyclesTooLong: Number(this.tooLong),
      cycle: this.cycle,
      patternsAcross: this.across,
      windows: parts.windows,
      reach: parts.windows === 0 ? 0 : parts.size.reach,
      memory: parts.peak + nodes.bytes,
      memoryReached: Number(parts.full || nodes.lost > 0),
    };
  }
}

export const deadlock: DeadlockDetector = {
  finds: 'deadlock',
  id: 'deadlock',
  title: 'Deadlock prediction with proofs',
  paper:
    'foretrace; builds on Tunç, Mathur, Pavlogiannis, Viswanathan, Sound Dynamic Deadlock Prediction in Linear Time, PLDI 2023',
  claim: 'predicted',
  reports: 'for every cycle of threads that wait for each other’s locks at some places in the code, one schedule that ends in it',
  cost: 'one pass over locks where the lock graph has no cycle; else as predict: near-linear for each pattern, and searches bounded by --budget and --window; all within --memory',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options: [cycleOption, budgetOption, windowOption, memoryOption, reachOption],
  unfinished,
  analysis: (report, given = {}) => new Deadlocks(report, given),
};
