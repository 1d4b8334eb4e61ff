// The end of the assembly line: events are checked, repaired where the logs were cut, and written in the native format.

import type { WriterOptions } from '../../formats/format.ts';
import { NativeWriter } from '../../formats/native/writer.ts';
import { BlockBuilder } from '../../trace/builder.ts';
import { Op } from '../../trace/operation.ts';
import { LenientProblems } from '../../trace/problems.ts';
import { WellFormed } from '../../trace/well-formed.ts';

/** Operations that neither give anything to other threads nor take anything from them: a thread's epoch goes on. */
const WITHIN_EPOCH = (1 << Op.read) | (1 << Op.write) | (1 << Op.alloc) | (1 << Op.volatileRead) | (1 << Op.relaxedRead);

export class TraceOutput {
  /** Events that were written. */
  events = 0;
  /** Per thread of the trace: counts what it did to synchronise, but for atomic loads. */
  readonly epochs: number[] = [];
  private readonly builder: BlockBuilder;
  private readonly wellFormed: WellFormed;
  private readonly writer: NativeWriter;
  private readonly problems = new LenientProblems(1);

  constructor(options: WriterOptions) {
    const { symbols } = options;
    this.writer = new NativeWriter(options);
    this.wellFormed = new WellFormed(symbols, this.problems, () => ({}));
    this.builder = new BlockBuilder(symbols, (block) =>
      this.wellFormed.check(block, (checked) => {
        this.events += checked.length;
        this.writer.block(checked);
      }),
    );
  }

  add(op: Op, thread: number, target: number, location: number): void {
    if (((1 << op) & WITHIN_EPOCH) === 0) this.epochs[thread] = (this.epochs[thread] ?? 0) + 1;
    this.builder.add(op, thread, target, location);
  }

  /** Events that were left out or put in to make the trace well-formed. */
  get repaired(): number {
    return this.wellFormed.dropped + this.wellFormed.inserted;
  }

  end(): void {
    this.builder.flush();
    this.wellFormed.end();
    this.writer.end();
  }
}
