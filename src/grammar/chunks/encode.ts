// A summary as bytes, for those who fold on another machine: numbers of one to five bytes, differences where numbers grow, and a checksum. The bytes say
// what trace they are of, as far as the numbers of its entities depend on it (decode.ts refuses those of another).

import { crc32 } from '../../base/crc32.ts';
import { enlarged } from '../../base/grown.ts';
import { writeVarint } from '../../base/varint.ts';
import { memoryModels } from '../../trace/memory-model.ts';
import type { Subject } from './subject.ts';
import { type ChunkSummary, IS_WRITE, LAST, POSITION, ROW, THREAD } from './summary.ts';

export const MAGIC = Uint8Array.of(0x46, 0x54, 0x43, 0x53);
/** Anything that changes the bytes or what they mean is another version. */
export const VERSION = 1;
export const CRC_SIZE = 4;
const MAX_VARINT = 5;

/** The numbers that a summary must have in common with others of its trace. */
export function subjectNumbers({ bounds, memoryModel, shared, volatile, barriers }: Subject): number[] {
  const { threads, locks, variables } = bounds;
  const flags = (shared ? 1 : 0) | (volatile ? 2 : 0) | (barriers ? 4 : 0);
  return [threads, locks, variables, memoryModels.indexOf(memoryModel), flags];
}

export function encodeSummary(subject: Subject, summary: ChunkSummary): Uint8Array {
  const out = new Numbers();
  for (const number of subjectNumbers(subject)) out.put(number);
  out.put(summary.length);
  putOrder(out, summary);
  putAccesses(out, summary);
  return out.finish();
}

function putOrder(out: Numbers, { left, right, threads, ticks, outputs, outputNodes, outputTimes }: ChunkSummary): void {
  // Without node 0, the empty set.
  out.put(left.length - 1);
  for (let n = 1; n < left.length; n++) {
    // 0 for a leaf, and its entity; of a union, how far back its parts are.
    out.put(right[n]! < 0 ? 0 : n - right[n]!);
    out.put(right[n]! < 0 ? left[n]! : n - 1 - left[n]!);
  }
  out.put(threads.length);
  for (let i = 0, last = 0; i < threads.length; last = threads[i++]! + 1) {
    out.put(threads[i]! - last);
    out.put(ticks[i]!);
  }
  out.put(outputs.length);
  for (let o = 0, at = 0; o < outputs.length; o++) {
    out.put(outputs[o]!);
    out.put(outputNodes[o]!);
    for (let i = 0; i < threads.length; i++) out.put(outputTimes[at++]!);
  }
}

function putAccesses(out: Numbers, summary: ChunkSummary): void {
  const { variables, states, headStarts, tailStarts, heads, tails, openRaces, races } = summary;
  out.put(variables.length);
  for (let n = 0, last = 0; n < variables.length; last = variables[n++]! + 1) {
    out.put(variables[n]! - last);
    out.put(states[n]!);
    putRows(out, heads, headStarts[n]!, headStarts[n + 1]!);
    putRows(out, tails, tailStarts[n]!, tailStarts[n + 1]!);
  }
  for (let i = 0; i < openRaces.length; i += 2) putPair(out, openRaces, i);
  out.put(races.length / 3);
  for (let i = 0; i < races.length; i += 3) {
    putPair(out, races, i);
    out.put(races[i + 2]!);
  }
}

/** Heads and tails are alike: whether it writes, its thread, its position, and a node or a time. */
function putRows(out: Numbers, rows: Int32Array, from: number, to: number): void {
  out.put(to - from);
  for (let at = from * ROW; at < to * ROW; at += ROW) {
    out.put(rows[at + THREAD]! * 2 + rows[at + IS_WRITE]!);
    out.put(rows[at + POSITION]!);
    out.put(rows[at + LAST]!);
  }
}

function putPair(out: Numbers, pairs: Int32Array, at: number): void {
  out.put(pairs[at]!);
  out.put(pairs[at + 1]! - pairs[at]!);
}

class Numbers {
  private bytes = new Uint8Array(1 << 12);
  private used: number;

  constructor() {
    this.bytes.set(MAGIC);
    this.bytes[MAGIC.length] = VERSION;
    this.used = MAGIC.length + 1;
  }

  put(value: number): void {
    if (this.used + MAX_VARINT + CRC_SIZE > this.bytes.length)
      this.bytes = enlarged(this.bytes, this.used + MAX_VARINT + CRC_SIZE);
    this.used = writeVarint(this.bytes, this.used, value);
  }

  finish(): Uint8Array {
    const { bytes, used } = this;
    new DataView(bytes.buffer).setUint32(used, crc32(bytes, 0, used), true);
    return bytes.slice(0, used + CRC_SIZE);
  }
}
