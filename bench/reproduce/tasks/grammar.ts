// What ZipTrack does, on one trace: compression, the analyses on the grammar, and how long each takes to say that there is a race at all,
// which is what the document times. Detectors that read the events stop at their first race then.

import type { RaceDetector, RaceSink } from '../../../src/detectors/detector.ts';
import { type CompressedTrace, TraceCompressor } from '../../../src/grammar/compress.ts';
import { grammarHb } from '../../../src/grammar/hb/analysis.ts';
import { grammarLockset } from '../../../src/grammar/lockset/analysis.ts';
import { itemCount } from '../../../src/grammar/slp.ts';
import { Lowering } from '../../../src/trace/lowering.ts';
import { bounds } from '../../../src/trace/symbols.ts';
import type { Trace } from '../../../src/trace/trace.ts';
import { measuredDetector } from '../detectors.ts';
import { type Repeats, timed } from './repeat.ts';
import { answer, inMemory, type Question } from './task.ts';

export interface GrammarQuestion extends Question {
  readonly file: string;
  readonly repeats: Repeats;
}

export interface Compressed {
  /** Symbols on the right-hand sides, as the document counts; a repetition is one. */
  readonly items: number;
  /** The same without rules for repetitions, as the document's Sequitur makes them; only of shorter traces. */
  readonly plainItems: number | undefined;
  /** Seconds to read the events from a file of the native format, and to compress them. */
  readonly reading: number;
  readonly compression: number;
  /** Seconds for all racy variables. */
  readonly hb: number;
  readonly lockset: number;
  /** Seconds until it is known whether there is any; by detector. */
  readonly first: Readonly<Record<string, number>>;
}

/** Longer traces are compressed in one way only. */
const PLAIN = 1_000_000;

/** Those whose time to the first race the table has. */
const readers = ['djit', 'fasttrack', 'goldilocks-lazy', 'eraser'];

function compress(trace: Trace, method: 'repetition' | 'sequitur'): CompressedTrace {
  const compressor = new TraceCompressor(method, false);
  for (const block of trace.blocks) compressor.block(block);
  return compressor.finish();
}

class Found extends Error {}

function untilFirst(detector: RaceDetector, trace: Trace): void {
  const stop: RaceSink = () => {
    throw new Found();
  };
  const analysis = detector.analysis(stop);
  const lowering = new Lowering(detector.operations, detector.reentrant, (block) => analysis.block(block));
  try {
    for (const block of trace.blocks) lowering.lower(block);
    analysis.end();
  } catch (error) {
    if (!(error instanceof Found)) throw error;
  }
}

await answer(async ({ file, repeats }: GrammarQuestion): Promise<Compressed> => {
  const before = process.cpuUsage();
  const trace = await inMemory(file);
  const { user, system } = process.cpuUsage(before);
  const ids = bounds(trace.symbols);
  let compressed: CompressedTrace | undefined;
  const compression = timed({ ...repeats, runs: 3 }, () => {
    compressed = compress(trace, 'repetition');
  });
  const grammar = compressed!;
  const analyse = (work: () => void): number => timed(repeats, work).seconds;
  const first: Record<string, number> = {
    'grammar-hb': analyse(() => grammarHb(grammar, ids, () => {}, { first: true })),
    'grammar-lockset': analyse(() => grammarLockset(grammar, ids, () => {}, { first: true })),
  };
  for (const id of readers) first[id] = analyse(() => untilFirst(measuredDetector(id), trace));
  return {
    items: itemCount(grammar.events),
    plainItems: trace.length > PLAIN ? undefined : itemCount(compress(trace, 'sequitur').events),
    reading: (user + system) / 1e6,
    compression: compression.seconds,
    hb: analyse(() => grammarHb(grammar, ids, () => {})),
    lockset: analyse(() => grammarLockset(grammar, ids, () => {})),
    first,
  };
});
