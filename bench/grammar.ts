// The table of ZipTrack over the traces of a folder, and how time grows with the length of a trace that repeats itself.
// `node scripts/run-ts.mjs bench/grammar.ts FOLDER [--most EVENTS]`, `… bench/grammar.ts --growth`,
// or `… bench/grammar.ts --methods TRACE…`, which compares the ways to compress; times are CPU times, best of a few.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Detector } from '../src/detectors/detector.ts';
import { detectorById } from '../src/detectors/index.ts';
import { parseTrace } from '../src/formats/read.ts';
import { type CompressedTrace, Decompression, type Method, methods, TraceCompressor } from '../src/grammar/compress.ts';
import { generateGrammar } from '../src/grammar/generate.ts';
import { grammarHb } from '../src/grammar/hb/analysis.ts';
import { grammarLockset } from '../src/grammar/lockset/analysis.ts';
import { itemCount } from '../src/grammar/slp.ts';
import { Lowering } from '../src/trace/lowering.ts';
import { bounds } from '../src/trace/symbols.ts';
import type { Trace } from '../src/trace/trace.ts';

const RUNS = 5;
/** Milliseconds. */
const WARM = 400;
/** Goldilocks is quadratic in the worst case: on longer traces its column stays empty. */
const SLOW = 1_500_000;

/** Milliseconds of the processor that this thread of ours and its garbage collector took. */
function cpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Short work is repeated until it is compiled: all columns are measured alike. */
function best(work: () => void, runs = RUNS): number {
  let least = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let i = 0; i < runs || (total < WARM && i < 1000); i++) {
    const ms = cpu(work);
    least = Math.min(least, ms);
    total += ms;
  }
  return least;
}

function detect(detector: Detector | undefined, trace: Trace): number | undefined {
  if (detector === undefined) return undefined;
  return best(() => {
    const analysis = detector.analysis(() => {});
    const lowering = new Lowering(detector.operations, detector.reentrant, (block) => analysis.block(block));
    for (const block of trace.blocks) lowering.lower(block);
    analysis.end();
  });
}

function compress(trace: Trace, method: Method, runs = 2): { compressed: CompressedTrace; time: number } {
  let compressed: CompressedTrace | undefined;
  const work = () => {
    const compressor = new TraceCompressor(method);
    for (const block of trace.blocks) compressor.block(block);
    compressed = compressor.finish();
  };
  const time = runs === 1 ? cpu(work) : best(work, runs);
  return { compressed: compressed!, time };
}

/** Both ways to compress, in turns so that a busy machine is busy for both. */
function compareMethods(paths: readonly string[]): void {
  const rows = paths.map((path) => {
    const file = readFileSync(path);
    const trace = parseTrace(path.endsWith('.gz') ? gunzipSync(file) : file, { name: path });
    const least = methods.map(() => Number.POSITIVE_INFINITY);
    const items = methods.map(() => 0);
    for (let i = 0; i < RUNS; i++)
      for (const [m, method] of methods.entries()) {
        const { compressed, time } = compress(trace, method, 1);
        items[m] = itemCount(compressed.events);
        least[m] = Math.min(least[m]!, time);
      }
    const cells = methods.flatMap((_, m) => [
      String(items[m]),
      (trace.length / items[m]!).toPrecision(3),
      (trace.length / least[m]! / 1000).toFixed(2),
    ]);
    return [basename(path).replace(/\.std(\.gz)?$/, ''), String(trace.length), ...cells];
  });
  const head = methods.flatMap((method) => [`items, ${method}`, 'events per item', 'M events/s']);
  print(['trace', 'events', ...head], rows);
}

function traceFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.std(\.gz)?$/.test(name)).map((name) => join(folder, name)).sort(); // biome-ignore format: one line
}

