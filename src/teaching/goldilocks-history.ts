// How the locksets of Goldilocks evolve (2006, Fig. 2): the rules of Fig. 1 applied to plain sets at every event, with reads and writes apart
// as in the detector; and beside it the lazy form of Fig. 3 at work: the cells that it writes, and what settled each access. For people:
// O(locksets) per event.

import { type EdgeSink, Edges, type Element } from '../detectors/goldilocks/edges.ts';
import { LazyGoldilocks } from '../detectors/goldilocks/lazy.ts';
import { Op, operation } from '../trace/operation.ts';
import { table } from '../trace/symbols.ts';
import { type Event, eventAt, type Trace } from '../trace/trace.ts';
import { part } from './part.ts';

/** The lockset of an access that may still race: who comes after it, in the order in which they came to be so. */
export interface AccessLockset {
  readonly access: Event;
  readonly lockset: readonly string[];
}

export interface GoldilocksStep {
  readonly event: Event;
  /** The locksets that the event made or changed. */
  readonly changed: readonly AccessLockset[];
  /** Positions of the earlier accesses in whose lockset the thread of this access is not. */
  readonly races: readonly number[];
  /** The cells that the lazy form writes: locksets with the first get the second. */
  readonly cells: readonly (readonly [number: number, from: string, to: string])[];
  /** The counters of the lazy form that moved, and by how much. */
  readonly lazy: Readonly<Record<string, number>>;
}

interface Kept {
  readonly access: Event;
  readonly lockset: Set<Element>;
}

/** Counters of the lazy form that say how an access was settled. */
const SETTLED_BY = [
  ...['sameSegment', 'firstAccess', 'shortCircuitOwner', 'shortCircuitLock', 'provenBefore'],
  ...['neverHandedOver', 'foundInHistory', 'walks', 'walksResumed', 'cellsWalked'],
];

/** The events in trace order. Locksets are those of accesses that are wanted: the others change none of them. */
export function* goldilocksHistory(trace: Trace, isWanted: (access: Event) => boolean = () => true): Generator<GoldilocksStep> {
  const locksets = new Locksets(trace);
  const edges = new Edges(locksets);
  const lazy = new LazyGoldilocks(() => {});
  let before = lazy.counters();
  for (const block of trace.blocks) {
    edges.grow(block);
    for (let i = 0; i < block.length; i++) {
      const event = eventAt(trace, block.start + i);
      locksets.begin(event);
      if (event.op <= Op.write) {
        if (isWanted(event)) locksets.access(event);
      } else if (event.op === Op.alloc) locksets.forget(event.target);
      else edges.step(event.op, event.thread, event.target);
      lazy.block(part(block, i, i + 1));
      const after = lazy.counters();
      yield { event, ...locksets.step(), lazy: moved(before, after) };
      before = after;
    }
  }
}

function moved(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): Record<string, number> {
  const changes = SETTLED_BY.map((name) => [name, after[name]! - before[name]!] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

/** All locksets, and what the event at hand does to them. */
class Locksets implements EdgeSink {
  private readonly trace: Trace;
  /** Per variable: its last write, and the last read of each thread. */
  private readonly kept = new Map<number, Kept[]>();
  /** Names of what is handed over through: locks, readers of a lock, volatiles, barriers. */
  private readonly names = new Map<Element, string>();
  private event!: Event;
  private changed = new Set<Kept>();
  private races: number[] = [];
  private cells: [number, string, string][] = [];
  private cellCount = 0;

  constructor(trace: Trace) {
    this.trace = trace;
  }

  begin(event: Event): void {
    this.event = event;
    this.changed = new Set();
    this.races = [];
    this.cells = [];
  }

  step(): Omit<GoldilocksStep, 'event' | 'lazy'> {
    const shown = ({ access, lockset }: Kept) => ({ access, lockset: [...lockset].map((element) => this.name(element)) });
    return { changed: [...this.changed].map(shown), races: this.races, cells: this.cells };
  }

  /** Rule 1, for reads and writes apart. */
  access(event: Event): void {
    const { op, thread, target } = event;
    const earlier = this.kept.get(target) ?? [];
    const racing = earlier.filter(
      ({ access, lockset }) => (op === Op.write || access.op === Op.write) && !lockset.has(2 * thread),
    );
    this.races = racing.map(({ access }) => access.position).sort((a, b) => a - b);
    const isReplaced = ({ access }: Kept) => access.op === op && (op === Op.write || access.thread === thread);
    const own = { access: event, lockset: new Set([2 * thread]) };
    this.kept.set(target, [...earlier.filter((one) => !isReplaced(one)), own]);
    this.changed.add(own);
  }

  /** Rule 8. */
  forget(variable: number): void {
    this.kept.delete(variable);
  }

  /** Rules 2 to 7. */
  edge(from: Element, to: Element, replaces: boolean): void {
    if ((to & 1) === 1) this.names.set(to, this.place());
    this.cells.push([++this.cellCount, this.name(from), this.name(to)]);
    for (const own of this.kept.values())
      for (const one of own) {
        const { lockset } = one;
        const had = lockset.has(to);
        if (lockset.has(from)) lockset.add(to);
        else if (replaces) lockset.delete(to);
        if (lockset.has(to) !== had) this.changed.add(one);
      }
  }

  /** Where the event at hand hands something over. */
  private place(): string {
    const { op, target } = this.event;
    const name = table(this.trace.symbols, operation(op).target).name(target);
    return op === Op.releaseShared ? `readers of ${name}` : name;
  }

  private name(element: Element): string {
    return (element & 1) === 0 ? this.trace.symbols.threads.name(element >> 1) : this.names.get(element)!;
  }
}
