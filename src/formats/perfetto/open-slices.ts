// The slices that threads are in: critical sections, waits, regions. One that ends is told as a whole. Those of a track must lie in each other; a section that
// ends while one that began later goes on is told as one that stands apart. O(1) per event.

import { Op } from '../../trace/operation.ts';

export interface Slice {
  readonly thread: number;
  readonly name: string;
  readonly category: string;
  readonly from: number;
  readonly to: number;
  readonly apart: boolean;
}

interface Open {
  readonly name: string;
  readonly category: string;
  readonly from: number;
  /** How often it was taken. */
  depth: number;
  /** It has ended apart from the others. */
  gone: boolean;
}

/** What a thread waits in until its next event. */
const UNTIL_NEXT: ReadonlySet<number> = new Set([Op.request, Op.requestJoin, Op.barrierEnter]);

export class OpenSlices {
  private readonly tell: (slice: Slice) => void;
  /** Per thread: from the outermost to the innermost; and those of them that have ends of their own, by category and target. */
  private readonly stacks = new Map<number, Open[]>();
  private readonly held = new Map<string, Open>();
  private readonly regions = new Map<number, Open[]>();
  /** Per thread: until its next event; and the depth at which it will hold the lock of its wait again. */
  private readonly passing = new Map<number, Open>();
  private readonly depths = new Map<number, number>();

  constructor(tell: (slice: Slice) => void) {
    this.tell = tell;
  }

  step(op: number, thread: number, target: number, at: number, name: string): void {
    const passing = this.passing.get(thread);
    if (passing !== undefined && op !== Op.stuck) {
      this.passing.delete(thread);
      // It is over before the event that ends it.
      this.close(thread, passing, at);
    }
    const shared = op === Op.acquireShared || op === Op.releaseShared;
    const key = `${shared ? 'r' : 'w'} ${thread} ${target}`;
    switch (op) {
      case Op.acquire:
      case Op.acquireShared:
        this.take(key, thread, at, shared ? `${name} (shared)` : name, shared ? 'section-shared' : 'section');
        return;
      case Op.release:
      case Op.releaseShared:
        this.give(key, thread, at);
        return;
      case Op.wait:
        this.depths.set(thread, this.held.get(key)?.depth ?? 1);
        this.give(key, thread, at, true);
        this.passing.set(thread, this.open(thread, `waits on ${name}`, 'wait', at + 1));
        return;
      case Op.begin:
        this.begin(thread, this.open(thread, name, 'region', at));
        return;
      case Op.end: {
        const region = this.regions.get(thread)?.pop();
        if (region !== undefined) this.close(thread, region, at + 1);
        return;
      }
    }
    if (UNTIL_NEXT.has(op)) this.passing.set(thread, this.open(thread, `waits for ${name}`, 'wait', at));
  }

  closeAll(at: number): void {
    for (const [thread, stack] of this.stacks) while (stack.length > 0) this.close(thread, stack.at(-1)!, at);
  }

  private begin(thread: number, region: Open): void {
    const open = this.regions.get(thread);
    if (open === undefined) this.regions.set(thread, [region]);
    else open.push(region);
  }

  private take(key: string, thread: number, at: number, name: string, category: string): void {
    const depth = this.depths.get(thread) ?? 1;
    this.depths.delete(thread);
    const open = this.held.get(key);
    if (open !== undefined) open.depth += depth;
    else this.held.set(key, this.open(thread, name, category, at, depth));
  }

  private give(key: string, thread: number, at: number, wholly = false): void {
    const open = this.held.get(key);
    if (open === undefined) return;
    open.depth = wholly ? 0 : open.depth - 1;
    if (open.depth > 0) return;
    this.held.delete(key);
    this.close(thread, open, at + 1);
  }

  private open(thread: number, name: string, category: string, from: number, depth = 1): Open {
    const open = { name, category, from, depth, gone: false };
    const stack = this.stacks.get(thread);
    if (stack === undefined) this.stacks.set(thread, [open]);
    else stack.push(open);
    return open;
  }

  private close(thread: number, open: Open, to: number): void {
    const stack = this.stacks.get(thread)!;
    const apart = stack.at(-1) !== open;
    open.gone = true;
    while (stack.at(-1)?.gone) stack.pop();
    const { name, category, from } = open;
    this.tell({ thread, name, category, from, to, apart });
  }
}
