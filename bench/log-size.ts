// How large a text is that comes line by line, before and after gzip, without keeping it.

import { createGzip } from 'node:zlib';

const PIECE = 1 << 16;

export class LogSize {
  private readonly gzip = createGzip();
  private bytes = 0;
  private packed = 0;
  private waiting = '';

  constructor() {
    this.gzip.on('data', (piece: Uint8Array) => {
      this.packed += piece.length;
    });
  }

  write(line: string): void {
    this.waiting += line;
    if (this.waiting.length >= PIECE) this.flush();
  }

  /** A promise if the packer lags behind. */
  drain(): Promise<void> | undefined {
    if (!this.gzip.writableNeedDrain) return undefined;
    return new Promise((resolve) => this.gzip.once('drain', resolve));
  }

  /** Nothing is nothing, also packed. */
  async end(): Promise<{ bytes: number; gzip: number }> {
    this.flush();
    await new Promise<void>((resolve) => this.gzip.once('end', resolve).end());
    return { bytes: this.bytes, gzip: this.bytes === 0 ? 0 : this.packed };
  }

  private flush(): void {
    const piece = Buffer.from(this.waiting);
    this.waiting = '';
    this.bytes += piece.length;
    this.gzip.write(piece);
  }
}
