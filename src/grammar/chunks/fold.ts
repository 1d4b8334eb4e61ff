// Happens-before over a chunk of a trace, from its events or from the summaries of its parts, left to right. Sums of sums are sums: however a trace is cut
// and in whatever tree its chunks are put together, the races are the same. ZipTrack's fold (hb/fold.ts) with barriers and allocations, which it does not
// know, and with the one race of each variable that the definition names (summary.ts), where ZipTrack is content with any.
// About 15 ns an event; memory for the variables that the chunk accesses, threads × what synchronises.

import { InputError } from '../../base/error.ts';
import { type EventBlock, MAX_EVENTS } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import { NodeNames } from '../hb/node-names.ts';
import { Order } from '../hb/order.ts';
import type { Inside } from './barrier-watch.ts';
import { Frontier, NO_WRITE, OTHERS, POSITION, RACED, READ, STATE, THREAD, TIME } from './frontier.ts';
import { Meetings } from './meetings.ts';
import { chunkEntities, type Subject } from './subject.ts';
import type { ChunkSummary } from './summary.ts';
import * as summary from './summary.ts';
import { written } from './written.ts';

export class ChunkFold {
  private readonly order: Order;
  private readonly frontier: Frontier;
  private readonly meetings: Meetings;
  private readonly names = new NodeNames();
  /** Events so far. */
  private length = 0;

  /** `inside`: who is inside a barrier when the chunk begins. Summaries know it already. */
  constructor(subject: Subject, inside: readonly Inside[] = []) {
    const entities = chunkEntities(subject);
    this.order = new Order(entities, false);
    this.frontier = new Frontier(subject.bounds.variables);
    this.meetings = new Meetings(this.order, entities.rounds, inside);
  }

  /** The next events. */
  block(block: EventBlock): void {
    // In spans, so that the loop is compiled whole: see detectors/epoch-analysis.ts.
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
    this.length += block.length;
  }

  private span({ ops, threads, targets }: EventBlock, from: number, to: number): void {
    const { order, frontier, length } = this;
    const { acted, clocks } = order;
    const { rows: clockRows } = clocks;
    const { index } = frontier;
    let { words } = clocks;
    let { rows } = frontier;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (acted[t] === 0) {
        order.act(t);
        words = clocks.words;
      }
      if (op > Op.write) {
        this.other(op, t, targets[i]!);
        words = clocks.words;
        rows = frontier.rows;
        continue;
      }
      const s = index[targets[i]!]!;
      const at = clockRows[t]!;
      const now = words[at + t]!;
      // Reads stand behind writes; both share this path, so that the processor need not guess which it is.
      const own = s + READ - op * READ;
      if (rows[own + TIME] === now && rows[own + THREAD] === t) {
        rows[own + POSITION] = length + i;
        continue;
      }
      if (
        words[at + rows[s + THREAD]!]! >= rows[s + TIME]! &&
        words[at + rows[s + READ + THREAD]!]! >= rows[s + READ + TIME]! &&
        rows[s + OTHERS] === 0 &&
        (rows[s + STATE]! & op) === 0
      ) {
        rows[own + TIME] = now;
        rows[own + THREAD] = t;
        rows[own + POSITION] = length + i;
        continue;
      }
      if (op === Op.read) frontier.read(targets[i]!, t, words, at, order.nodes[t]!, length + i);
      else frontier.write(targets[i]!, t, words, at, order.nodes[t]!, length + i);
      rows = frontier.rows;
    }
  }

  private other(op: number, t: number, target: number): void {
    if (op === Op.alloc) this.frontier.renew(target);
    else if (op === Op.barrierEnter) this.meetings.enter(target, t);
    else if (op === Op.barrierExit) this.meetings.exit(target, t);
    else this.order.step(op, t, target);
  }

  /** The next events, by the summary of their chunk. */
  apply(next: ChunkSummary): void {
    const { order, frontier, length } = this;
    if (length + next.length > MAX_EVENTS)
      throw new InputError('TRACE_TOO_LONG', {}, `chunks of ${length + next.length} events`, `a trace has at most ${MAX_EVENTS}`);
    order.evaluate(next);
    let openRace = 0;
    for (let n = 0; n < next.variables.length; n++) {
      const state = next.states[n]!;
      const s = frontier.row(next.variables[n]!);
      if ((frontier.rows[s + STATE]! & RACED) === 0) this.meet(next, n, s, openRace);
      if ((state & summary.RACED_OPEN) !== 0) openRace += 2;
      if ((state & summary.RENEWED) !== 0) frontier.renew(next.variables[n]!);
      if ((state & summary.RACED) !== 0) frontier.end(s);
      else if ((frontier.rows[s + STATE]! & RACED) === 0) this.takeTails(next, n, s);
    }
    const { races } = next;
    for (let i = 0; i < races.length; i += 3) frontier.races.push(length + races[i]!, length + races[i + 1]!, races[i + 2]!);
    order.take(next);
    this.length += next.length;
  }

  /** What the heads of the n-th variable meet here, and those that are heads here, too. Its open race, if it has one, is at `openRace`. */
  private meet(next: ChunkSummary, n: number, s: number, openRace: number): void {
    const { order, frontier, length } = this;
    const { heads, headStarts, states, openRaces } = next;
    const [from, to] = [headStarts[n]! * summary.ROW, headStarts[n + 1]! * summary.ROW];
    let [first, second] = [-1, Number.POSITIVE_INFINITY];
    if ((states[n]! & summary.RACED_OPEN) !== 0)
      [first, second] = [length + openRaces[openRace]!, length + openRaces[openRace + 1]!];
    for (let h = from; h < to; h += summary.ROW) {
      const position = length + heads[h + summary.POSITION]!;
      if (position >= second) continue;
      const at = heads[h + summary.LAST]! * order.clocks.width;
      const unordered = frontier.latest(s, order.values, at, heads[h + summary.IS_WRITE] === 1);
      if (unordered >= 0) [first, second] = [unordered, position];
    }
    for (let h = from; h < to && (frontier.rows[s + STATE]! & NO_WRITE) !== 0; h += summary.ROW) {
      const position = length + heads[h + summary.POSITION]!;
      const node = order.mapped[heads[h + summary.LAST]!]!;
      if (position < second) frontier.addHead(s, heads[h + summary.IS_WRITE] === 1, heads[h + summary.THREAD]!, position, node);
    }
    if (first >= 0) frontier.race(s, first, second);
  }

  private takeTails({ tails, tailStarts }: ChunkSummary, n: number, s: number): void {
    const { frontier, length } = this;
    const { before } = this.order;
    const end = tailStarts[n + 1]! * summary.ROW;
    for (let at = tailStarts[n]! * summary.ROW; at < end; at += summary.ROW) {
      const t = tails[at + summary.THREAD]!;
      const time = before[t]! + tails[at + summary.LAST]!;
      const position = length + tails[at + summary.POSITION]!;
      if (tails[at + summary.IS_WRITE] === 1) frontier.putWrite(s, t, time, position);
      else frontier.putRead(s, t, time, position);
    }
  }

  /** The sum of all that came. Nothing may come afterwards. */
  finish(): ChunkSummary {
    this.meetings.end();
    return written(this.order, this.frontier, this.names, this.length);
  }
}
