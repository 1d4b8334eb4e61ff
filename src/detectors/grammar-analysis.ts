// Compresses a trace as it comes and analyses the grammar at the end: how the analyses of src/grammar become detectors.

import { bisect } from '../base/bisect.ts';
import { grown } from '../base/grown.ts';
import { type CompressedTrace, TraceCompressor } from '../grammar/compress.ts';
import type { VariableSink } from '../grammar/fold.ts';
import { itemCount, ruleCount } from '../grammar/slp.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Bounds } from '../trace/symbols.ts';
import type { Analysis, RaceSink } from './detector.ts';

type GrammarAnalysis = (trace: CompressedTrace, bounds: Bounds, report: VariableSink) => Record<string, number>;

export class CompressingAnalysis implements Analysis {
  private readonly compressor = new TraceCompressor('parsing', false);
  private readonly positions = new PositionMap();
  private readonly report: RaceSink;
  private readonly analyse: GrammarAnalysis;
  private bounds: Bounds = { threads: 0, locks: 0, variables: 0, locations: 0 };
  private results: Record<string, number> = {};

  constructor(report: RaceSink, analyse: GrammarAnalysis) {
    this.report = report;
    this.analyse = analyse;
  }

  block(block: EventBlock): void {
    this.positions.add(block);
    this.compressor.block(block);
    this.bounds = block.bounds;
  }

  end(): void {
    const trace = this.compressor.finish();
    const { positions, report } = this;
    const counters = this.analyse(trace, this.bounds, (first, second) => report(positions.of(first), positions.of(second)));
    this.results = { rules: ruleCount(trace.events), items: itemCount(trace.events), ...counters };
  }

  counters(): Record<string, number> {
    return this.results;
  }
}

/** From the n-th event of what was compressed to its position in the trace. Lowered traces have other events than their origin. */
class PositionMap {
  private seen = 0;
  /** Where the difference between the two changes, and what it is from there on. */
  private froms = new Uint32Array(16);
  private differences = new Int32Array(16);
  private size = 0;

  add({ start, length, positions }: EventBlock): void {
    for (let i = 0; i < length; i++) {
      const difference = (positions === undefined ? start + i : positions[i]!) - (this.seen + i);
      if (this.size === 0 || difference !== this.differences[this.size - 1]) this.change(this.seen + i, difference);
      if (positions === undefined) break;
    }
    this.seen += length;
  }

  of(n: number): number {
    return n + this.differences[bisect(1, this.size, (i) => this.froms[i]! <= n) - 1]!;
  }

  private change(from: number, difference: number): void {
    if (this.size === this.froms.length) {
      this.froms = grown(this.froms, this.size * 2);
      this.differences = grown(this.differences, this.size * 2);
    }
    this.froms[this.size] = from;
    this.differences[this.size++] = difference;
  }
}
