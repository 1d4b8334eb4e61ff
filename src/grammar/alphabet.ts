// The alphabet of a compressed trace: every different (operation, thread, target) is one terminal. Locations are left out, because
// the same access from two places in the code would hide the repetition that a grammar lives on.

import { grown } from '../base/grown.ts';
import type { EventBlock } from '../trace/block.ts';
import { type MemoryModel, USUAL_MODEL } from '../trace/memory-model.ts';

/** Terminals of neighbouring targets share a page, one line of the cache: a trace comes back to the same pages again and again. */
const PAGE_BITS = 4;
const PAGE = 1 << PAGE_BITS;
/** Words of a slot: operation and thread, target / PAGE, page + 1 or 0. */
const SLOT_BITS = 2;

export class Alphabet {
  size = 0;
  ops = new Uint8Array(256);
  threads = new Uint32Array(256);
  targets = new Uint32Array(256);
  memoryModel: MemoryModel = USUAL_MODEL;
  /** Terminal + 1, by page and the last bits of the target. */
  private terminals = new Int32Array(64 * PAGE);
  private pages = 0;
  /** Pages by hash; at most half full. */
  private slots = new Int32Array(256 << SLOT_BITS);

  /** Writes the terminals of a block's events to `out`. */
  encode({ length, ops, threads, targets, memoryModel }: EventBlock, out: Uint32Array): void {
    this.memoryModel = memoryModel;
    for (let i = 0; i < length; i++) out[i] = this.terminal(ops[i]!, threads[i]!, targets[i]!);
  }

  terminal(op: number, thread: number, target: number): number {
    const at = this.page((thread << 5) | op, target >>> PAGE_BITS) * PAGE + (target & (PAGE - 1));
    const id = this.terminals[at]! - 1;
    return id < 0 ? this.add(op, thread, target, at) : id;
  }

  private page(actor: number, part: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = (hash(actor, part) << SLOT_BITS) & mask;
    for (;;) {
      const page = slots[slot + 2]! - 1;
      if (page < 0) return this.addPage(actor, part, slot);
      if (slots[slot + 1] === part && slots[slot] === actor) return page;
      slot = (slot + (1 << SLOT_BITS)) & mask;
    }
  }

  private add(op: number, thread: number, target: number, at: number): number {
    const id = this.size++;
    if (id === this.ops.length) {
      this.ops = grown(this.ops, id * 2);
      this.threads = grown(this.threads, id * 2);
      this.targets = grown(this.targets, id * 2);
    }
    this.ops[id] = op;
    this.threads[id] = thread;
    this.targets[id] = target;
    this.terminals[at] = id + 1;
    return id;
  }

  private addPage(actor: number, part: number, slot: number): number {
    const page = this.pages++;
    if (page * PAGE === this.terminals.length) this.terminals = grown(this.terminals, page * PAGE * 2);
    this.slots[slot] = actor;
    this.slots[slot + 1] = part;
    this.slots[slot + 2] = page + 1;
    if ((this.pages << SLOT_BITS) * 2 > this.slots.length) this.rehash();
    return page;
  }

  private rehash(): void {
    const old = this.slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let i = 0; i < old.length; i += 1 << SLOT_BITS) {
      if (old[i + 2] === 0) continue;
      let slot = (hash(old[i]!, old[i + 1]!) << SLOT_BITS) & mask;
      while (slots[slot + 2] !== 0) slot = (slot + (1 << SLOT_BITS)) & mask;
      slots[slot] = old[i]!;
      slots[slot + 1] = old[i + 1]!;
      slots[slot + 2] = old[i + 2]!;
    }
    this.slots = slots;
  }
}

function hash(actor: number, part: number): number {
  const h = Math.imul(part ^ Math.imul(actor, 0x9e3779b1), 0x85ebca6b);
  return h ^ (h >>> 15);
}
