// The memory whose races the program calls benign, as long as it is in use. Programs have few such places, if any.

interface Range {
  readonly from: number;
  readonly to: number;
}

export class BenignRanges {
  private ranges: Range[] = [];

  add(address: number, bytes: number): void {
    if (!this.has(address, bytes)) this.ranges.push({ from: address, to: address + bytes });
  }

  has(address: number, bytes: number): boolean {
    return this.ranges.some(({ from, to }) => from <= address && address + bytes <= to);
  }

  /** The memory was freed, or given out again. */
  clear(address: number, bytes: number): void {
    if (this.ranges.length > 0) this.ranges = this.ranges.filter(({ from, to }) => to <= address || from >= address + bytes);
  }
}
