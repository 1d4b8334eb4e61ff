// What orders threads beside accesses, as it tells them of each other: forks and joins, locks, waits that a notify ended, barriers.

import { BarrierRounds } from '../../trace/barrier-rounds.ts';
import { Op } from '../../trace/operation.ts';
import type { Known, Point } from './known.ts';

interface Wait {
  readonly lock: number;
  readonly depth: number;
  notify: Point | undefined;
}

/** A round of a barrier: all that its arrivals, and those of the round before it, have done and need. */
interface Meeting {
  arrived: Uint32Array;
  readonly before: Uint32Array | undefined;
}

export class Synchronisation {
  private readonly known: Known;
  /** Thread that has not begun → its fork. */
  private readonly forks = new Map<number, Point>();
  private readonly waits = new Map<number, Wait>();
  private readonly rounds = new BarrierRounds<Meeting>((barrier) => this.meeting(barrier));
  /** Barrier → its latest round; thread inside one → its round. */
  private readonly latest = new Map<number, Meeting>();
  private readonly inside = new Map<number, Meeting>();

  constructor(known: Known) {
    this.known = known;
  }

  /** The first event of a thread is about to come. */
  begin(t: number): void {
    this.learnFork(t, t);
  }

  /** The notify that a thread needs which is about to take its lock back. */
  notifyOf(t: number): Point | undefined {
    return this.waits.size === 0 ? undefined : this.waits.get(t)?.notify;
  }

  step(op: number, t: number, target: number, position: number): void {
    const { known } = this;
    switch (op) {
      case Op.acquire:
        this.acquire(t, target, position);
        break;
      case Op.release:
        known.release(t, 2 * target, position, false);
        break;
      case Op.acquireShared:
        known.acquire(t, 2 * target + 1, position, 1);
        break;
      case Op.releaseShared:
        known.release(t, 2 * target + 1, position, false);
        break;
      case Op.wait:
        this.waits.set(t, { lock: target, depth: known.sections[t]!.depth(2 * target), notify: undefined });
        known.release(t, 2 * target, position, true);
        break;
      case Op.notify:
        for (const wait of this.waits.values()) if (wait.lock === target) wait.notify = known.point(t, position);
        break;
      case Op.fork:
        this.forks.set(target, known.point(t, position));
        break;
      case Op.join:
        this.join(t, target, position);
        break;
      case Op.barrierEnter:
        this.enter(t, target, position);
        break;
      case Op.barrierExit:
        this.exit(t, target);
        break;
    }
  }

  /** What may tell somebody something. */
  *points(): Generator<Point> {
    yield* this.forks.values();
    for (const { notify } of this.waits.values()) if (notify !== undefined) yield notify;
  }

  /** Who arrives learns what is before its round, does nothing, and leaves with all that arrived, which has that. */
  *ideals(): Generator<Uint32Array> {
    for (const meetings of [this.latest, this.inside]) for (const { arrived } of meetings.values()) yield arrived;
  }

  private acquire(t: number, lock: number, position: number): void {
    const wait = this.waits.size === 0 ? undefined : this.waits.get(t);
    if (wait?.notify !== undefined) this.known.learn(t, wait.notify);
    this.known.acquire(t, 2 * lock, position, wait?.depth ?? 1);
    this.waits.delete(t);
  }

  private learnFork(t: number, child: number): void {
    const fork = this.forks.get(child);
    if (fork !== undefined) this.known.learn(t, fork);
    this.forks.delete(child);
  }

  private join(t: number, child: number, position: number): void {
    this.learnFork(t, child);
    const whole = this.known.ideals[child]!.slice();
    whole[child] = position;
    this.known.learnAll(t, whole);
  }

  private enter(t: number, barrier: number, position: number): void {
    const { known } = this;
    const meeting = this.rounds.enter(barrier, t).gathered;
    if (meeting.before !== undefined) known.learnAll(t, meeting.before);
    const ideal = known.ideals[t]!;
    const arrived = new Uint32Array(ideal.length);
    arrived.set(meeting.arrived);
    for (const [u, bound] of ideal.entries()) arrived[u] = Math.max(arrived[u]!, bound);
    arrived[t] = position + 1;
    meeting.arrived = arrived;
    this.inside.set(t, meeting);
  }

  private exit(t: number, barrier: number): void {
    const round = this.rounds.exit(barrier, t);
    if (round !== undefined) this.known.learnAll(t, round.gathered.arrived);
    this.inside.delete(t);
  }

  private meeting(barrier: number): Meeting {
    const meeting = { arrived: new Uint32Array(0), before: this.latest.get(barrier)?.arrived };
    this.latest.set(barrier, meeting);
    return meeting;
  }
}
