// A window of a trace as a trace of its own: a prelude that tells what is open where it begins, a hub, and the events of the window. The
// hub is a variable that all threads of the prelude and of the window write one after the other and then read, so that nothing of the
// window can come before all of the prelude. Hence each schedule of the window, put behind the beginning of the trace as it was, is a
// schedule of the trace: no race of a window is false. Threads, locks and variables are numbered anew.

import { sharedBytes, sharedWords } from '../../base/shared-memory.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op, TARGET_KIND_CODES } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import type { LocatedColumns } from '../sync-preserving/proofs.ts';
import type { HandOver, PreludeEvent } from './hand-over.ts';
import { LocalIds } from './local-ids.ts';

export interface WindowTrace {
  readonly columns: LocatedColumns;
  /** How many events come before those of the trace. */
  readonly before: number;
}

/** A part of a block. */
export interface BlockPart {
  readonly block: EventBlock;
  readonly from: number;
  readonly to: number;
}

export class WindowTraces {
  private readonly threads = new LocalIds();
  private readonly locks = new LocalIds();
  private readonly variables = new LocalIds();
  private readonly locations = { of: (id: number): number => id };

  /** The window that has the events of these parts, which follow each other; all before them was handed over. */
  window(parts: readonly BlockPart[], handOver: HandOver): WindowTrace {
    const { bounds, memoryModel } = parts.at(-1)!.block;
    this.begin(bounds);
    const members = running(parts);
    const prelude = handOver.prelude(members);
    for (const { thread } of prelude) members.add(thread);
    const writer = this.writer(parts, prelude, members);
    for (const { op, thread, target, times } of prelude) for (let i = 0; i < times; i++) writer.add(op, thread, target);
    if (prelude.length > 0) this.hub([...members], writer);
    const before = writer.length;
    for (const part of parts) writer.part(part);
    const { threads, locks, variables } = this;
    const local = { threads: threads.count, locks: locks.count, variables: variables.count, locations: bounds.locations };
    const { length, ops, threads: threadColumn, targets, locations } = writer;
    return {
      columns: { length, ops, threads: threadColumn, targets, locations, bounds: local, memoryModel, variables: variables.all() },
      before,
    };
  }

  private begin(bounds: Bounds): void {
    this.threads.begin(bounds.threads);
    this.locks.begin(bounds.locks);
    this.variables.begin(bounds.variables);
  }

  private writer(parts: readonly BlockPart[], prelude: readonly PreludeEvent[], members: ReadonlySet<number>): Writer {
    const told = prelude.reduce((sum, { times }) => sum + times, 0);
    const events = parts.reduce((sum, { from, to }) => sum + to - from, 0);
    const { threads, locks, variables, locations } = this;
    return new Writer(told + 3 * members.size + events, threads, [variables, locks, threads, locations]);
  }

  private hub(members: readonly number[], writer: Writer): void {
    if (members.length === 1) return;
    const hub = this.variables.invent();
    for (const [i, t] of members.entries()) {
      if (i > 0) writer.addAbout(Op.relaxedRead, t, hub);
      writer.addAbout(Op.relaxedWrite, t, hub);
    }
    for (const t of members.slice(0, -1)) writer.addAbout(Op.relaxedRead, t, hub);
  }
}

/** The threads that do something in the window and were there before it, or might have been. */
function running(parts: readonly BlockPart[]): Set<number> {
  const found = new Set<number>();
  const forked = new Set<number>();
  for (const { block, from, to } of parts) {
    const { ops, threads, targets } = block;
    let last = -1;
    for (let i = from; i < to; i++) {
      if (ops[i] === Op.fork) forked.add(targets[i]!);
      if (threads[i] === last) continue;
      last = threads[i]!;
      found.add(last);
    }
  }
  for (const t of forked) found.delete(t);
  return found;
}

interface Numbers {
  of(id: number): number;
}

class Writer {
  length = 0;
  readonly ops: Uint8Array;
  readonly threads: Uint32Array;
  readonly targets: Uint32Array;
  readonly locations: Uint32Array;
  private readonly threadNumbers: Numbers;
  /** By kind of target. */
  private readonly numbers: readonly Numbers[];

  constructor(room: number, threadNumbers: Numbers, numbers: readonly Numbers[]) {
    this.ops = sharedBytes(room);
    this.threads = sharedWords(room);
    this.targets = sharedWords(room);
    this.locations = sharedWords(room);
    this.threadNumbers = threadNumbers;
    this.numbers = numbers;
  }

  add(op: Op, thread: number, target: number): void {
    this.addAbout(op, thread, this.numbers[TARGET_KIND_CODES[op]!]!.of(target));
  }

  /** `number` is one of the window. */
  addAbout(op: Op, thread: number, number: number): void {
    const at = this.length++;
    this.ops[at] = op;
    this.threads[at] = this.threadNumbers.of(thread);
    this.targets[at] = number;
  }

  part({ block, from, to }: BlockPart): void {
    const { ops, threads, targets, threadNumbers, numbers } = this;
    const at = this.length - from;
    for (let i = from; i < to; i++) {
      const op = block.ops[i]!;
      ops[at + i] = op;
      threads[at + i] = threadNumbers.of(block.threads[i]!);
      targets[at + i] = numbers[TARGET_KIND_CODES[op]!]!.of(block.targets[i]!);
    }
    this.locations.set(block.locations.subarray(from, to), this.length);
    this.length += to - from;
  }
}
