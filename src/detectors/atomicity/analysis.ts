// The loop of the detector: what conflicts with what, event by event. Outside of blocks every event is a transaction of its own. A cycle
// is closed by an event of an open block that comes after something which comes after the block; nothing else can close one.

import { grown } from '../../base/grown.ts';
import { BarrierRounds } from '../../trace/barrier-rounds.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import type { Analysis, ViolationSink } from '../detector.ts';
import { Ancestors, CLEAN, type Node, type Source } from './ancestors.ts';
import { CutBlocks, type OpenBlock } from './cut-blocks.ts';
import { LastAccesses } from './last-accesses.ts';

const NONE = -1;

export class AtomicityAnalysis implements Analysis {
  private readonly ancestors: Ancestors;
  private readonly variables = new LastAccesses();
  private readonly locks = new LastAccesses();
  private readonly cutBlocks: CutBlocks;
  private readonly rounds = new BarrierRounds<Source[]>(() => []);
  /** What the rounds hold that are not over. */
  private readonly arrivals = new Set<Source[]>();
  /** Per thread: the node of what it does next, whether anybody else holds it, and how many begins have had no end. */
  private nodes = new Uint32Array(0);
  private isShared = new Uint8Array(0);
  private depths = new Uint32Array(0);
  /** Per thread: the slot of its block, or NONE. */
  private slots = new Int32Array(0);
  /**
   * Per thread: the node that it learnt from last. It has nothing more to tell: if it is that of an open block, the thread knows the block, and
   * gets at its end what the block learnt since then; if not, both come to know the same at the end of the same blocks.
   */
  private lessons = new Uint32Array(0);
  /** Per thread: where it was last, which a join comes after. */
  private lastAt = new Uint32Array(0);
  private lastPlace = new Uint32Array(0);
  /** Threads that were forked in a block, or after one, and have done nothing yet. */
  private readonly forked = new Map<number, Source>();
  /** Per slot. */
  private readonly blocks: (OpenBlock | undefined)[] = [];
  private blockCount = 0;
  /** The event at hand. */
  private position = 0;
  private place = 0;

  /** Tests sweep after `few` nodes. */
  constructor(report: ViolationSink, few?: number) {
    this.ancestors = new Ancestors(few);
    this.cutBlocks = new CutBlocks(report);
  }

