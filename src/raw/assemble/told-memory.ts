// The memory that a recording tells of: what its process had mapped (`maps`), and every larger block that it allocated. Work on a range
// of accesses grows with its pages, so a range must lie in such memory; what the runtime could not see (memory from bare system calls)
// has a budget, and the rest of a longer range is left out and counted. A log of some hundred bytes cannot speak of terabytes then.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bisect } from '../../base/bisect.ts';

/** Ranges up to this length are taken wherever they are: a single access costs as much. */
export const SMALL = 1 << 16;
/** Bytes of longer ranges elsewhere. */
const UNTOLD = 2 ** 28;

const MAPPING = /^([0-9a-f]{1,16})-([0-9a-f]{1,16}) /gm;

/** Disjoint regions in ascending order. */
export class ToldMemory {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  constructor(regions: readonly (readonly [from: number, to: number])[]) {
    for (const [from, to] of [...regions].sort((a, b) => a[0] - b[0])) {
      const last = this.ends.length - 1;
      if (last >= 0 && from <= this.ends[last]!) this.ends[last] = Math.max(this.ends[last]!, to);
      else if (to > from) {
        this.starts.push(from);
        this.ends.push(to);
      }
    }
  }

  /** Where the region ends that the address is in; the address itself if there is none. */
  end(address: number): number {
    const after = bisect(0, this.starts.length, (i) => this.starts[i]! <= address);
    return Math.max(address, this.ends[after - 1] ?? 0);
  }
}

/** What the system said the process had mapped; none if the runtime has no such thing. */
export function mappedRegions(folder: string): [number, number][] {
  let maps = '';
  try {
    maps = readFileSync(join(folder, 'maps'), 'latin1');
  } catch {
    // Only blocks are known then.
  }
  return [...maps.matchAll(MAPPING)].map(([, from, to]) => [Number.parseInt(from!, 16), Number.parseInt(to!, 16)]);
}

/** One pass over the ranges of a recording. Both passes see them in one order, and so take the same. */
export class RangeBound {
  /** Ranges that were shortened. */
  shortened = 0;
  private readonly told: ToldMemory;
  private untold = UNTOLD;

  constructor(told: ToldMemory) {
    this.told = told;
  }

  /** How many bytes of a range count. */
  length(address: number, bytes: number): number {
    if (bytes <= SMALL) return bytes;
    const known = Math.min(bytes, Math.max(SMALL, this.told.end(address) - address));
    if (known === bytes) return bytes;
    if (bytes <= this.untold) {
      this.untold -= bytes;
      return bytes;
    }
    this.shortened++;
    return known;
  }
}
