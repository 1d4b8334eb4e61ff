// Columns of numbers to bytes. The coding is chosen per column and block by its exact size and the time that it takes to read,
// so that a file is small where that is nearly free and fast where it is not. Plain varints are for recorders: they never win.

import { varintSize, writeVarint } from '../../base/varint.ts';
import { COLUMN_HEADER_SIZE, Coding, HIGH, MAX_VARINT_SIZE, writeU32 } from './layout.ts';
import { zigzag } from './zigzag.ts';

// What reading costs, in bytes that one would rather have, at two nanoseconds a byte; fixed widths cost nothing to speak of.
const DELTA_COST = 1.2;
const RUN_COST = 3;
/** Bytes of runs for each value, below which deflate would leave more of the values. */
const DEFLATED_RUN = 1 / 128;

/** The most bytes that a column of this many values can take. */
export function columnRoom(count: number): number {
  return COLUMN_HEADER_SIZE + 1 + count * 5 + MAX_VARINT_SIZE;
}

/** Writes values[0..count) as a column at out[at…], which has columnRoom(count), and returns its end. */
export function encodeColumn(values: Uint32Array, count: number, out: Uint8Array, at: number, deflated = false): number {
  const coding = choose(values, count, deflated);
  const start = at + COLUMN_HEADER_SIZE;
  const end = encode(coding, values, count, out, start);
  out[at] = coding;
  writeU32(out, at + 1, end - start);
  return end;
}

function choose(values: Uint32Array, count: number, deflated: boolean): number {
  let max = 0;
  let delta = 0;
  let runs = 0;
  let run = 0;
  let runBytes = 0;
  let last = 0;
  for (let i = 0; i < count; i++) {
    const v = values[i]!;
    if (v > max) max = v;
    delta += byteSize(zigzag(v - last));
    if (v !== last && run > 0) {
      runs++;
      runBytes += varintSize(last) + varintSize(run);
      run = 0;
    }
    run++;
    last = v;
  }
  if (runs === 0) return Coding.constant;
  // Deflate makes most of bytes that stand alone, but no less than a byte of a thousand.
  if (deflated) return runBytes < count * DEFLATED_RUN ? Coding.runs : Coding.split;
  const fixed = max < 256 ? Coding.u8 : max < 65_536 ? Coding.u16 : Coding.u32;
  const costs: [number, number][] = [
    [count * fixed, fixed],
    [runBytes + runs * RUN_COST, Coding.runs],
    [delta + count * (0.25 + DELTA_COST), Coding.delta],
  ];
  return costs.reduce((best, next) => (next[0] < best[0] ? next : best))[1];
}

function encode(coding: number, values: Uint32Array, count: number, out: Uint8Array, start: number): number {
  let at = start;
  switch (coding) {
    case Coding.constant:
      return writeVarint(out, at, count === 0 ? 0 : values[0]!);
    case Coding.u8:
      out.set(values.subarray(0, count), at);
      return at + count;
    case Coding.u16:
      for (let i = 0; i < count; i++, at += 2) {
        const v = values[i]!;
        out[at] = v;
        out[at + 1] = v >>> 8;
      }
      return at;
    case Coding.u32:
      for (let i = 0; i < count; i++, at += 4) writeU32(out, at, values[i]!);
      return at;
    case Coding.delta:
      return encodeDeltas(values, count, out, at);
    case Coding.split:
      return encodeSplit(values, count, out, at);
    default:
      return encodeRuns(values, count, out, at);
  }
}

function encodeDeltas(values: Uint32Array, count: number, out: Uint8Array, start: number): number {
  let at = start + Math.ceil(count / 4);
  out.fill(0, start, at);
  let last = 0;
  for (let i = 0; i < count; i++) {
    const v = values[i]!;
    const z = zigzag(v - last);
    const size = byteSize(z);
    last = v;
    out[start + (i >>> 2)]! |= (size - 1) << (2 * (i & 3));
    for (let k = 0; k < size; k++) out[at++] = z >>> (8 * k);
  }
  return at;
}

/** Low numbers in a byte each; the others behind them, first the low bytes of all, then the next ones. */
function encodeSplit(values: Uint32Array, count: number, out: Uint8Array, start: number): number {
  let high = 0;
  let highest = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    const isHigh = value >= HIGH;
    out[start + i] = isHigh ? HIGH : value;
    if (!isHigh) continue;
    high++;
    if (value > highest) highest = value;
  }
  if (high === 0) return start + count;
  const width = byteSize(highest);
  const planes = start + count + 1;
  out[planes - 1] = width;
  for (let i = 0, k = 0; i < count; i++) {
    if (out[start + i] !== HIGH) continue;
    for (let byte = 0; byte < width; byte++) out[planes + byte * high + k] = values[i]! >>> (8 * byte);
    k++;
  }
  return planes + width * high;
}

function encodeRuns(values: Uint32Array, count: number, out: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < count; ) {
    const value = values[i]!;
    let end = i + 1;
    while (end < count && values[end] === value) end++;
    at = writeVarint(out, at, value);
    at = writeVarint(out, at, end - i);
    i = end;
  }
  return at;
}

/** How many bytes a number takes without leading zeros, at least one. */
function byteSize(value: number): number {
  return (39 - Math.clz32(value | 1)) >>> 3;
}
