// A mutex with three states, for programs that need more than one: free, held, held and awaited.
export class Mutex {
  constructor(memory, at) {
    this.cells = new Int32Array(memory);
    this.at = at;
  }
  lock() {
    let state = Atomics.compareExchange(this.cells, this.at, 0, 1);
    while (state !== 0) {
      if (state === 2 || Atomics.compareExchange(this.cells, this.at, 1, 2) !== 0) Atomics.wait(this.cells, this.at, 2);
      state = Atomics.compareExchange(this.cells, this.at, 0, 2);
    }
  }
  tryLock() {
    return Atomics.compareExchange(this.cells, this.at, 0, 1) === 0;
  }
  unlock() {
    if (Atomics.sub(this.cells, this.at, 1) !== 1) {
      Atomics.store(this.cells, this.at, 0);
      Atomics.notify(this.cells, this.at, 1);
    }
  }
}
