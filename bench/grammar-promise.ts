// What grammars promise, over the traces of a folder: happens-before on the grammar beside FastTrack on the events, both in memory and warm, by turns; the
// speed of compression; and how large the files are beside native ones, packed and with zstd.
// `node scripts/run-ts.mjs bench/grammar-promise.ts FOLDER [--least EVENTS]`; times are CPU times, best of some.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fasttrack } from '../src/detectors/fasttrack/index.ts';
import { analyseGrammar } from '../src/detectors/grammar-file.ts';
import { grammarHb } from '../src/detectors/grammar-hb.ts';
import { writeGrammar } from '../src/formats/grammar/index.ts';
import { NativeWriter } from '../src/formats/native/writer.ts';
import { parseTrace } from '../src/formats/read.ts';
import { type CompressedTrace, TraceCompressor } from '../src/grammar/compress.ts';
import { itemCount, lengthsOf } from '../src/grammar/slp.ts';
import { Lowering } from '../src/trace/lowering.ts';
import { bounds } from '../src/trace/symbols.ts';
import type { Trace } from '../src/trace/trace.ts';

const TRACE = /\.(?:std(?:\.gz)?|ftrace)$/;

/** So many events are analysed at least, and so many times at least. */
const EVENTS = 20_000_000;
const TURNS = 4;

/** Milliseconds of the processor. */
function cpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function compress(trace: Trace): CompressedTrace {
  const compressor = new TraceCompressor('parsing');
  for (const block of trace.blocks) compressor.block(block);
  return compressor.finish();
}

function detect(trace: Trace): void {
  const analysis = fasttrack.analysis(() => {});
  const lowering = new Lowering(fasttrack.operations, fasttrack.reentrant, (block) => analysis.block(block));
  for (const block of trace.blocks) lowering.lower(block);
  analysis.end();
}

function bytesOf(write: (part: (bytes: Uint8Array) => void) => void): Buffer {
  const parts: Uint8Array[] = [];
  write((bytes) => parts.push(bytes.slice()));
  return Buffer.concat(parts);
}

function nativeBytes(trace: Trace, plain: boolean): Buffer {
  return bytesOf((write) => {
    const writer = new NativeWriter({ symbols: trace.symbols, write, plain });
    for (const block of trace.blocks) writer.block(block);
    writer.end();
  });
}

function withZstd(bytes: Buffer): number {
  return spawnSync('zstd', ['-19', '-c'], { input: bytes, maxBuffer: 2 ** 30 }).stdout?.length ?? Number.NaN;
}

function row(path: string, least: number): string[] | undefined {
  const file = readFileSync(path);
  const trace = parseTrace(path.endsWith('.gz') ? gunzipSync(file) : file, { name: path });
  if (trace.length < least) return undefined;
  let compressed = compress(trace);
  const ids = bounds(trace.symbols);
  const times = { compression: Infinity, fasttrack: Infinity, hb: Infinity };
  for (let i = 0; i < Math.max(TURNS, EVENTS / trace.length); i++) {
    times.fasttrack = Math.min(
      times.fasttrack,
      cpu(() => detect(trace)),
    );
    times.hb = Math.min(
      times.hb,
      cpu(() => analyseGrammar(grammarHb, compressed, ids, () => {}, {})),
    );
  }
  for (let i = 0; i < TURNS; i++) {
    const time = cpu(() => {
      compressed = compress(trace);
    });
    times.compression = Math.min(times.compression, time);
  }
  const { outline, events } = compressed;
  return [
    basename(path).replace(TRACE, ''),
    ...[trace.length, itemCount(events), outline?.blockCount, outline && lengthsOf(outline.events).at(-1)].map(String),
    (trace.length / times.compression / 1000).toFixed(1),
    ...[times.fasttrack.toFixed(1), times.hb.toFixed(2), (times.hb / times.fasttrack).toFixed(3)],
    String(bytesOf((write) => writeGrammar(compressed, trace.symbols, write)).length),
    ...[nativeBytes(trace, false).length, withZstd(nativeBytes(trace, true))].map(String),
  ];
}

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: bench/grammar-promise.ts FOLDER [--least EVENTS]');
const least = rest[0] === '--least' ? Number(rest[1]) : 100_000;
const head = ['trace', 'events', 'items', 'blocks', 'outlined', 'M events/s', 'FastTrack ms', 'HB ms', 'ratio'];
console.log(`| ${[...head, '.slp', '.ftrace', 'plain, zstd -19'].join(' | ')} |\n|${'---|'.repeat(head.length + 3)}`);
const ratios: number[] = [];
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  const cells = TRACE.test(name) ? row(join(folder, name), least) : undefined;
  if (cells === undefined) continue;
  ratios.push(Number(cells[head.indexOf('ratio')]));
  console.log(`| ${cells.join(' | ')} |`);
}
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
console.log(`\n${ratios.length} traces: geometric mean ${mean.toFixed(3)}, at most ${Math.max(...ratios)}`);
