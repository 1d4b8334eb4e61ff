// Records of a few words each in one array, numbered from 1. What is given back is used again.

import { grown } from '../../base/grown.ts';

export class Records {
  /** Record r is at r × size. It moves when `allocate` makes room. */
  words: Uint32Array;
  private readonly size: number;
  private used = 1;
  private readonly free: number[] = [];

  constructor(size: number) {
    this.size = size;
    this.words = new Uint32Array(64 * size);
  }

  /** A record of zeros. */
  allocate(): number {
    const again = this.free.pop();
    if (again !== undefined) return again;
    if (this.used * this.size === this.words.length) this.words = grown(this.words, 2 * this.words.length);
    return this.used++;
  }

  release(record: number): void {
    this.words.fill(0, record * this.size, (record + 1) * this.size);
    this.free.push(record);
  }
}
