// Blocks that another schedule of the run cuts, with proofs: of two accesses of a block and one of another thread that would come between
// them, a schedule that brings it there, accepted by the checker, so that none is false. What the run itself has is for `atomicity`.

import type { Meter } from '../../base/meter.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import { Witness } from '../../trace/witness.ts';
import type { Cut } from '../../witness/cut.ts';
import { type Part, Parts } from '../deadlock/parts.ts';
import { Proofs } from '../deadlock/proofs.ts';
import type { Analysis, AtomicityDetector, DetectorOption, ViolationSink, Working } from '../detector.ts';
import { memoryOption } from '../memory-option.ts';
import { groundOf, PairDecision } from '../predict/pair-decision.ts';
import { reachOption } from '../reach-option.ts';
import { budgetOption, SECOND, windowOption } from '../search-options.ts';
import { longestPrefix } from '../sync-preserving/prefix.ts';
import type { LocatedColumns } from '../sync-preserving/proofs.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';
import { ALL_OPERATIONS, TraceIndex } from '../sync-preserving/trace-index.ts';
import { Candidates } from './candidates.ts';
import { CutSearch } from './cut-search.ts';
import { unfinished } from './unfinished.ts';

class PredictedCuts implements Analysis {
  private readonly report: ViolationSink;
  private readonly parts: Parts;
  private readonly window: number;
  private readonly patience: number;
  /** Steps that are left of the budget. */
  private steps: number;
  private hasBlocks = false;
  /** What was found, by the places of its events: windows overlap. */
  private readonly told = new Set<string>();
  private readonly counted: Record<string, number> = { blocks: 0, candidates: 0, predicted: 0 };

  constructor(report: ViolationSink, given: Readonly<Record<string, number>>) {
    const value = ({ name, default: usual }: DetectorOption): number => given[name] ?? usual;
    this.report = report;
    this.window = value(windowOption);
    this.steps = value(budgetOption) * SECOND;
    this.patience = Math.max(1, value(budgetOption) / budgetOption.default);
    this.parts = new Parts(value(memoryOption), value(reachOption), (part, working) => this.look(part, working), true);
  }

  block(events: EventBlock): void {
    this.hasBlocks ||= events.ops.subarray(0, events.length).includes(Op.begin);
    this.parts.block(events);
  }

  end(working?: Working): void {
    this.parts.end(working);
  }

  counters(): Record<string, number> {
    const { parts, hasBlocks } = this;
    return {
      ...this.counted,
      events: parts.events,
      eventsAnalysed: hasBlocks ? parts.analysed : parts.events,
      windows: hasBlocks ? parts.windows : 0,
      reach: parts.windows === 0 ? 0 : parts.size.reach,
      memory: parts.peak,
      memoryReached: Number(hasBlocks && parts.full),
    };
  }

  private look(part: Part, working: Working | undefined): number {
    const whole = part.end - part.start;
    // A trace without blocks has nothing that could be cut.
    if (!this.hasBlocks) return whole;
    const { columns: all, before } = part.events();
    const { columns, ready } = longestPrefix(all, part.meter, (fitting) => this.prepared(fitting, part.meter));
    if (columns.length < all.length) return Math.max(0, columns.length - before);
    this.search(part, columns, before, ready, working);
    return whole;
  }

  private prepared(columns: LocatedColumns, meter: Meter) {
    const trace = new TraceIndex(columns, meter);
    return { trace, decision: new PairDecision(groundOf(trace, meter), this.window, meter) };
  }

  private search(
    part: Part,
    columns: LocatedColumns,
    before: number,
    { trace, decision }: ReturnType<PredictedCuts['prepared']>,
    working: Working | undefined,
  ): void {
    const { counted } = this;
    const budget = Math.floor(this.steps * part.share);
    const candidates = new Candidates(trace, columns, part.meter, budget, before);
    const wanted = [...candidates.found].filter(([key, { isObserved }]) => !isObserved && !this.told.has(key));
    const proofs = new Proofs(trace, part.meter);
    const keys = new Map(wanted.flatMap(([key, { cuts }]) => cuts.map((cut) => [cut, key] as const)));
    const search = new CutSearch(trace, decision, (cut, schedule) => {
      const isOne = this.found(part, before, proofs, cut, schedule);
      if (isOne) this.told.add(keys.get(cut)!);
      return isOne;
    });
    const spent = () => candidates.steps + search.spent + proofs.steps;
    search.run(
      wanted.map(([, candidate]) => candidate),
      this.patience,
      () => budget - spent(),
      working,
    );
    this.steps -= spent();
    const now = {
      ...search.counted,
      blocks: candidates.blocks,
      unseen: candidates.unseen,
      unmet: candidates.unmet,
      candidates: wanted.length,
      observed: candidates.found.size - wanted.length,
      steps: spent(),
      witnessesChecked: proofs.checked,
    };
    for (const [name, count] of Object.entries(now)) counted[name] = (counted[name] ?? 0) + count;
  }

  private found({ start }: Part, before: number, proofs: Proofs, cut: Cut, schedule: Schedule): boolean {
    const witness = proofs.prove(schedule, (checker, rest, at) => checker.checkCut(rest, cut, at).ok);
    if (typeof witness === 'string') return false;
    const [begin, own, other, index] = [cut.begin, cut.own, cut.cut, cut.index].map((e) => e - before + start);
    const whole = start === 0 && before === 0 ? witness : Witness.ofRuns(witness.runsBehind(start, before));
    this.report({ begin: begin!, own: own!, index: index!, cut: [other!], witness: whole });
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
  options: [budgetOption, windowOption, memoryOption, reachOption],
  unfinished,
  analysis: (report, given = {}) => new PredictedCuts(report, given),
};
