// Lockset pairs (Sulzmann): every conflicting pair of accesses by different threads without a common lock, whatever their order.
// Complete for the schedules of this run's events, unsound. The pairs are counted exactly and named up to a limit: O(1) per
// access, plus the named pairs, plus the square of a variable's locksets; 8 bytes per access until the limit.

import { grown } from '../../base/grown.ts';
import { HeldSets } from '../../clocks/held-sets.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import type { Analysis, RaceDetector, RaceSink } from '../detector.ts';
import { limitWords, pairCounters, unlistedPairs } from '../pair-limit.ts';
import { Groups } from './groups.ts';

/** The shadow of a variable: the group of its last access, the chain of its classes, and its only thread + 1; 0 is none. */
const WORDS = 3;
const LAST = 0;
const CLASSES = 1;
const ONLY = 2;
const SEVERAL = 0xffff_ffff;

class LocksetPairs implements Analysis {
  private readonly held = new HeldSets();
  private readonly groups = new Groups(this.held.locksets);
  private shadow = new Uint32Array(0);
  private pairs = 0;
  private reported = 0;
  private readonly report: RaceSink;
  private readonly limit: number;

  constructor(report: RaceSink, limit: number) {
    this.report = report;
    this.limit = limit;
  }

  block(block: EventBlock): void {
    this.held.grow(block);
    const words = WORDS * block.bounds.variables;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {
    for (let s = 0; s < this.shadow.length; s += WORDS) this.pairs += this.groups.pairs(s / WORDS, this.shadow[s + CLASSES]!);
  }

  counters(): Record<string, number> {
    const { pairs, reported, groups } = this;
    return { ...pairCounters(pairs, reported), pairsOfClasses: groups.links };
  }

  private span({ start, ops, threads, targets, positions }: EventBlock, from: number, to: number): void {
    const { held } = this;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      if (op <= Op.write) this.access(op, threads[i]!, targets[i]!, positions === undefined ? start + i : positions[i]!);
      else if (op === Op.alloc) this.forget(targets[i]!);
      else held.step(op, threads[i]!, targets[i]!);
    }
  }

  private access(op: number, t: number, variable: number, position: number): void {
    const { shadow, groups } = this;
    const s = WORDS * variable;
    const actor = 2 * t + op;
    const set = this.held.sets[actor]!;
    let group = shadow[s + LAST]!;
    if (!groups.matches(group, actor, set)) {
      group = groups.find(variable, actor, set);
      if (group === 0) ({ group, classes: shadow[s + CLASSES]! } = groups.create(variable, actor, set, shadow[s + CLASSES]!));
      shadow[s + LAST] = group;
      if (shadow[s + ONLY] !== t + 1) shadow[s + ONLY] = shadow[s + ONLY] === 0 ? t + 1 : SEVERAL;
    }
    const left = this.limit - this.reported;
    groups.count(group, position, left);
    if (left === 0 || shadow[s + ONLY] !== SEVERAL || !groups.races(group)) return;
    for (const first of groups.rivals(group, left)) {
      this.report(first, position);
      this.reported++;
    }
  }

  /** Fresh memory: nothing that was done to it before is compared with what follows. */
  private forget(variable: number): void {
    const s = WORDS * variable;
    const classes = this.shadow[s + CLASSES]!;
    this.pairs += this.groups.pairs(variable, classes);
    this.groups.release(classes);
    this.shadow.fill(0, s, s + WORDS);
  }
}

/** With no more than `limit` reported pairs; the counters tell the number of all. @internal */
export function locksetPairsUpTo(limit: number): RaceDetector {
  return {
    finds: 'race',
    id: 'lockset-pairs',
    title: 'Lockset, all pairs',
    paper: 'Sulzmann, Dynamic data race prediction, lockset data race pairs',
    claim: 'suspected',
    reports: `every conflicting pair without a common lock, the first ${limitWords(limit)} of them, and the number of all`,
    cost: 'O(1) per access and pair; memory grows with the accesses of the trace (8 bytes each) until the limit is reached',
    operations: Object.values(Op),
    reentrant: true,
    unfinished: unlistedPairs('lockset-pairs'),
    analysis: (report) => new LocksetPairs(report, limit),
  };
}

export const locksetPairs = locksetPairsUpTo(1_000_000);
