// Unpacks the sections of debug information that compilers pack. What claims to become many times larger than debug information does is
// no debug information.

import { inflateSync } from 'node:zlib';
import { decompress } from 'fzstd';

/** Honest sections become three to twenty times larger. */
const MOST_RATIO = 100;
const ALWAYS = 16 << 20;
/** As the zstd program, unless told otherwise. */
const MOST_WINDOW = 128 << 20;

function mostOf(packed: Buffer): number {
  return Math.max(ALWAYS, MOST_RATIO * packed.length);
}

/** Throws if it is damaged or too large. */
export function inflated(packed: Buffer): Buffer {
  return inflateSync(packed, { maxOutputLength: mostOf(packed) });
}

/** The same for zstd. */
export function unzstd(packed: Buffer): Buffer {
  checkFrame(packed);
  return Buffer.from(decompress(packed));
}

/**
 * Compilers write one frame that says how large its content is (RFC 8878, section 3.1.1). The unpacker makes room for what the frame
 * says, and for one frame after the other.
 */
function checkFrame(packed: Buffer): void {
  if (packed.readUInt32LE(0) !== 0xfd2fb528) throw new RangeError('no zstd frame');
  const descriptor = packed.readUInt8(4);
  const single = (descriptor & 32) !== 0;
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][descriptor >>> 6]!;
  let at = 5 + (single ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  const size = sizeBytes === 8 ? Number(packed.readBigUInt64LE(at)) : sizeBytes === 0 ? 0 : packed.readUIntLE(at, sizeBytes);
  if (sizeBytes === 0 || size > mostOf(packed)) throw new RangeError('too large, or of unknown size');
  if (!single && windowSize(packed.readUInt8(5)) > MOST_WINDOW) throw new RangeError('too large a window');
  at += sizeBytes;
  for (let last = false; !last; ) {
    const header = packed.readUIntLE(at, 3);
    last = (header & 1) !== 0;
    at += 3 + (((header >>> 1) & 3) === 1 ? 1 : header >>> 3);
  }
  if (at + ((descriptor & 4) !== 0 ? 4 : 0) !== packed.length) throw new RangeError('not one frame');
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >>> 3));
  return base + (base / 8) * (descriptor & 7);
}
