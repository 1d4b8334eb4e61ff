// FastTrack (Flanagan & Freund 2009): happens-before races with an epoch for the last write and an epoch or a read set for the
// reads. Finds the first race of every racy variable, and only true happens-before races; after it, as the paper says, it may
// miss some. O(1) per access but for shared reads before a write; 32 bytes per variable, plus 12 per reader of a shared one.

import { HappensBefore, SYNCHRONISATION } from '../../clocks/happens-before.ts';
import { LastAccesses } from '../../clocks/last-accesses.ts';
import { FLAT } from '../../clocks/versions.ts';
import type { EventBlock } from '../../trace/block.ts';
import type { Position } from '../../trace/id.ts';
import { Op } from '../../trace/operation.ts';
import { grown } from '../../trace/symbols.ts';
import type { Analysis, Detector, RaceSink } from '../detector.ts';

/**
 * The shadow of a variable: eight words, half a cache line. First its last write, then its last read: time (0: none yet),
 * thread and position. Once several threads read concurrently the read has the time SHARED, and READ_SET is where they are.
 */
const SHIFT = 3;
const TIME = 0;
const THREAD = 1;
const POSITION = 2;
const READ = 3;
const READ_SET = 6;
/** Above everything that a thread knows, even of itself. */
const SHARED = 0x7fff_ffff;

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
const SAME_EPOCH = 0;
const EXCLUSIVE = 2;
const SHARED_RULE = 4;
const READ_SHARE = 6;

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

export class FastTrack implements Analysis {
  private readonly hb = new HappensBefore();
  private readonly sets = new LastAccesses();
  private shadow = new Uint32Array(0);
  private readonly rules = new Float64Array(RULES.length);
  private readonly report: RaceSink;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.hb.grow(block);
    const words = block.bounds.variables << SHIFT;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    // In spans: a function that is called often is compiled whole; one long loop is entered half-way and left by a deopt each time.
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    return { ...Object.fromEntries(RULES.map((name, i) => [name, this.rules[i]!])), ...this.hb.counters() };
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

  private span({ start, ops, threads, targets, positions, bounds }: EventBlock, from: number, to: number): void {
    const { hb, shadow, rules } = this;
    const { times, known } = hb;
    const flat = bounds.threads <= FLAT;
    let { arena, stride } = hb.versions;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (op <= Op.write) {
        const s = targets[i]! << SHIFT;
        // Reads and writes share this path, so that the processor need not guess which it is: 25 instead of 34 ns per event.
        const own = s + READ - op * READ;
        const now = times[t]!;
        if (shadow[own + TIME] === now && shadow[own + THREAD] === t) {
          rules[SAME_EPOCH + op]!++;
          continue;
        }
        const position = positions === undefined ? start + i : positions[i]!;
        const row = Math.imul(known[t]!, stride);
        if (
          flat &&
          arena[row + shadow[s + THREAD]!]! >= shadow[s + TIME]! &&
          arena[row + shadow[s + READ + THREAD]!]! >= shadow[s + READ + TIME]!
        ) {
          shadow[own + TIME] = now;
          shadow[own + THREAD] = t;
          shadow[own + POSITION] = position;
          rules[EXCLUSIVE + op]!++;
        } else if (op === Op.read) this.read(t, s, position);
        else this.write(t, s, position);
      } else if (op === Op.alloc) this.forget(targets[i]! << SHIFT);
      else {
        hb.step(op, t, targets[i]!);
        ({ arena, stride } = hb.versions);
      }
    }
  }

  /** A read that is not of the same epoch and that the short way above did not settle. */
  private read(t: number, s: number, position: number): void {
    const { shadow, hb, rules, sets } = this;
    const now = hb.times[t]!;
    const r = s + READ;
    const shared = shadow[r + TIME] === SHARED;
    if (shared && sets.time(shadow[s + READ_SET]!, t) === now) {
      rules[SAME_EPOCH]!++;
      return;
    }
    if (!hb.ordered(shadow[s + THREAD]!, shadow[s + TIME]!, t)) this.report(shadow[s + POSITION]!, position);
    if (shared) {
      rules[SHARED_RULE]!++;
      shadow[s + READ_SET] = sets.put(shadow[s + READ_SET]!, t, now, position);
    } else if (hb.ordered(shadow[r + THREAD]!, shadow[r + TIME]!, t)) {
      rules[EXCLUSIVE]!++;
      this.put(r, t, position);
    } else {
      rules[READ_SHARE]!++;
      const set = sets.put(sets.create(), shadow[r + THREAD]!, shadow[r + TIME]!, shadow[r + POSITION]!);
      shadow[s + READ_SET] = sets.put(set, t, now, position);
      shadow[r + TIME] = SHARED;
      shadow[r + THREAD] = 0;
    }
  }

  private write(t: number, s: number, position: number): void {
    const { shadow, hb, rules } = this;
    if (!hb.ordered(shadow[s + THREAD]!, shadow[s + TIME]!, t)) this.report(shadow[s + POSITION]!, position);
    const r = s + READ;
    if (shadow[r + TIME] === SHARED) {
      rules[SHARED_RULE + Op.write]!++;
      this.sets.each(shadow[s + READ_SET]!, (thread, time, at) => {
        if (!hb.ordered(thread, time, t)) this.report(at, position);
      });
      this.forgetReads(s);
    } else {
      rules[EXCLUSIVE + Op.write]!++;
      if (!hb.ordered(shadow[r + THREAD]!, shadow[r + TIME]!, t)) this.report(shadow[r + POSITION]!, position);
    }
    this.put(s, t, position);
  }

  private put(at: number, t: number, position: number): void {
    this.shadow[at + TIME] = this.hb.times[t]!;
    this.shadow[at + THREAD] = t;
    this.shadow[at + POSITION] = position;
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(s: number): void {
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
