// What the processes of a split trace do: one cuts it, many sum up a chunk or put sums together, and one tells what came of it. Summaries come as files
// in the folder of the job. Only who cuts looks at the hash of the trace: sections have checksums, and a hash would take all bytes for each chunk.

import { readFileSync, statSync } from 'node:fs';
import { type Chunk, type CutTrace, cutTrace, InputError, joinSummaries, racyVariables, sumUpChunk, tellRaces } from 'foretrace';
import { openInput, withCuttable } from 'foretrace/node';
import { lines } from './analyze-task.ts';
import { fetched } from './fetching.ts';
import type { Task } from './kind.ts';

/** Where the trace lies, which has been fetched. */
interface OfTrace extends Task {
  readonly path: string;
  readonly bytes: number;
  /** What to call it. */
  readonly name: string;
  /** Names are to be redacted with this; absent if they are not. */
  readonly salt?: string | undefined;
}

export interface CutTask extends OfTrace {
  readonly task: 'cut';
  readonly hash: string;
  readonly chunkEvents: number;
}

export interface SumTask extends OfTrace {
  readonly task: 'sum';
  readonly cut: Pick<CutTrace, 'subject'>;
  readonly chunk: Chunk;
}

export interface JoinTask extends Task {
  readonly task: 'join';
  readonly cut: Pick<CutTrace, 'subject'>;
  /** Files of summaries, in order. */
  readonly summaries: readonly string[];
}

export interface TellTask extends OfTrace {
  readonly task: 'tell';
  readonly cut: Omit<CutTrace, 'chunks'>;
  /** Of all chunks; undefined if there is none. */
  readonly summary: string | undefined;
  /** The answer if there is no race. */
  readonly clean: string;
}

/** The cut, and behind it the answer if there is no race. */
export async function cutTask({ path, hash, bytes, name, chunkEvents, salt }: CutTask): Promise<Iterable<string>> {
  await fetched(path, hash, bytes);
  const { cut, clean } = await withCuttable(path, (file) => cutTrace({ ...file, name }, chunkEvents, { places: true }));
  return [`${JSON.stringify(cut)}\n`, ...lines(clean, salt)];
}

export async function sumTask({ path, bytes, name, cut, chunk }: SumTask): Promise<Iterable<Uint8Array>> {
  checkSize(path, bytes, name);
  return [await withCuttable(path, (file) => sumUpChunk({ ...file, name }, cut, chunk))];
}

export async function joinTask({ cut, summaries }: JoinTask): Promise<Iterable<Uint8Array>> {
  return [joinSummaries(cut, read(summaries))];
}

export async function tellTask({ path, bytes, name, cut, summary, clean, salt }: TellTask): Promise<Iterable<string>> {
  const whole = summary === undefined ? undefined : readFileSync(summary);
  if (whole === undefined || racyVariables(cut, whole) === 0) return [clean];
  checkSize(path, bytes, name);
  return lines(await tellRaces(await openInput(path, { name }), cut, whole, { places: true }), salt);
}

/** One at a time. */
function* read(files: readonly string[]): Generator<Uint8Array> {
  for (const file of files) yield readFileSync(file);
}

function checkSize(path: string, bytes: number, name: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new InputError('FILE_UNREADABLE', { file: name }, 'the trace is not in the folder of traces', '');
  if (size !== bytes) throw new InputError('TRACE_CHANGED', { file: name }, 'it is not the trace that was added', 'add it again');
}
