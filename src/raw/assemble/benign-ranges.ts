// Memory whose races the program calls benign, as long as it is in use. Programs have few such places, if any.

interface Range {
  readonly from: number;
  readonly to: number;
}

export class BenignRanges {
  private ranges: Range[] = [];

  add(address: number, bytes: number): void {
    const to = address + bytes;
    if (!this.ranges.some((range) => range.from <= address && to <= range.to)) this.ranges.push({ from: address, to });
  }

  /** One byte is enough: a program may name a variable by its address alone. */
  overlaps(address: number, bytes: number): boolean {
    return this.ranges.some(({ from, to }) => from < address + bytes && address < to);
  }

  /** The memory was freed, or given out again. */
  clear(address: number, bytes: number): void {
    if (this.ranges.length > 0) this.ranges = this.ranges.filter(({ from, to }) => to <= address || from >= address + bytes);
  }
}
