// Predicted events back to columns: predicted-encode.ts the other way round. What the bytes claim is checked before room is made for it.

import { Cursor } from '../../base/varint.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ColumnDecoder, MALFORMED } from './column-decode.ts';
import { MOST_LOCATION, MOST_OP, recall, type Told } from './prediction.ts';

/** The columns in the order in which they are written, and what no value of them may exceed. */
const COLUMNS = [
  { name: 'threads', of: 'threads', most: 0xffff_ffff },
  { name: 'operations', of: 'ops', most: MOST_OP },
  { name: 'locations', of: 'locations', most: MOST_LOCATION },
  { name: 'steps', of: 'steps', most: 0xffff_ffff },
] as const;

export class PredictedDecoder {
  /** What no thread and no location of the block exceeds. */
  highestThread = 0;
  highestLocation = 0;
  private readonly decoder = new ColumnDecoder();
  private readonly told: { -readonly [K in keyof Told]: Told[K] } = {
    threads: new Uint32Array(0),
    ops: new Uint32Array(0),
    locations: new Uint32Array(0),
    steps: new Uint32Array(0),
  };

  /** Decodes `count` events from bytes[start..end), with a few bytes behind, into the block. Returns what is wrong with them, if anything. */
  decode(bytes: Uint8Array, start: number, end: number, block: EventBlock, count: number): string | undefined {
    const cursor = new Cursor(bytes, start, end);
    const [threads, places, steps] = [cursor.varint(), cursor.varint(), cursor.varint()];
    if (Math.min(threads, places, steps) < 0 || Math.max(threads, places, steps) > count)
      return `the section tells of more than its ${count} events`;
    for (const { name, of, most } of COLUMNS) {
      const size = of === 'threads' ? threads : of === 'steps' ? steps : places;
      if (size > this.told[of].length) this.told[of] = new Uint32Array(size);
      const bound = this.decoder.take(cursor, this.told[of], size);
      if (bound === MALFORMED) return `the column of ${name} does not hold ${size} values`;
      if (bound > most && this.told[of].subarray(0, size).some((value) => value > most))
        return `the ${name} are too many to be predicted`;
      if (of === 'threads') this.highestThread = bound;
      if (of === 'locations') this.highestLocation = bound;
    }
    if (end - cursor.at !== count + threads + places) return `the section does not tell of ${count} events`;
    const isWhole = recall(bytes, cursor.at, this.told, { threads, places, steps }, block, count);
    return isWhole ? undefined : 'the columns of the section do not go with its events';
  }
}
