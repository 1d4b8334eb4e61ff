// The buffers that all logs of a follower share: thousands of threads need no memory each.

export interface Piece {
  readonly bytes: Uint8Array;
  /** The same, as words. */
  readonly words: Uint32Array;
}

const PIECE_BYTES = 1 << 17;
const TAIL_BYTES = 1 << 16;

function piece(bytes: number): Piece {
  const words = new Uint32Array(bytes / Uint32Array.BYTES_PER_ELEMENT);
  return { words, bytes: new Uint8Array(words.buffer) };
}

export class Scratch {
  /** For headers, single records, and pieces of what is written. */
  readonly piece: Piece = piece(PIECE_BYTES);
  /** A tail, and what it was a moment before. */
  readonly tail: Piece = piece(TAIL_BYTES);
  readonly tailBefore: Piece = piece(TAIL_BYTES);
}
