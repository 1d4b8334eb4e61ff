// What reads say about the order of a window. A write that must come before a read comes before the write that it saw; a write that must come
// after the one that was seen comes after the read; and who saw what was there before the window comes before all writes in it.

import { bisect, firstAbove } from '../../base/bisect.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS } from '../../trace/operation.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';
import type { WindowOrder } from './window-order.ts';

/** The writes of a cell by one thread: its events writes[from … to). */
interface Writer {
  readonly thread: number;
  readonly from: number;
  to: number;
}

interface Read {
  readonly thread: number;
  readonly event: number;
  /** What it saw; thread -1 if that was before the window. */
  readonly sourceThread: number;
  readonly sourceEvent: number;
  readonly writers: readonly Writer[];
}

export class WindowReads {
  private readonly trace: TraceIndex;
  private readonly order: WindowOrder;
  private writes = new Uint32Array(64);
  private reads: Read[] = [];

  constructor(trace: TraceIndex, order: WindowOrder) {
    this.trace = trace;
    this.order = order;
  }

  begin(): void {
    const { trace, order } = this;
    const { columns, cells, threadEvents, threadStart } = trace;
    if (this.writes.length < order.size) this.writes = new Uint32Array(2 * order.size);
    const writers = this.findWriters();
    this.reads = [];
    for (let t = 0; t < trace.threads; t++)
      for (let i = order.base[t]! + 1; i <= order.need[t]!; i++) {
        const e = threadEvents[threadStart[t]! + i - 1]!;
        const op = columns.ops[e]!;
        if (ACCESS_KINDS[op] === NO_ACCESS || isWrite(op)) continue;
        const rivals = writers.get(cells[e]!);
        // Who reads what the thread itself writes, and nobody else, says nothing.
        if (rivals === undefined || (rivals.length === 1 && rivals[0]!.thread === t)) continue;
        this.reads.push(this.read(e, t, i, rivals));
      }
  }

  /** Adds what follows now. False if there is a contradiction. */
  step(): boolean {
    for (const read of this.reads) {
      for (const writer of read.writers)
        if (!(read.sourceThread < 0 ? this.precede(read, writer) : this.exclude(read, writer))) return false;
    }
    return true;
  }

  private findWriters(): Map<number, Writer[]> {
    const { trace, order, writes } = this;
    const { columns, cells, threadEvents, threadStart } = trace;
    const counts = new Map<number, number>();
    const each = (visit: (cell: number, t: number, i: number) => void): void => {
      for (let t = 0; t < trace.threads; t++)
        for (let i = order.base[t]! + 1; i <= order.need[t]!; i++) {
          const e = threadEvents[threadStart[t]! + i - 1]!;
          const op = columns.ops[e]!;
          if (ACCESS_KINDS[op] !== NO_ACCESS && isWrite(op)) visit(cells[e]!, t, i);
        }
    };
    each((cell) => counts.set(cell, (counts.get(cell) ?? 0) + 1));
    let start = 0;
    for (const [cell, count] of counts) {
      counts.set(cell, start);
      start += count;
    }
    const writers = new Map<number, Writer[]>();
    each((cell, thread, i) => {
      const at = counts.get(cell)!;
      counts.set(cell, at + 1);
      writes[at] = i;
      const own = writers.get(cell);
      if (own === undefined) writers.set(cell, [{ thread, from: at, to: at + 1 }]);
      else if (own.at(-1)!.thread === thread) own.at(-1)!.to++;
      else own.push({ thread, from: at, to: at + 1 });
    });
    return writers;
  }

  private read(e: number, thread: number, event: number, writers: readonly Writer[]): Read {
    const { columns, sources, index } = this.trace;
    const source = sources[e]! - 1;
    const sourceThread = source < 0 ? -1 : columns.threads[source]!;
    const sourceEvent = source < 0 ? 0 : index[source]!;
    const isBefore = source < 0 || sourceEvent <= this.order.base[sourceThread]!;
    return { thread, event, sourceThread: isBefore ? -1 : sourceThread, sourceEvent, writers };
  }

  private precede({ thread, event }: Read, writer: Writer): boolean {
    return this.order.add(thread, event, writer.thread, this.writes[writer.from]!);
  }

  private exclude({ thread, event, sourceThread, sourceEvent }: Read, { thread: u, from, to }: Writer): boolean {
    const { order, writes } = this;
    order.looks++;
    const before = firstAbove(writes, from, to, order.before(thread, event, u));
    if (before > from) {
      const write = writes[before - 1]!;
      if ((u !== sourceThread || write !== sourceEvent) && !order.add(u, write, sourceThread, sourceEvent)) return false;
    }
    const after =
      u === sourceThread
        ? firstAbove(writes, from, to, sourceEvent)
        : bisect(from, to, (k) => order.before(u, writes[k]!, sourceThread) < sourceEvent);
    return after === to || order.add(thread, event, u, writes[after]!);
  }
}
