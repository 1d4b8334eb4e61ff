// What the recorded run fixes for every schedule of it: the place of each event in its thread, the write that each read saw,
// forks, barrier rounds and the notify that ended a wait. The checker's own reading of the trace; no search uses it. O(events).

import { sharedWords } from '../base/shared-memory.ts';
import type { Columns } from '../trace/columns.ts';
import { Op } from '../trace/operation.ts';

/** Positions are stored plus one, so that 0 means "none". */
export interface Facts {
  /** Per event: how many events its thread did before it. */
  readonly order: Uint32Array;
  /** Per access: its memory cell. A variable gets a new one by every `alloc`. */
  readonly cells: Uint32Array;
  readonly cellCount: number;
  /** Per event: of a read, the write that it saw, of a write, the one before it; of an acquire that ends a wait, the notify that woke it. */
  readonly sources: Uint32Array;
  /** Per barrier event: its round. */
  readonly rounds: ReadonlyMap<number, number>;
  /** Per round: how many threads arrive, and the round before at the same barrier plus one. */
  readonly arrivals: readonly number[];
  readonly previousRounds: readonly number[];
  /** Per thread: its fork, and how many events it has. */
  readonly forks: Uint32Array;
  readonly sizes: Uint32Array;
}

export function factsOf({ length, ops, threads, targets, bounds }: Columns): Facts {
  const order = sharedWords(length);
  let allocations = 0;
  for (let e = 0; e < length; e++) if (ops[e] === Op.alloc) allocations++;
  // Without new memory, cells are the variables.
  const cells = allocations > 0 ? sharedWords(length) : targets;
  const sources = sharedWords(length);
  const rounds = new Map<number, number>();
  const forks = new Uint32Array(bounds.threads);
  const sizes = new Uint32Array(bounds.threads);
  const current = Uint32Array.from({ length: bounds.variables }, (_, x) => x);
  let cellCount = bounds.variables;
  const lastWrites = new Uint32Array(bounds.variables + allocations);
  const barriers = new BarrierRounds();
  const waits = new Waits();
  for (let e = 0; e < length; e++) {
    const t = threads[e]!;
    const x = targets[e]!;
    order[e] = sizes[t]!;
    sizes[t]!++;
    switch (ops[e]) {
      case Op.read:
      case Op.volatileRead:
      case Op.relaxedRead:
        if (allocations > 0) cells[e] = current[x]!;
        sources[e] = lastWrites[current[x]!]!;
        break;
      case Op.write:
      case Op.volatileWrite:
      case Op.relaxedWrite:
        if (allocations > 0) cells[e] = current[x]!;
        sources[e] = lastWrites[current[x]!]!;
        lastWrites[current[x]!] = e + 1;
        break;
      case Op.alloc:
        current[x] = cellCount++;
        break;
      case Op.fork:
        forks[x] = e + 1;
        break;
      case Op.wait:
        waits.sleep(t, x);
        break;
      case Op.notify:
        waits.notify(x, e);
        break;
      case Op.acquire:
        sources[e] = waits.wake(t, x);
        break;
      case Op.barrierEnter:
        rounds.set(e, barriers.enter(t, x));
        break;
      case Op.barrierExit:
        rounds.set(e, barriers.exit(t, x));
        break;
    }
  }
  const { arrivals, previous } = barriers;
  return { order, cells, cellCount, sources, rounds, arrivals, previousRounds: previous, forks, sizes };
}

/** A round takes arrivals until its first exit; who leaves late leaves the round that it entered. */
class BarrierRounds {
  readonly arrivals: number[] = [];
  readonly previous: number[] = [];
  private readonly open = new Map<number, number>();
  private readonly latest = new Map<number, number>();
  private readonly inside = new Map<number, number>();

  enter(t: number, barrier: number): number {
    let round = this.open.get(barrier);
    if (round === undefined) {
      round = this.arrivals.length;
      this.arrivals.push(0);
      this.previous.push((this.latest.get(barrier) ?? -1) + 1);
      this.open.set(barrier, round);
      this.latest.set(barrier, round);
    }
    this.arrivals[round]!++;
    this.inside.set(t, round);
    return round;
  }

  exit(t: number, barrier: number): number {
    const round = this.inside.get(t)!;
    if (this.open.get(barrier) === round) this.open.delete(barrier);
    return round;
  }
}

class Waits {
  /** Thread that sleeps → the last notify since then plus one, or 0. */
  private readonly sleepers = new Map<number, { lock: number; notify: number }>();

  sleep(t: number, lock: number): void {
    this.sleepers.set(t, { lock, notify: 0 });
  }

  notify(lock: number, e: number): void {
    for (const sleeper of this.sleepers.values()) if (sleeper.lock === lock) sleeper.notify = e + 1;
  }

  wake(t: number, lock: number): number {
    const sleeper = this.sleepers.get(t);
    if (sleeper === undefined || sleeper.lock !== lock) return 0;
    this.sleepers.delete(t);
    return sleeper.notify;
  }
}
