// Compressed traces: the grammar of the events and that of their locations. Reading expands, writing compresses; analyses that work on
// the grammar itself take it from `openGrammarFile`. The specification is in docs/formats.md.

import { methods, TraceCompressor } from '../../grammar/compress.ts';
import type { EventBlock } from '../../trace/block.ts';
import { USUAL_MODEL } from '../../trace/memory-model.ts';
import { operations } from '../../trace/operation.ts';
import type { Format, TraceWriter, WriterOptions } from '../format.ts';
import { GrammarDecoder } from './decoder.ts';
import { MAGIC } from './layout.ts';
import { GrammarReader } from './reader.ts';
import { writeGrammar } from './writer.ts';

export type { GrammarFile } from './decoder.ts';
export { writeGrammar } from './writer.ts';

/** Compresses the blocks that come, and writes the grammar at the end. */
export class GrammarWriter implements TraceWriter {
  private readonly options: WriterOptions;
  private readonly write: typeof writeGrammar;
  private readonly compressor = new TraceCompressor(methods[0]);

  constructor(options: WriterOptions, write: typeof writeGrammar) {
    this.options = options;
    this.write = write;
  }

  block(block: EventBlock): void {
    this.compressor.block(block);
  }

  end(): void {
    const { symbols, write, metadata } = this.options;
    this.write(this.compressor.finish(), symbols, write, metadata);
  }
}

export const grammar: Format = {
  id: 'grammar',
  title: 'compressed: a grammar that generates the trace',
  extensions: ['slp'],
  operations: operations.map((operation) => operation.op),
  locations: true,
  stacks: true,
  limits: 'names of at most 1 MiB; read and written as a whole',
  recognise: (head) => MAGIC.every((byte, i) => i >= head.length || head[i] === byte) && head.length >= 4,
  // Who takes the blocks says their model.
  reader: (options) => new GrammarReader(options, new GrammarDecoder(options.file, USUAL_MODEL)),
  writer: (options) => new GrammarWriter(options, writeGrammar),
};
