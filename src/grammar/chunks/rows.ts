// Heads or tails of a summary that is being made: rows of ROW numbers, without an object for each.

import { enlarged } from '../../base/grown.ts';
import { ROW } from './summary.ts';

export class Rows {
  private words = new Int32Array(1 << 8);
  private used = 0;

  /** How many there are. */
  get count(): number {
    return this.used / ROW;
  }

  add(isWrite: number, thread: number, position: number, last: number): void {
    if (this.used === this.words.length) this.words = enlarged(this.words, this.used + ROW);
    const { words, used } = this;
    words[used] = isWrite;
    words[used + 1] = thread;
    words[used + 2] = position;
    words[used + 3] = last;
    this.used = used + ROW;
  }

  finish(): Int32Array {
    return this.words.slice(0, this.used);
  }
}
