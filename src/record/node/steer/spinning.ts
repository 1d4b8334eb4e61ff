// Whether a thread only waits for another to write: it has read the same few bytes for a long time and done nothing else.

const LONG = 2000;
const FEW_BYTES = 64;

export class Spinning {
  private from = 0;
  private count = 0;

  /** Tells whether the thread spins after what it does now. */
  sees(low: number, isWrite: boolean): boolean {
    if (isWrite || Math.abs(low - this.from) > FEW_BYTES) {
      this.count = 0;
      this.from = low;
    } else this.count++;
    return this.count > LONG;
  }
}
