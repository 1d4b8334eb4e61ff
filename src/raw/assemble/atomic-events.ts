// Atomic accesses as events, by their memory orders; docs/memory-model.md has the rules and says what is exact. In short: what
// acquires is a volatile read, what releases a volatile write, an update is both, and the rest is relaxed and orders nothing.

import { enlarged } from '../../base/grown.ts';
import { Op } from '../../trace/operation.ts';
import { acquires, Raw, releases } from '../format.ts';
import type { ThreadScan } from './scan.ts';
import type { TraceOutput } from './trace-output.ts';

/** Loads that a thread remembers, to know when it repeats one. */
const REMEMBERED = 4;

export class AtomicEvents {
  /** Loads that were left out: the thread had just seen the same store, and done nothing since that others could see. */
  repeated = 0;
  private readonly output: TraceOutput;
  /** Per variable: how often it was written. */
  private versions = new Uint32Array(64);
  /** Per log: acquire fences that are still to come, and whether there was a release fence. */
  private readonly fencesToCome: number[];
  private readonly fenced: boolean[] = [];
  /** Per log and slot: the last load as variable, version, epoch, manner. */
  private readonly remembered: Float64Array;

  constructor(output: TraceOutput, threads: readonly ThreadScan[]) {
    this.output = output;
    this.fencesToCome = threads.map(({ acquireFences }) => acquireFences);
    this.remembered = new Float64Array(threads.length * REMEMBERED * 4).fill(-1);
  }

  fence(log: number, order: number): void {
    if (acquires(order)) this.fencesToCome[log]!--;
    if (releases(order)) this.fenced[log] = true;
  }

  /** An atomic access of one variable by the thread of a log. */
  access(kind: number, order: number, log: number, thread: number, variable: number, location: number): void {
    if (kind !== Raw.atomicStore) this.take(kind, order, log, thread, variable, location);
    if (kind !== Raw.atomicLoad) this.give(order, log, thread, variable, location);
  }

  /** The part of a load or an update that reads. */
  take(kind: number, order: number, log: number, thread: number, variable: number, location: number): void {
    this.reserve(variable);
    // A relaxed load acts at the next acquire fence: it is taken for an acquire if one is to come. An update continues a release
    // sequence: what was given stays given, so one that gives takes as well.
    const takes =
      acquires(order) ||
      this.fencesToCome[log]! > 0 ||
      (kind === Raw.atomicUpdate && (releases(order) || this.fenced[log] === true));
    if (kind === Raw.atomicLoad && this.repeats(log, thread, variable, 2 * location + Number(takes))) this.repeated++;
    else this.output.add(takes ? Op.volatileRead : Op.relaxedRead, thread, variable, location);
  }

  /** The part of a store or an update that writes. */
  give(order: number, log: number, thread: number, variable: number, location: number): void {
    this.reserve(variable);
    const gives = releases(order) || this.fenced[log] === true;
    this.output.add(gives ? Op.volatileWrite : Op.relaxedWrite, thread, variable, location);
    this.versions[variable]!++;
  }

  /** An access of a lock's word: the lock itself carries the order. */
  unordered(kind: number, log: number, thread: number, variable: number, location: number): void {
    this.reserve(variable);
    if (kind === Raw.atomicLoad && this.repeats(log, thread, variable, 2 * location)) {
      this.repeated++;
      return;
    }
    if (kind !== Raw.atomicStore) this.output.add(Op.relaxedRead, thread, variable, location);
    if (kind === Raw.atomicLoad) return;
    this.output.add(Op.relaxedWrite, thread, variable, location);
    this.versions[variable]!++;
  }

  /** The variable stands for fresh memory from now on. */
  renew(variable: number): void {
    if (variable < this.versions.length) this.versions[variable]!++;
  }

  private reserve(variable: number): void {
    if (variable >= this.versions.length) this.versions = enlarged(this.versions, variable + 1);
  }

  /** Whether a load tells nothing new; remembers it otherwise. `manner` is where it stands and whether it acquires. */
  private repeats(log: number, thread: number, variable: number, manner: number): boolean {
    const { remembered } = this;
    const at = (log * REMEMBERED + (variable % REMEMBERED)) * 4;
    const version = this.versions[variable]!;
    const epoch = this.output.epochs[thread] ?? 0;
    if (
      remembered[at] === variable &&
      remembered[at + 1] === version &&
      remembered[at + 2] === epoch &&
      remembered[at + 3] === manner
    )
      return true;
    remembered[at] = variable;
    remembered[at + 1] = version;
    remembered[at + 2] = epoch;
    remembered[at + 3] = manner;
    return false;
  }
}
