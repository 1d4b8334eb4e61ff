// One pass over a run that finds its spans and its arrows. O(rows). A part of a trace may begin with locks held: what is released there and was not taken
// is held from the beginning.

import type { Columns } from '../../trace/columns.ts';
import { HandOvers } from '../../trace/hand-overs.ts';
import { LockDepths } from '../../trace/lock-depths.ts';
import { Op } from '../../trace/operation.ts';
import { ArrowCollector, type Arrows } from './arrows.ts';
import { kindOf } from './ordering.ts';
import { SpanCollector, SpanKind, type Spans } from './spans.ts';
import type { Row } from './view-trace.ts';

export interface Structure {
  readonly spans: Spans;
  readonly arrows: Arrows;
}

/** `isPart`: the columns are not a whole trace. */
export function structureOf(columns: Columns, isPart = false): Structure {
  const pass = new Pass(columns);
  if (isPart) for (const { thread, lock, shared } of heldBefore(columns)) pass.hold(thread, lock, shared);
  for (let row = 0; row < columns.length; row++) pass.step(row);
  return pass.structure();
}

const NONE = 0;

class Pass {
  private readonly columns: Columns;
  private readonly spans: SpanCollector;
  private readonly arrows = new ArrowCollector();
  private readonly handOvers = new HandOvers<Row>();
  private readonly depths = new LockDepths();
  /** Per lock: the span of its exclusive holder plus one; per thread: that in which it is blocked, and its last row, plus one. */
  private readonly sections: Uint32Array;
  private readonly blocked: Uint32Array;
  private readonly last: Uint32Array;
  /** By thread and lock: span and depth of a reader. */
  private readonly shared = new Map<number, { span: number; depth: number }>();
  private readonly waits = new Map<number, { span: number; since: Row }>();
  /** Per lock: its last notify. */
  private readonly notified = new Map<number, Row>();
  private readonly regions = new Map<number, number[]>();

  constructor(columns: Columns) {
    const { threads, locks } = columns.bounds;
    this.columns = columns;
    this.spans = new SpanCollector(threads);
    this.sections = new Uint32Array(locks);
    this.blocked = new Uint32Array(threads);
    this.last = new Uint32Array(threads);
  }

  structure(): Structure {
    return { spans: this.spans.spans(this.columns.length), arrows: this.arrows.arrows() };
  }

  hold(thread: number, lock: number, shared: boolean): void {
    if (shared) this.acquireShared(thread, lock, 0);
    else this.acquire(thread, lock, 0);
  }

  step(row: Row): void {
    const { ops, threads } = this.columns;
    const op = ops[row]!;
    const thread = threads[row]!;
    if (this.last[thread] === NONE) this.arrow(this.handOvers.fork(thread), row);
    if (this.blocked[thread] !== NONE && op !== Op.stuck) this.unblock(thread, row);
    if (op > Op.write) this.synchronise(op, thread, this.columns.targets[row]!, row);
    this.last[thread] = row + 1;
  }

  private synchronise(op: number, thread: number, target: number, row: Row): void {
    switch (op) {
      case Op.acquire:
        if (this.wake(thread, target, row) || !this.depths.isHeld(target))
          this.arrow(this.handOvers.step(op, thread, target, row), row);
        this.acquire(thread, target, row);
        return;
      case Op.acquireShared:
        this.acquireShared(thread, target, row);
        break;
      case Op.release:
        // What is released in the inside orders nothing.
        if (!this.release(target, row)) return;
        break;
      case Op.releaseShared:
        this.releaseShared(thread, target, row);
        break;
      case Op.wait:
        this.wait(thread, target, row);
        break;
      case Op.notify:
        this.notified.set(target, row);
        break;
      case Op.join:
        if (this.last[target] !== NONE) this.arrow(this.last[target]! - 1, row);
        return;
      case Op.request:
      case Op.requestJoin:
      case Op.barrierEnter:
        this.blocked[thread] = this.spans.open(SpanKind.blocked, thread, target, row) + 1;
        break;
      case Op.begin:
      case Op.end:
        this.region(op === Op.begin, thread, target, row);
        return;
    }
    this.arrow(this.handOvers.step(op, thread, target, row), row);
  }

