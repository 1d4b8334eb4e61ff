// A trace as Raptor's algorithms see its reads: of the reads of one thread between two writes of a variable only the latest is compared with the
// write before them. Here the others are left out where no lock is held; inside a critical section they count for rule (a) and stay.

import type { EventBlock } from '../../src/trace/block.ts';
import { Op } from '../../src/trace/operation.ts';

/** Blocks in the operations of the `cp` detector, without inner acquires; they must stay as they are. */
export function latestReads(blocks: readonly EventBlock[]): EventBlock[] {
  const outside = blocks.map(() => new Uint8Array(0));
  const held: number[] = [];
  for (const [b, { length, ops, threads }] of blocks.entries()) {
    const free = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      const t = threads[i]!;
      if (ops[i] === Op.acquire) held[t] = (held[t] ?? 0) + 1;
      else if (ops[i] === Op.release) held[t] = (held[t] ?? 1) - 1;
      else if (ops[i] === Op.read && (held[t] ?? 0) === 0) free[i] = 1;
    }
    outside[b] = free;
  }
  /** Variable → threads that read it later, before the next write. */
  const later = new Map<number, Set<number>>();
  return blocks
    .map((block, b) => [block, outside[b]!] as const)
    .reverse()
    .map(([block, free]) => kept(block, free, later))
    .reverse();
}

/** Goes backwards, so that the latest read comes first. */
function kept(block: EventBlock, free: Uint8Array, later: Map<number, Set<number>>): EventBlock {
  const { start, length, ops, threads, targets, positions } = block;
  const stays = new Uint8Array(length).fill(1);
  let count = length;
  for (let i = length - 1; i >= 0; i--) {
    if (ops[i] === Op.write) later.delete(targets[i]!);
    if (ops[i] !== Op.read) continue;
    const readers = later.get(targets[i]!) ?? new Set<number>();
    if (readers.has(threads[i]!) && free[i] === 1) {
      stays[i] = 0;
      count--;
    }
    later.set(targets[i]!, readers.add(threads[i]!));
  }
  const pick = <Column extends Uint8Array | Uint32Array>(column: Column) =>
    column.subarray(0, length).filter((_, i) => stays[i] === 1);
  const all = positions ?? Uint32Array.from({ length }, (_, i) => start + i);
  return {
    ...block,
    length: count,
    ops: pick(ops) as Uint8Array,
    threads: pick(threads) as Uint32Array,
    targets: pick(targets) as Uint32Array,
    locations: pick(block.locations) as Uint32Array,
    positions: pick(all) as Uint32Array,
  };
}
