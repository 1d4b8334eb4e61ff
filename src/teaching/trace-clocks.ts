// The vector clocks of a trace as Sulzmann's tables show them (VC_pre_post): every event advances the time of its thread, and
// has a clock from before and one from after. For people: O(threads) time and memory per event. Detectors use HappensBefore.

import { BarrierRounds } from '../trace/barrier-rounds.ts';
import { accumulates } from '../trace/memory-model.ts';
import { Op } from '../trace/operation.ts';
import { type Event, events, modelOf, type Trace } from '../trace/trace.ts';

/** A time per thread, by thread id. */
export type VectorClock = readonly number[];

export interface EventClocks {
  readonly event: Event;
  /** When the thread reached the event. Two accesses are ordered if and only if their pre clocks are. */
  readonly pre: VectorClock;
  /** After the thread learnt what the event tells it, and its time went on. */
  readonly post: VectorClock;
}

/** The events in trace order, each with its clocks. */
export function* traceClocks(trace: Trace): Generator<EventClocks> {
  const state = new Clocks(trace.symbols.threads.size, accumulates(modelOf(trace)));
  for (const event of events(trace)) {
    const pre = state.threads[event.thread]!;
    state.step(event);
    yield { event, pre, post: state.threads[event.thread]! };
  }
}

class Clocks {
  /** Th(i). Clocks are never written in place: what is handed over stays as it was. */
  readonly threads: VectorClock[];
  private readonly zero: VectorClock;
  /** Per lock or volatile: Rel(y), and what readers of a lock released. */
  private readonly released = new Map<number, VectorClock>();
  private readonly sharedReleased = new Map<number, VectorClock>();
  private readonly volatiles = new Map<number, VectorClock>();
  /** Whether a volatile write leaves there what was handed over before. */
  private readonly addsUp: boolean;
  /** What the arrivals of a round know together. */
  private readonly rounds = new BarrierRounds<VectorClock>(() => this.zero);

  constructor(count: number, addsUp: boolean) {
    this.addsUp = addsUp;
    this.zero = new Array<number>(count).fill(0);
    this.threads = this.zero.map((_, i) => this.zero.with(i, 1));
  }

  step({ op, thread, target }: Event): void {
    const clock = this.threads[thread]!;
    const learnt = this.learn(op, thread, target, clock);
    this.handOver(op, thread, target, clock);
    this.threads[thread] = learnt.with(thread, learnt[thread]! + 1);
  }

  private learn(op: number, thread: number, target: number, clock: VectorClock): VectorClock {
    switch (op) {
      case Op.acquire:
        return sync(sync(clock, this.released.get(target)), this.sharedReleased.get(target));
      case Op.acquireShared:
        return sync(clock, this.released.get(target));
      case Op.join:
        return sync(clock, this.threads[target]);
      case Op.volatileRead:
        return sync(clock, this.volatiles.get(target));
      case Op.barrierExit:
        return sync(clock, this.rounds.exit(target, thread)?.gathered);
      default:
        return clock;
    }
  }

  private handOver(op: number, thread: number, target: number, clock: VectorClock): void {
    switch (op) {
      case Op.release:
      case Op.wait:
        this.released.set(target, clock);
        break;
      case Op.releaseShared:
        this.sharedReleased.set(target, sync(clock, this.sharedReleased.get(target)));
        break;
      case Op.fork:
        this.threads[target] = sync(this.threads[target]!, clock);
        break;
      case Op.volatileWrite:
        this.volatiles.set(target, this.addsUp ? sync(clock, this.volatiles.get(target)) : clock);
        break;
      case Op.barrierEnter: {
        const round = this.rounds.enter(target, thread);
        round.gathered = sync(round.gathered, clock);
        break;
      }
    }
  }
}

function sync(clock: VectorClock, other: VectorClock | undefined): VectorClock {
  return other === undefined ? clock : clock.map((time, i) => Math.max(time, other[i]!));
}
