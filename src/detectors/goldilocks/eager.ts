// Goldilocks by its definition (Elmas, Qadeer & Tasiran 2006, Fig. 1), with reads and writes apart as in ZipTrack, section 2: a
// lockset for the last write of a variable and one for the last read of each thread, all updated at every synchronisation. An
// access by a thread that is not in the lockset races. Sound and complete for happens-before; O(locksets) per synchronisation.

import { grown } from '../../base/grown.ts';
import { LastAccesses } from '../../clocks/access-sets.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import type { Analysis, RaceDetector, RaceSink } from '../detector.ts';
import { oncePerVariableOption, SwitchedOff, skippedAccesses } from '../once-per-variable.ts';
import { Edges } from './edges.ts';
import { SharedLocksets } from './shared-locksets.ts';

/** The shadow of a variable: the lockset of its last write (0: none), that write's position, and the set of last reads or 0. */
const WORDS = 3;
const WRITE = 0;
const POSITION = 1;
const READS = 2;

class Goldilocks implements Analysis {
  private readonly locksets = new SharedLocksets();
  private readonly edges = new Edges(this.locksets);
  private readonly reads = new LastAccesses();
  private shadow = new Uint32Array(0);
  private checks = 0;
  private readonly off: SwitchedOff;

  constructor(report: RaceSink, options?: Readonly<Record<string, number>>) {
    this.off = new SwitchedOff(report, options);
  }

  block(block: EventBlock): void {
    this.edges.grow(block);
    this.locksets.grow(block.bounds.threads);
    this.off.grow(block.bounds.variables);
    const words = WORDS * block.bounds.variables;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    const { start, length, ops, threads, targets, positions } = block;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      if (op <= Op.write) this.access(op, threads[i]!, targets[i]!, positions === undefined ? start + i : positions[i]!);
      else if (op === Op.alloc) {
        this.off.renew(targets[i]!);
        this.forget(WORDS * targets[i]!);
      } else this.edges.step(op, threads[i]!, targets[i]!);
    }
  }

  end(): void {}

  counters(): Record<string, number> {
    const { checks, edges, locksets, off } = this;
    return {
      checks,
      transfers: locksets.transfers,
      needlessAcquires: edges.needless,
      locksetsAtMost: locksets.most,
      ...off.counters(),
    };
  }

  private access(op: number, t: number, variable: number, position: number): void {
    const { off } = this;
    const s = WORDS * variable;
    if (off.wanted && off.skips(variable)) return;
    if (op === Op.read) this.read(t, s, position);
    else this.write(t, s, position);
    if (off.settle(variable)) this.forget(s);
  }

  private read(t: number, s: number, position: number): void {
    const { shadow, reads, locksets } = this;
    this.checkWrite(t, s, position);
    if (shadow[s + READS] === 0) shadow[s + READS] = reads.create();
    const old = reads.time(shadow[s + READS]!, t);
    shadow[s + READS] = reads.put(shadow[s + READS]!, t, locksets.current(t), position);
    if (old !== 0) locksets.drop(old);
  }

  private write(t: number, s: number, position: number): void {
    const { shadow, locksets } = this;
    this.checkWrite(t, s, position);
    if (shadow[s + READS] !== 0)
      this.reads.each(shadow[s + READS]!, (_reader, lockset, at) => {
        this.checks++;
        if (!locksets.has(lockset, t)) this.off.report(at, position);
      });
    const old = shadow[s + WRITE]!;
    shadow[s + WRITE] = locksets.current(t);
    shadow[s + POSITION] = position;
    if (old !== 0) locksets.drop(old);
  }

  private checkWrite(t: number, s: number, position: number): void {
    const lockset = this.shadow[s + WRITE]!;
    if (lockset === 0) return;
    this.checks++;
    if (!this.locksets.has(lockset, t)) this.off.report(this.shadow[s + POSITION]!, position);
  }

  /** Rule 8: fresh memory has no locksets. */
  private forget(s: number): void {
    const { shadow, reads, locksets } = this;
    if (shadow[s + WRITE] !== 0) locksets.drop(shadow[s + WRITE]!);
    if (shadow[s + READS] !== 0) {
      reads.each(shadow[s + READS]!, (_reader, lockset) => locksets.drop(lockset));
      reads.release(shadow[s + READS]!);
    }
    shadow.fill(0, s, s + WORDS);
  }
}

export const goldilocks: RaceDetector = {
  finds: 'race',
  id: 'goldilocks',
  title: 'Goldilocks',
  paper: 'Elmas, Qadeer & Tasiran, Goldilocks: Efficiently Computing the Happens-Before Relation Using Locksets, FATES/RV 2006',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'unordered pairs against the last write and the last read of each thread',
  cost: 'O(locksets / 32) per synchronisation, O(readers) per write; memory locksets × (threads + locks) bits',
  operations: Object.values(Op),
  reentrant: true,
  options: [oncePerVariableOption],
  unfinished: skippedAccesses('goldilocks'),
  analysis: (report, options) => new Goldilocks(report, options),
};
