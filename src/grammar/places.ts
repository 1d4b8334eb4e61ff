// What has happened up to given positions of a compressed trace: which synchronisation was the last of a thread, and how often a variable was allocated. Passes
// over rules as a whole, but for those with a position or an allocation in them: O(items × threads that synchronise in a rule).

import { Op } from '../trace/operation.ts';
import type { Bounds } from '../trace/symbols.ts';
import type { Analysed, Terminals } from './compress.ts';
import { isSynchronising } from './outline.ts';
import { lengthsOf, type Slp, startRule } from './slp.ts';

/** An event at a position that was asked for. */
export interface Place {
  readonly op: number;
  readonly thread: number;
  readonly target: number;
  /** The synchronisation that its thread has done last: how many of all threads there are up to it, or 0. */
  readonly after: number;
  /** How often its variable was allocated before. */
  readonly life: number;
}

/** What a terminal is that does not synchronise. */
const ACCESSES = -1;
const ALLOCATES = -2;

/** What stands at positions of accesses, in the order of the positions. */
export function placesAt({ terminals, events }: Analysed, bounds: Bounds, positions: readonly number[]): Place[] {
  const { starts, symbols, counts } = events;
  const { ops, threads, targets } = terminals;
  const order = [...positions.keys()].sort((a, b) => positions[a]! - positions[b]!);
  const lengths = lengthsOf(events);
  const passage = new Passage(terminals, events, bounds);
  const found: Place[] = [];
  /** Where the walk is: an item, where its body ends, and how many copies of it are left; and the same above it. */
  let item = starts[startRule(events)]!;
  let end = starts[startRule(events) + 1]!;
  let copies = counts[item]!;
  const path: { item: number; end: number; copies: number }[] = [];
  let position = 0;
  for (let next = 0; next < order.length; ) {
    if (copies === 0) {
      if (++item < end) copies = counts[item]!;
      else ({ item, end, copies } = path.pop()!);
      continue;
    }
    const s = symbols[item]!;
    const rule = s - events.terminals;
    const length = rule < 0 ? 1 : lengths[rule]!;
    const whole = Math.min(copies, Math.floor((positions[order[next]!]! - position) / length));
    if (whole > 0 && passage.isKnown(rule)) {
      passage.pass(s, whole);
      position += whole * length;
      copies -= whole;
    } else if (rule < 0) {
      const [thread, target] = [threads[s]!, targets[s]!];
      found[order[next++]!] = { op: ops[s]!, thread, target, after: passage.latest[thread]!, life: passage.lives[target]! };
    } else {
      path.push({ item, end, copies: copies - 1 });
      item = starts[rule]!;
      end = starts[rule + 1]!;
      copies = counts[item]!;
    }
  }
  return found;
}

/** Follows what synchronises and allocates, of the trace or of a rule that is summed up. */
class Passage {
  /** Per thread: how many synchronisations there are up to its last. Per variable: how many allocations. */
  readonly latest: Float64Array;
  readonly lives: Uint32Array;
  private passed = 0;
  /** Threads that have synchronised. */
  private readonly seen: number[] = [];
  private readonly slp: Slp;
  private readonly targets: Uint32Array;
  /** Per terminal: its thread if it synchronises, ALLOCATES or ACCESSES otherwise. */
  private readonly actors: Int32Array;
  /** Per rule: how many synchronisations it has, and whether it allocates. */
  private readonly counts: Float64Array;
  private readonly allocates: Uint8Array;
  /** Per rule, from `lists[rule]` on: the threads that synchronise in it, and the last synchronisation of each, counted from its start. */
  private readonly lists: Uint32Array;
  private readonly threads: number[] = [];
  private readonly lasts: number[] = [];

  constructor({ size, ops, threads, targets }: Terminals, slp: Slp, bounds: Bounds) {
    this.slp = slp;
    this.targets = targets;
    this.latest = new Float64Array(bounds.threads);
    this.lives = new Uint32Array(bounds.variables);
    this.actors = new Int32Array(size);
    for (let s = 0; s < size; s++)
      this.actors[s] = isSynchronising(ops[s]!) ? threads[s]! : ops[s] === Op.alloc ? ALLOCATES : ACCESSES;
    const rules = startRule(slp);
    this.counts = new Float64Array(rules);
    this.allocates = new Uint8Array(rules);
    this.lists = new Uint32Array(rules + 1);
    for (let r = 0; r < rules; r++) this.sumUp(r);
  }

  /** Whether a rule can be passed over; a terminal (below 0) always can. */
  isKnown(rule: number): boolean {
    return rule < 0 || this.allocates[rule] === 0;
  }

  pass(symbol: number, copies: number): void {
    const rule = symbol - this.slp.terminals;
    if (rule < 0) {
      const actor = this.actors[symbol]!;
      if (actor === ALLOCATES) this.lives[this.targets[symbol]!]! += copies;
      if (actor < 0) return;
      this.passed += copies;
      this.synchronise(actor, this.passed);
    } else {
      const last = this.passed + (copies - 1) * this.counts[rule]!;
      const end = this.lists[rule + 1]!;
      for (let k = this.lists[rule]!; k < end; k++) this.synchronise(this.threads[k]!, last + this.lasts[k]!);
      this.passed += copies * this.counts[rule]!;
    }
  }

  private synchronise(thread: number, time: number): void {
    if (this.latest[thread] === 0) this.seen.push(thread);
    this.latest[thread] = time;
  }

  private sumUp(rule: number): void {
    const { starts, symbols, counts, terminals } = this.slp;
    const { latest, seen } = this;
    for (let i = starts[rule]!; i < starts[rule + 1]!; i++) {
      const s = symbols[i]!;
      // What allocates is not passed over, and must not count twice.
      if (s < terminals && this.actors[s] === ALLOCATES) this.allocates[rule] = 1;
      else this.pass(s, counts[i]!);
      if (s >= terminals) this.allocates[rule]! |= this.allocates[s - terminals]!;
    }
    for (const thread of seen) {
      this.threads.push(thread);
      this.lasts.push(latest[thread]!);
      latest[thread] = 0;
    }
    this.lists[rule + 1] = this.threads.length;
    this.counts[rule] = this.passed;
    this.passed = 0;
    seen.length = 0;
  }
}
