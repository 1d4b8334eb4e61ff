// What may be cut: two accesses of one memory cell in one block, and an access of another thread that no order of whole blocks puts between
// them. Those that look the same (by the places of the four in the code) are one candidate; of many, those that are near each other are kept.

import { bisect } from '../../base/bisect.ts';
import type { Meter } from '../../base/meter.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../trace/operation.ts';
import type { Cut } from '../../witness/cut.ts';
import type { LocatedColumns } from '../sync-preserving/proofs.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

export interface Candidate {
  readonly cuts: Cut[];
  /** Whether there are more than are kept. */
  more: boolean;
  /** Whether the run itself has it. */
  isObserved: boolean;
}

/** Two accesses of a block: the first of all that look like it, and the first that looks like the second; and the last of these. */
interface Pair extends Omit<Cut, 'cut'> {
  last: number;
}

interface Pairs {
  readonly pairs: Pair[];
  more: boolean;
}

/** Pairs at the same places of the same thread and cell, accesses of another thread on either side of one, and of each candidate. */
const MOST_PAIRS = 4;
const MOST_NEAR = 2;
const MOST_CUTS = 16;
/** Places at which a block accesses a cell. */
const MOST_PLACES = 16;
/** What it takes in steps of a search to look whether accesses may come between others. */
const MEETING = 8;
/** What an entry takes in bytes, and a position in a list. */
const ENTRY = 256;
const POSITION = 16;

/** The places of events in the code, and the variables by the numbers that they have here. */
type Places = Pick<LocatedColumns, 'locations' | 'variables'>;

interface Block {
  readonly begin: number;
  /** Cell → place and kind → the first access. */
  readonly accesses: Map<number, Map<string, number>>;
}

export class Candidates {
  /** By their places. */
  readonly found = new Map<string, Candidate>();
  blocks = 0;
  /** Accesses that found no room. */
  unseen = 0;
  /** Pairs for which the budget did not suffice. */
  unmet = 0;
  /** Steps that were taken. */
  steps = 0;
  private readonly trace: TraceIndex;
  private readonly places: Places;
  private readonly meter: Meter;
  private readonly budget: number;
  /** Cell → thread and places of two accesses in a block → some of them. */
  private readonly pairs = new Map<number, Map<string, Pairs>>();
  /** Cell that has pairs → thread, place and kind → accesses in the order of the trace. */
  private readonly accesses = new Map<number, Map<string, number[]>>();

  /** Of blocks that begin from an event on; those before it are of a trace that has no place for them. */
  constructor(trace: TraceIndex, places: Places, meter: Meter, budget: number, from = 0) {
    this.trace = trace;
    this.places = places;
    this.meter = meter;
    this.budget = budget;
    this.findPairs(from);
    this.findAccesses();
    for (const [cell, pairs] of this.pairs) for (const { pairs: own, more } of pairs.values()) this.meet(cell, own, more);
  }

  private findPairs(from: number): void {
    const { ops, threads, length } = this.trace.columns;
    const depths = new Uint32Array(this.trace.threads);
    const open: (Block | undefined)[] = [];
    for (let e = 0; e < length; e++) {
      const t = threads[e]!;
      if (ops[e] === Op.begin && depths[t]!++ === 0 && e >= from) {
        open[t] = { begin: e, accesses: new Map() };
        this.blocks++;
      } else if (ops[e] === Op.end && depths[t]! > 0 && --depths[t]! === 0) open[t] = undefined;
      else if (open[t] !== undefined && ACCESS_KINDS[ops[e]!] !== NO_ACCESS) this.access(open[t], e);
    }
  }

  private access({ begin, accesses }: Block, index: number): void {
    const cell = this.trace.cells[index]!;
    let before = accesses.get(cell);
    if (before === undefined) {
      before = new Map();
      accesses.set(cell, before);
    }
    for (const own of before.values()) this.pair(cell, { begin, own, index, last: index });
    const look = this.look(index);
    if (before.size >= MOST_PLACES && !before.has(look)) this.unseen++;
    // What comes between a later one and another access comes between the first and that, too.
    else if (!before.has(look)) before.set(look, index);
  }

