// What a format is. One file per format; index.ts is the one list of them.

import type { Place } from '../base/error.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Op } from '../trace/operation.ts';
import type { Problems } from '../trace/problems.ts';
import type { Symbols } from '../trace/symbols.ts';

/** What can be written: a format, or something that other programs open and that is no trace any more. */
export interface WrittenFormat {
  /** Stable for ever: `--from std`. */
  readonly id: string;
  readonly title: string;
  /** Without the dot, the first is the one to write. Only used to guess the format of a file to write. */
  readonly extensions: readonly string[];
  /** Whether locations survive. */
  readonly locations: boolean;
  /** Set if the callers of a location survive; other formats keep the innermost frame. */
  readonly stacks?: true;
  /** In words: what else is lost or limited, for `foretrace formats` and docs/formats.md. */
  readonly limits: string;
  writer(options: WriterOptions): TraceWriter;
}

export interface Format extends WrittenFormat {
  /** Operations that the format can express. */
  readonly operations: readonly Op[];
  /** Recognises the format by the first bytes (up to 64 KiB, or all of it), never by a name. */
  recognise(head: Uint8Array): boolean;
  reader(options: ReaderOptions): TraceReader;
}

/** Facts about a recording as text: which recorder, what a reduction preserves. */
export type Metadata = ReadonlyMap<string, string>;

export interface ReaderOptions {
  /** For messages only. */
  readonly file: string;
  readonly problems: Problems;
  /** Called for every block; the block is valid until the call returns. */
  readonly emit: (block: EventBlock) => void;
}

/** A push parser: bytes in, blocks out. No clock, no file, no promise, so that it runs anywhere and at full speed. */
export interface TraceReader {
  readonly symbols: Symbols;
  /** The bytes are the reader's until it returns: it copies what it needs for later. */
  push(bytes: Uint8Array): void;
  /**
   * For formats in which a few bytes may stand for many events: `push` may leave some of them, and this emits about a block of them.
   * False if none is left. Between two calls the caller can wait, or have enough. `end` emits all that is left.
   */
  more?(): boolean;
  /** No push follows: `more` may go on, and `end` must come last. */
  close?(): void;
  /** The input is complete: emits what is left, or tells that it was cut. */
  end(): void;
  /** Where the i-th event of the block being emitted stands in the input. */
  place(i: number): Place;
  /** What the file says about itself, where the format has room for that. Complete after `end`. */
  readonly metadata?: Metadata | undefined;
  /** What a person should know though it is no problem: lines that were passed over, what was lost. Complete after `end`. */
  notes?(): readonly string[];
}

export interface WriterOptions {
  readonly symbols: Symbols;
  /** Takes the output in order. The bytes are the receiver's to keep. */
  readonly write: (bytes: Uint8Array) => void;
  /** Kept where the format has room for it, left out elsewhere. */
  readonly metadata?: Metadata | undefined;
  /** Leaves a native file unpacked: up to four times as fast to write, and older versions of foretrace read it. */
  readonly plain?: boolean | undefined;
}

export interface TraceWriter {
  /** Throws FORMAT_CANNOT_EXPRESS, naming the first event that the format has no words for. */
  block(block: EventBlock): void;
  end(): void;
}
