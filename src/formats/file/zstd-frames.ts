// Takes a zstd stream apart into its frames and blocks (RFC 8878, section 3) without unpacking them: tells where a stream that
// ends early ends, refuses windows that would take the memory of the machine, and hands out pieces of bounded size.

/** A stretch of the stream: the header of a frame with its first block, or a block. */
export interface FramePiece {
  readonly bytes: Uint8Array;
  /** The first of its frame. */
  readonly first: boolean;
  /** The last of its frame. */
  readonly last: boolean;
}

/** What the data do that they should not, to be read after “the zstd data”. */
export class ZstdError extends Error {}

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
/** As the zstd program, unless told otherwise. */
const MAX_WINDOW = 128 << 20;
const MAX_BLOCK = 128 << 10;

/**
 * An unpacker makes room for the window of every frame, whatever comes of it: 20 000 frames of ten bytes with the largest window took
 * hours. A frame of few blocks gets the window that it needs; those of all others together may have so much, and more for every byte.
 */
const FEW_BLOCKS = 8;
const ALL_WINDOWS = 1 << 30;
const WINDOWS_PER_BYTE = 1000;

/** What the windows of all frames may still take. */
interface Allowance {
  left: number;
}

export async function* framePieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<FramePiece> {
  const bytes = new Lookahead(source);
  const allowance = { left: ALL_WINDOWS };
  try {
    while (await bytes.has(1)) {
      await need(bytes, 8);
      const magic = bytes.u32(0);
      if ((magic & ~15) >>> 0 === SKIPPABLE) await skip(bytes, bytes.u32(4) + 8);
      else if (magic === FRAME) yield* frame(bytes, allowance);
      else throw new ZstdError('are followed by something else');
    }
  } finally {
    await bytes.close();
  }
}

async function* frame(bytes: Lookahead, allowance: Allowance): AsyncGenerator<FramePiece> {
  const descriptor = bytes.at(4);
  const single = (descriptor & 32) !== 0;
  const checksum = (descriptor & 4) !== 0 ? 4 : 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][descriptor >>> 6]!;
  let size = 5 + (single ? 0 : 1) + dictionary;
  await need(bytes, size + sizeBytes);
  const window = single ? contentSize(bytes, size, sizeBytes) : windowSize(bytes.at(5));
  if (window > MAX_WINDOW) throw new ZstdError(`need a window of ${window} bytes; ${MAX_WINDOW} are allowed`);
  size += sizeBytes;
  // The first blocks, until it is known whether there are few, and the most that can come of them.
  let held: FramePiece[] | undefined = [];
  let content = 0;
  for (let first = true, last = false; !last; first = false, size = 0) {
    await need(bytes, size + 3);
    const header = bytes.at(size) | (bytes.at(size + 1) << 8) | (bytes.at(size + 2) << 16);
    last = (header & 1) !== 0;
    const kind = (header >>> 1) & 3;
    if (header >>> 3 > MAX_BLOCK) throw new ZstdError(`have a block of ${header >>> 3} bytes; ${MAX_BLOCK} are allowed`);
    size += 3 + (kind === REPEATED ? 1 : header >>> 3) + (last ? checksum : 0);
    content += kind === COMPRESSED ? MAX_BLOCK : header >>> 3;
    allowance.left += WINDOWS_PER_BYTE * size;
    // What is there of a frame that ends early is handed out before the error.
    if (!(await bytes.has(size)) && held !== undefined) yield* held;
    await need(bytes, size);
    const piece = { bytes: bytes.take(size), first, last };
    held?.push(piece);
    if (held === undefined) yield piece;
    else if (last || held.length === FEW_BLOCKS) {
      if (last && !single) held[0] = withWindow(held[0]!, Math.min(window, content));
      else allowance.left -= window;
      if (allowance.left < 0) throw new ZstdError('need a large window for each of many small frames');
      yield* held;
      held = undefined;
    }
  }
}

const REPEATED = 1;
const COMPRESSED = 2;

/** The piece, which has the head of the frame, with the smallest window that holds so many bytes. */
function withWindow(piece: FramePiece, content: number): FramePiece {
  const bytes = new Uint8Array(piece.bytes);
  bytes[5] = Math.max(0, Math.ceil(Math.log2(Math.max(content, 1))) - 10) << 3;
  return { ...piece, bytes };
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >>> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(bytes: Lookahead, at: number, width: number): number {
  let size = width === 2 ? 256 : 0;
  for (let i = 0; i < width; i++) size += bytes.at(at + i) * 2 ** (8 * i);
  return size;
}

async function need(bytes: Lookahead, count: number): Promise<void> {
  if (!(await bytes.has(count))) throw new ZstdError('end early');
}

async function skip(bytes: Lookahead, count: number): Promise<void> {
  for (let left = count; left > 0; ) {
    await need(bytes, 1);
    left -= bytes.take(Math.min(left, bytes.length)).length;
  }
}

/** The next bytes of a stream in one piece. */
class Lookahead {
  private readonly source: AsyncIterator<Uint8Array>;
  private bytes: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]();
  }

  get length(): number {
    return this.bytes.length;
  }

  async has(count: number): Promise<boolean> {
    if (this.bytes.length >= count) return true;
    const parts = [this.bytes];
    let total = this.bytes.length;
    for (let ended = false; total < count && !ended; ) {
      const next = await this.source.next();
      ended = next.done === true;
      if (next.done !== true) total += parts[parts.push(next.value) - 1]!.length;
    }
    this.bytes = Buffer.concat(parts);
    return total >= count;
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }

  at(index: number): number {
    return this.bytes[index]!;
  }

  u32(index: number): number {
    return (this.at(index) | (this.at(index + 1) << 8) | (this.at(index + 2) << 16) | (this.at(index + 3) << 24)) >>> 0;
  }

  take(count: number): Uint8Array {
    const taken = this.bytes.subarray(0, count);
    this.bytes = this.bytes.subarray(count);
    return taken;
  }
}
