// The independent checker of schedules. It replays a list of positions against the recorded trace and accepts it only as a proof of
// a race, of a deadlock or of a cut block: a prefix of every thread, all that was read is read again, locks, forks, joins, waits and barriers
// respected, and the last two events are conflicting plain accesses of different threads, or the threads of a cycle stand before locks that
// the next one holds, or another thread came between two accesses of a block. It shares no code with any search. O(schedule) per check, and less where schedules begin as the trace does.

import { quote } from '../base/quote.ts';
import type { Columns } from '../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op, operation, PLAIN } from '../trace/operation.ts';
import { type Symbols, table } from '../trace/symbols.ts';
import { Witness } from '../trace/witness.ts';
import { type Cut, noCut } from './cut.ts';
import { noDeadlock } from './deadlock.ts';
import { type Facts, factsOf } from './facts.ts';
import { Replay } from './replay.ts';

export type Verdict =
  | { readonly ok: true }
  /** `step` is the 0-based place in the schedule of the event that must not come there; it is the length if one is missing. */
  | { readonly ok: false; readonly step: number; readonly reason: string };

const ACCEPTED: Verdict = { ok: true };

/** What must not come, and why. */
interface Obstacle {
  readonly step: number;
  readonly reason: string;
}

/** A schedule of so many steps: the first ones as in the trace, then the rest. */
interface Steps {
  readonly asInTrace: number;
  readonly rest: Uint32Array | Float64Array;
  readonly length: number;
  /** How many of them are the racing accesses, whose reads may see anything. */
  readonly racing: number;
  /** One more event whose read may see anything. */
  readonly free?: number;
}

export class ScheduleChecker {
  private readonly trace: Columns;
  private readonly symbols: Symbols | undefined;
  private readonly facts: Facts;
  private readonly state: Replay;

  /**
   * With symbols, reasons name threads, locks and variables; without, they number them. `spacing` is for tests: see `Replay`. `facts` are
   * those of the trace, where somebody has them.
   */
  constructor(trace: Columns, symbols?: Symbols, spacing?: number, facts: Facts = factsOf(trace)) {
    this.trace = trace;
    this.symbols = symbols;
    this.facts = facts;
    this.state = new Replay(trace, this.facts, spacing);
  }

  /**
   * Whether a schedule proves a race between its last two events: the first `before` events of the trace, as they came there, and then those of
   * the list. Nearly all of a schedule is the beginning of the trace, and need not be written out to be replayed.
   */
  check(schedule: ArrayLike<number> | Witness, before = 0): Verdict {
    const steps = stepsOf(schedule, before, 2);
    const { rest, length } = steps;
    if (rest.length < 2) return refused(length, 'a schedule ends with the two racing accesses');
    return this.prove(steps, length - 1, () => this.noRace(rest.at(-2)!, rest.at(-1)!));
  }

  /**
   * Whether a schedule proves a deadlock: after it each event of the cycle is the next of its thread, an acquire that waits for a lock which the
   * thread of the next one holds, and the last one for a lock of the first one's.
   */
  checkDeadlock(schedule: ArrayLike<number> | Witness, cycle: readonly number[], before = 0): Verdict {
    const steps = stepsOf(schedule, before, 0);
    return this.prove(steps, steps.length, () => this.blockedReason(cycle));
  }

  /**
   * Whether a schedule proves that a block can be cut. It ends with `index`, which may see anything; so may `cut` if its thread does nothing
   * more: what it would do is not known then.
   */
  checkCut(schedule: ArrayLike<number> | Witness, cut: Cut, before = 0): Verdict {
    const steps = stepsOf(schedule, before, 1);
    const { rest, length } = steps;
    const { threads } = this.trace;
    if (rest.at(-1) !== cut.index) return refused(length, 'the schedule does not end with the last access of the block');
    let last = rest.length - 1;
    while (last >= 0 && threads[rest[last]!] !== threads[cut.cut]) last--;
    const stepOf = (e: number): number => {
      const at = rest.indexOf(e);
      return e < before ? e : at < 0 ? at : before + at;
    };
    const question = () => noCut(cut, this.trace, this.facts, stepOf);
    return this.prove(rest[last] === cut.cut ? { ...steps, free: cut.cut } : steps, length - 1, question);
  }

