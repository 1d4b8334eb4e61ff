// Unpacks gzip and zstd, by content and however often they are wrapped in each other. What was unpacked before damage is handed
// out before the error: a recording that was cut is still a recording. The unpackers are loaded for what is packed.

import type { Transform } from 'node:stream';
import { InputError } from '../../base/error.ts';
import { framePieces, ZstdError } from './zstd-frames.ts';

const MOST_WRAPPINGS = 3;
/** Packed bytes per step: at most 1000 times as many come out, so this bounds what a bomb can make us hold. */
const STEP = 1 << 15;
/** Unpacked bytes per piece. */
const PIECE = 1 << 18;

type Bytes = AsyncIterable<Uint8Array>;
type Unpacker = (packed: Bytes, file: string) => AsyncGenerator<Uint8Array>;

/** The bytes as they are if they are not packed. */
export async function* unpacked(source: Bytes, file: string): AsyncGenerator<Uint8Array> {
  let bytes = source;
  for (let wrappings = 0; ; wrappings++) {
    const { head, all } = await peek(bytes);
    const unpack = unpackerFor(head);
    if (unpack === undefined) {
      yield* all;
      return;
    }
    if (wrappings === MOST_WRAPPINGS)
      throw broken(file, `data are packed more than ${MOST_WRAPPINGS} times`, 'unpack them yourself first');
    bytes = unpack(all, file);
  }
}

export function isPacked(head: Uint8Array): boolean {
  return unpackerFor(head) !== undefined;
}

function unpackerFor(head: Uint8Array): Unpacker | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return gunzip;
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return unzstd;
  // A frame to be skipped, which some packers write first.
  if ((head[0]! & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18) return unzstd;
  return undefined;
}

/** The first bytes, four if there are so many, and all of them including these. */
async function peek(source: Bytes): Promise<{ head: Uint8Array; all: Bytes }> {
  const iterator = source[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  let done = false;
  while (head.length < 4 && !done) {
    const next = await iterator.next();
    done = next.done === true;
    if (next.done !== true) head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head, all: all() };
}

async function* gunzip(packed: Bytes, file: string): AsyncGenerator<Uint8Array> {
  const { createGunzip } = await import('node:zlib');
  const failed = (error: Error) => {
    const early = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
    return damaged(file, early ? 'gzip data end early' : `gzip data are damaged: ${error.message}`);
  };
  yield* through(packed, createGunzip({ chunkSize: PIECE }), failed);
}

async function* unzstd(packed: Bytes, file: string): AsyncGenerator<Uint8Array> {
  // Node has it from 22.15 on; its types here are those of the oldest Node.
  const { createZstdDecompress } = (await import('node:zlib')) as {
    createZstdDecompress?: (options: { chunkSize: number }) => Transform;
  };
  const failed = (error: Error) =>
    damaged(file, `zstd data ${error instanceof ZstdError ? error.message : `are damaged: ${error.message}`}`);
  try {
    if (createZstdDecompress === undefined) yield* unzstdSlowly(packed);
    else yield* through(joinedPieces(packed), createZstdDecompress({ chunkSize: PIECE }), failed);
  } catch (error) {
    throw error instanceof Error && !(error instanceof InputError) ? failed(error) : error;
  }
}

/** In JavaScript, for a Node without zstd: 38 MB/s, a tenth of the other. */
async function* unzstdSlowly(packed: Bytes): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  let ready: Uint8Array[] = [];
  let frame = new Decompress();
  for await (const { bytes, first, last } of framePieces(packed)) {
    if (first) frame = new Decompress((piece) => ready.push(piece));
    frame.push(bytes, last);
    yield* ready;
    ready = [];
  }
}

async function* joinedPieces(packed: Bytes): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of framePieces(packed)) yield bytes;
}

/** Sends bytes through a stream of zlib's. The next step is unpacked by another thread while the caller is at the last. */
async function* through(source: Bytes, stream: Transform, failed: (error: Error) => InputError): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const take = (): Uint8Array[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  let failure: Error | undefined;
  let finished = false;
  let wake = (): void => {};
  stream.on('data', (piece: Uint8Array) => ready.push(piece));
  stream.on('error', (error) => {
    failure = error;
    wake();
  });
  stream.on('end', () => {
    finished = true;
    wake();
  });
  const step = (start: (done: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      if (failure === undefined && !finished) start(resolve);
      else resolve();
    });
  let work = Promise.resolve();
  try {
    for await (const slice of slices(source)) {
      await work;
      const pieces = take();
      work = step((done) => stream.write(slice, done));
      yield* pieces;
      if (failure !== undefined) break;
    }
    await work;
    yield* take();
    await step(() => stream.end());
    yield* take();
  } catch (error) {
    // The source broke; what it gave before is still good.
    await work;
    yield* take();
    throw error;
  } finally {
    stream.destroy();
  }
  if (failure !== undefined) throw failed(failure);
}

async function* slices(source: Bytes): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) for (let at = 0; at < chunk.length; at += STEP) yield chunk.subarray(at, at + STEP);
}

function damaged(file: string, what: string): InputError {
  return broken(file, what, 'pack or copy it again, or read what there is with --lenient');
}

function broken(file: string, what: string, hint: string): InputError {
  return new InputError('COMPRESSION_BROKEN', { file }, `the ${what}`, hint);
}
