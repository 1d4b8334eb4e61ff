// Sequitur (Nevill-Manning & Witten 1997): a grammar from a stream of symbols, in which no pair of neighbours occurs twice and
// every rule is used twice. With `repetition` neighbours that are equal become one item B^k, so that a loop is one item however
// often it runs. Amortised O(1) per symbol; a live symbol takes 16 bytes, its digram about 24.

import { grown } from '../base/grown.ts';
import { COUNT, Digrams, GUARD, NEXT, PREVIOUS, VALUE } from './digrams.ts';
import { columns, START } from './linked-rules.ts';
import { AGREES, COMPLETE, Guesses, Match } from './read-ahead.ts';
import type { Slp } from './slp.ts';

const SHIFT = 2;
const FREE = -1;

/** Symbols that are looked at before they are taken. */
const AHEAD = 64;

export class Sequitur {
  private readonly repetition: boolean;
  private nodes = new Int32Array(1 << 12);
  private nodesUsed = 0;
  private freeNode = -1;
  private nodesFree = 0;
  /** Per rule: its guard, and how many nodes name it. */
  private guards = new Int32Array(256);
  private uses = new Int32Array(256);
  private rules = 0;
  private freeRules: number[] = [];
  private readonly digrams: Digrams;
  /** Nodes whose digram, with the node after it, is to be looked up. */
  private readonly pending: number[] = [];
  /** The run that is being read: only its end makes a node. */
  private runValue = -1;
  private runCount = 0;
  /** Only with `repetition`: without it this is the algorithm of the papers. */
  private readonly guesses = new Guesses();
  private readonly match = new Match();

  constructor(repetition: boolean) {
    this.repetition = repetition;
    this.digrams = new Digrams(repetition);
    this.newRule();
  }

  /** Items and ends of bodies. */
  get size(): number {
    return this.nodesUsed - this.nodesFree;
  }

  /** Takes the next terminals, numbers from 0 on. */
  pushAll(symbols: Uint32Array, count: number): void {
    for (let from = 0; from < count; from += AHEAD) {
      const to = Math.min(count, from + AHEAD);
      if (this.match.rule === 0) this.digrams.lookAhead(symbols, from, to, this.nodes);
      for (let i = from; i < to; i++) this.push(symbols[i]!);
    }
  }

  push(symbol: number): void {
    if (!this.repetition) this.append(symbol, 1);
    else if (symbol === this.runValue) this.runCount++;
    else {
      this.endRun();
      this.runValue = symbol;
      this.runCount = 1;
    }
  }

  /** The grammar of all that was pushed. */
  slp(terminals: number): Slp {
    this.endRun();
    if (this.match.rule < 0) this.giveUp();
    this.runValue = -1;
    this.runCount = 0;
    return columns(this.nodes, this.guards, terminals);
  }

  private endRun(): void {
    if (this.runCount > 0) this.take(this.runValue, this.runCount);
  }

  /** The next run of terminals: compared with a rule that it may be part of, or appended. */
  private take(value: number, count: number): void {
    const { match } = this;
    if (match.rule < 0) {
      const answer = match.take(value, count);
      if (answer === AGREES) return;
      if (answer === COMPLETE) {
        const { rule } = match;
        match.rule = 0;
        this.append(rule, 1);
        return;
      }
      this.giveUp();
    }
    const rule = this.guesses.guess(this.last(), value);
    if (rule < 0 && this.guards[~rule]! >= 0) {
      match.begin(rule, this.nodes, this.guards);
      if (match.take(value, count) === AGREES) return;
      match.rule = 0;
    }
    this.append(value, count);
  }

  /** The value at the end of the start rule. */
  private last(): number {
    return this.nodes[this.nodes[this.guards[START]! + PREVIOUS]! + VALUE]!;
  }

  /** Appends what did agree. No rule that is still to be appended may go away before. */
  private giveUp(): void {
    const { values, counts } = this.match;
    this.match.giveUp();
    if (values.length === 1 && values[0]! >= 0) this.guesses.forget(this.last(), values[0]!);
    for (const value of values) if (value < 0) this.uses[~value]!++;
    for (let i = 0; i < values.length; i++) {
      if (values[i]! < 0) this.uses[~values[i]!]!--;
      this.append(values[i]!, counts[i]!);
    }
  }

  private append(value: number, count: number): void {
    const guard = this.guards[START]!;
    const last = this.nodes[guard + PREVIOUS]!;
    const node = this.newNode(value, count);
    this.link(last, node);
    this.link(node, guard);
    this.check(last);
    while (this.pending.length > 0) this.check(this.pending.pop()!);
    if (this.repetition) this.learn();
  }

  private learn(): void {
    const { nodes } = this;
    const last = nodes[this.guards[START]! + PREVIOUS]!;
    const value = nodes[last + VALUE]!;
    // After a repetition the same once more.
    const before = nodes[last + COUNT]! > 1 ? last : nodes[last + PREVIOUS]!;
    if (value < 0) this.guesses.learn(nodes[before + VALUE]!, value);
  }

  /** Looks at a node and the one after it: equal neighbours are merged, a digram that was seen before becomes a rule. */
  private check(node: number): void {
    const { nodes } = this;
    if (nodes[node + COUNT]! <= GUARD) return;
    const next = nodes[node + NEXT]!;
    if (nodes[next + COUNT] === GUARD) return;
    if (this.repetition && nodes[node + VALUE] === nodes[next + VALUE]) {
      this.merge(node, next);
      return;
    }
    const seen = this.findOrAdd(node);
    // In a run of three the two digrams share a symbol: they cannot both be replaced.
    if (seen < 0 || nodes[seen + NEXT] === node || next === seen) return;
    this.replace(node, seen);
  }

