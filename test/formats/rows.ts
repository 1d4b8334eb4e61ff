// Traces as rows of names, and text read piece by piece: what the tests of the text formats compare.

import { InputError } from '../../src/base/error.ts';
import type { Format } from '../../src/formats/format.ts';
import { operation } from '../../src/trace/operation.ts';
import { LenientProblems, type Problems, strict } from '../../src/trace/problems.ts';
import { table } from '../../src/trace/symbols.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { decode } from './encode.ts';

/** Thread, operation, target, location. */
export type Row = readonly [string, string, string, string];

export function rows(trace: Trace): Row[] {
  const { symbols } = trace;
  return [...events(trace)].map(({ op, thread, target, location }) => {
    const { short, target: kind } = operation(op);
    return [symbols.threads.name(thread), short, table(symbols, kind).name(target), symbols.locations.name(location)];
  });
}

const encoder = new TextEncoder();

export function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? encoder.encode(text) : text;
}

export function read(format: Format, text: string | Uint8Array, problems: Problems = strict, size?: number): Row[] {
  return rows(decode(format, bytesOf(text), problems, size).trace);
}

/** The error of a strict reading. */
export function failure(format: Format, text: string | Uint8Array): InputError {
  try {
    read(format, text);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('it was read without an error');
}

/** A lenient reading: what is left, and how often each problem was told. */
export function repaired(format: Format, text: string | Uint8Array): { readonly rows: Row[]; readonly counts: object } {
  const problems = new LenientProblems();
  return { rows: read(format, text, problems), counts: Object.fromEntries(problems.counts) };
}
