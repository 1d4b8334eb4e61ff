// Files, pipes and standard input as inputs. A file is read again where it stands; what comes through a pipe is kept.

import { createReadStream } from 'node:fs';
import { access, constants, open, stat } from 'node:fs/promises';
import { InputError } from '../../base/error.ts';
import type { Input } from '../input.ts';
import { unreadable } from './failure.ts';
import { Spool } from './spool.ts';
import { isPacked, unpacked } from './unpack.ts';

/** Measured from 64 KiB to 4 MiB: flat from here on. */
const CHUNK = 1 << 19;

export interface InputOptions {
  /** The input is read once: then what comes through a pipe need not be kept. */
  readonly once?: boolean;
  /** What messages call it, if that is not the path. */
  readonly name?: string;
}

/** Opens a file or, for `-`, standard input. gzip and zstd are unpacked, by content. */
export async function openInput(path: string, options: InputOptions = {}): Promise<Input> {
  if (path === '-') return streamed('<stdin>', process.stdin, options);
  try {
    const status = await stat(path);
    if (status.isDirectory()) throw new InputError('FILE_UNREADABLE', { file: path }, 'this is a directory', 'name a file in it');
    await access(path, constants.R_OK);
    if (!status.isFile()) return streamed(path, createReadStream(path, { highWaterMark: CHUNK }), options);
    const packed = isPacked(await firstBytes(path));
    return {
      name: options.name ?? path,
      size: packed ? undefined : status.size,
      chunks: () => (packed ? unpacked(fileChunks(path), path) : fileChunks(path)),
    };
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Bytes that come once, as an input that gives them as often as it is asked to. */
function streamed(name: string, stream: AsyncIterable<Uint8Array>, { once = false }: InputOptions): Input {
  const source = guarded(name, stream);
  const spool = once ? undefined : new Spool(source);
  return { name, chunks: () => unpacked(spool?.chunks() ?? source, name) };
}

async function* guarded(name: string, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(name, error);
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The next chunk is read while the caller is at the last. */
async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    const file = await open(path);
    try {
      const next = () => file.read(Buffer.allocUnsafeSlow(CHUNK), 0, CHUNK);
      for (let reading = next(); ; ) {
        const { buffer, bytesRead } = await reading;
        if (bytesRead === 0) return;
        reading = next();
        // An error belongs to whoever asks for the chunk, not to the process.
        reading.catch(() => {});
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}
