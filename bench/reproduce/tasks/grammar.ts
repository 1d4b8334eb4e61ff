// What ZipTrack does, on one trace: compression, the analyses on the grammar, and how long each takes to say that there is a race at all,
// which is what the document times. Detectors that read the events stop at their first race then.

import type { Detector } from '../../../src/detectors/detector.ts';
import { analyseGrammar } from '../../../src/detectors/grammar-file.ts';
import { grammarHb } from '../../../src/detectors/grammar-hb.ts';
import { grammarLockset } from '../../../src/detectors/grammar-lockset.ts';
import { writeGrammar } from '../../../src/formats/grammar/index.ts';
import { NativeWriter } from '../../../src/formats/native/writer.ts';
import { type CompressedTrace, type Method, TraceCompressor } from '../../../src/grammar/compress.ts';
import { Expansion } from '../../../src/grammar/expand.ts';
import { itemCount, lengthsOf } from '../../../src/grammar/slp.ts';
import type { EventBlock } from '../../../src/trace/block.ts';
import { bounds, type Symbols } from '../../../src/trace/symbols.ts';
import type { Trace } from '../../../src/trace/trace.ts';
import { measuredDetector } from '../detectors.ts';
import { LONG } from '../long.ts';
import { leastItems } from '../substring-complexity.ts';
import { type Repeats, timed } from './repeat.ts';
import { answer, inMemory, type Question } from './task.ts';
import { untilFirst } from './until-first.ts';

export interface GrammarQuestion extends Question {
  readonly file: string;
  readonly repeats: Repeats;
}

export interface Compressed {
  /** Symbols on the right-hand sides, as the document counts; a repetition is one. */
  readonly items: number;
  /** The same without rules for repetitions, as the document's Sequitur makes them. */
  readonly plainItems: number;
  /** Blocks and events of the outline, which the analyses read; none if the trace has none. */
  readonly outline: { readonly blocks: number; readonly events: number } | undefined;
  /** By local parsing, which `compress` does: seconds, items, and the bytes of the file. */
  readonly parsing: { readonly seconds: number; readonly items: number; readonly bytes: number };
  /** Bytes of the file by `--method repetition`, of a native file, and of the names in each of them. */
  readonly bytes: { readonly repetition: number; readonly native: number; readonly names: number };
  /** No grammar of the events has fewer items. Known for long traces. */
  readonly least: number | undefined;
  /** Seconds to read the events from a file of the native format, and to compress them. */
  readonly reading: number;
  readonly compression: number;
  /** Seconds for all racy variables. */
  readonly hb: number;
  readonly lockset: number;
  /** Seconds until the first race or violation is known; by detector. One that finds none is not here: it reads all, and that is measured elsewhere. */
  readonly first: Readonly<Record<string, number>>;
}

/** Those whose time to the first race the table has. */
const readers = ['djit', 'fasttrack', 'goldilocks-lazy', 'eraser'];

function compress(trace: Trace, method: Method, locations = false): CompressedTrace {
  const compressor = new TraceCompressor(method, locations);
  for (const block of trace.blocks) compressor.block(block);
  return compressor.finish();
}

function anyFound(analysis: (found: () => void) => void): boolean {
  let any = false;
  analysis(() => {
    any = true;
  });
  return any;
}

function parsing(trace: Trace, repeats: Repeats): Compressed['parsing'] {
  let compressed: CompressedTrace | undefined;
  const { seconds } = timed({ ...repeats, runs: 3 }, () => {
    compressed = compress(trace, 'parsing', true);
  });
  return { seconds, items: itemCount(compressed!.events), bytes: grammarBytes(compressed!, trace) };
}

function bytes(trace: Trace): Compressed['bytes'] {
  const repetition = grammarBytes(compress(trace, 'repetition', true), trace);
  return { repetition, native: nativeBytes(trace.symbols, trace.blocks), names: nativeBytes(trace.symbols, []) };
}

function grammarBytes(compressed: CompressedTrace, { symbols }: Trace): number {
  return counted((write) => writeGrammar(compressed, symbols, write));
}

function nativeBytes(symbols: Symbols, blocks: readonly EventBlock[]): number {
  return counted((write) => {
    const writer = new NativeWriter({ symbols, write });
    for (const block of blocks) writer.block(block);
    writer.end();
  });
}

function counted(work: (write: (part: Uint8Array) => void) => void): number {
  let bytes = 0;
  work((part) => {
    bytes += part.length;
  });
  return bytes;
}

function least({ events }: CompressedTrace): number | undefined {
  const length = lengthsOf(events).at(-1)!;
  if (length < LONG) return undefined;
  const sequence = new Uint32Array(length);
  new Expansion(events).fill(sequence);
  return leastItems(sequence);
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
  // As `foretrace grammar` does: HB on an irregular grammar is FastTrack on its expansion; locksets lower what they do not understand first.
  const on = (detector: Detector) => (options: { first?: boolean }) =>
    anyFound((found) => analyseGrammar(detector, grammar, ids, found, options));
  const [hb, lockset] = [on(grammarHb), on(grammarLockset)];
  const searches: [string, () => boolean][] = [
    ['grammar-hb', () => hb({ first: true })],
    ['grammar-lockset', () => lockset({ first: true })],
    ...readers.map((id): [string, () => boolean] => [id, () => untilFirst(measuredDetector(id), trace)]),
  ];
  const first = searches.flatMap(([id, search]) => (search() ? [[id, analyse(search)] as const] : []));
  return {
    items: itemCount(grammar.events),
    plainItems: itemCount(compress(trace, 'sequitur').events),
    outline: grammar.outline && { blocks: grammar.outline.blockCount, events: lengthsOf(grammar.outline.events).at(-1)! },
    parsing: parsing(trace, repeats),
    bytes: bytes(trace),
    least: least(grammar),
    reading: (user + system) / 1e6,
    compression: compression.seconds,
    hb: analyse(() => hb({})),
    lockset: analyse(() => lockset({})),
    first: Object.fromEntries(first),
  };
});
