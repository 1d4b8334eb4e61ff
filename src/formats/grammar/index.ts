// Compressed traces: the grammar of the events and that of their locations. Reading expands, writing compresses; analyses that work on
// the grammar itself take it from `GrammarDecoder`. The specification is in docs/formats.md.

import { InputError, type Place } from '../../base/error.ts';
import { Decompression, type Method, methods, TraceCompressor } from '../../grammar/compress.ts';
import { exactLength } from '../../grammar/slp.ts';
import { type EventBlock, MAX_EVENTS } from '../../trace/block.ts';
import { operations } from '../../trace/operation.ts';
import { bounds, type Symbols } from '../../trace/symbols.ts';
import type { Format, Metadata, ReaderOptions, TraceReader, TraceWriter, WriterOptions } from '../format.ts';
import type { Input } from '../input.ts';
import { GrammarDecoder, type GrammarFile } from './decoder.ts';
import { MAGIC } from './layout.ts';
import { writeGrammar } from './writer.ts';

export type { GrammarFile } from './decoder.ts';
export { writeGrammar } from './writer.ts';

class GrammarReader implements TraceReader {
  readonly symbols: Symbols;
  private readonly options: ReaderOptions;
  private readonly decoder: GrammarDecoder;
  /** Told of and given up: nothing of a damaged grammar can be trusted. */
  private broken = false;
  /** Once the file is complete. */
  private decompression: Decompression | undefined;
  private start = 0;

  constructor(options: ReaderOptions) {
    this.options = options;
    this.decoder = new GrammarDecoder(options.file);
    this.symbols = this.decoder.symbols;
  }

  get metadata(): Metadata {
    return this.decoder.metadata;
  }

  push(bytes: Uint8Array): void {
    if (!this.broken) this.guarded(() => this.decoder.push(bytes));
  }

  close(): void {
    if (this.broken || this.decompression !== undefined) return;
    this.guarded(() => {
      const { trace, symbols } = this.decoder.end();
      const length = exactLength(trace.events);
      if (length > MAX_EVENTS) {
        const hint = 'analyse the grammar itself with foretrace grammar, or take a part with foretrace decompress --limit';
        throw new InputError('TRACE_TOO_LONG', { file: this.options.file }, `the grammar generates ${length} events`, hint);
      }
      this.decompression = new Decompression(trace, bounds(symbols));
    });
  }

  more(): boolean {
    const block = this.decompression?.next();
    if (block === undefined) return false;
    this.emit(block);
    return true;
  }

  end(): void {
    this.close();
    while (this.more());
  }

  place(i: number): Place {
    return { file: this.options.file, event: this.start + i };
  }

  notes(): readonly string[] {
    return this.broken ? ['the grammar is damaged: none of its events was read'] : [];
  }

  private emit(block: EventBlock): void {
    this.start = block.start;
    this.options.emit(block);
  }

  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof InputError) || this.broken) throw error;
      this.broken = true;
      const { code, place, message, hint } = error;
      this.options.problems.report({ code, place, what: message, hint });
    }
  }
}

class GrammarWriter implements TraceWriter {
  private readonly options: WriterOptions;
  private readonly compressor: TraceCompressor;

  constructor(options: WriterOptions, method: Method) {
    this.options = options;
    this.compressor = new TraceCompressor(method);
  }

  block(block: EventBlock): void {
    this.compressor.block(block);
  }

  end(): void {
    const { symbols, write, metadata } = this.options;
    writeGrammar(this.compressor.finish(), symbols, write, metadata);
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
  reader: (options) => new GrammarReader(options),
  writer: (options) => new GrammarWriter(options, methods[0]),
};

export interface OpenedGrammarFile extends GrammarFile {
  /** Of the file, unpacked. */
  readonly bytes: number;
}

/** Undefined if the input is something else. */
export async function openGrammarFile(input: Input): Promise<OpenedGrammarFile | undefined> {
  let decoder: GrammarDecoder | undefined;
  let bytes = 0;
  for await (const chunk of input.chunks()) {
    if (decoder === undefined && !grammar.recognise(chunk)) return undefined;
    decoder ??= new GrammarDecoder(input.name);
    decoder.push(chunk);
    bytes += chunk.length;
  }
  return decoder === undefined ? undefined : { ...decoder.end(), bytes };
}
