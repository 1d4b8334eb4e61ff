// FastTrack on the events of a grammar, which its kernel expands for itself: none passes through the host. Knows all operations, and takes FastTrack's
// time and that of the expansion, 3 to 6 ns for an event, whatever the grammar is like.

import type { Analysed } from '../../grammar/compress.ts';
import type { VariableSink } from '../../grammar/fold.ts';
import { startRule } from '../../grammar/slp.ts';
import { accumulates } from '../../trace/memory-model.ts';
import { Op } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import { currentColumns, type EpochKernel, guarded, type Made, started } from '../epoch-kernel.ts';
import { KERNEL } from './kernel-code.ts';

/** With what kernels/happens-before/expansion.ts adds. */
interface GrammarKernel extends EpochKernel {
  part(): number;
  grammar(terminals: number, items: number, rules: number): number;
  feed(items: number): void;
  expand(): number;
}

/** Bits of an operation, below the thread of a terminal. */
const OP_BITS = 5;
/** Bytes of a terminal, of the count of an item, and of its symbol. */
const TERMINAL = 8;
const COUNT = 8;
const SYMBOL = 4;

/** Reports one pair for each racy variable; memory that is allocated anew is another one. `first`: one variable is enough. */
export function fasttrackOnGrammar(trace: Analysed, bounds: Bounds, report: VariableSink, first = false): Record<string, number> {
  const run = new GrammarRun(trace, bounds, report, first);
  guarded(run.made.kernel, () => run.all(bounds));
  return { expanded: run.position };
}

class GrammarRun {
  readonly made: Made<GrammarKernel>;
  /** Of the first event in the columns. */
  position = 0;
  private readonly trace: Analysed;
  private readonly report: VariableSink;
  private readonly first: boolean;
  private readonly hasAllocations: boolean;
  private found = 0;
  /** Per variable: 1 if it is reported, and was not allocated since. */
  private readonly reported: Uint8Array;
  /** Events in the columns that were looked at for allocations. */
  private passed = 0;
  /** The pair that is about to be reported: of those with one later access, which come in the order of their threads, the one with the earliest. */
  private pending: { first: number; readonly second: number; readonly variable: number } | undefined;

  constructor(trace: Analysed, { variables }: Bounds, report: VariableSink, first: boolean) {
    this.trace = trace;
    this.report = report;
    this.first = first;
    this.reported = new Uint8Array(variables);
    this.hasAllocations = trace.terminals.ops.subarray(0, trace.terminals.size).includes(Op.alloc);
    this.made = started<GrammarKernel>(KERNEL, { race: (a, b) => this.race(a, b), access: () => {} });
  }

  all({ threads, locks, variables }: Bounds): void {
    const { kernel } = this.made;
    const { terminals, events } = this.trace;
    kernel.widen(threads, locks, variables, accumulates(terminals.memoryModel));
    const countsAt = load(kernel, this.trace);
    const [part, size] = [kernel.part(), kernel.slice()];
    const end = events.starts[startRule(events) + 1]!;
    let filled = 0;
    for (let from = events.starts[startRule(events)]!; from < end; from += part) {
      feed(kernel, countsAt, this.trace, from, Math.min(from + part, end));
      for (filled = kernel.expand(); filled === size; filled = kernel.expand()) {
        this.take(size);
        if (this.first && this.found > 0) return;
      }
    }
    this.take(filled);
  }

  private take(events: number): void {
    this.passed = 0;
    this.made.kernel.run(events, false, this.position);
    this.settle();
    if (this.found > 0) this.pass(events);
    this.position += events;
  }

  private race(a: number, b: number): void {
    if (this.pending?.second === b) {
      this.pending.first = Math.min(this.pending.first, a);
      return;
    }
    if (this.first && this.found > 0) return;
    this.settle();
    const { reported } = this;
    const at = b - this.position;
    // Before the first report there is nothing to renew.
    if (this.found > 0) this.pass(at);
    else this.passed = at;
    const x = currentColumns(this.made).targets[at]!;
    if (reported[x] === 1) return;
    reported[x] = 1;
    this.found++;
    this.pending = { first: a, second: b, variable: x };
  }

  private settle(): void {
    if (this.pending === undefined) return;
    const { first, second, variable } = this.pending;
    this.pending = undefined;
    this.report(first, second, variable);
  }

  /** What is allocated before that event of the columns is another variable from there on. */
  private pass(to: number): void {
    if (!this.hasAllocations) return;
    const { ops, targets } = currentColumns(this.made);
    for (; this.passed < to; this.passed++) if (ops[this.passed] === Op.alloc) this.reported[targets[this.passed]!] = 0;
  }
}

/** Puts all but the start rule into the kernel; gives where the counts of the items lie there. Their symbols follow, and the first of both are of the part. */
function load(kernel: GrammarKernel, { terminals, events }: Analysed): number {
  const rules = startRule(events);
  const items = events.starts[rules]!;
  const part = kernel.part();
  const size = events.terminals;
  const at = kernel.grammar(size, items, rules);
  const { buffer } = kernel.memory;
  const words = new Uint32Array(buffer, at, size * 2);
  const { ops, threads, targets } = terminals;
  for (let s = 0; s < size; s++) {
    words[s * 2] = targets[s]!;
    words[s * 2 + 1] = (threads[s]! << OP_BITS) | ops[s]!;
  }
  const countsAt = at + TERMINAL * size;
  const symbolsAt = countsAt + COUNT * (part + items);
  new Float64Array(buffer, countsAt + COUNT * part, items).set(events.counts.subarray(0, items));
  new Uint32Array(buffer, symbolsAt + SYMBOL * part, items).set(events.symbols.subarray(0, items));
  const starts = new Uint32Array(buffer, symbolsAt + SYMBOL * (part + items), rules + 1);
  for (let r = 0; r <= rules; r++) starts[r] = part + events.starts[r]!;
  return countsAt;
}

/** Puts items of the start rule into the kernel, at most as many as a part has. */
function feed(kernel: GrammarKernel, countsAt: number, { events }: Analysed, from: number, to: number): void {
  const { buffer } = kernel.memory;
  const symbolsAt = countsAt + COUNT * (kernel.part() + events.starts[startRule(events)]!);
  new Float64Array(buffer, countsAt, to - from).set(events.counts.subarray(from, to));
  new Uint32Array(buffer, symbolsAt, to - from).set(events.symbols.subarray(from, to));
  kernel.feed(to - from);
}
