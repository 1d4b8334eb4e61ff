// Causally-precedes within windows, as the offline analysis that Raptor is compared with has it: windows of so many events, each half over the
// one before, and a pair is judged by the events of a window that has both accesses. Sections that a window cuts are taken to conflict with all
// others of their lock, for what they do outside of the window is not known there: so a CP race of a window is one of the whole trace.

import { enlarged } from '../../base/grown.ts';
import type { EventBlock } from '../../trace/block.ts';
import { type MemoryModel, USUAL_MODEL } from '../../trace/memory-model.ts';
import { Op } from '../../trace/operation.ts';
import type { Analysis } from '../detector.ts';
import type { CpSink } from './history.ts';
import { RaceTally } from './tally.ts';
import { Columns, DenseIds } from './window-columns.ts';

/** The position of accesses that no program made. */
const NOWHERE = 0xffff_ffff;

/** Takes blocks in the operations of the `cp` detector, without inner acquires. */
export class WindowedCp implements Analysis {
  private readonly size: number;
  private readonly tally: RaceTally;
  private readonly whole: (sink: CpSink) => Analysis;
  /** The events of the window; positions are those of the trace. */
  private ops = new Uint8Array(0);
  private threads = new Uint32Array(0);
  private targets = new Uint32Array(0);
  private positions = new Uint32Array(0);
  private length = 0;
  /** Events that a window before has had. */
  private old = 0;
  /** Locks that are held where the window begins, and by whom. */
  private readonly held = new Map<number, number>();
  /** Threads that are inside a barrier where the window begins, and in which. */
  private readonly inside = new Map<number, number>();
  /** Pairs that another window may have, too → their first position. */
  private readonly reported = new Map<string, number>();
  private threadBound = 0;
  private memoryModel: MemoryModel = USUAL_MODEL;
  private events = 0;
  private windows = 0;

  /** `whole` makes the analysis of a window. */
  constructor(size: number, sink: CpSink, whole: (sink: CpSink) => Analysis) {
    this.size = Math.max(2, size);
    this.tally = new RaceTally(sink);
    this.whole = whole;
  }

  block({ start, length, ops, threads, targets, positions, bounds, memoryModel }: EventBlock): void {
    this.threadBound = bounds.threads;
    this.memoryModel = memoryModel;
    for (let i = 0; i < length; i++) {
      if (this.length === this.size) this.advance();
      if (this.length === this.ops.length) this.enlarge();
      const at = this.length++;
      this.ops[at] = ops[i]!;
      this.threads[at] = threads[i]!;
      this.targets[at] = targets[i]!;
      this.positions[at] = positions === undefined ? start + i : positions[i]!;
    }
    if (length > 0) this.events = this.positions[this.length - 1]! + 1;
  }

  end(): void {
    const open = this.lastAcquires();
    const still = [...this.held.keys()].filter((lock) => !open.has(lock) && !this.releases(lock));
    this.tally.counted.heldAtEnd = open.size + still.length;
    if (this.length > this.old) this.analyse(true);
  }

  counters(): Record<string, number> {
    const { tally, events, windows, size } = this;
    return { ...tally.counted, events, windows, window: size };
  }

  private enlarge(): void {
    const room = this.length + 1;
    this.ops = enlarged(this.ops, room);
    this.threads = enlarged(this.threads, room);
    this.targets = enlarged(this.targets, room);
    this.positions = enlarged(this.positions, room);
  }

  /** Analyses the window and begins the next in the middle of it. */
  private advance(): void {
    this.analyse(false);
    const { ops, threads, targets, positions, held, inside, size } = this;
    const step = size >> 1;
    for (let i = 0; i < step; i++) {
      if (ops[i] === Op.acquire) held.set(targets[i]!, threads[i]!);
      else if (ops[i] === Op.release) held.delete(targets[i]!);
      else if (ops[i] === Op.barrierEnter) inside.set(threads[i]!, targets[i]!);
      else if (ops[i] === Op.barrierExit) inside.delete(threads[i]!);
    }
    for (const column of [ops, threads, targets, positions]) column.copyWithin(0, step);
    this.length = size - step;
    this.old = this.length;
    for (const [pair, first] of this.reported) if (first < positions[0]!) this.reported.delete(pair);
  }

  private analyse(last: boolean): void {
    const { threads, length } = this;
    this.windows++;
    if (threads.subarray(0, length).every((thread) => thread === threads[0])) return;
    const analysis = this.whole((first, second, observed) => this.race(first, second, observed));
    // What is held where the trace ends is released there.
    analysis.block(this.closed(last ? new Map() : this.lastAcquires()));
    analysis.end();
  }

  /** The window as a trace of its own, with dense ids: what is held from before is acquired first, and what it cuts conflicts. */
  private closed(cutAt: ReadonlyMap<number, number>): EventBlock {
    const { ops, threads, targets, positions, length, held, inside } = this;
    const cut = new Set([...held.keys(), ...cutAt.keys()]);
    const ids = new DenseIds();
    const out = new Columns(length + held.size * 2 + inside.size + (cut.size === 0 ? 0 : length));
    for (const [thread, barrier] of inside) out.add(Op.barrierEnter, thread, ids.of(Op.barrierEnter, barrier), NOWHERE);
    for (const [lock, thread] of held) {
      out.add(Op.acquire, thread, ids.of(Op.acquire, lock), NOWHERE);
      out.add(Op.write, thread, ids.mark(lock), NOWHERE);
    }
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const thread = threads[i]!;
      const target = targets[i]!;
      out.add(op, thread, ids.of(op, target), op <= Op.write ? positions[i]! : NOWHERE);
      if (op === Op.acquire && cut.has(target))
        out.add(cutAt.get(target) === i ? Op.write : Op.read, thread, ids.mark(target), NOWHERE);
    }
    return out.block(this.threadBound, ids, this.memoryModel);
  }

  private race(first: number, second: number, observed: boolean): void {
    if (first === NOWHERE || second === NOWHERE) return;
    const key = `${first} ${second}`;
    if (this.reported.has(key)) return;
    this.reported.set(key, first);
    this.tally.report(first, second, observed);
  }

  private releases(lock: number): boolean {
    for (let i = 0; i < this.length; i++) if (this.ops[i] === Op.release && this.targets[i] === lock) return true;
    return false;
  }

  /** Lock that is held where the window ends → the acquire in the window that it is held since. */
  private lastAcquires(): Map<number, number> {
    const { ops, targets, length } = this;
    const open = new Map<number, number>();
    for (let i = 0; i < length; i++) {
      if (ops[i] === Op.acquire) open.set(targets[i]!, i);
      else if (ops[i] === Op.release) open.delete(targets[i]!);
    }
    return open;
  }
}

/** For the report: what windows may have kept from it. */
export function windowWords({ events = 0, windows = 0, window = 0 }: Readonly<Record<string, number>>): string | undefined {
  if (windows < 2) return undefined;
  return `cp looked at ${events} events in ${windows} windows of ${window}: races of accesses more than that apart, or that need a critical section which no window has whole, may be missing; without --window it looks at the whole`;
}
