// The events that windows still need, block by block: new ones come at the end, and those before the next window go.

import { BLOCK_SIZE, copyBlock, type EventBlock } from '../../trace/block.ts';
import type { ColumnCollector } from '../../trace/columns.ts';
import type { BlockPart } from './window-trace.ts';

/** Of an event in its four columns. */
const EVENT_BYTES = 13;

export class EventQueue {
  end = 0;
  private blocks: EventBlock[] = [];
  /** Events that lie in columns which go as a whole. */
  private readonly collected: number;

  /** Begins with what was collected, without a copy. */
  constructor(collector: ColumnCollector) {
    const { length, ops, threads, targets, locations, bounds, memoryModel } = collector.columns();
    for (let start = 0; start < length; start += BLOCK_SIZE) {
      const end = Math.min(length, start + BLOCK_SIZE);
      this.blocks.push({
        start,
        length: end - start,
        ops: ops.subarray(start, end),
        threads: threads.subarray(start, end),
        targets: targets.subarray(start, end),
        locations: locations.subarray(start, end),
        bounds,
        memoryModel,
      });
    }
    this.collected = length;
    this.end = length;
  }

  get bytes(): number {
    const start = this.blocks[0]?.start ?? this.end;
    return (this.end - (start < this.collected ? 0 : start)) * EVENT_BYTES;
  }

  /** Copies events `from` … `to` of a block to its end. */
  push({ start, ops, threads, targets, locations, bounds, memoryModel }: EventBlock, from: number, to: number): void {
    this.blocks.push(
      copyBlock({
        start: start + from,
        length: to - from,
        ops: ops.subarray(from, to),
        threads: threads.subarray(from, to),
        targets: targets.subarray(from, to),
        locations: locations.subarray(from, to),
        bounds,
        memoryModel,
      }),
    );
    this.end = start + to;
  }

  /** The events `from` … `to` of the trace. */
  between(from: number, to: number): BlockPart[] {
    const parts: BlockPart[] = [];
    for (const block of this.blocks) {
      const [first, last] = [Math.max(from - block.start, 0), Math.min(to - block.start, block.length)];
      if (first < last) parts.push({ block, from: first, to: last });
    }
    return parts;
  }

  forgetBefore(position: number): void {
    const kept = this.blocks.findIndex(({ start, length }) => start + length > position);
    this.blocks = kept < 0 ? [] : this.blocks.slice(kept);
  }

  clear(): void {
    this.blocks = [];
  }
}