  block(block: EventBlock): void {
    this.grow(block);
    const { start, length, ops, threads, targets, locations, positions } = block;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      // Where no block is open, nothing can become part of a cycle. Barriers are counted none the less.
      if (this.ancestors.open === 0 && op !== Op.begin && op !== Op.barrierEnter && op !== Op.barrierExit) continue;
      this.position = positions === undefined ? start + i : positions[i]!;
      this.place = locations[i] !== 0 ? locations[i]! : ~targets[i]! >>> 0;
      this.step(op, threads[i]!, targets[i]!);
    }
  }

  end(): void {
    for (const block of this.blocks) if (block !== undefined) this.cutBlocks.end(block);
  }

  counters(): Record<string, number> {
    const { cutBlocks, blockCount } = this;
    return { blocks: blockCount, cut: cutBlocks.cut, repeated: cutBlocks.repeated };
  }

  private step(op: number, t: number, target: number): void {
    this.lastAt[t] = this.position;
    this.lastPlace[t] = this.place;
    if (op === Op.begin) this.begin(t);
    if (this.forked.size > 0) this.start(t);
    switch (op) {
      case Op.read:
      case Op.volatileRead:
      case Op.relaxedRead:
        this.afterWrite(this.variables, t, target, true);
        if (this.nodes[t] !== CLEAN) this.variables.read(t, target, this.hand(t), this.position, this.place);
        break;
      case Op.write:
      case Op.volatileWrite:
      case Op.relaxedWrite:
        this.afterAll(this.variables, t, target, true);
        if (this.nodes[t] !== CLEAN) this.variables.write(t, target, this.hand(t), this.position, this.place);
        break;
      case Op.acquire:
        this.afterAll(this.locks, t, target, false);
        break;
      case Op.acquireShared:
        this.afterWrite(this.locks, t, target, false);
        break;
      case Op.release:
      case Op.wait:
        if (this.nodes[t] !== CLEAN) this.locks.write(t, target, this.hand(t), this.position, this.place);
        break;
      case Op.releaseShared:
        if (this.nodes[t] !== CLEAN) this.locks.read(t, target, this.hand(t), this.position, this.place);
        break;
      case Op.fork:
        if (this.nodes[t] !== CLEAN) this.forked.set(target, this.source(t));
        break;
      case Op.join:
        this.join(t, this.forked.get(target) ?? this.lastOf(target));
        break;
      case Op.barrierEnter:
        this.arrive(t, target);
        break;
      case Op.barrierExit:
        this.leave(t, target);
        break;
      case Op.alloc:
        this.variables.forget(target);
        break;
      case Op.end:
        this.leaveBlock(t);
        break;
    }
  }

  private begin(t: number): void {
    if (this.depths[t]!++ > 0) return;
    const { ancestors } = this;
    if (ancestors.isSweepDue(this.variables.holders + this.locks.holders)) this.sweep();
    const slot = ancestors.begin(this.nodes[t]!);
    this.slots[t] = slot;
    this.nodes[t] = ancestors.nodeOf(slot);
    this.blocks[slot] = { begin: this.position, place: this.place, sync: undefined, shown: false };
    this.blockCount++;
  }

  private leaveBlock(t: number): void {
    if (this.depths[t] === 0 || --this.depths[t]! > 0) return;
    const slot = this.slots[t]!;
    this.cutBlocks.end(this.blocks[slot]!);
    this.blocks[slot] = undefined;
    this.slots[t] = NONE;
    this.ancestors.end(slot);
    if (!this.ancestors.isAlive(this.nodes[t]!)) this.nodes[t] = CLEAN;
    this.isShared[t] = 1;
  }

  /** The first event of a thread comes after its fork. */
  private start(t: number): void {
    const fork = this.forked.get(t);
    if (fork === undefined) return;
    this.forked.delete(t);
    this.learn(t, fork);
  }

  /** The source is the last event of a thread, or its fork if it did nothing, which may be one of thread t itself. */
  private join(t: number, last: Source): void {
    if (last.thread !== t) this.learn(t, last);
  }

  private arrive(t: number, barrier: number): void {
    const { gathered } = this.rounds.enter(barrier, t);
    if (this.nodes[t] !== CLEAN) gathered.push(this.source(t));
    this.arrivals.add(gathered);
  }

  private leave(t: number, barrier: number): void {
    const round = this.rounds.exit(barrier, t);
    if (round === undefined) return;
    for (const source of round.gathered) if (source.thread !== t) this.learn(t, source);
    if (round.inside === 0) this.arrivals.delete(round.gathered);
  }

  private afterWrite(accesses: LastAccesses, t: number, target: number, isAccess: boolean): void {
    const write = accesses.writeBefore(t, target);
    if (write !== undefined && !this.learn(t, write, isAccess ? target : NONE)) accesses.forgetWrite(target);
  }

  private afterAll(accesses: LastAccesses, t: number, target: number, isAccess: boolean): void {
    this.afterWrite(accesses, t, target, isAccess);
    if (!accesses.isRead(target)) return;
    accesses.eachReadBefore(t, target, (read) => this.learn(t, read, isAccess ? target : NONE));
  }

  /**
   * What thread t does now comes after the source; `variable` if both are accesses of one. False if the source comes after no open block,
   * and never will.
   */
  private learn(t: number, source: Source, variable = NONE): boolean {
    const { ancestors } = this;
    const { node } = source;
    const slot = this.slots[t]!;
    if (slot !== NONE && ancestors.knows(node, slot)) this.cycle(t, slot, source, variable);
    if (this.lessons[t] === node) return true;
    if (!ancestors.isAlive(node)) return false;
    if (ancestors.isNews(this.nodes[t]!, node)) {
      if (slot !== NONE && !ancestors.knows(node, slot)) this.lookBack(t, slot, source, variable);
      ancestors.learn(this.ownNode(t), source, this.position, this.place);
    }
    this.lessons[t] = node;
    return true;
  }

  /** The source does not know the block of thread t itself; open blocks that it knows may have come to know it since. */
  private lookBack(t: number, slot: number, source: Source, variable: number): void {
    const { ancestors } = this;
    const way = ancestors.wayBack(this.nodes[t]!, source.node, slot);
    if (way === CLEAN) return;
    ancestors.tell(source.node, slot, way);
    this.cycle(t, slot, source, variable);
  }

  /** The source knows the block that thread t is in. */
  private cycle(t: number, slot: number, source: Source, variable: number): void {
    const block = this.blocks[slot]!;
    const three = variable === NONE ? undefined : this.variables.ownBefore(source, t, variable, block.begin);
    const way = this.ancestors.provenance(source.node, slot);
    const own = three !== undefined && three.position >= 0 ? three : { position: way.own, place: way.ownPlace };
    const cut: [position: number, place: number][] = own === three ? [] : [[way.met, way.metPlace]];
    if (source.position > own.position && source.position !== way.met) cut.push([source.position, source.place]);
    else if (own === three) cut.push([source.position, source.place]);
    cut.sort((a, b) => a[0] - b[0]);
    const violation = { begin: block.begin, own: own.position, cut: cut.map(([position]) => position), index: this.position };
    const found = { violation, places: [block.place, own.place, this.place, ...cut.map(([, place]) => place)] };
    if (variable === NONE) this.cutBlocks.bySync(block, found);
    else this.cutBlocks.byAccess(block, found);
  }

  /** The node of thread t, for it alone to write into: that of its block, or one that nobody holds yet. */
  private ownNode(t: number): Node {
    if (this.slots[t] === NONE && (this.nodes[t] === CLEAN || this.isShared[t] === 1)) {
      this.nodes[t] = this.ancestors.copy(this.nodes[t]!);
      this.isShared[t] = 0;
    }
    return this.nodes[t]!;
  }

  private hand(t: number): Node {
    this.isShared[t] = 1;
    return this.nodes[t]!;
  }

  private source(t: number): Source {
    return { thread: t, node: this.hand(t), position: this.position, place: this.place };
  }

  private lastOf(t: number): Source {
    return { thread: t, node: this.hand(t), position: this.lastAt[t]!, place: this.lastPlace[t]! };
  }

  private sweep(): void {
    const held = this.ancestors.sweep((keep) => {
      this.variables.keep(keep);
      this.locks.keep(keep);
      for (let t = 0; t < this.nodes.length; t++) this.nodes[t] = keep(this.nodes[t]!);
      for (const source of this.forked.values()) source.node = keep(source.node);
      for (const round of this.arrivals) for (const source of round) source.node = keep(source.node);
    });
    for (let t = 0; t < this.lessons.length; t++) if (held[this.lessons[t]!] === 0) this.lessons[t] = CLEAN;
  }

  private grow({ bounds }: EventBlock): void {
    this.variables.grow(bounds.variables);
    this.locks.grow(bounds.locks);
    const before = this.nodes.length;
    if (bounds.threads <= before) return;
    const size = Math.max(bounds.threads, 2 * before, 8);
    this.nodes = grown(this.nodes, size);
    this.isShared = grown(this.isShared, size);
    this.depths = grown(this.depths, size);
    this.slots = grown(this.slots, size).fill(NONE, before);
    this.lessons = grown(this.lessons, size);
    this.lastAt = grown(this.lastAt, size);
    this.lastPlace = grown(this.lastPlace, size);
  }
}
