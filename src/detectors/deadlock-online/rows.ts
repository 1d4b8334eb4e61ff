// Ideals of the past: sets of events that hold a prefix of every thread. Per thread there is a bound: its events at positions below that
// are in the set. Rows are kept for those whom somebody may still ask for, and the others are forgotten now and then.

import { enlarged } from '../../base/grown.ts';
import type { ThreadList } from './thread-list.ts';

export class Rows {
  count = 0;
  /** Entries of a row. */
  private stride = 1;
  private words = new Uint32Array(64);
  /** Row → the thread that knew this much; its own entry may be stale. */
  private owners = new Uint32Array(64);

  get bytes(): number {
    return 4 * (this.stride + 1) * this.count;
  }

  get width(): number {
    return this.stride;
  }

  owner(row: number): number {
    return this.owners[row]!;
  }

  /** Makes room for more threads. */
  widen(threads: number): void {
    const { stride, words, count } = this;
    if (threads <= stride) return;
    this.stride = Math.max(threads, Math.min(2 * stride, 64));
    this.words = new Uint32Array(Math.max(64, this.stride * (count + 16)));
    for (let row = 0; row < count; row++) this.words.set(words.subarray(row * stride, (row + 1) * stride), row * this.stride);
  }

  add(owner: number, ideal: Uint32Array): number {
    const { stride } = this;
    const row = this.count++;
    if ((row + 1) * stride > this.words.length) this.words = enlarged(this.words, (row + 1) * stride);
    if (row >= this.owners.length) this.owners = enlarged(this.owners, row + 1);
    this.words.set(ideal, row * stride);
    this.owners[row] = owner;
    return row;
  }

  entries(row: number): Uint32Array {
    return this.words.subarray(row * this.stride, (row + 1) * this.stride);
  }

  /** Raises the bounds of an ideal to those of a row, and adds the threads whose bounds these are to a list. */
  join(row: number, ideal: Uint32Array, raised: ThreadList): void {
    const { words, stride } = this;
    const at = row * stride;
    for (let u = 0; u < stride; u++)
      if (words[at + u]! > ideal[u]!) {
        ideal[u] = words[at + u]!;
        raised.add(u);
      }
  }

  /** Forgets all rows but those that are live; gives the new number of each. */
  sweep(live: Uint8Array): Uint32Array {
    const { stride, words, owners } = this;
    const moved = new Uint32Array(this.count);
    let to = 0;
    for (let row = 0; row < this.count; row++) {
      if (live[row] === 0) continue;
      words.copyWithin(to * stride, row * stride, (row + 1) * stride);
      owners[to] = owners[row]!;
      moved[row] = to++;
    }
    this.count = to;
    // What a moment needed is given back.
    if (words.length > 4 * Math.max(64, to * stride)) this.words = words.slice(0, Math.max(64, 2 * to * stride));
    return moved;
  }
}
