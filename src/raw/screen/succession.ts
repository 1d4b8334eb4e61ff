// What a kernel has from the one before it: the objects and blocks that there are, and where each thread is and what it holds. What was done
// before is forgotten, and with it what could race with it.

import { Family } from '../assemble/objects.ts';
import type { ScreenKernel } from './kernel.ts';

/** As kernels/screen/map.ts lays maps out: slots, their number less one; a slot is a key, or 0, and a value. */
function* entries({ memory }: ScreenKernel, map: number): Generator<[key: bigint, value: bigint]> {
  const [slots, mask] = new Uint32Array(memory.buffer, map, 2);
  const words = new BigUint64Array(memory.buffer, slots, 2 * (mask! + 1));
  for (let i = 0; i < words.length; i += 2) if (words[i] !== 0n) yield [words[i]!, words[i + 1]!];
}

/** Whether the key of an object is that of a channel: what was sent before is no news to whom receives it, and messages have channels of their own. */
function isChannel(key: bigint): boolean {
  return Number((key - 1n) & 0xfn) === Family.channel;
}

export function inheritObjects(from: ScreenKernel, to: ScreenKernel): void {
  to.inheritObjects(from.objectCount(), from.clearedAt());
  for (const [key, number] of entries(from, from.objectTable())) if (!isChannel(key)) to.inheritObject(key, Number(number));
  for (const [key, bytes] of entries(from, from.blockTable())) to.inheritBlock(key, bytes);
}

/** A thread that has its log in both. */
export function inheritThread(from: ScreenKernel, log: number, to: ScreenKernel, newLog: number): void {
  to.inheritThread(newLog, from.timeOf(log), from.isFenced(log));
  const held = new Uint32Array(from.memory.buffer, from.heldAt(log), 2 * from.heldCount(log)).slice();
  for (let i = 0; i < held.length; i += 2) to.inheritLock(newLog, held[i]!, held[i + 1]!);
}
