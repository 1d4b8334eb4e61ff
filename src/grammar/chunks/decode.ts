// A summary from bytes that may be damaged, or made by somebody who means ill: every number is held to what the fold relies on, and room is made only for
// what the bytes can hold.

import { crc32 } from '../../base/crc32.ts';
import { InputError } from '../../base/error.ts';
import { Cursor } from '../../base/varint.ts';
import { MAX_EVENTS } from '../../trace/block.ts';
import type { OrderSummary } from '../hb/summary.ts';
import { CRC_SIZE, MAGIC, subjectNumbers, VERSION } from './encode.ts';
import { Rows } from './rows.ts';
import { chunkEntities, type Subject } from './subject.ts';
import { type ChunkSummary, RACED, RACED_OPEN, RENEWED } from './summary.ts';

/** Throws an InputError if the bytes are no summary of a chunk of this trace. */
export function decodeSummary(subject: Subject, bytes: Uint8Array): ChunkSummary {
  const end = bytes.length - CRC_SIZE;
  const start = MAGIC.length + 1;
  if (end < start || MAGIC.some((byte, i) => bytes[i] !== byte)) throw bad('it does not begin like one');
  if (bytes[MAGIC.length] !== VERSION) throw bad(`it has version ${bytes[MAGIC.length]}, and ${VERSION} is known`);
  const sum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(end, true);
  if (crc32(bytes, 0, end) !== sum) throw bad('its checksum does not hold');
  const numbers = new Numbers(bytes, start, end);
  for (const number of subjectNumbers(subject)) if (numbers.below(2 ** 32) !== number) throw bad('it is of another trace');
  const length = numbers.below(MAX_EVENTS + 1);
  const order = orderOf(numbers, subject, length);
  const accesses = accessesOf(numbers, subject, order, length);
  numbers.end();
  return { length, ...order, ...accesses };
}

function bad(what: string): InputError {
  const hint = 'it was damaged, or another version of foretrace wrote it: let the chunk be summed up again';
  return new InputError('SUMMARY_BAD', {}, `the summary of a chunk cannot be used: ${what}`, hint);
}

/** Numbers that are what they must be. */
class Numbers {
  private readonly cursor: Cursor;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.cursor = new Cursor(bytes, start, end);
  }

  below(limit: number): number {
    const value = this.cursor.varint();
    if (value < 0 || value >= limit) throw bad('a number in it is out of range');
    return value;
  }

  /** How many things follow: each takes as many bytes at least. */
  count(least: number): number {
    const count = this.below(2 ** 32);
    if (count * least > this.cursor.end - this.cursor.at) throw bad('it claims more than it holds');
    return count;
  }

  end(): void {
    if (this.cursor.at !== this.cursor.end) throw bad('it goes on after its end');
  }
}

function orderOf(numbers: Numbers, subject: Subject, length: number): OrderSummary {
  const { count: entities } = chunkEntities(subject);
  const { left, right } = nodesOf(numbers, entities);
  const threads = new Int32Array(numbers.count(2));
  const ticks = new Float64Array(threads.length);
  for (let i = 0, last = 0; i < threads.length; last = threads[i++]! + 1) {
    threads[i] = last + numbers.below(subject.bounds.threads - last);
    ticks[i] = numbers.below(length + 1);
  }
  const outputs = new Int32Array(numbers.count(2 + threads.length));
  const outputNodes = new Int32Array(outputs.length);
  const outputTimes = new Float64Array(outputs.length * threads.length);
  for (let o = 0, at = 0; o < outputs.length; o++) {
    outputs[o] = numbers.below(entities);
    outputNodes[o] = numbers.below(left.length);
    // A thread that has handed its clock on n times is at time n + 1.
    for (let i = 0; i < threads.length; i++) outputTimes[at++] = numbers.below(ticks[i]! + 2);
  }
  return { left, right, threads, ticks, outputs, outputNodes, outputTimes };
}

function nodesOf(numbers: Numbers, entities: number): Pick<OrderSummary, 'left' | 'right'> {
  // Node 0, the empty set, is not written.
  const count = 1 + numbers.count(2);
  const [left, right] = [new Int32Array(count).fill(-1), new Int32Array(count).fill(-1)];
  for (let n = 1; n < count; n++) {
    const back = numbers.below(n);
    if (back > 0) right[n] = n - back;
    left[n] = back > 0 ? n - 1 - numbers.below(n - 1) : numbers.below(entities);
  }
  return { left, right };
}

type AccessColumns = Omit<ChunkSummary, keyof OrderSummary | 'length'>;

function accessesOf(
  numbers: Numbers,
  { bounds }: Subject,
  { threads, ticks, left }: OrderSummary,
  length: number,
): AccessColumns {
  /** Per thread: its times in the chunk are below; 0 if it does nothing there. */
  const times = new Int32Array(bounds.threads);
  for (let i = 0; i < threads.length; i++) times[threads[i]!] = ticks[i]! + 2;
  const variables = new Int32Array(numbers.count(4));
  const states = new Uint8Array(variables.length);
  const [headStarts, tailStarts] = [new Int32Array(variables.length + 1), new Int32Array(variables.length + 1)];
  const [heads, tails] = [new Rows(), new Rows()];
  let openCount = 0;
  for (let n = 0, last = 0; n < variables.length; last = variables[n++]! + 1) {
    variables[n] = last + numbers.below(bounds.variables - last);
    states[n] = numbers.below(1 + (RENEWED | RACED_OPEN | RACED));
    if ((states[n]! & RACED_OPEN) !== 0) openCount++;
    putRows(numbers, heads, bounds.threads, length, () => left.length);
    // Only a thread that acts in the chunk has a time there.
    putRows(numbers, tails, bounds.threads, length, (thread) => times[thread]!);
    headStarts[n + 1] = heads.count;
    tailStarts[n + 1] = tails.count;
  }
  const openRaces = new Int32Array(openCount * 2);
  for (let i = 0; i < openRaces.length; i += 2) putPair(numbers, openRaces, i, length);
  const races = new Int32Array(numbers.count(3) * 3);
  for (let i = 0; i < races.length; i += 3) {
    putPair(numbers, races, i, length);
    races[i + 2] = numbers.below(bounds.variables);
  }
  const rows = { heads: heads.finish(), tails: tails.finish() };
  return { variables, states, headStarts, tailStarts, ...rows, openRaces, races };
}

/** The last number of a row is below what `limit` says of its thread. */
function putRows(numbers: Numbers, to: Rows, threads: number, length: number, limit: (thread: number) => number): void {
  for (let rows = numbers.count(3); rows > 0; rows--) {
    const access = numbers.below(threads * 2);
    const thread = Math.floor(access / 2);
    to.add(access % 2, thread, numbers.below(length), numbers.below(limit(thread)));
  }
}

function putPair(numbers: Numbers, to: Int32Array, at: number, length: number): void {
  to[at] = numbers.below(length);
  to[at + 1] = to[at]! + numbers.below(length - to[at]!);
}
