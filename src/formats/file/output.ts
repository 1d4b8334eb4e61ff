// Files and standard output to write to, packed by extension. A file appears under its name only when it is complete: until
// then it stands beside it under another, so that a conversion that fails leaves nothing behind.

import { createWriteStream, openSync } from 'node:fs';
import { realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Transform, Writable } from 'node:stream';
import { InputError } from '../../base/error.ts';
import { errorCode, unwritable } from './failure.ts';
import { keep, removeAtExit } from './leftover.ts';

/** Held in memory before `drain` asks to wait. */
const BUFFERED = 1 << 20;

export interface Output {
  /** For messages. */
  readonly name: string;
  /** The receiver has gone, as `| head` does: what is written from now on goes nowhere, and nobody minds. */
  readonly closed: boolean;
  /** Takes the bytes for good. */
  write(bytes: Uint8Array): void;
  /** A promise if the caller should wait before it writes more; rejects if writing has failed. */
  drain(): Promise<void> | undefined;
  /** Waits until all is written, and gives the file its name. */
  end(): Promise<void>;
  /** Removes what was written. */
  abort(): Promise<void>;
}

/** Opens a file or, for `-`, standard output; `.gz` and `.zst` are packed. */
export async function openOutput(path: string): Promise<Output> {
  const packer = await packerFor(path);
  if (path === '-') return new StreamOutput('<stdout>', process.stdout, packer, undefined);
  try {
    const place = await placeOf(path);
    if (place === undefined) return new StreamOutput(path, createWriteStream(path), packer, undefined);
    const { target, mode } = place;
    const partial = join(dirname(target), `.${basename(target)}.${crypto.randomUUID()}`);
    // In one step: an interrupt finds either no file, or one that is known to go.
    const descriptor = openSync(partial, 'wx', mode);
    removeAtExit(partial);
    const stream = createWriteStream(partial, { fd: descriptor, highWaterMark: BUFFERED });
    return new StreamOutput(path, stream, packer, { partial, target });
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Opens an output for `work`: complete under its name if that succeeds, gone if it fails. */
export async function writeOutput<R>(path: string, work: (output: Output) => Promise<R>): Promise<R> {
  const output = await openOutput(path);
  try {
    const result = await work(output);
    await output.end();
    return result;
  } catch (error) {
    await output.abort();
    throw error;
  }
}

/** Fails as writing would, before hours of work are done: the file is not touched. */
export async function checkOutput(path: string): Promise<void> {
  if (path === '-') return;
  try {
    if ((await placeOf(path)) === undefined) return;
  } catch (error) {
    throw unwritable(path, error);
  }
  const output = await openOutput(path);
  await output.abort();
}

/** Where the file will stand, also behind a link, and its mode; undefined for pipes and devices, which are written as they are. */
async function placeOf(path: string): Promise<{ target: string; mode: number } | undefined> {
  const status = await stat(path).catch((error) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (status === undefined) return { target: path, mode: 0o666 };
  if (status.isDirectory()) throw new InputError('FILE_UNWRITABLE', { file: path }, 'this is a directory', 'name a file in it');
  return status.isFile() ? { target: await realpath(path), mode: status.mode & 0o777 } : undefined;
}

async function packerFor(path: string): Promise<Transform | undefined> {
  if (!/\.(gz|zst)$/.test(path)) return undefined;
  const zlib = await import('node:zlib');
  if (path.endsWith('.gz')) return zlib.createGzip();
  // Node has zstd from 22.15 on; its types here are those of the oldest Node.
  const { createZstdCompress } = zlib as { createZstdCompress?: () => Transform };
  if (createZstdCompress !== undefined) return createZstdCompress();
  const hint = 'name it .gz, or use Node 22.15 or later';
  throw new InputError('FILE_UNWRITABLE', { file: path }, 'this version of Node cannot pack zstd', hint);
}

class StreamOutput implements Output {
  readonly name: string;
  closed = false;
  private readonly sink: Writable;
  /** What is written to: the packer, or the sink itself. */
  private readonly first: Writable;
  private readonly names: { readonly partial: string; readonly target: string } | undefined;
  private failure: unknown;
  private wake = (): void => {};

  constructor(name: string, sink: Writable, packer: Transform | undefined, names: StreamOutput['names']) {
    this.name = name;
    this.sink = sink;
    this.names = names;
    this.first = packer ?? sink;
    packer?.pipe(sink, { end: sink !== process.stdout });
    this.first.on('drain', () => this.wake());
    for (const stream of new Set([this.first, sink])) stream.on('error', (error) => this.fail(error));
  }

  write(bytes: Uint8Array): void {
    if (!this.closed && this.failure === undefined) this.first.write(bytes);
  }

  drain(): Promise<void> | undefined {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    if (this.closed || !this.first.writableNeedDrain) return undefined;
    return this.until((ready) => {
      this.wake = ready;
    });
  }

  async end(): Promise<void> {
    const { first, sink, names } = this;
    if (this.failure === undefined && !this.closed) {
      await this.until((done) => {
        this.wake = done;
        // Standard output stays open for what the program says next.
        if (sink !== process.stdout) sink.once('finish', done);
        else if (first !== sink) first.once('end', () => sink.write('', () => done()));
        if (first === process.stdout) first.write('', () => done());
        else first.end();
      });
    }
    if (this.failure !== undefined) throw this.failure;
    if (names === undefined) return;
    try {
      await rename(names.partial, names.target);
      keep(names.partial);
    } catch (error) {
      await this.abort();
      throw unwritable(this.name, error);
    }
  }

  async abort(): Promise<void> {
    const { first, sink, names } = this;
    if (first !== process.stdout) first.destroy();
    if (names === undefined) return;
    await new Promise<void>((resolve) => {
      if (sink.closed) resolve();
      else sink.once('close', resolve).destroy();
    });
    await unlink(names.partial).catch(() => {});
    keep(names.partial);
  }

  /** Waits for what `start` arranges, or for the stream to fail. */
  private async until(start: (done: () => void) => void): Promise<void> {
    await new Promise<void>(start);
    if (this.failure !== undefined) throw this.failure;
  }

  private fail(error: Error): void {
    if (errorCode(error) === 'EPIPE') this.closed = true;
    else this.failure ??= unwritable(this.name, error);
    this.wake();
  }
}
