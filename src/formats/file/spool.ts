// Keeps what comes from a pipe, so that it can be read again: in memory at first, then in a temporary file that has no name.

import { openSync, read, unlinkSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unwritable } from './failure.ts';
import { removeAtExit } from './leftover.ts';

const IN_MEMORY = 64 << 20;

const readAt = promisify(read);
const writeAt = promisify(write);

/** Stays where it came: `bytes` if in memory, otherwise `length` bytes from `start` on in the file. */
interface Piece {
  readonly bytes: Uint8Array | undefined;
  readonly start: number;
  readonly length: number;
}

export class Spool {
  private readonly source: AsyncIterator<Uint8Array>;
  private readonly limit: number;
  private readonly pieces: Piece[] = [];
  private inMemory = 0;
  /** Of the temporary file; open as long as the program runs. */
  private descriptor = -1;
  private inFile = 0;
  /** The newest piece need not be read back. */
  private newest: Uint8Array | undefined;
  /** The step that is under way: everybody who wants more waits for the same one. */
  private step: Promise<boolean> | undefined;

  /** `limit` is the number of bytes that are kept in memory. */
  constructor(source: AsyncIterable<Uint8Array>, limit: number = IN_MEMORY) {
    this.source = source[Symbol.asyncIterator]();
    this.limit = limit;
  }

  /** Everything from the start: first what is kept, then what the source still has to give. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < this.pieces.length || (await this.more()); i++) {
      const piece = this.pieces[i]!;
      const newest = i === this.pieces.length - 1 ? this.newest : undefined;
      yield piece.bytes ?? newest ?? (await this.fromFile(piece));
    }
  }

  private more(): Promise<boolean> {
    this.step ??= this.take().finally(() => {
      this.step = undefined;
    });
    return this.step;
  }

  private async take(): Promise<boolean> {
    const { value, done } = await this.source.next();
    if (done === true) return false;
    const { length } = value;
    if (this.inMemory + length <= this.limit && this.descriptor < 0) {
      this.pieces.push({ bytes: value, start: 0, length });
      this.inMemory += length;
    } else {
      await this.toFile(value);
      this.pieces.push({ bytes: undefined, start: this.inFile, length });
      this.inFile += length;
      this.newest = value;
    }
    return true;
  }

  private async toFile(bytes: Uint8Array): Promise<void> {
    const path = join(tmpdir(), `foretrace-${crypto.randomUUID()}`);
    try {
      if (this.descriptor < 0) this.descriptor = openNameless(path);
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await writeAt(this.descriptor, bytes, done, bytes.length - done, this.inFile + done);
        done += bytesWritten;
      }
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  private async fromFile({ start, length }: Piece): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await readAt(this.descriptor, bytes, done, length - done, start + done);
      if (bytesRead === 0) throw new Error('the temporary copy of standard input has become shorter');
      done += bytesRead;
    }
    return bytes;
  }
}

/** Without a name the file vanishes with the process; where the system does not allow that, at its exit. */
function openNameless(path: string): number {
  const descriptor = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
  } catch {
    removeAtExit(path);
  }
  return descriptor;
}
