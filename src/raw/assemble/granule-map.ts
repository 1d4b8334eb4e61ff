// From granules of memory to small numbers: a row per page that has any, found by the number of the page. An access in a page that was
// used lately takes two loads, where a hash of every granule would take a dozen steps and a miss of the cache.

import { enlarged } from '../../base/grown.ts';
import { AddressMap } from './address-map.ts';
import { GRANULE_BYTES } from './granule.ts';
import { PAGE_BYTES } from './shadow.ts';

export const PAGE_GRANULES: number = PAGE_BYTES / GRANULE_BYTES;
const CACHED = 1 << 12;

export class GranuleMap {
  /** Number of a page → its row. */
  private readonly pages = new AddressMap(10);
  /** Values plus one, by row and granule; 0 where there is none. */
  private values = new Int32Array(PAGE_GRANULES);
  /** Beside the values: what a user noted of the granule, 0 for nothing. A value leads to other columns, each a miss of the cache; this does not. */
  private notes = new Uint32Array(PAGE_GRANULES);
  /** Pages that were looked at lately, by their lowest bits, with their rows. */
  private readonly cachedPages = new Float64Array(CACHED).fill(-1);
  private readonly cachedRows = new Int32Array(CACHED);

  /** The value of the granule, or -1. */
  get(granule: number): number {
    const page = Math.floor(granule / PAGE_GRANULES);
    const row = this.row(page);
    return row < 0 ? -1 : this.values[row * PAGE_GRANULES + granule - page * PAGE_GRANULES]! - 1;
  }

  /** The same by the upper and lower 32 bits of an address in the granule. */
  at(high: number, low: number): number {
    const row = this.row(high * 0x10_0000 + (low >>> 12));
    return row < 0 ? -1 : this.values[row * PAGE_GRANULES + ((low >>> 3) & (PAGE_GRANULES - 1))]! - 1;
  }

  set(granule: number, value: number): void {
    const page = Math.floor(granule / PAGE_GRANULES);
    let row = this.row(page);
    if (row < 0) {
      row = this.pages.size;
      this.pages.set(page, row);
      this.cachedRows[page & (CACHED - 1)] = row;
      if ((row + 1) * PAGE_GRANULES > this.values.length) {
        this.values = enlarged(this.values, (row + 1) * PAGE_GRANULES);
        this.notes = enlarged(this.notes, (row + 1) * PAGE_GRANULES);
      }
    }
    this.values[row * PAGE_GRANULES + granule - page * PAGE_GRANULES] = value + 1;
  }

  /** The note of the granule that an address is in, by its upper and lower 32 bits. */
  note(high: number, low: number): number {
    const row = this.row(high * 0x10_0000 + (low >>> 12));
    return row < 0 ? 0 : this.notes[row * PAGE_GRANULES + ((low >>> 3) & (PAGE_GRANULES - 1))]!;
  }

  /** Notes something of a granule that has a value. */
  setNote(high: number, low: number, note: number): void {
    const row = this.row(high * 0x10_0000 + (low >>> 12));
    this.notes[row * PAGE_GRANULES + ((low >>> 3) & (PAGE_GRANULES - 1))] = note;
  }

  hasPage(page: number): boolean {
    return this.row(page) >= 0;
  }

  private row(page: number): number {
    const slot = page & (CACHED - 1);
    if (this.cachedPages[slot] === page) return this.cachedRows[slot]!;
    const row = this.pages.get(page);
    this.cachedPages[slot] = page;
    this.cachedRows[slot] = row;
    return row;
  }
}
