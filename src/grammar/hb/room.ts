// Memory for summaries. To make a typed array of its own takes a microsecond, and a summary has eight: they are views of one piece of
// memory, which small summaries share. A piece lives as long as one of its summaries does.

const PIECE = 8192;
/** Larger summaries have a piece of their own. */
const SMALL = 2048;

export class Room {
  piece = new ArrayBuffer(0);
  /** Where the bytes that were taken last start in `piece`. */
  start = 0;
  private used = 0;

  /** Room that is valid as long as anybody refers to it. */
  take(bytes: number): void {
    if (this.used + bytes > this.piece.byteLength) {
      this.piece = new ArrayBuffer(bytes > SMALL ? bytes : PIECE);
      this.used = 0;
    }
    this.start = this.used;
    this.used += bytes;
  }

  /** Room that is valid until the next call. */
  reuse(bytes: number): void {
    this.start = 0;
    if (bytes > this.piece.byteLength) this.piece = new ArrayBuffer(bytes * 2);
  }
}
