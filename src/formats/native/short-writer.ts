// Writes a native file as a short one if it can be, and is shorter so. A few thousand events are held back until that is known; of a longer trace
// nothing is held after them.

import { joinedBytes } from '../../base/joined-bytes.ts';
import { copyBlock, type EventBlock } from '../../trace/block.ts';
import type { TraceWriter, WriterOptions } from '../format.ts';
import { MAX_SHORT, MAX_SHORT_NAMES, TABLES } from './layout.ts';
import { shortContent } from './short-content.ts';
import { shortFile } from './short-file.ts';
import { NativeWriter } from './writer.ts';

/** An event takes four bytes at least. */
const MOST_EVENTS = MAX_SHORT >> 2;

export class ShortWriter implements TraceWriter {
  private readonly options: WriterOptions;
  private readonly held: EventBlock[] = [];
  private events = 0;
  /** Of a trace that is too long. */
  private long: NativeWriter | undefined;

  constructor(options: WriterOptions) {
    this.options = options;
  }

  block(block: EventBlock): void {
    this.events += block.length;
    if (this.events <= MOST_EVENTS) {
      this.held.push(copyBlock(block));
      return;
    }
    this.long ??= this.begun();
    this.long.block(block);
  }

  end(): void {
    if (this.long !== undefined) {
      this.long.end();
      return;
    }
    const usual = this.written({});
    const short = this.short();
    const isShorter = short !== undefined && short.length < usual.reduce((sum, { length }) => sum + length, 0);
    for (const bytes of isShorter ? [short] : usual) this.options.write(bytes);
  }

  private begun(): NativeWriter {
    const writer = new NativeWriter(this.options);
    for (const block of this.held.splice(0)) writer.block(block);
    return writer;
  }

  private short(): Uint8Array | undefined {
    const names = TABLES.reduce((sum, { of }) => sum + of(this.options.symbols).size, 0);
    if (names > MAX_SHORT) return undefined;
    const plain = joinedBytes(this.written({ plain: true }));
    if (plain.length > MAX_SHORT_NAMES) return undefined;
    const content = shortContent(plain, this.held);
    return content && shortFile(content);
  }

  /** What is held as a whole file. */
  private written(other: Pick<WriterOptions, 'plain'>): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    const writer = new NativeWriter({ ...this.options, ...other, write: (bytes) => pieces.push(bytes) });
    for (const block of this.held) writer.block(block);
    writer.end();
    return pieces;
  }
}
