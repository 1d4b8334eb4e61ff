// FastTrack (Flanagan & Freund 2009): happens-before races with an epoch for the last write and an epoch or a read set for the
// reads. Finds the first race of every racy variable, and only true happens-before races; after it, as the paper says, it may
// miss some. O(1) per access but for shared reads before a write; 32 bytes per variable, plus 12 per reader of a shared one.

import { HappensBefore, SYNCHRONISATION } from '../../clocks/happens-before.ts';
import { LastAccesses } from '../../clocks/last-accesses.ts';
import type { Position } from '../../trace/id.ts';
import { Op } from '../../trace/operation.ts';
import type { Detector, RaceSink } from '../detector.ts';
import { EpochAnalysis, OWN_COUNTS, SAME_EPOCH, SETTLED } from '../epoch-analysis.ts';
import { OWN, POSITION, READ, MANY as SHARED, SHIFT, THREAD, TIME } from '../shadow.ts';

/** Once several threads read a variable concurrently its read has the time SHARED, and this word says where they are. */
const READ_SET = OWN;

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
  private readonly sets = new LastAccesses();

  constructor(report: RaceSink) {
    super(report, new HappensBefore(), { skipsSameEpoch: true, writesHandOver: false, counts: RULES.length });
  }

  counters(): Record<string, number> {
    return { ...Object.fromEntries(RULES.map((name, i) => [name, this.counts[i]!])), ...this.hb.counters() };
  }

  /** The shadow state of a variable, for people. */
  epochs(variable: number): VariableEpochs {
    const s = variable << SHIFT;
    const write = this.epoch(s);
    const reads: Epoch[] = [];
    if (this.shadow[s + READ + TIME] === SHARED)
      this.sets.each(this.shadow[s + READ_SET]!, (thread, time, position) => reads.push({ thread, time, position }));
    else reads.push(...[this.epoch(s + READ)].filter((read) => read !== undefined));
    return { write, reads: reads.sort((a, b) => a.thread - b.thread) };
  }

  private epoch(at: number): Epoch | undefined {
    const { shadow } = this;
    // A variable of which no block has told yet has no shadow.
    if (at >= shadow.length || shadow[at + TIME] === 0) return undefined;
    return { thread: shadow[at + THREAD]!, time: shadow[at + TIME]!, position: shadow[at + POSITION]! };
  }

  protected read(t: number, s: number, position: number): void {
    const { shadow, hb, counts, sets } = this;
    const now = hb.times[t]!;
    const r = s + READ;
    const shared = shadow[r + TIME] === SHARED;
    if (shared && sets.time(shadow[s + READ_SET]!, t) === now) {
      counts[SAME_EPOCH]!++;
      return;
    }
    if (!hb.ordered(shadow[s + THREAD]!, shadow[s + TIME]!, t)) this.report(shadow[s + POSITION]!, position);
    if (shared) {
      counts[SHARED_RULE]!++;
      shadow[s + READ_SET] = sets.put(shadow[s + READ_SET]!, t, now, position);
    } else if (hb.ordered(shadow[r + THREAD]!, shadow[r + TIME]!, t)) {
      counts[EXCLUSIVE]!++;
      this.put(r, t, position);
    } else {
      counts[READ_SHARE]!++;
      const set = sets.put(sets.create(), shadow[r + THREAD]!, shadow[r + TIME]!, shadow[r + POSITION]!);
      shadow[s + READ_SET] = sets.put(set, t, now, position);
      shadow[r + TIME] = SHARED;
      shadow[r + THREAD] = 0;
    }
  }

  protected write(t: number, s: number, position: number): void {
    const { shadow, hb, counts } = this;
    if (!hb.ordered(shadow[s + THREAD]!, shadow[s + TIME]!, t)) this.report(shadow[s + POSITION]!, position);
    const r = s + READ;
    if (shadow[r + TIME] === SHARED) {
      counts[SHARED_RULE + Op.write]!++;
      this.sets.each(shadow[s + READ_SET]!, (thread, time, at) => {
        if (!hb.ordered(thread, time, t)) this.report(at, position);
      });
      this.forgetReads(s);
    } else {
      counts[EXCLUSIVE + Op.write]!++;
      if (!hb.ordered(shadow[r + THREAD]!, shadow[r + TIME]!, t)) this.report(shadow[r + POSITION]!, position);
    }
    this.put(s, t, position);
  }

  private put(at: number, t: number, position: number): void {
    this.shadow[at + TIME] = this.hb.times[t]!;
    this.shadow[at + THREAD] = t;
    this.shadow[at + POSITION] = position;
  }

  protected forget(s: number): void {
    this.forgetReads(s);
    this.shadow[s + TIME] = 0;
  }

  private forgetReads(s: number): void {
    const { shadow } = this;
    if (shadow[s + READ + TIME] === SHARED) this.sets.release(shadow[s + READ_SET]!);
    shadow[s + READ + TIME] = 0;
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
