// Traces to bytes and back through one format, without the pipeline: for tests of the formats themselves.

import type { Format, Metadata, TraceReader } from '../../src/formats/format.ts';
import { native } from '../../src/formats/native/index.ts';
import { NativeWriter } from '../../src/formats/native/writer.ts';
import { copyBlock, type EventBlock } from '../../src/trace/block.ts';
import { operation } from '../../src/trace/operation.ts';
import { type Problems, strict } from '../../src/trace/problems.ts';
import { table } from '../../src/trace/symbols.ts';
import { events, type Trace } from '../../src/trace/trace.ts';

/** Native files as recorders write them: not packed. */
export const plainNative: Format = { ...native, writer: (options) => native.writer({ ...options, plain: true }) };

/** Native files of sections, however few events they have. */
export const packedNative: Format = { ...native, writer: (options) => new NativeWriter(options) };

export function encode(format: Format, trace: Trace, metadata?: Metadata): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const writer = format.writer({ symbols: trace.symbols, write: (bytes) => parts.push(bytes), metadata });
  for (const block of trace.blocks) writer.block(block);
  writer.end();
  return concat(parts);
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export interface Decoded {
  readonly trace: Trace;
  readonly reader: TraceReader;
}

/** Decodes in chunks of `size` bytes. Each chunk is overwritten after its push: a reader must not hold on to it. */
export function decode(format: Format, bytes: Uint8Array, problems: Problems = strict, size: number = bytes.length): Decoded {
  const blocks: EventBlock[] = [];
  const reader = format.reader({ file: 'test', problems, emit: (block) => blocks.push(copyBlock(block)) });
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = new Uint8Array(bytes.subarray(at, at + size));
    reader.push(chunk);
    chunk.fill(0x7c);
  }
  reader.end();
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  return { trace: { symbols: reader.symbols, blocks, length }, reader };
}

/** The events of a trace by names: equal for two traces that differ only in ids and blocks. */
export function named(trace: Trace): string[] {
  const { symbols } = trace;
  return [...events(trace)].map(({ op, thread, target, location }) => {
    const { short, target: kind } = operation(op);
    const words = [symbols.threads.name(thread), short, table(symbols, kind).name(target), symbols.locations.name(location)];
    return words.join(' ');
  });
}
