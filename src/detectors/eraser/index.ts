// Eraser (Savage et al. 1997) with the dummy locks of ZipTrack, section 2: the candidate set of a variable is what all of its
// accesses held, where a thread holds a lock of its own and a read one more, common to all reads. An empty set breaks the
// discipline. Complete for the discipline, unsound for races. O(1) per access as a rule; 32 bytes per variable, 12 per dropped lock.

import { grown } from '../../base/grown.ts';
import { HeldSets } from '../../clocks/held-sets.ts';
import { NO_LOCKS } from '../../clocks/locksets.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import { UNKNOWN } from '../../trace/outcome.ts';
import type { Analysis, RaceDetector, RaceSink } from '../detector.ts';
import { type Drop, Drops, ONE_THREAD, READS_ONLY } from './drops.ts';

/**
 * The shadow of a variable: eight words. The candidate locks, and which dummy locks are still there: the thread + 1 if only
 * one had access, and whether somebody wrote. Then accesses to name in a report, each as the first of a run by one thread:
 * the last, the last by another thread than that, and the same for writes. Positions are kept + 1, so that 0 is none.
 */
const SHIFT = 3;
const CANDIDATES = 0;
const ONLY = 1;
const LAST_THREAD = 2;
const LAST = 3;
const OTHER = 4;
const WRITER = 5;
const LAST_WRITE = 6;
const OTHER_WRITE = 7;
/** `ONLY` of a variable that several threads have had access to, and of one whose candidate set is empty for good. */
const SEVERAL = 0xffff_fffe;
const BROKEN = 0xffff_ffff;

/** @internal */
export class EraserAnalysis implements Analysis {
  private readonly held = new HeldSets();
  private readonly drops = new Drops();
  private shadow = new Uint32Array(0);
  private same = 0;
  private kept = 0;
  private intersections = 0;
  private readonly report: RaceSink;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.held.grow(block);
    const words = block.bounds.variables << SHIFT;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    this.drops.grow(block.bounds.variables);
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    const { same, kept, intersections } = this;
    return { accessesAsBefore: same, accessesWithinCandidates: kept, intersections, drops: this.drops.count };
  }

  /** What the accesses to a variable took out of its candidate set, the first first: nothing for variables without accesses. */
  history(variable: number): Drop[] {
    return this.drops.of(variable);
  }

  private span({ start, ops, threads, targets, positions }: EventBlock, from: number, to: number): void {
    const { held, shadow } = this;
    const { sets } = held;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (op <= Op.write) {
        const s = targets[i]! << SHIFT;
        if (
          shadow[s + LAST_THREAD] === t + 1 &&
          shadow[s + CANDIDATES] === sets[2 * t + op] &&
          op <= +(shadow[s + WRITER] === t + 1)
        ) {
          this.same++;
          continue;
        }
        if (shadow[s + ONLY] === BROKEN) continue;
        this.access(op, t, s, positions === undefined ? start + i : positions[i]!);
      } else if (op === Op.alloc) this.forget(targets[i]!);
      else held.step(op, t, targets[i]!);
    }
  }

  /** An access that may take something out of the candidate set. */
  private access(op: number, t: number, s: number, position: number): void {
    const { shadow } = this;
    const set = this.held.held(t, op);
    const only = shadow[s + ONLY]!;
    if (only === 0) {
      shadow[s + ONLY] = t + 1;
      shadow[s + CANDIDATES] = set;
      if (op === Op.write) this.drops.add(s >> SHIFT, position, READS_ONLY);
    } else {
      const before = shadow[s + CANDIDATES]!;
      const after = before === set ? set : this.held.locksets.intersection(before, set);
      const shares = only !== t + 1 && only !== SEVERAL;
      const writes = op === Op.write && shadow[s + WRITER] === 0;
      if (before !== set) this.intersections++;
      if (after === before && !shares && !writes) this.kept++;
      else this.drop(s, position, before, after, shares, writes);
      const several = shares || only === SEVERAL;
      if (several && after === NO_LOCKS && (op === Op.write || shadow[s + WRITER] !== 0)) {
        this.report(this.partner(op, t, s) - 1, position);
        shadow[s + ONLY] = BROKEN;
        return;
      }
      shadow[s + CANDIDATES] = after;
      shadow[s + ONLY] = several ? SEVERAL : only;
    }
    this.remember(op, t, s, position);
  }

  private drop(s: number, position: number, before: number, after: number, shares: boolean, writes: boolean): void {
    const { drops } = this;
    const { locksets } = this.held;
    const variable = s >> SHIFT;
    if (after !== before)
      for (const lock of locksets.members(before)) if (!locksets.has(after, lock)) drops.add(variable, position, lock);
    if (shares) drops.add(variable, position, ONE_THREAD);
    if (writes) drops.add(variable, position, READS_ONLY);
  }

  /** An earlier access by another thread that conflicts, as position + 1; UNKNOWN + 1 if none does. */
  private partner(op: number, t: number, s: number): number {
    const { shadow } = this;
    const found =
      op === Op.write
        ? shadow[s + (shadow[s + LAST_THREAD] === t + 1 ? OTHER : LAST)]!
        : shadow[s + (shadow[s + WRITER] === t + 1 ? OTHER_WRITE : LAST_WRITE)]!;
    return found === 0 ? UNKNOWN + 1 : found;
  }

  private remember(op: number, t: number, s: number, position: number): void {
    const { shadow } = this;
    if (shadow[s + LAST_THREAD] !== t + 1) {
      shadow[s + OTHER] = shadow[s + LAST]!;
      shadow[s + LAST_THREAD] = t + 1;
    }
    shadow[s + LAST] = position + 1;
    if (op === Op.read) return;
    if (shadow[s + WRITER] !== t + 1) {
      shadow[s + OTHER_WRITE] = shadow[s + LAST_WRITE]!;
      shadow[s + WRITER] = t + 1;
    }
    shadow[s + LAST_WRITE] = position + 1;
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(variable: number): void {
    this.shadow.fill(0, variable << SHIFT, (variable + 1) << SHIFT);
    this.drops.forget(variable);
  }
}

export const eraser: RaceDetector = {
  finds: 'race',
  id: 'eraser',
  title: 'Eraser',
  paper:
    'Savage et al., Eraser: A Dynamic Data Race Detector for Multithreaded Programs, TOCS 1997; dummy locks as in Kini, Mathur & Viswanathan, Data Race Detection on Compressed Traces, FSE 2018',
  claim: 'suspected',
  reports: 'the access after which no lock is common to all accesses of a written variable that several threads use',
  cost: 'O(1) per access as a rule; memory grows with variables and distinct sets of held locks',
  operations: Object.values(Op),
  reentrant: true,
  analysis: (report) => new EraserAnalysis(report),
};
