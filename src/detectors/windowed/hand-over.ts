// What a window of a trace must know of all that came before it: which locks are held, who waits, who stands in a barrier, and, for those who ask, who is in a block. It is told as a
// prelude, events of the beginning that the window begins with, in their order: those that opened what is still open. What a read saw before
// the window needs no word: nothing in the window writes before the window, so that it sees what was there. Memory: what is open.

import { BarrierRounds } from '../../trace/barrier-rounds.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';

/** An event of the beginning; `times` in a row if a lock was taken again by its holder. */
export interface PreludeEvent {
  readonly position: number;
  readonly op: Op;
  readonly thread: number;
  readonly target: number;
  readonly times: number;
}

interface Held {
  readonly op: typeof Op.acquire | typeof Op.acquireShared;
  readonly lock: number;
  readonly position: number;
  depth: number;
}

/** A thread that sleeps: how it held the lock, and where it gave it up. */
interface Wait {
  readonly held: Held;
  readonly position: number;
}

/** Of a barrier round: who is inside, by when it came; and who left first, after which nobody comes in any more. */
interface Meeting {
  readonly barrier: number;
  readonly inside: Map<number, number>;
  left: { readonly thread: number; readonly entered: number; readonly position: number } | undefined;
}

export class HandOver {
  private readonly held = new Map<number, Held[]>();
  private readonly waits = new Map<number, Wait>();
  private readonly rounds = new BarrierRounds<Meeting>((barrier) => ({ barrier, inside: new Map(), left: undefined }));
  /** Thread → the round that it is in. */
  private readonly meetings = new Map<number, Meeting>();
  private readonly keepsBlocks: boolean;
  /** Thread → the blocks that it is in. */
  private readonly blocks = new Map<number, { readonly position: number; readonly target: number; depth: number }>();

  constructor(keepsBlocks = false) {
    this.keepsBlocks = keepsBlocks;
  }

  /** Events `from` … `to` of a block come before the window. */
  pass({ start, ops, threads, targets }: EventBlock, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      if (op <= Op.write) continue;
      const t = threads[i]!;
      const lock = targets[i]!;
      switch (op) {
        case Op.acquire:
        case Op.acquireShared:
          this.acquire(op, t, lock, start + i);
          break;
        case Op.release:
          this.leave(Op.acquire, t, lock);
          break;
        case Op.releaseShared:
          this.leave(Op.acquireShared, t, lock);
          break;
        case Op.wait:
          this.sleep(t, lock, start + i);
          break;
        case Op.barrierEnter:
          this.enter(t, lock, start + i);
          break;
        case Op.barrierExit:
          this.exit(t, lock, start + i);
          break;
        case Op.begin:
        case Op.end:
          if (this.keepsBlocks) this.inBlock(op, t, lock, start + i);
          break;
      }
    }
  }

  /** What is open and matters to these threads, in the order of the trace. */
  prelude(threads: Iterable<number>): PreludeEvent[] {
    const events: PreludeEvent[] = [];
    const closed = new Set<Meeting>();
    const add = (position: number, op: Op, thread: number, target: number, times = 1): void => {
      events.push({ position, op, thread, target, times });
    };
    for (const t of threads) {
      const block = this.blocks.get(t);
      if (block !== undefined) add(block.position, Op.begin, t, block.target, block.depth);
      for (const { op, lock, position, depth } of this.held.get(t) ?? []) add(position, op, t, lock, depth);
      const wait = this.waits.get(t);
      if (wait !== undefined) {
        const { op, lock, position, depth } = wait.held;
        add(position, op, t, lock, depth);
        add(wait.position, Op.wait, t, lock);
      }
      const meeting = this.meetings.get(t);
      if (meeting === undefined) continue;
      add(meeting.inside.get(t)!, Op.barrierEnter, t, meeting.barrier);
      if (meeting.left !== undefined) closed.add(meeting);
    }
    // Without who left first, those who came later would be taken for some of the same round.
    for (const { barrier, left } of closed) {
      add(left!.entered, Op.barrierEnter, left!.thread, barrier);
      add(left!.position, Op.barrierExit, left!.thread, barrier);
    }
    return events.sort((a, b) => a.position - b.position);
  }

  /** An end without a beginning ends nothing. */
  private inBlock(op: typeof Op.begin | typeof Op.end, t: number, target: number, position: number): void {
    const block = this.blocks.get(t);
    if (op === Op.begin && block === undefined) this.blocks.set(t, { position, target, depth: 1 });
    else if (op === Op.begin) block!.depth++;
    else if (block !== undefined && --block.depth === 0) this.blocks.delete(t);
  }

  private acquire(op: Held['op'], t: number, lock: number, position: number): void {
    const wait = op === Op.acquire ? this.waits.get(t) : undefined;
    if (wait !== undefined) this.waits.delete(t);
    const depth = wait?.held.depth ?? 1;
    let own = this.held.get(t);
    if (own === undefined) {
      own = [];
      this.held.set(t, own);
    }
    const again = own.find((held) => held.lock === lock && held.op === op);
    if (again === undefined) own.push({ op, lock, position, depth });
    else again.depth += depth;
  }

  private leave(op: Held['op'], t: number, lock: number): void {
    const own = this.held.get(t);
    const at = own?.findIndex((held) => held.lock === lock && held.op === op) ?? -1;
    if (at >= 0 && --own![at]!.depth === 0) this.drop(t, own!, at);
  }

  private sleep(t: number, lock: number, position: number): void {
    const own = this.held.get(t);
    const at = own?.findIndex((held) => held.lock === lock && held.op === Op.acquire) ?? -1;
    if (at < 0) return;
    this.waits.set(t, { held: own![at]!, position });
    this.drop(t, own!, at);
  }

  private drop(t: number, own: Held[], at: number): void {
    own.splice(at, 1);
    if (own.length === 0) this.held.delete(t);
  }

  private enter(t: number, barrier: number, position: number): void {
    const meeting = this.rounds.enter(barrier, t).gathered;
    meeting.inside.set(t, position);
    this.meetings.set(t, meeting);
  }

  private exit(t: number, barrier: number, position: number): void {
    const meeting = this.rounds.exit(barrier, t)?.gathered;
    if (meeting === undefined) return;
    meeting.left ??= { thread: t, entered: meeting.inside.get(t)!, position };
    meeting.inside.delete(t);
    this.meetings.delete(t);
  }
}
