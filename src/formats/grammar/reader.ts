// A grammar as a trace: once all of it is there, its events are generated block by block.

import { InputError, type Place } from '../../base/error.ts';
import { Decompression } from '../../grammar/compress.ts';
import { OutlineCheck } from '../../grammar/outline-check.ts';
import { exactLength } from '../../grammar/slp.ts';
import { type EventBlock, MAX_EVENTS } from '../../trace/block.ts';
import { bounds, type Symbols } from '../../trace/symbols.ts';
import type { Metadata, ReaderOptions, TraceReader } from '../format.ts';
import type { GrammarSource } from './decoder.ts';

export class GrammarReader implements TraceReader {
  readonly symbols: Symbols;
  private readonly options: ReaderOptions;
  private readonly source: GrammarSource;
  /** Told of and given up: nothing of a damaged grammar can be trusted. */
  private broken = false;
  /** Once the file is complete. */
  private decompression: Decompression | undefined;
  /** Where problems are looked for, and not only met. */
  private outline: OutlineCheck | undefined;
  private start = 0;

  constructor(options: ReaderOptions, source: GrammarSource) {
    this.options = options;
    this.source = source;
    this.symbols = source.symbols;
  }

  get metadata(): Metadata {
    return this.source.metadata;
  }

  push(bytes: Uint8Array): void {
    if (!this.broken) this.guarded(() => this.source.push(bytes));
  }

  close(): void {
    if (this.broken || this.decompression !== undefined) return;
    this.guarded(() => {
      const { trace, symbols } = this.source.complete();
      const length = exactLength(trace.events);
      if (length > MAX_EVENTS) {
        const hint = 'analyse the grammar itself with foretrace grammar, or take a part with foretrace decompress --limit';
        throw new InputError('TRACE_TOO_LONG', { file: this.options.file }, `the grammar generates ${length} events`, hint);
      }
      this.decompression = new Decompression(trace, bounds(symbols));
      if (trace.outline !== undefined && !this.options.problems.strict) this.outline = new OutlineCheck(trace.outline);
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
    if (this.outline?.holds() !== false) return;
    const what = 'the outline, which grammar-hb and grammar-lockset read instead of the events, is not that of the events';
    this.options.problems.report({
      code: 'TRACE_CORRUPT',
      place: { file: this.options.file },
      what,
      hint: 'compress the trace again',
    });
  }

  place(i: number): Place {
    return { file: this.options.file, event: this.start + i };
  }

  notes(): readonly string[] {
    return this.broken ? ['the grammar is damaged: none of its events was read'] : [];
  }

  private emit(block: EventBlock): void {
    this.start = block.start;
    this.outline?.take(block);
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
