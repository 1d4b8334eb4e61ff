// Numbers for the ids that a window has, from 0 on: predictors keep something for every id below the largest, and a window has few of
// the threads and variables of a long trace. O(1) per id; 4 bytes per id of the trace.

import { grown } from '../../base/grown.ts';

/** In the place of the id of something that is not in the trace. */
const INVENTED = 0xffff_ffff;

export class LocalIds {
  count = 0;
  /** Per number: its id. */
  private ids = new Uint32Array(64);
  /** Per id: its number plus one, or 0. */
  private numbers = new Uint32Array(0);

  /** Forgets the numbers of the window before. Ids of the next are below `bound`. */
  begin(bound: number): void {
    for (let n = 0; n < this.count; n++) if (this.ids[n] !== INVENTED) this.numbers[this.ids[n]!] = 0;
    this.count = 0;
    if (bound > this.numbers.length) this.numbers = grown(this.numbers, Math.max(bound, 2 * this.numbers.length));
  }

  of(id: number): number {
    const number = this.numbers[id]!;
    return number !== 0 ? number - 1 : this.add(id);
  }

  /** The number of something that is not in the trace. */
  invent(): number {
    return this.append(INVENTED);
  }

  /** Per number: its id. */
  all(): Uint32Array {
    return this.ids.slice(0, this.count);
  }

  private add(id: number): number {
    const number = this.append(id);
    this.numbers[id] = number + 1;
    return number;
  }

  private append(id: number): number {
    if (this.count === this.ids.length) this.ids = grown(this.ids, 2 * this.count);
    this.ids[this.count] = id;
    return this.count++;
  }
}
