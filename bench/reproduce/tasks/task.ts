// One measurement in a process of its own: takes its question as a JSON argument, prints its answer as JSON, with the peak of its memory.

import { openInput } from '../../../src/formats/file/input.ts';
import { readTrace } from '../../../src/formats/read.ts';
import type { EventBlock } from '../../../src/trace/block.ts';
import type { Symbols } from '../../../src/trace/symbols.ts';
import { type Trace, TraceCollector } from '../../../src/trace/trace.ts';

/** What every question has. */
export interface Question {
  /** Above these the measurement is given up: resident megabytes, and seconds of processor time. */
  readonly limits: { readonly megabytes: number; readonly seconds: number };
}

/** What a process prints. */
export type Answer<Result> =
  | { readonly result: Result; readonly megabytes: number }
  /** Why there is no result; `limit` if a limit was reached, which is a result too. */
  | { readonly reason: string; readonly limit: boolean };

class OverLimit extends Error {}

let limits: Question['limits'] = { megabytes: Number.POSITIVE_INFINITY, seconds: Number.POSITIVE_INFINITY };

/** Between blocks: gives up where the system would be short of memory otherwise, or patience is. */
export function guard(): void {
  const { megabytes, seconds } = limits;
  if (process.memoryUsage.rss() > megabytes * 2 ** 20) throw new OverLimit(`more than ${megabytes} MB of memory`);
  const { user, system } = process.cpuUsage();
  if (user + system > seconds * 1e6) throw new OverLimit(`more than ${seconds} s`);
}

export async function answer<Q extends Question, Result>(work: (question: Q) => Promise<Result>): Promise<void> {
  const question = JSON.parse(process.argv[2]!) as Q;
  limits = question.limits;
  let reply: Answer<Result>;
  try {
    const result = await work(question);
    reply = { result, megabytes: peakMegabytes() };
  } catch (error) {
    reply = { reason: (error as Error).message, limit: error instanceof OverLimit };
  }
  process.stdout.write(JSON.stringify(reply));
}

/** Of this process so far. */
export function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/** Streams a trace that the `convert` task wrote: it was checked then. */
export async function stream(file: string, emit: (block: EventBlock, symbols: Symbols) => void): Promise<Symbols> {
  const { symbols } = await readTrace(await openInput(file), { check: false }, (block, known) => {
    guard();
    emit(block, known);
  });
  return symbols;
}

export async function inMemory(file: string): Promise<Trace> {
  const collector = new TraceCollector();
  const symbols = await stream(file, (block) => collector.block(block));
  return { ...collector.trace(), symbols };
}
