// Which variables have the same history: the same steps in the same order. A history is a number, and so is each of its steps; equal histories have
// equal numbers, because a step after a history is looked up, not hashed away. O(1) for each step, 12 bytes for each history that there is.

/** The history of what was never accessed. */
const NONE = 0;

/** Words of a slot: history, step, the history with that step or 0. */
const SLOT = 3;

export class Histories {
  /** How many there are, the empty one included. */
  size = 1;
  /** Slots by hash, at most half full. */
  private slots = new Uint32Array(256 * SLOT);
  private mask = 255;
  /** What was asked for last: neighbours are mostly used alike. */
  private lastHistory = NONE;
  private lastStep = -1;
  private lastResult = NONE;

  /** The history with one more step. */
  after(history: number, step: number): number {
    if (history !== this.lastHistory || step !== this.lastStep) {
      this.lastResult = this.find(history, step);
      this.lastHistory = history;
      this.lastStep = step;
    }
    return this.lastResult;
  }

  private find(history: number, step: number): number {
    const { slots, mask } = this;
    let slot = hash(history, step) & mask;
    for (; slots[slot * SLOT + 2] !== 0; slot = (slot + 1) & mask)
      if (slots[slot * SLOT] === history && slots[slot * SLOT + 1] === step) return slots[slot * SLOT + 2]!;
    slots[slot * SLOT] = history;
    slots[slot * SLOT + 1] = step;
    slots[slot * SLOT + 2] = this.size++;
    if (this.size * 2 > mask) this.rehash();
    return this.size - 1;
  }

  private rehash(): void {
    const old = this.slots;
    const slots = new Uint32Array(old.length * 2);
    const mask = this.mask * 2 + 1;
    for (let from = 0; from < old.length; from += SLOT) {
      if (old[from + 2] === 0) continue;
      let slot = hash(old[from]!, old[from + 1]!) & mask;
      while (slots[slot * SLOT + 2] !== 0) slot = (slot + 1) & mask;
      for (let word = 0; word < SLOT; word++) slots[slot * SLOT + word] = old[from + word]!;
    }
    this.slots = slots;
    this.mask = mask;
  }
}

function hash(history: number, step: number): number {
  const h = Math.imul(history ^ Math.imul(step, 0x9e3779b1), 0x85ebca6b);
  return h ^ (h >>> 15);
}
