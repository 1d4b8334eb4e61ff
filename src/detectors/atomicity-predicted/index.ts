// Blocks that another schedule of the run cuts, with proofs: of two accesses of a block and one of another thread that would come between
// them, a schedule that brings it there, accepted by the checker, so that none is false. What the run itself has is for `atomicity`.

import { Meter } from '../../base/meter.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ColumnCollector } from '../../trace/columns.ts';
import { Op } from '../../trace/operation.ts';
import type { Cut } from '../../witness/cut.ts';
import { Proofs } from '../deadlock/proofs.ts';
import type { Analysis, AtomicityDetector, DetectorOption, ViolationSink, Working } from '../detector.ts';
import { memoryOption } from '../memory-option.ts';
import { groundOf, PairDecision } from '../predict/pair-decision.ts';
import { budgetOption, SECOND, windowOption } from '../search-options.ts';
import { longestPrefix, mostEvents } from '../sync-preserving/prefix.ts';
import type { LocatedColumns } from '../sync-preserving/proofs.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';
import { ALL_OPERATIONS, TraceIndex } from '../sync-preserving/trace-index.ts';
import { Candidates } from './candidates.ts';
import { CutSearch } from './cut-search.ts';
import { unfinished } from './unfinished.ts';

class PredictedCuts implements Analysis {
  private readonly report: ViolationSink;
  private readonly window: number;
  private readonly budget: number;
  private readonly patience: number;
  private readonly meter: Meter;
  private readonly most: number;
  private readonly collector = new ColumnCollector();
  private hasBlocks = false;
  private readonly counted: Record<string, number> = { events: 0, eventsAnalysed: 0, blocks: 0, candidates: 0, predicted: 0 };

  constructor(report: ViolationSink, given: Readonly<Record<string, number>>) {
    const value = ({ name, default: usual }: DetectorOption): number => given[name] ?? usual;
    this.report = report;
    this.window = value(windowOption);
    this.budget = value(budgetOption) * SECOND;
    this.patience = Math.max(1, value(budgetOption) / budgetOption.default);
    this.meter = new Meter(value(memoryOption));
    this.most = mostEvents(value(memoryOption));
  }

  block(events: EventBlock): void {
    this.counted['events']! += events.length;
    this.hasBlocks ||= events.ops.subarray(0, events.length).includes(Op.begin);
    if (this.collector.length < this.most) this.collector.block(events);
  }

  end(working?: Working): void {
    const { counted, meter } = this;
    // A trace without blocks has nothing that could be cut.
    if (!this.hasBlocks) counted['eventsAnalysed'] = counted['events']!;
    else {
      const prefix = longestPrefix(this.collector.columns(), meter, (columns) => this.prepared(columns));
      counted['eventsAnalysed'] = prefix.columns.length;
      this.search(prefix.columns, prefix.ready, working);
    }
    Object.assign(counted, { memory: Math.max(this.collector.bytes, meter.peak), memoryReached: Number(meter.full) });
  }

  counters(): Record<string, number> {
    return this.counted;
  }

  private prepared(columns: LocatedColumns) {
    const trace = new TraceIndex(columns, this.meter);
    return { trace, decision: new PairDecision(groundOf(trace, this.meter), this.window, this.meter) };
  }

  private search(
    { locations }: LocatedColumns,
    { trace, decision }: ReturnType<PredictedCuts['prepared']>,
    working: Working | undefined,
  ): void {
    const { meter, counted, budget } = this;
    const candidates = new Candidates(trace, locations, meter, budget);
    const wanted = [...candidates.found.values()].filter(({ isObserved }) => !isObserved);
    const proofs = new Proofs(trace, meter);
    const search = new CutSearch(trace, decision, (cut, schedule) => this.found(proofs, cut, schedule));
    const spent = () => candidates.steps + search.spent + proofs.steps;
    search.run(wanted, this.patience, () => budget - spent(), working);
    Object.assign(counted, search.counted, {
      blocks: candidates.blocks,
      unseen: candidates.unseen,
      unmet: candidates.unmet,
      candidates: wanted.length,
      observed: candidates.found.size - wanted.length,
      steps: spent(),
      witnessesChecked: proofs.checked,
    });
  }

  private found(proofs: Proofs, cut: Cut, schedule: Schedule): boolean {
    const witness = proofs.prove(schedule, (checker, rest, before) => checker.checkCut(rest, cut, before).ok);
    if (typeof witness === 'string') return false;
    const { begin, own, index } = cut;
    this.report({ begin, own, index, cut: [cut.cut], witness });
    return true;
  }
}

export const atomicityPredicted: AtomicityDetector = {
  finds: 'atomicity',
  id: 'atomicity-predicted',
  title: 'Predicted atomicity violations with proofs',
  paper:
    'foretrace; the triples are those of Lu, Tucek, Qin, Zhou, AVIO: Detecting Atomicity Violations via Access Interleaving Invariants, ASPLOS 2006',
  claim: 'predicted',
  reports:
    'two accesses of a block (begin … end) between which another schedule of the run brings one of another thread, with that schedule',
  cost: 'one pass where there are no blocks; else as predict: searches bounded by --budget and --window, all within --memory',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options: [budgetOption, windowOption, memoryOption],
  unfinished,
  analysis: (report, given = {}) => new PredictedCuts(report, given),
};
