// The alphabet of a compressed trace: every different (operation, thread, target) is one terminal. Locations are left out, because
// the same access from two places in the code would hide the repetition that a grammar lives on.

import type { EventBlock } from '../trace/block.ts';
import { grown } from '../trace/symbols.ts';

export class Alphabet {
  size = 0;
  ops = new Uint8Array(256);
  threads = new Uint32Array(256);
  targets = new Uint32Array(256);
  /** Terminal + 1 by hash, 0 if free; at most half full. */
  private slots = new Int32Array(1024);

  /** Writes the terminals of a block's events to `out`. */
  encode({ length, ops, threads, targets }: EventBlock, out: Uint32Array): void {
    for (let i = 0; i < length; i++) out[i] = this.terminal(ops[i]!, threads[i]!, targets[i]!);
  }

  terminal(op: number, thread: number, target: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hash(op, thread, target) & mask;
    for (;;) {
      const id = slots[slot]! - 1;
      if (id < 0) return this.add(op, thread, target, slot);
      if (this.targets[id] === target && this.threads[id] === thread && this.ops[id] === op) return id;
      slot = (slot + 1) & mask;
    }
  }

  private add(op: number, thread: number, target: number, slot: number): number {
    const id = this.size++;
    if (id === this.ops.length) {
      this.ops = grown(this.ops, id * 2);
      this.threads = grown(this.threads, id * 2);
      this.targets = grown(this.targets, id * 2);
    }
    this.ops[id] = op;
    this.threads[id] = thread;
    this.targets[id] = target;
    this.slots[slot] = id + 1;
    if (this.size * 2 > this.slots.length) this.rehash();
    return id;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = hash(this.ops[id]!, this.threads[id]!, this.targets[id]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.slots = slots;
  }
}

function hash(op: number, thread: number, target: number): number {
  const h = Math.imul(target ^ Math.imul(thread * 32 + op, 0x9e3779b1), 0x85ebca6b);
  return h ^ (h >>> 15);
}
