// Goldilocks with lazy evaluation (Elmas, Qadeer & Tasiran 2006, Fig. 3), reads and writes apart. Most accesses are settled by the
// two short circuits: the last access was by the same thread, or under a lock that the thread holds now. Sound; finds the first
// race of every racy variable. O(1) for short circuits; 32 bytes per variable, plus a cell list of bounded length.

import { grown } from '../../base/grown.ts';
import { LastAccesses } from '../../clocks/access-sets.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import type { Analysis, RaceDetector, RaceSink } from '../detector.ts';
import { oncePerVariableOption, SwitchedOff, skippedAccesses } from '../once-per-variable.ts';
import { CELL_LIMITS, type CellLimits, Cells } from './cells.ts';
import { Edges, NOWHERE } from './edges.ts';

/**
 * The shadow of a variable: eight words. First its last write, then its last read: thread + 1 (0: none), segment, a lock that the
 * thread held (the paper's alock: every access chooses again unless it holds the old one, see erratum 1), and position.
 * Once several threads read concurrently the read's owner is SHARED, and its segment is the set of their last reads.
 */
const SHIFT = 3;
const OWNER = 0;
const SEGMENT = 1;
const LOCK = 2;
const POSITION = 3;
const READ = 4;
const SHARED = 0xffff_ffff;

/** How the order of the last access at a place and of this one was settled, and how often: counters by these names. */
const RULES = ['evaluated', 'firstAccess', 'shortCircuitOwner', 'shortCircuitLock', 'provenBefore'] as const;
const FAILED = 0;
const FIRST = 1;
const BY_OWNER = 2;
const BY_LOCK = 3;
const PROVEN = 4;

export class LazyGoldilocks implements Analysis {
  private readonly cells: Cells;
  private readonly edges: Edges;
  private readonly sets = new LastAccesses();
  private shadow = new Uint32Array(0);
  private same = 0;
  private readonly rules = new Float64Array(RULES.length);
  private readonly off: SwitchedOff;

  constructor(report: RaceSink, limits: CellLimits = CELL_LIMITS, options?: Readonly<Record<string, number>>) {
    this.off = new SwitchedOff(report, options);
    this.cells = new Cells(() => this.oldestSegment(), limits);
    this.edges = new Edges(this.cells);
  }

  block(block: EventBlock): void {
    const { threads, variables } = block.bounds;
    this.edges.grow(block);
    this.cells.grow(threads, variables);
    this.off.grow(variables);
    const words = variables << SHIFT;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    const rules = RULES.map((name, i) => [name, this.rules[i]!]);
    return { sameSegment: this.same, ...Object.fromEntries(rules), ...this.cells.counters(this.edges), ...this.off.counters() };
  }

