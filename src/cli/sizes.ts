// How large a trace is on its way through: bytes, and if asked for, bytes after gzip and items of its grammar.

import { createGzip, type Gzip } from 'node:zlib';
import { TraceCompressor } from '../grammar/compress.ts';
import { itemCount } from '../grammar/slp.ts';
import type { EventBlock } from '../trace/block.ts';

export interface Sizes {
  readonly bytes: number;
  readonly gzip: number | undefined;
  readonly grammar: number | undefined;
}

export class SizeMeter {
  private bytes = 0;
  private packed = 0;
  private readonly gzip: Gzip | undefined;
  private readonly compressor: TraceCompressor | undefined;

  /** `packing`: also gzip and grammar, which take longer than reading. */
  constructor(packing: boolean) {
    if (!packing) return;
    this.gzip = createGzip();
    this.gzip.on('data', (piece: Uint8Array) => {
      this.packed += piece.length;
    });
    this.compressor = new TraceCompressor('repetition', false);
  }

  write(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    // The bytes may be the reader's again soon.
    this.gzip?.write(Buffer.from(bytes));
  }

  block(block: EventBlock): void {
    this.compressor?.block(block);
  }

  /** A promise if the packer lags behind. */
  drain(): Promise<void> | undefined {
    const { gzip } = this;
    if (gzip === undefined || !gzip.writableNeedDrain) return undefined;
    return new Promise((resolve) => gzip.once('drain', resolve));
  }

  async end(): Promise<Sizes> {
    const { gzip, compressor } = this;
    if (gzip !== undefined) await new Promise<void>((resolve) => gzip.once('end', resolve).end());
    return {
      bytes: this.bytes,
      gzip: gzip === undefined ? undefined : this.packed,
      grammar: compressor === undefined ? undefined : itemCount(compressor.finish().events),
    };
  }
}
