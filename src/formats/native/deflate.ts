// Packs and unpacks. Node's zlib does it where there is one; a browser reads what is packed by src/base/inflate.ts and writes files that
// are not.

import { builtin } from '../../base/builtin.ts';
import { Inflater } from '../../base/inflate.ts';
import { lazy } from '../../base/lazy.ts';

/** 6 is what 100 MB/s of columns leave time for: 9 gains 5 % and takes up to ten times as long. */
const LEVEL = 6;

interface Zlib {
  deflateRawSync(bytes: Uint8Array, options: { level: number; memLevel: number }): Uint8Array;
  inflateRawSync(
    bytes: Uint8Array,
    options: { maxOutputLength: number; chunkSize: number; info: true },
  ): { buffer: Uint8Array; engine: { bytesWritten: number } };
}

/** Loaded when something is packed or unpacked: who reads text needs none. */
const nodeZlib = lazy(() => builtin?.('node:zlib') as Zlib | undefined);

/** What packs bytes as raw deflate; undefined where nothing can. */
export function newDeflate(): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const zlib = nodeZlib();
  return zlib === undefined ? undefined : (bytes) => zlib.deflateRawSync(bytes, { level: LEVEL, memLevel: 9 });
}

/** Fills out[0..size) from bytes[start..end). False if those are not a whole stream of just that size. */
export type Inflate = (bytes: Uint8Array, start: number, end: number, out: Uint8Array, size: number) => boolean;

export function newInflate(): Inflate {
  const zlib = nodeZlib();
  if (zlib !== undefined) return inflatedBy(zlib);
  const inflater = new Inflater();
  return (bytes, start, end, out, size) => inflater.inflate(bytes, start, end, out, size);
}

function inflatedBy({ inflateRawSync }: Zlib): Inflate {
  return (bytes, start, end, out, size) => {
    try {
      // A byte more than it may be, or nothing could end in a full buffer.
      const options = { maxOutputLength: size + 1, chunkSize: Math.max(size + 1, 64), info: true } as const;
      const { buffer, engine } = inflateRawSync(bytes.subarray(start, end), options);
      if (buffer.length !== size || engine.bytesWritten !== end - start) return false;
      out.set(buffer);
      return true;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (typeof code === 'string' && (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE')) return false;
      throw error;
    }
  };
}
