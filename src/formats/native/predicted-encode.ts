// Events as what was not to be expected of them (prediction.ts): a byte for each, and what does not fit into it in columns beside.
// One stream and not a column for each thing, so that deflate finds whole loops in it and tells of each once: 105 KB for what
// takes 137 in columns and 165 with columns of ids (a search tree, 0.6 M events).

import { writeVarint } from '../../base/varint.ts';
import type { EventBlock } from '../../trace/block.ts';
import { columnRoom, encodeColumn } from './column-encode.ts';
import { MAX_VARINT_SIZE } from './layout.ts';
import { MOST_LOCATION, MOST_OP, type Told, tell } from './prediction.ts';

/** The most bytes that so many events take. */
export function predictedRoom(count: number): number {
  return 3 * MAX_VARINT_SIZE + 4 * columnRoom(count) + 3 * count;
}

export class PredictedEncoder {
  private marks = new Uint8Array(0);
  private told: Told = newTold(0);

  /** Writes the events at out[at…], which has predictedRoom of them, and returns the end; undefined if they cannot be predicted. */
  encode(block: EventBlock, out: Uint8Array, at: number): number | undefined {
    const { length } = block;
    if (!isPredictable(block)) return undefined;
    if (3 * length > this.marks.length) {
      this.marks = new Uint8Array(3 * length);
      this.told = newTold(length);
    }
    const { marks, told } = this;
    const { threads, places, steps } = tell(block, marks, told);
    let end = at;
    for (const count of [threads, places, steps]) end = writeVarint(out, end, count);
    end = encodeColumn(told.threads, threads, out, end, true);
    end = encodeColumn(told.ops, places, out, end, true);
    end = encodeColumn(told.locations, places, out, end, true);
    end = encodeColumn(told.steps, steps, out, end, true);
    const used = length + threads + places;
    out.set(marks.subarray(0, used), end);
    return end + used;
  }
}

function newTold(length: number): Told {
  const column = () => new Uint32Array(length);
  return { threads: column(), ops: column(), locations: column(), steps: column() };
}

function isPredictable({ length, ops, locations }: EventBlock): boolean {
  for (let i = 0; i < length; i++) if (ops[i]! > MOST_OP || locations[i]! > MOST_LOCATION) return false;
  return true;
}
