// Causally-precedes within windows, as the offline analysis that Raptor is compared with has it: windows of so many events, each half over the
// one before, and a pair is judged by the events of a window that has both accesses. Sections that a window cuts are taken to conflict with all
// others of their lock, for what they do outside of the window is not known there: so a CP race of a window is one of the whole trace.

import { type CpSink, cpAnalysis } from '../../src/detectors/cp/index.ts';
import type { EventBlock } from '../../src/trace/block.ts';
import { Op } from '../../src/trace/operation.ts';

/** The position of accesses that no program made. */
const NOWHERE = 0xffff_ffff;

/** Takes blocks in the operations of the `cp` detector, without inner acquires. */
export class WindowedCp {
  /** Windows that were analysed: those with two threads. */
  windows = 0;
  private readonly size: number;
  private readonly sink: CpSink;
  /** The events of the window; positions are those of the trace. */
  private readonly ops: Uint8Array;
  private readonly threads: Uint32Array;
  private readonly targets: Uint32Array;
  private readonly positions: Uint32Array;
  private length = 0;
  /** Events that a window before has had. */
  private old = 0;
  /** Locks that are held where the window begins, and by whom. */
  private readonly held = new Map<number, number>();
  /** Threads that are inside a barrier where the window begins, and in which. */
  private readonly inside = new Map<number, number>();
  private readonly reported = new Set<string>();
  private threadBound = 0;

  constructor(size: number, sink: CpSink) {
    this.size = size;
    this.sink = sink;
    this.ops = new Uint8Array(size);
    this.threads = new Uint32Array(size);
    this.targets = new Uint32Array(size);
    this.positions = new Uint32Array(size);
  }

  block({ start, length, ops, threads, targets, positions, bounds }: EventBlock): void {
    this.threadBound = bounds.threads;
    for (let i = 0; i < length; i++) {
      if (this.length === this.size) this.advance();
      const at = this.length++;
      this.ops[at] = ops[i]!;
      this.threads[at] = threads[i]!;
      this.targets[at] = targets[i]!;
      this.positions[at] = positions === undefined ? start + i : positions[i]!;
    }
  }

  end(): void {
    if (this.length > this.old) this.analyse(true);
  }

  /** Analyses the window and begins the next in the middle of it. */
  private advance(): void {
    this.analyse(false);
    const { ops, threads, targets, positions, held, inside, size } = this;
    const step = Math.max(1, size >> 1);
    for (let i = 0; i < step; i++) {
      if (ops[i] === Op.acquire) held.set(targets[i]!, threads[i]!);
      else if (ops[i] === Op.release) held.delete(targets[i]!);
      else if (ops[i] === Op.barrierEnter) inside.set(threads[i]!, targets[i]!);
      else if (ops[i] === Op.barrierExit) inside.delete(threads[i]!);
    }
    for (const column of [ops, threads, targets, positions]) column.copyWithin(0, step);
    this.length = size - step;
    this.old = this.length;
  }

  private analyse(last: boolean): void {
    const { threads, length } = this;
    if (threads.subarray(0, length).every((thread) => thread === threads[0])) return;
    this.windows++;
    const analysis = cpAnalysis((first, second, observed) => {
      if (first === NOWHERE || second === NOWHERE) return;
      const key = `${first} ${second}`;
      if (this.reported.has(key)) return;
      this.reported.add(key);
      this.sink(first, second, observed);
    });
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
    for (const [thread, barrier] of inside) out.add(Op.barrierEnter, thread, barrier, NOWHERE);
    for (const [lock, thread] of held) {
      out.add(Op.acquire, thread, ids.lock(lock), NOWHERE);
      out.add(Op.write, thread, ids.mark(lock), NOWHERE);
    }
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const target = targets[i]!;
      const thread = threads[i]!;
      if (op <= Op.write) out.add(op, thread, ids.variable(target), positions[i]!);
      else if (op === Op.acquire || op === Op.release) {
        out.add(op, thread, ids.lock(target), NOWHERE);
        if (op === Op.acquire && cut.has(target))
          out.add(cutAt.get(target) === i ? Op.write : Op.read, thread, ids.mark(target), NOWHERE);
      } else out.add(op, thread, target, NOWHERE);
    }
    return out.block(this.threadBound, ids);
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

class DenseIds {
  private readonly locks = new Map<number, number>();
  private readonly variables = new Map<number, number>();

  lock(lock: number): number {
    return dense(this.locks, lock);
  }

  variable(variable: number): number {
    return dense(this.variables, variable);
  }

  /** The variable that stands for all that the sections of a lock do where nobody sees it. */
  mark(lock: number): number {
    return dense(this.variables, -1 - lock);
  }

  get lockCount(): number {
    return this.locks.size;
  }

  get variableCount(): number {
    return this.variables.size;
  }
}

function dense(ids: Map<number, number>, id: number): number {
  let known = ids.get(id);
  if (known === undefined) {
    known = ids.size;
    ids.set(id, known);
  }
  return known;
}

class Columns {
  private readonly ops: Uint8Array;
  private readonly threads: Uint32Array;
  private readonly targets: Uint32Array;
  private readonly positions: Uint32Array;
  private length = 0;

  constructor(capacity: number) {
    this.ops = new Uint8Array(capacity);
    this.threads = new Uint32Array(capacity);
    this.targets = new Uint32Array(capacity);
    this.positions = new Uint32Array(capacity);
  }

  add(op: number, thread: number, target: number, position: number): void {
    const at = this.length++;
    this.ops[at] = op;
    this.threads[at] = thread;
    this.targets[at] = target;
    this.positions[at] = position;
  }

  block(threads: number, ids: DenseIds): EventBlock {
    return {
      start: 0,
      length: this.length,
      ops: this.ops,
      threads: this.threads,
      targets: this.targets,
      locations: new Uint32Array(0),
      positions: this.positions,
      bounds: { threads, locks: ids.lockCount, variables: ids.variableCount, locations: 1 },
    };
  }
}
