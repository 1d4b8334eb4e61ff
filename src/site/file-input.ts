// A file that was dropped on the page, as an input: read in pieces, as often as somebody asks, and unpacked by content.

import { Decompress } from 'fzstd';
import { InputError } from '../base/error.ts';
import type { Input } from '../formats/input.ts';

/** What a tab can hold beside the events of it. */
export const LARGEST_FILE = 512 * 2 ** 20;
/** Unpacked: the same bound for what was packed well. */
const LARGEST_CONTENT = 2 ** 31;

type Bytes = AsyncGenerator<Uint8Array>;

export function fileInput(file: File): Input {
  return {
    name: file.name,
    size: file.size,
    async *chunks() {
      let bytes = 0;
      for await (const chunk of unpacked(file)) {
        bytes += chunk.length;
        if (bytes > LARGEST_CONTENT) throw tooLarge(file, 'it unpacks to more than 2 GB');
        yield chunk;
      }
    },
  };
}

export function tooLarge(file: File, what: string): InputError {
  return new InputError('FILE_UNREADABLE', { file: file.name }, what, 'foretrace view opens files of any size');
}

async function* unpacked(file: File): Bytes {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzipped(file);
  else if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) yield* unzstd(file);
  else yield* pieces(file.stream());
}

async function* gunzipped(file: File): Bytes {
  try {
    yield* pieces(file.stream().pipeThrough(new DecompressionStream('gzip')));
  } catch {
    throw new InputError('COMPRESSION_BROKEN', { file: file.name }, 'the gzip data are damaged or cut', 'is the file complete?');
  }
}

async function* unzstd(file: File): Bytes {
  const ready: Uint8Array[] = [];
  const unpacker = new Decompress((piece) => ready.push(piece));
  try {
    for await (const piece of pieces(file.stream())) {
      unpacker.push(piece);
      while (ready.length > 0) yield ready.shift()!;
    }
    unpacker.push(new Uint8Array(0), true);
  } catch {
    throw new InputError('COMPRESSION_BROKEN', { file: file.name }, 'the zstd data are damaged or cut', 'is the file complete?');
  }
  yield* ready;
}

/** Not every browser can iterate over a stream. */
async function* pieces(stream: ReadableStream<Uint8Array>): Bytes {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
