// Which memory a variable is, for those of which a recorder told it: where it is, how long, and in which block of the heap.

import { enlarged } from '../base/grown.ts';

export interface Extent {
  readonly address: number;
  readonly bytes: number;
  /** The block of the heap that it is in, and where in it. */
  readonly block?: { readonly bytes: number; readonly offset: number };
}

export class Extents {
  /** How many variables have one. */
  size = 0;
  /** By variable. */
  private addresses = new Float64Array(0);
  /** By variable; 0 if nothing is known of it. */
  private lengths = new Float64Array(0);
  /** By variable; 0 if it is in no block. */
  private blocks = new Float64Array(0);
  private offsets = new Float64Array(0);

  get(variable: number): Extent | undefined {
    const bytes = this.lengths[variable] ?? 0;
    if (bytes === 0) return undefined;
    const block = this.blocks[variable]!;
    return {
      address: this.addresses[variable]!,
      bytes,
      ...(block > 0 && { block: { bytes: block, offset: this.offsets[variable]! } }),
    };
  }

  set(variable: number, { address, bytes, block }: Extent): void {
    if (variable >= this.lengths.length) {
      this.addresses = enlarged(this.addresses, variable + 1);
      this.lengths = enlarged(this.lengths, variable + 1);
      this.blocks = enlarged(this.blocks, variable + 1);
      this.offsets = enlarged(this.offsets, variable + 1);
    }
    if (this.lengths[variable] === 0) this.size++;
    this.addresses[variable] = address;
    this.lengths[variable] = bytes;
    this.blocks[variable] = block?.bytes ?? 0;
    this.offsets[variable] = block?.offset ?? 0;
  }
}