  private arrow(from: Row | undefined, to: Row): void {
    const { threads } = this.columns;
    if (from !== undefined && threads[from] !== threads[to]) this.arrows.add(kindOf(this.columns, from, to), from, to);
  }

  private acquire(thread: number, lock: number, row: Row): void {
    if (this.depths.acquire(lock, thread)) this.sections[lock] = this.spans.open(SpanKind.section, thread, lock, row) + 1;
  }

  /** True if the lock is free now. */
  private release(lock: number, row: Row): boolean {
    if (!this.depths.isHeld(lock) || !this.depths.release(lock)) return false;
    this.spans.close(this.sections[lock]! - 1, row);
    return true;
  }

  private acquireShared(thread: number, lock: number, row: Row): void {
    const held = this.shared.get(this.reader(thread, lock));
    if (held !== undefined) held.depth++;
    else this.shared.set(this.reader(thread, lock), { span: this.spans.open(SpanKind.shared, thread, lock, row), depth: 1 });
  }

  private releaseShared(thread: number, lock: number, row: Row): void {
    const held = this.shared.get(this.reader(thread, lock));
    if (held === undefined || --held.depth > 0) return;
    this.shared.delete(this.reader(thread, lock));
    this.spans.close(held.span, row);
  }

  private reader(thread: number, lock: number): number {
    return thread * this.columns.bounds.locks + lock;
  }

  private wait(thread: number, lock: number, row: Row): void {
    if (this.depths.isHeld(lock)) {
      this.spans.close(this.sections[lock]! - 1, row);
      this.depths.wait(lock, thread);
    }
    this.waits.set(thread, { span: this.spans.open(SpanKind.wait, thread, lock, row), since: row });
  }

  /** True if the acquire ends a wait. */
  private wake(thread: number, lock: number, row: Row): boolean {
    const wait = this.waits.get(thread);
    if (wait === undefined) return false;
    this.waits.delete(thread);
    this.spans.close(wait.span, row);
    const notify = this.notified.get(lock) ?? -1;
    if (notify > wait.since) this.arrows.add('notify', notify, row);
    return true;
  }

  private unblock(thread: number, row: Row): void {
    this.spans.close(this.blocked[thread]! - 1, row);
    this.blocked[thread] = NONE;
  }

  private region(begins: boolean, thread: number, location: number, row: Row): void {
    const open = this.regions.get(thread) ?? [];
    this.regions.set(thread, open);
    if (begins) open.push(this.spans.open(SpanKind.region, thread, location, row));
    else if (open.length > 0) this.spans.close(open.pop()!, row);
  }
}

interface Held {
  readonly thread: number;
  readonly lock: number;
  readonly shared: boolean;
}

/** The locks that a part gives up and has not taken, as often as it does. */
function heldBefore({ length, ops, threads, targets, bounds }: Columns): Held[] {
  const held: Held[] = [];
  const depths = new Map<number, number>();
  for (let row = 0; row < length; row++) {
    const op = ops[row]!;
    const thread = threads[row]!;
    const lock = targets[row]!;
    const shared = op === Op.acquireShared || op === Op.releaseShared;
    const key = 2 * (thread * bounds.locks + lock) + Number(shared);
    const depth = depths.get(key) ?? 0;
    if (op === Op.acquire || op === Op.acquireShared) depths.set(key, depth + 1);
    else if (op === Op.release || op === Op.releaseShared || op === Op.wait) {
      if (depth === 0) held.push({ thread, lock, shared });
      else depths.set(key, op === Op.wait ? 0 : depth - 1);
    }
  }
  return held;
}
