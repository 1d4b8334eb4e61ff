// Columns of numbers to bytes. The coding is chosen per column and block by exact size, with a handicap for those that
// are slow to read, so that a file is small where it is free and fast where it is not.

import { COLUMN_HEADER_SIZE, Coding, MAX_VARINT_SIZE, writeU32 } from './layout.ts';
import { varintSize, writeVarint } from './varint.ts';

/** Varints and deltas take 20 to 30 times as long to read as fixed widths: they must save a fifth to be worth it. */
const SLOW = 1.25;

/** The most bytes that a column of this many values can take. */
export function columnRoom(count: number): number {
  return COLUMN_HEADER_SIZE + Math.max(count * 4, MAX_VARINT_SIZE);
}

/** Writes values[0..count) as a column at out[at…], which has columnRoom(count), and returns its end. */
export function encodeColumn(values: Uint32Array, count: number, out: Uint8Array, at: number): number {
  const coding = choose(values, count);
  const start = at + COLUMN_HEADER_SIZE;
  const end = encode(coding, values, count, out, start);
  out[at] = coding;
  writeU32(out, at + 1, end - start);
  return end;
}

function choose(values: Uint32Array, count: number): number {
  let max = 0;
  let varint = 0;
  let delta = 0;
  let runs = 0;
  let run = 0;
  let last = 0;
  for (let i = 0; i < count; i++) {
    const v = values[i]!;
    if (v > max) max = v;
    varint += varintSize(v);
    delta += varintSize(zigzag(v - last));
    if (v !== last && run > 0) {
      runs += varintSize(last) + varintSize(run);
      run = 0;
    }
    run++;
    last = v;
  }
  if (run === count) return Coding.constant;
  runs += varintSize(last) + varintSize(run);
  const fixed = max < 256 ? Coding.u8 : max < 65_536 ? Coding.u16 : Coding.u32;
  let best: number = fixed;
  let cost = count * fixed;
  if (runs < cost) {
    best = Coding.runs;
    cost = runs;
  }
  if (varint * SLOW < cost) {
    best = Coding.varint;
    cost = varint * SLOW;
  }
  return delta * SLOW < cost ? Coding.delta : best;
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
    case Coding.varint:
      for (let i = 0; i < count; i++) at = writeVarint(out, at, values[i]!);
      return at;
    case Coding.delta: {
      let last = 0;
      for (let i = 0; i < count; i++) {
        const v = values[i]!;
        at = writeVarint(out, at, zigzag(v - last));
        last = v;
      }
      return at;
    }
    default:
      return encodeRuns(values, count, out, at);
  }
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

/** Small differences of either sign to small numbers: 0 -1 1 -2 2 … to 0 1 2 3 4 …, in 32 bits. */
function zigzag(difference: number): number {
  return ((difference << 1) ^ ((difference | 0) >> 31)) >>> 0;
}
