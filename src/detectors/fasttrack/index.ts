// FastTrack (Flanagan & Freund 2009): happens-before races with an epoch for the last write and an epoch or a read set for the
// reads. Finds the first race of every racy variable, and only true happens-before races; after it, as the paper says, it may
// miss some. O(1) per access but for shared reads before a write; 32 bytes per variable, plus 12 per reader of a shared one.
//
// To be read with the paper at hand: the shadow state (Wx, Rx) and the loop are in ../epoch-analysis.ts, the rules of accesses here,
// those of synchronisation, which advance and join the clocks C_t and L_m, in ../../clocks/happens-before.ts.

import { LastAccesses } from '../../clocks/access-sets.ts';
import { HappensBefore, SYNCHRONISATION } from '../../clocks/happens-before.ts';
import type { Position } from '../../trace/id.ts';
import { Op } from '../../trace/operation.ts';
import type { Detector, RaceSink } from '../detector.ts';
import {
  EpochAnalysis,
  OWN_COUNTS,
  POSITION,
  READ,
  SAME_EPOCH,
  SETTLED,
  MANY as SHARED,
  SHIFT,
  THREAD,
  TIME,
} from '../epoch-analysis.ts';

/** The paper's rules, and where each is counted. Those of reads and writes lie side by side: SAME_EPOCH + op. */
const RULES = [
  'readSameEpoch',
  'writeSameEpoch',
  'readExclusive',
  'writeExclusive',
  'readShared',
  'writeShared',
  'readShare',
] as const;
const EXCLUSIVE = SETTLED;
const SHARED_RULE = OWN_COUNTS;
const READ_SHARE = OWN_COUNTS + 2;

/** An access as FastTrack remembers it. */
export interface Epoch {
  readonly thread: number;
  readonly time: number;
  readonly position: Position;
}

/** What FastTrack knows of a variable. Several reads are those of a variable that is shared, by thread number. */
export interface VariableEpochs {
  readonly write: Epoch | undefined;
  readonly reads: readonly Epoch[];
}

export class FastTrack extends EpochAnalysis<HappensBefore> {
  /** The read vectors Rx of shared variables: the last read of each thread. A SHARED slot owns its set until a write ends the sharing. */
  private readonly sets = new LastAccesses();

  constructor(report: RaceSink) {
    super(report, new HappensBefore(), { skipsSameEpoch: true, writesHandOver: false, counts: RULES.length });
  }

  counters(): Record<string, number> {
    return { ...Object.fromEntries(RULES.map((name, i) => [name, this.counts[i]!])), ...this.hb.counters() };
  }

  /** A read that is not in the epoch of the last one, or of a variable that is shared or was not accessed in order. */
  protected read(t: number, s: number, position: Position): void {
    const { shadow, hb, counts, sets } = this;
    const now = hb.times[t]!;
    const r = s + READ;
    const shared = shadow[r + TIME] === SHARED;
    // [FT READ SAME EPOCH], for a shared variable
    if (shared && sets.time(shadow[r + POSITION]!, t) === now) {
      counts[SAME_EPOCH]!++;
      return;
    }
    this.check(s, t, position);
    if (shared) {
      // [FT READ SHARED]
      counts[SHARED_RULE]!++;
      shadow[r + POSITION] = sets.put(shadow[r + POSITION]!, t, now, position);
    } else if (hb.ordered(shadow[r + THREAD]!, shadow[r + TIME]!, t)) {
      // [FT READ EXCLUSIVE]
      counts[EXCLUSIVE]!++;
      this.put(r, t, now, position);
    } else {
      // [FT READ SHARE]
      counts[READ_SHARE]!++;
      const set = sets.put(sets.create(), shadow[r + THREAD]!, shadow[r + TIME]!, shadow[r + POSITION]!);
      this.put(r, 0, SHARED, sets.put(set, t, now, position));
    }
  }

  /** A write that is not in the epoch of the last one, of a variable that is shared or was not accessed in order. */
  protected write(t: number, s: number, position: Position): void {
    const { shadow, hb, counts } = this;
    const r = s + READ;
    this.check(s, t, position);
    if (shadow[r + TIME] === SHARED) {
      // [FT WRITE SHARED]
      counts[SHARED_RULE + Op.write]!++;
      this.sets.each(shadow[r + POSITION]!, (thread, time, at) => {
        if (!hb.ordered(thread, time, t)) this.report(at, position);
      });
      this.forgetReads(s);
    } else {
      // [FT WRITE EXCLUSIVE]
      counts[EXCLUSIVE + Op.write]!++;
      this.check(r, t, position);
    }
    this.put(s, t, hb.times[t]!, position);
  }

  protected forget(s: number): void {
    this.forgetReads(s);
    this.shadow[s + TIME] = 0;
  }

  private forgetReads(s: number): void {
    const { shadow } = this;
    if (shadow[s + READ + TIME] === SHARED) this.sets.release(shadow[s + READ + POSITION]!);
    shadow[s + READ + TIME] = 0;
  }

  /** Reports a race with the epoch of a slot, if it is not ordered before what thread t does now. */
  private check(at: number, t: number, position: Position): void {
    const { shadow } = this;
    if (!this.hb.ordered(shadow[at + THREAD]!, shadow[at + TIME]!, t)) this.report(shadow[at + POSITION]!, position);
  }

  private put(at: number, t: number, time: number, position: Position): void {
    this.shadow[at + TIME] = time;
    this.shadow[at + THREAD] = t;
    this.shadow[at + POSITION] = position;
  }

  /** The shadow state of a variable, for people. */
  epochs(variable: number): VariableEpochs {
    const s = variable << SHIFT;
    const write = this.epoch(s);
    const reads: Epoch[] = [];
    if (this.shadow[s + READ + TIME] === SHARED)
      this.sets.each(this.shadow[s + READ + POSITION]!, (thread, time, position) => reads.push({ thread, time, position }));
    else reads.push(...[this.epoch(s + READ)].filter((read) => read !== undefined));
    return { write, reads: reads.sort((a, b) => a.thread - b.thread) };
  }

  private epoch(at: number): Epoch | undefined {
    const { shadow } = this;
    // A variable of which no block has told yet has no shadow.
    if (at >= shadow.length || shadow[at + TIME] === 0) return undefined;
    return { thread: shadow[at + THREAD]!, time: shadow[at + TIME]!, position: shadow[at + POSITION]! };
  }
}

export const fasttrack: Detector = {
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
