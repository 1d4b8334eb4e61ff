// Takes windows out of a trace so that what is left is well-formed as far as locks and forks go: with a window come the acquires of the locks that are held
// when it begins, the releases of those that are held when it ends, and the forks of its threads.

import type { EventBlock } from './block.ts';
import type { Position } from './id.ts';
import { Op } from './operation.ts';

export interface KeptEvent {
  readonly position: Position;
  readonly op: Op;
  readonly thread: number;
  readonly target: number;
  readonly location: number;
}

/** What closes what, by operation. */
const CLOSES: ReadonlyMap<number, number> = new Map([
  [Op.release, Op.acquire],
  [Op.releaseShared, Op.acquireShared],
  [Op.end, Op.begin],
]);
const OPENS: ReadonlySet<number> = new Set(CLOSES.values());

interface Opened extends KeptEvent {
  isKept: boolean;
}

export class PartCollector {
  /** From, and up to but not with; ascending, apart from each other. */
  private readonly windows: readonly (readonly [Position, Position])[];
  private window = 0;
  private readonly events: KeptEvent[] = [];
  /** What each thread holds, and where it took it. */
  private readonly open = new Map<number, Opened[]>();
  /** How many of these are kept and wait to be closed. */
  private waiting = 0;
  /** By thread: where it was forked. */
  private readonly forks = new Map<number, KeptEvent>();

  /** From, and up to but not with, in any order. */
  constructor(windows: readonly (readonly [Position, Position])[]) {
    this.windows = united(windows);
  }

  /** True when the rest of the trace need not be read. */
  get done(): boolean {
    return this.window === this.windows.length && this.waiting === 0;
  }

  block({ start, length, ops, threads, targets, locations }: EventBlock): void {
    for (let i = 0; i < length; i++) {
      const position = start + i;
      const [from, to] = this.windows[this.window] ?? [Infinity, Infinity];
      if (position === from) this.keepOpen();
      const isInside = position >= from;
      const op = ops[i]! as Op;
      if (isInside || OPENS.has(op) || op === Op.fork || CLOSES.has(op)) {
        const event = { position, op, thread: threads[i]!, target: targets[i]!, location: locations[i]! };
        this.event(event, isInside);
      }
      if (position + 1 === to) this.window++;
    }
  }

  /** In the order of the trace. */
  kept(): KeptEvent[] {
    const { events, forks } = this;
    const has = new Set(events.map(({ position }) => position));
    for (const thread of new Set(events.map((event) => event.thread))) {
      const fork = forks.get(thread);
      if (fork !== undefined && !has.has(fork.position)) events.push(fork);
    }
    return events.sort((a, b) => a.position - b.position);
  }

  private event(event: KeptEvent, isInside: boolean): void {
    const { op, thread, target } = event;
    let keeps = isInside;
    if (op === Op.fork) this.forks.set(target, event);
    if (OPENS.has(op)) {
      const opened = { ...event, isKept: isInside };
      if (isInside) this.waiting++;
      this.open.set(thread, [...(this.open.get(thread) ?? []), opened]);
    } else if (CLOSES.has(op)) {
      const held = this.open.get(thread) ?? [];
      const at = held.findLastIndex((one) => one.target === target && one.op === CLOSES.get(op));
      const [closed] = at < 0 ? [] : held.splice(at, 1);
      if (closed?.isKept) {
        this.waiting--;
        keeps = true;
      }
    }
    if (keeps) this.events.push(event);
  }

  private keepOpen(): void {
    for (const held of this.open.values())
      for (const one of held)
        if (!one.isKept) {
          one.isKept = true;
          this.waiting++;
          this.events.push(one);
        }
  }
}

function united(windows: readonly (readonly [Position, Position])[]): (readonly [Position, Position])[] {
  const all: [Position, Position][] = [];
  for (const [from, to] of [...windows].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (from >= to) continue;
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}
