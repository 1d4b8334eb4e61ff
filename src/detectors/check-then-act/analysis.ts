// The loop: candidates are reads and writes of one thread in two sections of one lock, each met with the writes of others under that lock.

import { grown } from '../../base/grown.ts';
import { HappensBefore } from '../../clocks/happens-before.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import type { Analysis, ViolationSink } from '../detector.ts';
import { Sections } from './sections.ts';

/** A write under a lock, and where its thread was in the order that every schedule keeps. */
interface Write {
  readonly thread: number;
  readonly time: number;
  readonly position: number;
  readonly place: number;
}

/** A write that rests on a read of the section before. */
interface Candidate extends Write {
  readonly begin: number;
  readonly beginPlace: number;
  /** The begin of the section of the write. */
  readonly again: number;
  readonly againPlace: number;
  readonly own: number;
  readonly ownPlace: number;
  /** The block that both are in, or NOWHERE. */
  readonly visit: number;
}

/** Of one variable under one lock, one for each place and thread. */
interface Met {
  readonly writes: Map<string, Write>;
  readonly candidates: Map<string, Candidate>;
}

const NOWHERE = -1;

/** Places that are kept of one variable under one lock: what writes it at more of them tells nobody anything new. */
const MOST_PLACES = 16;

const LOCKS: readonly Op[] = [Op.acquire, Op.release, Op.acquireShared, Op.releaseShared, Op.wait];

export class CheckThenActAnalysis implements Analysis {
  /** Of forks, joins, barriers and volatile variables: locks may be taken in another order. */
  private readonly order = new HappensBefore();
  private readonly sections = new Sections();
  /** Lock → variable → what is known of the two. */
  private readonly met = new Map<number, Map<number, Met>>();
  private readonly known = new Set<string>();
  private readonly report: ViolationSink;
  private candidates = 0;
  private left = 0;
  private depths = new Uint32Array(0);
  /** Per thread: the begins of the blocks that it is in, the outermost first. */
  private readonly blocks: number[][] = [];

  constructor(report: ViolationSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    // A schedule need not keep the writes before the one that a read saw, whatever the model.
    this.order.grow(block, false);
    if (block.bounds.threads > this.depths.length) this.depths = grown(this.depths, 2 * block.bounds.threads);
    const { start, length, ops, threads, targets, locations, positions } = block;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      // Most accesses of most programs are in no section.
      if (op <= Op.write && this.depths[t] === 0) continue;
      const position = positions === undefined ? start + i : positions[i]!;
      const place = locations[i] !== 0 ? locations[i]! : ~targets[i]! >>> 0;
      if (op === Op.read) this.read(t, targets[i]!, position, place);
      else if (op === Op.write) this.write(t, targets[i]!, position, place);
      else this.synchronise(op, t, targets[i]!, position, place);
    }
  }

  end(): void {}

  counters(): Record<string, number> {
    return { candidates: this.candidates, placesLeftOut: this.left };
  }

  private synchronise(op: number, t: number, target: number, position: number, place: number): void {
    if (op === Op.begin || op === Op.end) {
      this.blocks[t] ??= [];
      if (op === Op.begin) this.blocks[t].push(position);
      else this.blocks[t].pop();
      return;
    }
    if (!LOCKS.includes(op as Op)) {
      this.order.step(op, t, target);
      return;
    }
    if (op === Op.acquire || op === Op.acquireShared) this.sections.enter(t, target, position, place);
    else if (op === Op.wait) this.sections.wait(t, target);
    else this.sections.leave(t, target);
    this.depths[t] = this.sections.of(t).length;
  }

  private read(t: number, variable: number, position: number, place: number): void {
    for (const { reads, writes } of this.sections.of(t))
      if (!reads.has(variable) && !writes.has(variable)) reads.set(variable, { position, place, visit: this.visit(t) });
  }

  private write(t: number, variable: number, position: number, place: number): void {
    for (const { lock, begin: again, place: againPlace, reads, writes, before } of this.sections.of(t)) {
      if (writes.has(variable)) continue;
      const write = { thread: t, time: this.order.times[t]!, position, place };
      const checked = before?.reads.get(variable);
      const isBlind =
        !reads.has(variable) && checked?.visit === this.visit(t) && checked !== undefined && !before!.writes.has(variable);
      writes.add(variable);
      const met = this.metAt(lock, variable);
      if (isBlind) {
        const { begin, place: beginPlace } = before!;
        const [own, ownPlace] = [checked.position, checked.place];
        const candidate = { ...write, begin, beginPlace, again, againPlace, own, ownPlace, visit: checked.visit };
        for (const other of met.writes.values()) this.before(other, candidate);
        this.keep(met.candidates, `${t} ${beginPlace} ${ownPlace} ${againPlace} ${place}`, candidate);
        this.candidates++;
      }
      // What came between in this run is told first.
      for (const candidate of met.candidates.values()) this.after(candidate, write);
      this.keep(met.writes, `${t} ${place}`, write);
    }
  }

  /** A later write is told unless every schedule has it after the candidate. */
  private after(candidate: Candidate, write: Write): void {
    if (!this.order.ordered(candidate.thread, candidate.time, write.thread)) this.tell(candidate, write);
  }

  /** An earlier one is told if it came between the read and the write, or is not ordered before the write in every schedule. */
  private before(write: Write, candidate: Candidate): void {
    if (write.thread === candidate.thread) return;
    if (write.position > candidate.own || !this.order.ordered(write.thread, write.time, candidate.thread))
      this.tell(candidate, write);
  }

  private tell(candidate: Candidate, write: Write): void {
    const { begin, own, again, visit, position: index } = candidate;
    const key = [candidate.beginPlace, candidate.ownPlace, candidate.againPlace, candidate.place, write.place].join(' ');
    if (write.thread === candidate.thread || this.known.has(key)) return;
    this.known.add(key);
    const around = visit === NOWHERE ? undefined : visit;
    this.report({ begin, own, again, around, index, cut: [write.position] });
  }

  /** The innermost block that the thread is in, where it has any: a visit of a function, or what the program calls atomic. */
  private visit(t: number): number {
    return this.blocks[t]?.at(-1) ?? NOWHERE;
  }

  private keep<T>(places: Map<string, T>, key: string, value: T): void {
    if (places.size >= MOST_PLACES && !places.has(key)) this.left++;
    else places.set(key, value);
  }

  private metAt(lock: number, variable: number): Met {
    let variables = this.met.get(lock);
    if (variables === undefined) {
      variables = new Map();
      this.met.set(lock, variables);
    }
    let met = variables.get(variable);
    if (met === undefined) {
      met = { writes: new Map(), candidates: new Map() };
      variables.set(variable, met);
    }
    return met;
  }
}
