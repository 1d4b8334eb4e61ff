// Barriers in a chunk. What a round has gathered is kept in the entity of one of the threads inside it, and when the chunk ends in those of all of them:
// a chunk that follows may meet any of them.

import { BarrierRounds } from '../../trace/barrier-rounds.ts';
import type { Order } from '../hb/order.ts';
import type { Inside } from './barrier-watch.ts';

interface Gathered {
  /** Where it is kept: that of a thread inside. */
  keeper: number;
  readonly members: Set<number>;
}

/** No thread: closes the rounds that were closed before the chunk. */
const NOBODY = -1;

export class Meetings {
  private readonly order: Order;
  /** Entity of the round of thread 0. */
  private readonly base: number;
  private readonly rounds = new BarrierRounds<Gathered>(() => ({ keeper: NOBODY, members: new Set() }));
  private readonly alive = new Set<Gathered>();

  /** `inside`: who was inside a barrier when the chunk began. */
  constructor(order: Order, base: number, inside: readonly Inside[]) {
    this.order = order;
    this.base = base;
    for (const { thread, barrier, gathers } of inside) {
      if (gathers) continue;
      this.join(barrier, thread);
      this.rounds.enter(barrier, NOBODY);
      this.rounds.exit(barrier, NOBODY);
    }
    for (const { thread, barrier, gathers } of inside) if (gathers) this.join(barrier, thread);
  }

  enter(barrier: number, t: number): void {
    const gathered = this.join(barrier, t);
    if (gathered.keeper === t) this.order.handOver(t, this.base + t);
    else this.order.add(t, this.base + gathered.keeper);
  }

  exit(barrier: number, t: number): void {
    const gathered = this.rounds.exit(barrier, t)?.gathered;
    if (gathered === undefined) return;
    const { members } = gathered;
    this.order.learn(t, this.base + gathered.keeper);
    members.delete(t);
    const [other] = members;
    if (other === undefined) this.alive.delete(gathered);
    else if (gathered.keeper === t) {
      this.copy(other, t);
      gathered.keeper = other;
    }
  }

  /** The chunk ends. */
  end(): void {
    for (const { keeper, members } of this.alive) for (const t of members) if (t !== keeper) this.copy(t, keeper);
  }

  private join(barrier: number, t: number): Gathered {
    const { gathered } = this.rounds.enter(barrier, t);
    if (gathered.members.size === 0) gathered.keeper = t;
    gathered.members.add(t);
    this.alive.add(gathered);
    return gathered;
  }

  /** What no event of the chunk added to is the same for all members, from before the chunk. */
  private copy(to: number, from: number): void {
    if (this.order.clocks.has(this.base + from)) this.order.copy(this.base + to, this.base + from);
  }
}
