// The vector clocks of the entities of a chunk, a row each, made when it is needed. Times count from 1 in every chunk; 0 is "nothing".

import { grown } from '../../base/grown.ts';

export class Clocks {
  /** Threads, the length of a row. */
  readonly width: number;
  words = new Float64Array(256);
  readonly touched: number[] = [];
  /** Per entity: where its row starts, or -1. */
  readonly rows: Int32Array;

  constructor(entities: number, threads: number) {
    this.width = threads;
    this.rows = new Int32Array(entities).fill(-1);
  }

  clear(): void {
    const { touched, rows } = this;
    for (let i = 0; i < touched.length; i++) rows[touched[i]!] = -1;
    touched.length = 0;
  }

  has(u: number): boolean {
    return this.rows[u]! >= 0;
  }

  /** Where the row of an entity that has one starts in `words`. */
  rowOf(u: number): number {
    return this.rows[u]!;
  }

  ensure(u: number): void {
    if (this.rows[u]! >= 0) return;
    const row = this.touched.push(u) * this.width - this.width;
    if (row + this.width > this.words.length) this.words = grown(this.words, Math.max(this.words.length * 2, row + this.width));
    this.rows[u] = row;
    const { words } = this;
    for (let t = 0; t < this.width; t++) words[row + t] = 0;
  }

  reset(u: number): void {
    this.words.fill(0, this.rows[u]!, this.rows[u]! + this.width);
  }

  time(u: number, t: number): number {
    return this.words[this.rows[u]! + t]!;
  }

  setTime(u: number, t: number, time: number): void {
    this.words[this.rows[u]! + t] = time;
  }

  /** u comes to know what v knows. */
  join(u: number, v: number): void {
    const { words } = this;
    const a = this.rows[u]!;
    const b = this.rows[v]!;
    for (let t = 0; t < this.width; t++) if (words[b + t]! > words[a + t]!) words[a + t] = words[b + t]!;
  }

  /** u knows what v knows and nothing else. */
  copy(u: number, v: number): void {
    const { words } = this;
    const a = this.rows[u]!;
    const b = this.rows[v]!;
    for (let t = 0; t < this.width; t++) words[a + t] = words[b + t]!;
  }
}
