// What the kernels have to do in a benchmark, wherever that runs: nothing here is Node's. Timed by the clock on the wall, because a page has no other,
// and so in many short runs, of which one is left alone by whatever else the machine does.

import { Detection } from '../src/detectors/detection.ts';
import { detectorById } from '../src/detectors/index.ts';
import { std } from '../src/formats/std.ts';
import { strict } from '../src/trace/problems.ts';
import { generatedTrace } from '../src/trace/random/generator.ts';
import type { Trace } from '../src/trace/trace.ts';

export interface KernelWork {
  readonly name: string;
  readonly threads: number;
  /** Nanoseconds an event, the best of so many runs. */
  time(repeats: number): number;
}

const CHUNK = 1 << 18;

/** The traces that the C programs get, too. */
export function kernelTrace(events: number, threads: number): Trace {
  return generatedTrace({ events, threads, locks: 2 * threads + 84, variables: 10_000, reentrancy: 0, nesting: 1 });
}

/** By name, each made when it is asked for. */
export function kernelWorks(events: number): readonly (() => KernelWork)[] {
  const detecting = (threads: number, id: string) => (): KernelWork => {
    const trace = kernelTrace(events, threads);
    const detector = detectorById(id)!;
    return work(id, threads, events, () => {
      const detection = new Detection([detector]);
      for (const block of trace.blocks) detection.block(block);
      detection.end();
    });
  };
  return [
    ...[8, 64, 256].flatMap((threads) => [detecting(threads, 'fasttrack'), detecting(threads, 'shb')]),
    () => {
      const pieces = stdOf(kernelTrace(events, 8));
      return work('reading STD', 8, events, () => {
        const reader = std.reader({ file: 'bench', problems: strict, emit: () => {} });
        for (const piece of pieces) reader.push(piece);
        reader.end();
      });
    },
  ];
}

/** A trace as text, in pieces of the size that files are read in. */
export function stdOf(trace: Trace): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const writer = std.writer({ symbols: trace.symbols, write: (bytes) => pieces.push(bytes.slice()) });
  for (const block of trace.blocks) writer.block(block);
  writer.end();
  return pieces.flatMap((piece) =>
    Array.from({ length: Math.ceil(piece.length / CHUNK) }, (_, i) => piece.subarray(i * CHUNK, (i + 1) * CHUNK)),
  );
}

function work(name: string, threads: number, events: number, run: () => void): KernelWork {
  const time = (repeats: number): number => {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < repeats; i++) {
      const begin = performance.now();
      run();
      least = Math.min(least, performance.now() - begin);
    }
    return (least * 1e6) / events;
  };
  return { name, threads, time };
}
