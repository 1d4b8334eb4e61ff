// The events of a page as blocks, for what of the library takes a trace; in rows, not in positions.

import { BLOCK_SIZE, type EventBlock } from '../../trace/block.ts';
import type { ViewTrace } from './view-trace.ts';

export function* blocksOf({ columns }: Pick<ViewTrace, 'columns'>): Generator<EventBlock> {
  const { ops, threads, targets, locations, bounds, memoryModel } = columns;
  for (let start = 0; start < columns.length; start += BLOCK_SIZE) {
    const end = Math.min(columns.length, start + BLOCK_SIZE);
    yield {
      start,
      length: end - start,
      ops: ops.subarray(start, end),
      threads: threads.subarray(start, end),
      targets: targets.subarray(start, end),
      locations: locations.subarray(start, end),
      bounds,
      memoryModel,
    };
  }
}