function row(path: string, most: number): string[] | undefined {
  const file = readFileSync(path);
  let trace: Trace | undefined;
  const reading = cpu(() => {
    const bytes = path.endsWith('.gz') ? gunzipSync(file) : file;
    trace = parseTrace(bytes, { name: path });
  });
  if (trace === undefined || trace.length === 0 || trace.length > most) return undefined;
  const { compressed, time } = compress(trace, 'repetition');
  const ids = bounds(trace.symbols);
  const items = itemCount(compressed.events);
  const djit = detect(detectorById('djit'), trace);
  const fasttrack = detect(detectorById('fasttrack'), trace);
  const goldilocks = trace.length > SLOW ? undefined : detect(detectorById('goldilocks-lazy'), trace);
  const hb = best(() => grammarHb(compressed, ids, () => {}));
  const eraser = detect(detectorById('eraser'), trace);
  const lockset = best(() => grammarLockset(compressed, ids, () => {}));
  const fastest = Math.min(...[djit, fasttrack, goldilocks].filter((ms) => ms !== undefined));
  return [
    basename(path).replace(/\.std(\.gz)?$/, ''),
    ...[trace.length, ids.threads, ids.locks, ids.variables, items].map(String),
    (trace.length / items).toFixed(2),
    ...[reading, time, djit, fasttrack, goldilocks, hb].map(milliseconds),
    (fastest / hb).toFixed(2),
    ...[eraser, lockset].map(milliseconds),
    eraser === undefined ? '' : (eraser / lockset).toFixed(2),
  ];
}

function milliseconds(ms: number | undefined): string {
  return ms === undefined ? '' : ms.toPrecision(3);
}

function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const line of [head, head.map(() => '---'), ...rows]) console.log(`| ${line.join(' | ')} |`);
}

const HEAD = [
  ...['trace', 'events', 'threads', 'locks', 'variables', 'grammar', 'ratio', 'reading', 'compression'],
  ...['Djit+', 'FastTrack', 'Goldilocks', 'grammar-hb', 'speed-up', 'Eraser', 'grammar-lockset', 'speed-up'],
]; // biome-ignore format: as the table

/** The same loops at several lengths: FastTrack on the events as they are expanded, the analyses on the grammar. */
function growth(): void {
  const rows: string[][] = [];
  for (const events of [1e6, 1e7, 1e8, 1e12]) {
    const { trace, symbols } = generateGrammar({ events, threads: 8, locks: 16, variables: 1000, races: 0, seed: 1 });
    const ids = bounds(symbols);
    const fasttrack = events > 1e8 ? undefined : onEvents(trace, ids, events > 1e7 ? 1 : 3);
    const hb = best(() => grammarHb(trace, ids, () => {}), 50);
    const lockset = best(() => grammarLockset(trace, ids, () => {}), 50);
    const speedUp = fasttrack === undefined ? '' : (fasttrack / hb).toFixed(0);
    rows.push([
      String(events),
      String(itemCount(trace.events)),
      ...[fasttrack, hb].map(milliseconds),
      speedUp,
      milliseconds(lockset),
    ]);
  }
  print(['events', 'items', 'FastTrack', 'grammar-hb', 'speed-up', 'grammar-lockset'], rows);
}

function onEvents(trace: CompressedTrace, ids: ReturnType<typeof bounds>, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const analysis = detectorById('fasttrack')!.analysis(() => {});
    const decompression = new Decompression(trace, ids);
    let total = 0;
    for (let block = decompression.next(); block !== undefined; block = decompression.next()) {
      const full = block;
      total += cpu(() => analysis.block(full));
    }
    least = Math.min(least, total);
  }
  return least;
}

const args = process.argv.slice(2);
const most = args.includes('--most') ? Number(args[args.indexOf('--most') + 1]) : Number.POSITIVE_INFINITY;
if (args.includes('--growth')) growth();
else if (args[0] === '--methods') compareMethods(args.slice(1));
else if (args[0] !== undefined && statSync(args[0]).isDirectory())
  print(HEAD, traceFiles(args[0]).map((path) => row(path, most)).filter((cells) => cells !== undefined)); // biome-ignore format: one line
else {
  console.error('usage: node scripts/run-ts.mjs bench/grammar.ts FOLDER [--most EVENTS] | --growth | --methods TRACE…');
  process.exit(2);
}