  private span({ start, ops, threads, targets, positions }: EventBlock, from: number, to: number): void {
    const { shadow, edges, cells, rules, off } = this;
    const { segments } = cells;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (op <= Op.write) {
        if (off.wanted && off.skips(targets[i]!)) continue;
        const s = targets[i]! << SHIFT;
        const own = s + READ - op * READ;
        if (shadow[own + OWNER] === t + 1 && shadow[own + SEGMENT] === segments[t]) {
          this.same++;
          continue;
        }
        const position = positions === undefined ? start + i : positions[i]!;
        const afterWrite = this.shortCircuit(s, t);
        const afterRead = this.shortCircuit(s + READ, t);
        if (afterWrite !== FAILED && afterRead !== FAILED) {
          rules[afterWrite]!++;
          rules[afterRead]!++;
          this.put(own, t, position);
        } else {
          if (op === Op.read) this.read(t, s, position);
          else this.write(t, s, position);
          if (off.settle(targets[i]!)) this.forget(s);
        }
      } else if (op === Op.alloc) {
        off.renew(targets[i]!);
        this.forget(targets[i]! << SHIFT);
      } else edges.step(op, t, targets[i]!);
    }
  }

  /** The rule by which the last access at this place is surely ordered before what thread t does next, or FAILED. */
  private shortCircuit(at: number, t: number): number {
    const { shadow } = this;
    const owner = shadow[at + OWNER]!;
    if (owner === t + 1) return BY_OWNER;
    if (owner === 0) return FIRST;
    if (this.edges.holds(t, shadow[at + LOCK]!)) return BY_LOCK;
    return owner !== SHARED && this.cells.proven(owner - 1, shadow[at + SEGMENT]!, t) ? PROVEN : FAILED;
  }

  private ordered(at: number, t: number): boolean {
    const { shadow } = this;
    const rule = this.shortCircuit(at, t);
    this.rules[rule]!++;
    return rule !== FAILED || this.cells.ordered(shadow[at + OWNER]! - 1, shadow[at + SEGMENT]!, t, this.edges.bound);
  }

  private read(t: number, s: number, position: number): void {
    const { shadow, sets, cells } = this;
    const r = s + READ;
    const shared = shadow[r + OWNER] === SHARED;
    const segment = cells.segments[t]!;
    if (shared && sets.time(shadow[r + SEGMENT]!, t) === segment) {
      this.same++;
      return;
    }
    if (!this.ordered(s, t)) this.off.report(shadow[s + POSITION]!, position);
    if (shared) shadow[r + SEGMENT] = sets.put(shadow[r + SEGMENT]!, t, segment, position);
    else if (this.ordered(r, t)) this.put(r, t, position);
    else {
      const set = sets.put(sets.create(), shadow[r + OWNER]! - 1, shadow[r + SEGMENT]!, shadow[r + POSITION]!);
      shadow[r + SEGMENT] = sets.put(set, t, segment, position);
      shadow[r + OWNER] = SHARED;
      shadow[r + LOCK] = NOWHERE;
    }
  }

  private write(t: number, s: number, position: number): void {
    const { shadow, cells, edges } = this;
    if (!this.ordered(s, t)) this.off.report(shadow[s + POSITION]!, position);
    const r = s + READ;
    if (shadow[r + OWNER] === SHARED) {
      this.sets.each(shadow[r + SEGMENT]!, (reader, segment, at) => {
        if (reader === t || cells.proven(reader, segment, t)) return;
        if (!cells.ordered(reader, segment, t, edges.bound)) this.off.report(at, position);
      });
      this.forgetReads(r);
    } else if (!this.ordered(r, t)) this.off.report(shadow[r + POSITION]!, position);
    this.put(s, t, position);
  }

  private put(at: number, t: number, position: number): void {
    const { shadow, edges } = this;
    shadow[at + OWNER] = t + 1;
    shadow[at + SEGMENT] = this.cells.segments[t]!;
    if (!edges.holds(t, shadow[at + LOCK]!)) shadow[at + LOCK] = edges.someLock(t);
    shadow[at + POSITION] = position;
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(s: number): void {
    this.forgetReads(s + READ);
    this.shadow.fill(0, s, s + READ);
  }

  private forgetReads(r: number): void {
    if (this.shadow[r + OWNER] === SHARED) this.sets.release(this.shadow[r + SEGMENT]!);
    this.shadow.fill(0, r, r + READ);
  }

  /** The oldest segment whose lockset may still be asked for. Segments that did not end need no cell. */
  private oldestSegment(): number {
    const { shadow, sets } = this;
    const { segments } = this.cells;
    let oldest = 0xffff_ffff;
    for (let at = 0; at < shadow.length; at += READ) {
      const owner = shadow[at + OWNER]!;
      const segment = shadow[at + SEGMENT]!;
      if (owner === 0) continue;
      if (owner === SHARED)
        sets.each(segment, (reader, since) => {
          if (since < oldest && since !== segments[reader]) oldest = since;
        });
      else if (segment < oldest && segment !== segments[owner - 1]) oldest = segment;
    }
    return oldest;
  }
}

export const goldilocksLazy: RaceDetector = {
  finds: 'race',
  id: 'goldilocks-lazy',
  title: 'Goldilocks, lazy',
  paper: 'Elmas, Qadeer & Tasiran, Goldilocks: Efficiently Computing the Happens-Before Relation Using Locksets, FATES/RV 2006',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'unordered pairs against the last write and the last reads; the first race of every racy variable is among them',
  cost: 'O(1) per access and synchronisation while a short circuit holds; memory grows with variables',
  operations: Object.values(Op),
  reentrant: true,
  options: [oncePerVariableOption],
  unfinished: skippedAccesses('goldilocks-lazy'),
  analysis: (report, options) => new LazyGoldilocks(report, CELL_LIMITS, options),
};
