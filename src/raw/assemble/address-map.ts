// From addresses (and other whole numbers below 2 ** 53) to small numbers: open addressing in two columns, 12 bytes per slot. A
// Map ends at 16 million entries and keeps an object for every key above 2 ** 31.

const EMPTY = -1;

export class AddressMap {
  size = 0;
  private keys: Float64Array;
  private values: Int32Array;
  /** The top bits of a hash that number a slot are those above this one. */
  private shift: number;

  constructor(bits = 8) {
    this.keys = new Float64Array(1 << bits).fill(EMPTY);
    this.values = new Int32Array(1 << bits);
    this.shift = 32 - bits;
  }

  /** The value of the key, or -1. */
  get(key: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    for (let slot = this.slotOf(key); ; slot = (slot + 1) & mask) {
      const found = keys[slot]!;
      if (found === key) return this.values[slot]!;
      if (found === EMPTY) return -1;
    }
  }

  set(key: number, value: number): void {
    const { keys } = this;
    const mask = keys.length - 1;
    let slot = this.slotOf(key);
    while (keys[slot] !== EMPTY && keys[slot] !== key) slot = (slot + 1) & mask;
    this.values[slot] = value;
    if (keys[slot] === key) return;
    keys[slot] = key;
    this.size++;
    if (this.size * 2 > keys.length) this.grow();
  }

  delete(key: number): void {
    const { keys, values } = this;
    const mask = keys.length - 1;
    let hole = this.slotOf(key);
    while (keys[hole] !== key) {
      if (keys[hole] === EMPTY) return;
      hole = (hole + 1) & mask;
    }
    // What follows moves up, so that no search stops too early at the hole.
    for (let slot = (hole + 1) & mask; keys[slot] !== EMPTY; slot = (slot + 1) & mask) {
      const home = this.slotOf(keys[slot]!);
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      keys[hole] = keys[slot]!;
      values[hole] = values[slot]!;
      hole = slot;
    }
    keys[hole] = EMPTY;
    this.size--;
  }

  /** Calls `visit` for every entry, in no order. Nothing may be changed meanwhile. */
  forEach(visit: (key: number, value: number) => void): void {
    const { keys, values } = this;
    for (let slot = 0; slot < keys.length; slot++) if (keys[slot] !== EMPTY) visit(keys[slot]!, values[slot]!);
  }

  private slotOf(key: number): number {
    const high = (key / 0x1_0000_0000) | 0;
    let hash = Math.imul((key | 0) ^ Math.imul(high, 0x2c1b3c6d), 0x9e3779b1 | 0);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b | 0);
    return hash >>> this.shift;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2).fill(EMPTY);
    this.values = new Int32Array(keys.length * 2);
    this.shift--;
    this.size = 0;
    for (let slot = 0; slot < keys.length; slot++) if (keys[slot] !== EMPTY) this.set(keys[slot]!, values[slot]!);
  }
}
