// FastTrack (Flanagan & Freund 2009): happens-before races with an epoch for the last write and an epoch or a read set for the
// reads. Finds the first race of every racy variable, and only true happens-before races; after it, as the paper says, it may
// miss some. O(1) per access but for shared reads before a write; 16 bytes per variable, in pages of 256 that are touched, plus
// 16 per reader of a shared one.
//
// To be read with the paper at hand: the shadow state (Wx, Rx), the loop, the rules of accesses and those of synchronisation, which
// join the clocks C_t and L_m, are in kernels/happens-before: slots.ts, loop.ts, fasttrack.ts and order.ts.

import { SYNCHRONISATION } from '../../clocks/happens-before.ts';
import type { Position } from '../../trace/id.ts';
import { Op } from '../../trace/operation.ts';
import type { RaceDetector, RaceSink } from '../detector.ts';
import { type EpochKernel, KernelAnalysis } from '../epoch-kernel.ts';
import { KERNEL } from './kernel-code.ts';

/** The paper's rules, as kernels/happens-before/fasttrack.ts counts them. */
const RULES = [
  'readSameEpoch',
  'writeSameEpoch',
  'readExclusive',
  'writeExclusive',
  'readShared',
  'writeShared',
  'readShare',
] as const;

interface FastTrackKernel extends EpochKernel {
  tell(variable: number): void;
}

/** An access as FastTrack remembers it. */
export interface KnownAccess {
  readonly op: number;
  readonly thread: number;
  readonly position: Position;
}

export class FastTrack extends KernelAnalysis<FastTrackKernel> {
  private readonly told: KnownAccess[];

  constructor(report: RaceSink) {
    const told: KnownAccess[] = [];
    const race: RaceSink = (first, second) => report(first, second);
    super(KERNEL, { race, access: (op, thread, position) => told.push({ op, thread, position }) });
    this.told = told;
  }

  counters(): Record<string, number> {
    return this.counted(RULES);
  }

  /** What is known of a variable that a block has told of, for people: its last write and its reads. */
  known(variable: number): readonly KnownAccess[] {
    this.told.length = 0;
    this.kernel.tell(variable);
    return [...this.told];
  }
}

export const fasttrack: RaceDetector = {
  finds: 'race',
  id: 'fasttrack',
  title: 'FastTrack',
  paper: 'Flanagan & Freund, FastTrack: Efficient and Precise Dynamic Race Detection, PLDI 2009',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'unordered pairs against the last write and the last reads; the first race of every racy variable is among them',
  cost: 'O(1) per access, O(threads) per acquire that brings news; memory grows with variables and threads',
  operations: [Op.read, Op.write, Op.alloc, ...SYNCHRONISATION],
  reentrant: true,
  analysis: (report) => new FastTrack(report),
};
