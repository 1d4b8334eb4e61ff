// What a thread is in for more than one event: critical sections, waits, and blocks of code. Columns, in the order in which they begin; two spans of a thread
// at one time are at different levels, so that those of one level never overlap and a picture can skip what is narrower than a pixel.

import { enlarged } from '../../base/grown.ts';
import type { Row } from './view-trace.ts';

export const SpanKind = {
  /** The lock is held, by one or as one of several readers. */
  section: 0,
  shared: 1,
  /** The lock was given up by a wait, which is not over yet. */
  wait: 2,
  /** The thread asked for a lock or the end of a thread, or arrived at a barrier, and is not through yet. */
  blocked: 3,
  /** A named region of code. */
  region: 4,
} as const;
export type SpanKind = (typeof SpanKind)[keyof typeof SpanKind];

/** Levels that are told apart; deeper spans are at the last one. */
export const MOST_LEVELS = 16;

export interface Spans {
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly threads: Uint32Array;
  /** A lock; of a region its location; of a blocked one what the event that began it has. */
  readonly targets: Uint32Array;
  /** The rows of its first and last event; the last is the number of rows if it is open at the end. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly levels: Uint8Array;
  /** Spans by thread and level, and where those of one begin: thread * MOST_LEVELS + level. */
  readonly order: Uint32Array;
  readonly orderStarts: Uint32Array;
  /** Per thread: how many levels it uses. */
  readonly depths: Uint8Array;
}

export class SpanCollector {
  private count = 0;
  private kinds = new Uint8Array(0);
  private threads = new Uint32Array(0);
  private targets = new Uint32Array(0);
  private starts = new Uint32Array(0);
  private ends = new Uint32Array(0);
  private levels = new Uint8Array(0);
  /** Per thread: a bit for each level that is in use. */
  private readonly used: Uint32Array;

  constructor(threads: number) {
    this.used = new Uint32Array(threads);
  }

  open(kind: SpanKind, thread: number, target: number, row: Row): number {
    const { count } = this;
    if (count === this.kinds.length) this.grow();
    const used = this.used[thread]!;
    const level = Math.min(31 - Math.clz32(~used & (used + 1)), MOST_LEVELS - 1);
    this.used[thread]! |= 1 << level;
    this.kinds[count] = kind;
    this.threads[count] = thread;
    this.targets[count] = target;
    this.starts[count] = row;
    this.ends[count] = OPEN;
    this.levels[count] = level;
    return this.count++;
  }

  close(span: number, row: Row): void {
    this.ends[span] = row;
    this.used[this.threads[span]!]! &= ~(1 << this.levels[span]!);
  }

  spans(rows: number): Spans {
    const { count, kinds, threads, targets, starts, ends, levels } = this;
    const groups = this.used.length * MOST_LEVELS;
    const orderStarts = new Uint32Array(groups + 1);
    const depths = new Uint8Array(this.used.length);
    const group = (span: number): number => threads[span]! * MOST_LEVELS + levels[span]!;
    for (let span = 0; span < count; span++) {
      if (ends[span] === OPEN) ends[span] = rows;
      orderStarts[group(span) + 1]!++;
      if (levels[span]! >= depths[threads[span]!]!) depths[threads[span]!] = levels[span]! + 1;
    }
    for (let i = 0; i < groups; i++) orderStarts[i + 1]! += orderStarts[i]!;
    const next = orderStarts.slice();
    const order = new Uint32Array(count);
    for (let span = 0; span < count; span++) order[next[group(span)]!++] = span;
    return { count, kinds, threads, targets, starts, ends, levels, order, orderStarts, depths };
  }

  private grow(): void {
    const room = this.count + 1;
    this.kinds = enlarged(this.kinds, room);
    this.threads = enlarged(this.threads, room);
    this.targets = enlarged(this.targets, room);
    this.starts = enlarged(this.starts, room);
    this.ends = enlarged(this.ends, room);
    this.levels = enlarged(this.levels, room);
  }
}

const OPEN = 0xffff_ffff;
