// One trace too long for one core or one machine: it is cut into chunks, each is summed up by itself, sums are put together in whatever tree, and the
// races that come out are told as the findings of the trace. Who runs the parts, and where, is not said here; all that passes between them is data.
//
// Cutting reads the whole trace once, as every analysis does, so that what is wrong with it is found before anything else is done, and notes what a chunk
// must know of the events before it. A chunk is a range of bytes of the one file; nothing is copied.

import { type Analyzed, type AnalyzeOptions, analyze } from './analyze.ts';
import type { RaceDetector, RaceSink } from './detectors/detector.ts';
import { grammarHb } from './detectors/grammar-hb.ts';
import { NamedRaces } from './detectors/named-races.ts';
import type { Input } from './formats/input.ts';
import { type ChunkPlace, readChunk } from './formats/native/chunk-reader.ts';
import { damaged, type EventSection, eventSections, type RandomAccess } from './formats/native/section-scan.ts';
import { BarrierWatch, type Inside } from './grammar/chunks/barrier-watch.ts';
import { decodeSummary } from './grammar/chunks/decode.ts';
import { encodeSummary } from './grammar/chunks/encode.ts';
import { ChunkFold } from './grammar/chunks/fold.ts';
import { type Subject, subjectOf } from './grammar/chunks/subject.ts';
import { racesOf } from './grammar/chunks/summary.ts';
import type { EventBlock } from './trace/block.ts';
import { type MemoryModel, USUAL_MODEL } from './trace/memory-model.ts';
import type { Bounds } from './trace/symbols.ts';

/** A part of a trace: whole sections of its file. */
export interface Chunk extends ChunkPlace {
  /** Who is inside a barrier when it begins. */
  readonly inside: readonly Inside[];
}

/** What all that is done with a cut trace must know of it, as data that can be sent and kept. */
export interface CutTrace {
  readonly subject: Subject;
  readonly events: number;
  readonly chunks: readonly Chunk[];
}

/** Both ways to read one file: from the start, and anywhere. */
export type Cuttable = Input & RandomAccess;

/** What is asked of the readings. */
export type SplitOptions = Pick<AnalyzeOptions, 'places' | 'onProgress'>;

export interface Cut {
  readonly cut: CutTrace;
  /** What is to be said of the trace if its chunks have no race. */
  readonly clean: Analyzed;
}

/**
 * Cuts a trace into chunks of `chunkEvents` events at least, but for the last: each ends with the block that has the last of them. Throws an InputError for
 * what is no whole, well-formed native trace.
 */
export async function cutTrace(file: Cuttable, chunkEvents: number, options: SplitOptions = {}): Promise<Cut> {
  const places = chunkPlaces(await eventSections(file), chunkEvents);
  const cutting = new Cutting(file, places);
  const clean = await analyze(file, { ...options, detectors: [watching((block) => cutting.block(block))] });
  return { cut: cutting.finish(), clean };
}

/** The summary of a chunk, as bytes. */
export async function sumUpChunk(file: RandomAccess, { subject }: Pick<CutTrace, 'subject'>, chunk: Chunk): Promise<Uint8Array> {
  const fold = new ChunkFold(subject, chunk.inside);
  await readChunk(file, chunk, subject.bounds, subject.memoryModel, (block) => fold.block(block));
  return encodeSummary(subject, fold.finish());
}

/** The summary of neighbouring chunks from theirs, in order. */
export function joinSummaries({ subject }: Pick<CutTrace, 'subject'>, summaries: Iterable<Uint8Array>): Uint8Array {
  const fold = new ChunkFold(subject);
  for (const bytes of summaries) fold.apply(decodeSummary(subject, bytes));
  return encodeSummary(subject, fold.finish());
}

/** How many variables race, memory that is allocated anew counted as another: by the summary of all chunks. */
export function racyVariables(cut: Omit<CutTrace, 'chunks'>, whole: Uint8Array): number {
  return racesIn(cut, whole).length;
}

/**
 * What is to be said of a trace by the summary of all its chunks. Where each race shows is known; with which access, as FastTrack and grammar-hb would
 * report it, a further reading tells, and what is to be known of both accesses.
 */
export async function tellRaces(
  input: Input,
  cut: Omit<CutTrace, 'chunks'>,
  whole: Uint8Array,
  options: SplitOptions = {},
): Promise<Analyzed> {
  const races = racesIn(cut, whole);
  return analyze(input, {
    ...options,
    detectors: [{ ...grammarHb, analysis: (report: RaceSink) => new NamedRaces(races, report) }],
  });
}

function racesIn({ subject, events }: Omit<CutTrace, 'chunks'>, whole: Uint8Array) {
  const summary = decodeSummary(subject, whole);
  if (summary.length !== events) throw new RangeError(`the summary is of ${summary.length} events, the trace has ${events}`);
  return racesOf(summary);
}

/** As whose result the races are told: what is said of a trace without any is the same. */
function watching(block: (block: EventBlock) => void): RaceDetector {
  return { ...grammarHb, analysis: () => ({ block, end: () => {}, counters: () => ({}) }) };
}

/** Neighbouring sections, until there are enough events. */
function chunkPlaces(sections: readonly EventSection[], chunkEvents: number): ChunkPlace[] {
  const places: ChunkPlace[] = [];
  for (const { offset, bytes, first, count } of sections) {
    const last = places.at(-1);
    if (last === undefined || last.events >= chunkEvents) places.push({ offset, bytes, first, events: count });
    else places[places.length - 1] = { ...last, bytes: offset + bytes - last.offset, events: first + count - last.first };
  }
  return places;
}

/** Follows a reading, and takes notes where a chunk begins. */
class Cutting {
  private readonly file: RandomAccess;
  private readonly places: readonly ChunkPlace[];
  private readonly watch = new BarrierWatch();
  private readonly chunks: Chunk[] = [];
  private bounds: Bounds = { threads: 0, locks: 0, variables: 0, locations: 0 };
  private memoryModel: MemoryModel = USUAL_MODEL;
  private events = 0;

  constructor(file: RandomAccess, places: readonly ChunkPlace[]) {
    this.file = file;
    this.places = places;
  }

  block(block: EventBlock): void {
    const place = this.places[this.chunks.length];
    if (block.start === place?.first) this.chunks.push({ ...place, inside: this.watch.inside() });
    this.watch.block(block);
    this.bounds = block.bounds;
    this.memoryModel = block.memoryModel;
    this.events = block.start + block.length;
  }

  finish(): CutTrace {
    const { places, chunks, events, file } = this;
    const lost = places[chunks.length];
    // A packed section may lie about what is in it.
    if (lost !== undefined)
      throw damaged(file, lost.offset, `no block of events starts with event ${lost.first}, as its header says`);
    return { subject: subjectOf(this.bounds, this.memoryModel, this.watch.used), events, chunks };
  }
}
