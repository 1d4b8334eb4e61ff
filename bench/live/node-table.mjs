// The table of node-server.mjs: slots of bytes, each under the lock of its stripe; a lock is a word, 0 if nobody has it.

const SLOTS = 1024;
const SLOT_BYTES = 256;
const STRIPES = 16;
/** Words of the counters. */
const [GETS, SETS] = [0, 1];

export function newTable() {
  return {
    slots: new SharedArrayBuffer(SLOTS * SLOT_BYTES),
    lengths: new SharedArrayBuffer(SLOTS * 4),
    locks: new SharedArrayBuffer(STRIPES * 4),
    counters: new SharedArrayBuffer(8),
  };
}

export class Table {
  constructor({ slots, lengths, locks, counters }) {
    this.slots = new Uint8Array(slots);
    this.lengths = new Int32Array(lengths);
    this.locks = new Int32Array(locks);
    this.counters = new Int32Array(counters);
  }

  /** How long the value is, and a sum of its bytes. */
  get(key) {
    const slot = key % SLOTS;
    Atomics.add(this.counters, GETS, 1);
    return this.locked(slot, () => {
      const length = this.lengths[slot];
      let sum = 0;
      for (let i = 0; i < length; i++) sum += this.slots[slot * SLOT_BYTES + i];
      return { length, sum };
    });
  }

  set(key, length) {
    const slot = key % SLOTS;
    Atomics.add(this.counters, SETS, 1);
    return this.locked(slot, () => {
      this.lengths[slot] = Math.min(length, SLOT_BYTES);
      for (let i = 0; i < this.lengths[slot]; i++) this.slots[slot * SLOT_BYTES + i] = key + i;
      return { length };
    });
  }

  locked(slot, work) {
    const { locks } = this;
    const lock = slot % STRIPES;
    while (Atomics.compareExchange(locks, lock, 0, 1) !== 0) Atomics.wait(locks, lock, 1);
    try {
      return work();
    } finally {
      Atomics.store(locks, lock, 0);
      Atomics.notify(locks, lock, 1);
    }
  }
}
