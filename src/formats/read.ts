// The way of the bytes: recognise the format, parse, check that the trace is well-formed, hand the blocks on. One block is in
// flight at a time, so memory does not grow with events. Runs anywhere; only where the bytes come from differs.

import { InputError, inFile } from '../base/error.ts';
import { grown } from '../base/grown.ts';
import { turn } from '../base/turn.ts';
import type { EventBlock } from '../trace/block.ts';
import { type MemoryModel, memoryModelOf, withMemoryModel } from '../trace/memory-model.ts';
import { type Problems, strict } from '../trace/problems.ts';
import type { Symbols } from '../trace/symbols.ts';
import { type Trace, TraceCollector } from '../trace/trace.ts';
import { WellFormed } from '../trace/well-formed.ts';
import type { Format, Metadata, TraceReader } from './format.ts';
import { formats, HEAD_SIZE, recogniseFormat } from './index.ts';
import type { Input } from './input.ts';
import { unrecognised } from './unrecognised.ts';

export interface ParseOptions {
  /** Instead of recognising it by content. */
  readonly format?: Format | undefined;
  /** Strict if absent. */
  readonly problems?: Problems | undefined;
  /** Instead of what the trace says of itself. */
  readonly memoryModel?: MemoryModel | undefined;
  /** False passes on what the file says even if no program could have done it. */
  readonly check?: boolean | undefined;
}

export interface ReadOptions extends ParseOptions {
  /** Called now and then with what was read so far. */
  readonly onProgress?: ((bytes: number, events: number) => void) | undefined;
  /** Awaited between pieces of the input, and between blocks where few bytes stand for many, if it returns a promise: how a slow receiver holds the reader back. */
  readonly drain?: (() => Promise<void> | undefined) | undefined;
  /** Asked as often as that: true ends the reading early, as if the input ended there. */
  readonly enough?: (() => boolean) | undefined;
}

const NO_METADATA: Metadata = new Map();

/** Blocks are valid until the call returns. `metadata` is what the file said about itself before this block, and its memory model. */
export type BlockSink = (block: EventBlock, symbols: Symbols, metadata: Metadata) => void;

export interface ReadSummary {
  readonly format: Format;
  readonly symbols: Symbols;
  /** Handed on, after repair. */
  readonly events: number;
  /** Read, unpacked. */
  readonly bytes: number;
  readonly metadata: Metadata;
  readonly memoryModel: MemoryModel;
  /** In words: what was passed over, lost or repaired. */
  readonly notes: readonly string[];
}

/** Reads a trace from start to end and hands its blocks to `emit`. Errors are InputErrors that name the input. */
export async function readTrace(input: Input, options: ReadOptions, emit: BlockSink): Promise<ReadSummary> {
  const parser = new Parser(input.name, options, emit);
  try {
    for await (const chunk of input.chunks())
      for (const piece of options.drain === undefined ? [chunk] : pieces(chunk)) {
        parser.push(piece);
        do if (await isEnough(parser, options)) return parser.summary();
        while (parser.more());
      }
  } catch (error) {
    // What was unpacked before the damage is a trace that ends early.
    if (!(error instanceof InputError) || error.code !== 'COMPRESSION_BROKEN') throw error;
    parser.broken(error);
  }
  parser.close();
  while (parser.more()) if (await isEnough(parser, options)) return parser.summary();
  return parser.end();
}

/** Bytes between two looks at a slow receiver: an event may take fewer of them than the 13 that it is read into. */
const PIECE = 1 << 16;

function* pieces(chunk: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < chunk.length; from += PIECE) yield chunk.subarray(from, from + PIECE);
}

/** Between two parts. A few bytes may stand for hours of work: signals and streams must have their turns. */
async function isEnough({ bytes, events }: Parser, { onProgress, drain, enough }: ReadOptions): Promise<boolean> {
  onProgress?.(bytes, events);
  await (drain?.() ?? turn());
  return enough?.() === true;
}

/** A whole trace in memory, with the notes of its reading. */
export async function collectTrace(
  input: Input,
  options: ReadOptions = {},
): Promise<Trace & Pick<ReadSummary, 'notes' | 'metadata'>> {
  let collector: TraceCollector | undefined;
  const { symbols, notes, metadata } = await readTrace(input, options, (block, symbols) => {
    collector ??= new TraceCollector(symbols);
    collector.block(block);
  });
  return { ...(collector ?? new TraceCollector(symbols)).trace(), notes, metadata };
}