  /** Replays a schedule, asks at its end, and takes it back. */
  private prove(steps: Steps, last: number, question: () => string | undefined): Verdict {
    const { asInTrace: before, rest, length, racing } = steps;
    const { state } = this;
    let asInTrace = before;
    while (asInTrace < length - racing && rest[asInTrace - before] === asInTrace) asInTrace++;
    if (state.kept > asInTrace) state.shorten(asInTrace);
    while (state.kept < asInTrace) {
      const step = state.kept;
      const obstacle = this.replay(steps, step, state.nextPlace(asInTrace));
      if (obstacle !== undefined) return this.refusal(steps, step, obstacle);
      state.keep(state.nextPlace(asInTrace));
    }
    const obstacle = this.replay(steps, asInTrace, length);
    if (obstacle !== undefined) return this.refusal(steps, asInTrace, obstacle);
    const reason = question();
    state.takeBack(rest.subarray(asInTrace - before));
    return reason === undefined ? ACCEPTED : refused(last, reason);
  }

  private blockedReason(cycle: readonly number[]): string | undefined {
    const { trace, facts, state } = this;
    return noDeadlock(cycle, trace, facts, state, (e) => this.event(e)) ?? this.notAwake(cycle);
  }

  private notAwake(cycle: readonly number[]): string | undefined {
    for (const e of cycle) {
      const reason = this.notWoken(e, this.trace.threads[e]!);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  /** Replays the steps `from` … `to`; gives the one that cannot be, with all before it done. */
  private replay({ asInTrace, rest, length, racing, free }: Steps, from: number, to: number): Obstacle | undefined {
    const { ops, threads } = this.trace;
    const { order, cells, sources } = this.facts;
    const { progress, contents } = this.state;
    const last = length - racing;
    for (let step = from; step < to; step++) {
      const e = step < asInTrace ? step : rest[step - asInTrace]!;
      const t = threads[e]!;
      const place = order[e]!;
      // Most events are plain accesses that come as they should: about 20 ns each here, several times that on the general way.
      if (step < last && place > 0 && place === progress[t] && ops[e]! <= Op.write) {
        const cell = cells[e]!;
        if (ops[e] === Op.write) {
          contents[cell] = e + 1;
          progress[t] = place + 1;
          continue;
        }
        if (contents[cell] === sources[e]) {
          progress[t] = place + 1;
          continue;
        }
      }
      const reason = this.obstacle(e, step >= last || e === free);
      if (reason !== undefined) return { step, reason };
      this.state.perform(e, step);
    }
    return undefined;
  }

  private refusal({ asInTrace, rest }: Steps, from: number, { step, reason }: Obstacle): Verdict {
    const event = (at: number): number => (at < asInTrace ? at : rest[at - asInTrace]!);
    this.state.takeBack(Float64Array.from({ length: step - from }, (_, i) => event(from + i)));
    return refused(step, reason);
  }

  /** Why event e must not come next, or undefined. */
  private obstacle(e: number, racing: boolean): string | undefined {
    const { trace, facts } = this;
    if (!(Number.isInteger(e) && e >= 0 && e < trace.length)) return `the trace has no event ${e}`;
    const t = trace.threads[e]!;
    if (facts.order[e]! < this.state.progress[t]!) return `event ${e} comes a second time`;
    if (facts.order[e] !== this.state.progress[t]) return `${this.event(e)} skips an earlier event of ${this.thread(t)}`;
    const fork = facts.forks[t]!;
    if (fork !== 0 && !this.state.isDone(fork - 1)) return `${this.thread(t)} runs before it is forked`;
    const x = trace.targets[e]!;
    switch (trace.ops[e]) {
      case Op.read:
      case Op.volatileRead:
      case Op.relaxedRead:
        return racing ? undefined : this.wrongSource(e);
      case Op.acquire:
        return this.lockTaken(e, x, t, false) ?? this.notWoken(e, t);
      case Op.acquireShared:
        return this.lockTaken(e, x, t, true);
      case Op.join:
        return this.stillRuns(e, x);
      case Op.barrierEnter: {
        const before = facts.previousRounds[facts.rounds.get(e)!]!;
        return before === 0 ? undefined : this.incomplete(e, before - 1);
      }
      case Op.barrierExit:
        return this.incomplete(e, facts.rounds.get(e)!);
    }
    return undefined;
  }

  private noRace(a: number, b: number): string | undefined {
    const { ops, threads } = this.trace;
    const kinds = [ACCESS_KINDS[ops[a]!], ACCESS_KINDS[ops[b]!]];
    if (kinds.includes(NO_ACCESS)) return 'the last two events are not both accesses';
    if (!kinds.includes(PLAIN)) return 'the last two accesses are both atomic';
    if (threads[a] === threads[b]) return 'the last two accesses are of the same thread';
    if (this.facts.cells[a] !== this.facts.cells[b]) return 'the last two accesses are of different variables';
    if (!isWrite(ops[a]!) && !isWrite(ops[b]!)) return 'the last two accesses are both reads';
    return undefined;
  }

  private wrongSource(e: number): string | undefined {
    const saw = this.facts.sources[e]!;
    const sees = this.state.contents[this.facts.cells[e]!]!;
    if (saw === sees) return undefined;
    const write = (source: number) => (source === 0 ? 'no write' : `the write of event ${source - 1}`);
    return `${this.event(e)} would see ${write(sees)}; in the trace it saw ${write(saw)}`;
  }

  private lockTaken(e: number, lock: number, t: number, shared: boolean): string | undefined {
    const holder = this.state.locks.obstacle(lock, t, shared);
    return holder < 0 ? undefined : `${this.event(e)} while ${this.thread(holder)} holds the lock`;
  }

  /** An acquire that ends a wait comes after the notify that woke it, which comes after the wait. */
  private notWoken(e: number, t: number): string | undefined {
    const notify = this.facts.sources[e]!;
    if (notify === 0) return undefined;
    let wait = e - 1;
    while (this.trace.threads[wait] !== t) wait--;
    if (this.state.stepOf(notify - 1) > this.state.stepOf(wait)) return undefined;
    return `${this.event(e)} ends a wait that nobody has notified; in the trace event ${notify - 1} did`;
  }

  private stillRuns(e: number, child: number): string | undefined {
    const fork = this.facts.forks[child]!;
    if (fork !== 0 && !this.state.isDone(fork - 1)) return `${this.event(e)} before that thread is forked`;
    return this.state.progress[child] === this.facts.sizes[child] ? undefined : `${this.event(e)} before that thread has ended`;
  }

  private incomplete(e: number, round: number): string | undefined {
    const missing = this.facts.arrivals[round]! - this.state.arrived[round]!;
    return missing === 0 ? undefined : `${this.event(e)} while ${missing} of the round have not arrived at the barrier`;
  }

  private thread(t: number): string {
    return this.symbols === undefined ? `thread ${t}` : `thread ${quote(this.symbols.threads.name(t))}`;
  }

  private event(e: number): string {
    const { ops, threads, targets } = this.trace;
    const { name, target } = operation(ops[e]!);
    const x = targets[e]!;
    const shown = this.symbols === undefined ? `${target} ${x}` : quote(table(this.symbols, target).name(x));
    return `${name} of ${shown} by ${this.thread(threads[e]!)} (event ${e})`;
  }
}

/** The first `before` events of the trace and the schedule. */
function stepsOf(schedule: ArrayLike<number> | Witness, before: number, racing: number): Steps {
  const positions = schedule instanceof Witness ? schedule.positions() : schedule;
  const rest = positions instanceof Uint32Array ? positions : Float64Array.from(positions);
  return { asInTrace: before, rest, length: before + rest.length, racing };
}

function refused(step: number, reason: string): Verdict {
  return { ok: false, step, reason };
}
