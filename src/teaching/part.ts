// A part of a block, for those who show a detector at work: it is fed event by event, and looked at in between.

import type { EventBlock } from '../trace/block.ts';

export function part(block: EventBlock, from: number, to: number): EventBlock {
  return {
    start: block.start + from,
    length: to - from,
    bounds: block.bounds,
    memoryModel: block.memoryModel,
    ops: block.ops.subarray(from, to),
    threads: block.threads.subarray(from, to),
    targets: block.targets.subarray(from, to),
    locations: block.locations.subarray(from, to),
    positions: block.positions?.subarray(from, to),
  };
}
