// A trace that is wanted for a moment only and finds no room on the disk is kept in memory.

import { InputError } from '../../base/error.ts';
import type { Input } from '../../formats/input.ts';
import type { Destination } from './index.ts';

const LARGEST = 512 << 20;

export class MemoryOutput implements Destination {
  private readonly chunks: Uint8Array[] = [];
  private bytes = 0;
  private readonly name: string;
  private readonly reason: InputError;

  /** `reason`: why the trace is not in a file, though it might be too large for memory. */
  constructor(name: string, reason: InputError) {
    this.name = name;
    this.reason = reason;
  }

  write(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.bytes += bytes.length;
    if (this.bytes <= LARGEST) return;
    const { code, place, message } = this.reason;
    throw new InputError(code, place, message, 'set TMPDIR to a folder with room, or keep the trace elsewhere with --trace');
  }

  get input(): Input {
    const { chunks, bytes, name } = this;
    return {
      name,
      size: bytes,
      async *chunks() {
        yield* chunks;
      },
    };
  }
}