/** The same from bytes at hand, at once. Text is taken as UTF-8. */
export function parseTrace(content: Uint8Array | string, options: ParseOptions & { readonly name?: string } = {}): Trace {
  let collector: TraceCollector | undefined;
  const parser = new Parser(options.name ?? 'input', options, (block, symbols) => {
    collector ??= new TraceCollector(symbols);
    collector.block(block);
  });
  parser.push(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  const { symbols } = parser.end();
  return (collector ?? new TraceCollector(symbols)).trace();
}

class Parser {
  bytes = 0;
  events = 0;
  private readonly name: string;
  private readonly options: ParseOptions;
  private readonly problems: Problems;
  private readonly emit: BlockSink;
  /** The first bytes, until they are enough to recognise the format: chunks may be as small as a byte. */
  private head = new Uint8Array(0);
  private headLength = 0;
  private stage: Stage | undefined;
  private memoryModel: MemoryModel | undefined;
  /** Why the input ended where it did, if that is not its end. */
  private damage: InputError | undefined;

  constructor(name: string, options: ParseOptions, emit: BlockSink) {
    const problems = options.problems ?? strict;
    this.name = name;
    this.options = options;
    this.emit = emit;
    this.memoryModel = options.memoryModel;
    this.problems = {
      strict: problems.strict,
      report: (problem) => problems.report({ ...problem, place: { file: name, ...problem.place } }),
    };
  }

  push(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    this.naming(() => {
      if (this.stage !== undefined) this.stage.reader.push(chunk);
      else if (this.headLength === 0 && (chunk.length >= HEAD_SIZE || this.options.format !== undefined)) this.begin(chunk);
      else {
        const length = this.headLength + chunk.length;
        if (length > this.head.length) this.head = grown(this.head, Math.max(length, 2 * this.head.length));
        this.head.set(chunk, this.headLength);
        this.headLength = length;
        if (length >= HEAD_SIZE) this.begin();
      }
    });
  }

  /** No chunk follows. */
  close(): void {
    this.naming(() => {
      if (this.bytes > 0) (this.stage ?? this.begin()).reader.close?.();
    });
  }

  /** Emits a part of what the bytes so far stand for; false if all of it is out. */
  more(): boolean {
    return this.naming(() => this.stage?.reader.more?.() === true);
  }

  /** The input ends here though it should not: an error, or a problem to be counted. */
  broken(damage: InputError): void {
    const { code, place, message, hint } = damage;
    this.damage = damage;
    const what = `${message} (bytes are counted unpacked)`;
    this.problems.report({ code, place: { ...place, offset: this.bytes }, what, hint });
  }

  end(): ReadSummary {
    return this.naming(() => {
      if (this.bytes === 0 && this.damage !== undefined) throw nothingLeft(this.damage);
      if (this.bytes === 0) throw new InputError('TRACE_EMPTY', {}, 'the input is empty', 'did the recorder write anything?');
      const { reader, checker } = this.stage ?? this.begin();
      reader.end();
      checker?.end();
      return this.summary();
    });
  }

  summary(): ReadSummary {
    const { format, reader, checker } = this.stage ?? this.begin();
    return {
      format,
      symbols: reader.symbols,
      events: this.events,
      bytes: this.bytes,
      metadata: this.metadata(reader),
      memoryModel: this.model(reader),
      notes: [...(reader.notes?.() ?? []), ...this.notes(checker)],
    };
  }

  private begin(head: Uint8Array = this.head.subarray(0, this.headLength)): Stage {
    const { problems, options } = this;
    const format = options.format ?? recogniseFormat(head.subarray(0, HEAD_SIZE));
    if (format === undefined) throw unrecognised(head.subarray(0, HEAD_SIZE), formats);
    const pass = (block: EventBlock): void => {
      this.events += block.length;
      block.memoryModel = this.model(reader);
      this.emit(block, reader.symbols, this.metadata(reader));
    };
    const check = (block: EventBlock): void => checker?.check(block, pass);
    const reader = format.reader({ file: this.name, problems, emit: options.check === false ? pass : check });
    const checker = options.check === false ? undefined : new WellFormed(reader.symbols, problems, (i) => reader.place(i));
    this.stage = { format, reader, checker };
    this.head = new Uint8Array(0);
    reader.push(head);
    return this.stage;
  }

  /** As asked for, or as the trace says before its first event. */
  private model({ metadata = NO_METADATA }: TraceReader): MemoryModel {
    this.memoryModel ??= memoryModelOf(metadata);
    return this.memoryModel;
  }

  private metadata(reader: TraceReader): Metadata {
    return withMemoryModel(reader.metadata ?? NO_METADATA, this.model(reader));
  }

  private notes(checker: WellFormed | undefined): string[] {
    const { dropped = 0, inserted = 0 } = checker ?? {};
    const notes: string[] = [];
    if (dropped > 0) notes.push(`${eventsWere(dropped)} left out to make the trace well-formed`);
    if (inserted > 0) notes.push(`${eventsWere(inserted)} added to make the trace well-formed`);
    if (this.events === 0) notes.push('the trace has no events');
    return notes;
  }

  private naming<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw inFile(error, this.name);
    }
  }
}

/** What is set up once the format is known. */
interface Stage {
  readonly format: Format;
  readonly reader: TraceReader;
  readonly checker: WellFormed | undefined;
}

function nothingLeft({ code, place, message }: InputError): InputError {
  return new InputError(code, place, `${message}, before anything could be unpacked`, 'pack or copy it again');
}

function eventsWere(count: number): string {
  return count === 1 ? '1 event was' : `${count} events were`;
}