  private pair(cell: number, pair: Pair): void {
    const { begin, own, index } = pair;
    const known = entry(this.pairs, cell);
    const key = [this.trace.columns.threads[own], this.look(begin), this.look(own), this.look(index)].join();
    const pairs = known.get(key);
    const before = pairs?.pairs.at(-1);
    if (pairs === undefined) {
      if (this.meter.take(ENTRY)) known.set(key, { pairs: [pair], more: false });
      else this.unseen++;
    } else if (before?.begin === begin) {
      pairs.more ||= before.last !== before.index;
      before.last = index;
    } else if (pairs.pairs.length < MOST_PAIRS) pairs.pairs.push(pair);
    else pairs.more = true;
  }

  private findAccesses(): void {
    const { columns, cells } = this.trace;
    const { ops, threads, length } = columns;
    for (let e = 0; e < length; e++) {
      if (ACCESS_KINDS[ops[e]!] === NO_ACCESS || !this.pairs.has(cells[e]!)) continue;
      const known = entry(this.accesses, cells[e]!);
      const key = `${threads[e]} ${this.look(e)}`;
      const same = known.get(key);
      if (!this.meter.take(same === undefined ? ENTRY : POSITION)) this.unseen++;
      else if (same === undefined) known.set(key, [e]);
      else same.push(e);
    }
  }

  /** Pairs that look the same with all that may come between. */
  private meet(cell: number, pairs: readonly Pair[], more: boolean): void {
    const { ops, threads } = this.trace.columns;
    const [first] = pairs;
    const isReadWanted = isWrite(ops[first!.own]!) && isWrite(ops[first!.index]!);
    for (const others of this.accesses.get(cell)?.values() ?? []) {
      if (threads[others[0]!] === threads[first!.own] || isWrite(ops[others[0]!]!) === isReadWanted) continue;
      this.steps += MEETING;
      if (this.steps > this.budget) {
        this.unmet++;
        continue;
      }
      const candidate = this.candidate(first!, others[0]!);
      if (candidate === undefined) continue;
      candidate.more ||= more;
      for (const pair of pairs) this.add(candidate, pair, others);
    }
  }

  private add(candidate: Candidate, pair: Pair, others: readonly number[]): void {
    const from = bisect(0, others.length, (i) => others[i]! <= pair.own);
    candidate.isObserved ||= from < others.length && others[from]! < pair.last;
    if (candidate.cuts.length === MOST_CUTS) {
      candidate.more = true;
      return;
    }
    const near = others.slice(Math.max(0, from - MOST_NEAR), from + MOST_NEAR);
    const ends = pair.last === pair.index ? [pair.index] : [pair.index, pair.last];
    const cuts = near.flatMap((cut) => ends.map((index) => ({ begin: pair.begin, own: pair.own, cut, index })));
    candidate.more ||= near.length < others.length || candidate.cuts.length + cuts.length > MOST_CUTS;
    candidate.cuts.push(...cuts.slice(0, MOST_CUTS - candidate.cuts.length));
  }

  private candidate({ begin, own, index }: Pair, cut: number): Candidate | undefined {
    const key = [begin, own, cut, index].map((e) => this.look(e)).join();
    let candidate = this.found.get(key);
    if (candidate === undefined) {
      if (!this.meter.take(MOST_CUTS * ENTRY)) {
        this.unseen++;
        return undefined;
      }
      candidate = { cuts: [], more: false, isObserved: false };
      this.found.set(key, candidate);
    }
    return candidate;
  }

  /** What an event looks like: its place, or its target if it has none, and whether it writes. */
  private look(e: number): string {
    const { ops, targets } = this.trace.columns;
    const { locations, variables } = this.places;
    // A window numbers its variables anew.
    const target = ACCESS_KINDS[ops[e]!] === NO_ACCESS ? targets[e]! : (variables?.[targets[e]!] ?? targets[e]!);
    const place = locations[e] !== 0 ? locations[e] : `of ${target}`;
    return `${place}${isWrite(ops[e]!) ? 'w' : 'r'}`;
  }
}

function entry<T>(maps: Map<number, Map<string, T>>, key: number): Map<string, T> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}
