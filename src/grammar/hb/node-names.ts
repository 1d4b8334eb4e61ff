// Which nodes of a chunk's inputs its summary needs, and the numbers that they get there.

import { type Inputs, NOTHING } from '../inputs.ts';

export class NodeNames {
  /** Per node: 1 if it is needed, until `count`; then its number in the summary. */
  of = new Int32Array(64);

  begin(inputs: Inputs): void {
    if (inputs.size > this.of.length) this.of = new Int32Array(inputs.size * 2);
    else for (let n = 0; n < inputs.size; n++) this.of[n] = 0;
  }

  /** Numbers what was marked and what that consists of; returns how many there are. */
  count({ size, left, right }: Inputs): number {
    const names = this.of;
    for (let n = size - 1; n > NOTHING; n--) {
      if (names[n] === 0 || right[n]! < 0) continue;
      names[left[n]!] = 1;
      names[right[n]!] = 1;
    }
    let count = 1;
    names[NOTHING] = NOTHING;
    for (let n = 1; n < size; n++) if (names[n] !== 0) names[n] = count++;
    return count;
  }

  /** Writes the nodes that have a number, in order. */
  write({ size, left, right }: Inputs, toLeft: Int32Array, toRight: Int32Array): void {
    const names = this.of;
    toLeft[NOTHING] = -1;
    toRight[NOTHING] = -1;
    for (let n = 1; n < size; n++) {
      const to = names[n]!;
      if (to === 0) continue;
      const isLeaf = right[n]! < 0;
      toLeft[to] = isLeaf ? left[n]! : names[left[n]!]!;
      toRight[to] = isLeaf ? -1 : names[right[n]!]!;
    }
  }
}