  private merge(node: number, next: number): void {
    const { nodes } = this;
    nodes[node + COUNT]! += nodes[next + COUNT]!;
    this.link(node, nodes[next + NEXT]!);
    this.release(next);
    this.pending.push(node, nodes[node + PREVIOUS]!);
  }

  /** The digram at `node` occurs at `seen` too: both become a rule, or `node` the rule that `seen` is the body of. */
  private replace(node: number, seen: number): void {
    const { nodes } = this;
    const before = nodes[seen + PREVIOUS]!;
    const behind = nodes[nodes[seen + NEXT]! + NEXT]!;
    let rule: number;
    if (before === behind && nodes[before + COUNT] === GUARD && nodes[before + VALUE] !== ~START) {
      rule = ~nodes[before + VALUE]!;
      this.substitute(node, rule);
    } else {
      rule = this.newRule();
      const guard = this.guards[rule]!;
      const second = this.nodes[node + NEXT]!;
      const left = this.newNode(this.nodes[node + VALUE]!, this.nodes[node + COUNT]!);
      const right = this.newNode(this.nodes[second + VALUE]!, this.nodes[second + COUNT]!);
      this.guesses.enter(rule, this.nodes[left + VALUE]!, this.nodes[right + VALUE]!);
      this.link(guard, left);
      this.link(left, right);
      this.link(right, guard);
      this.substitute(seen, rule);
      this.substitute(node, rule);
      this.findOrAdd(left);
    }
    const guard = this.guards[rule]!;
    this.expandIfUnderused(this.nodes[guard + NEXT]!);
    this.expandIfUnderused(this.nodes[guard + PREVIOUS]!);
  }

  /** Puts the rule in the place of a node and the one after it. */
  private substitute(node: number, rule: number): void {
    const before = this.nodes[node + PREVIOUS]!;
    const second = this.nodes[node + NEXT]!;
    const behind = this.nodes[second + NEXT]!;
    this.release(node);
    this.release(second);
    const own = this.newNode(~rule, 1);
    this.link(before, own);
    this.link(own, behind);
    this.pending.push(own, before);
    if (this.repetition) return;
    // In a run of three only one of two equal digrams is in the table: the other may be the one that is left.
    const { nodes } = this;
    if (nodes[behind + VALUE] === nodes[nodes[behind + NEXT]! + VALUE]) this.pending.push(behind);
    const earlier = nodes[before + PREVIOUS]!;
    if (nodes[before + VALUE] === nodes[earlier + VALUE]) this.pending.push(earlier);
  }

  /** A rule that is used once is put back into the place where it is used. */
  private expandIfUnderused(node: number): void {
    const { nodes } = this;
    const rule = ~nodes[node + VALUE]!;
    if (rule < 0 || nodes[node + COUNT] !== 1 || this.uses[rule] !== 1) return;
    const guard = this.guards[rule]!;
    const first = nodes[guard + NEXT]!;
    const last = nodes[guard + PREVIOUS]!;
    const before = nodes[node + PREVIOUS]!;
    this.link(before, first);
    this.link(last, nodes[node + NEXT]!);
    this.freeNodeAt(node);
    this.freeNodeAt(guard);
    this.guards[rule] = -1;
    this.freeRules.push(rule);
    this.pending.push(last, before);
  }

  private findOrAdd(node: number): number {
    return this.digrams.findOrAdd(node, this.nodes, this.nodesUsed - this.nodesFree);
  }

  private link(left: number, right: number): void {
    this.nodes[left + NEXT] = right;
    this.nodes[right + PREVIOUS] = left;
  }

  private newNode(value: number, count: number): number {
    let node = this.freeNode;
    if (node >= 0) {
      this.freeNode = this.nodes[node + NEXT]!;
      this.nodesFree--;
    } else {
      node = this.nodesUsed << SHIFT;
      if (node >= this.nodes.length) this.nodes = grown(this.nodes, this.nodes.length * 2);
      this.nodesUsed++;
    }
    this.nodes[node + VALUE] = value;
    this.nodes[node + COUNT] = count;
    if (value < 0 && count !== GUARD) this.uses[~value]!++;
    return node;
  }

  /** Frees a node that names a terminal or gives up its use of a rule. */
  private release(node: number): void {
    const value = this.nodes[node + VALUE]!;
    if (value < 0) this.uses[~value]!--;
    this.freeNodeAt(node);
  }

  private freeNodeAt(node: number): void {
    this.nodes[node + COUNT] = FREE;
    this.nodes[node + NEXT] = this.freeNode;
    this.freeNode = node;
    this.nodesFree++;
  }

  private newRule(): number {
    let rule = this.freeRules.pop();
    if (rule === undefined) {
      rule = this.rules++;
      if (rule >= this.guards.length) {
        this.guards = grown(this.guards, this.guards.length * 2);
        this.uses = grown(this.uses, this.uses.length * 2);
      }
    }
    const guard = this.newNode(~rule, GUARD);
    this.guards[rule] = guard;
    this.uses[rule] = 0;
    this.link(guard, guard);
    return rule;
  }
}
