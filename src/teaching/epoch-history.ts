// How FastTrack's shadow of one variable evolves: for `show`, and for people who learn. As fast as FastTrack, plus the accesses and the
// times of the threads, which FastTrack itself does not need: it knows an access by its position.

import { HappensBefore } from '../clocks/happens-before.ts';
import { FastTrack, type KnownAccess } from '../detectors/fasttrack/index.ts';
import { Op } from '../trace/operation.ts';
import { type Event, eventAt, type Trace } from '../trace/trace.ts';
import { part } from './part.ts';

/** An access, and the epoch of its thread that it was done in. */
export interface Epoch {
  readonly thread: number;
  readonly time: number;
  readonly position: number;
}

/** What FastTrack knows of a variable. Several reads are those of a variable that is shared, by thread number. */
export interface VariableEpochs {
  readonly write: Epoch | undefined;
  readonly reads: readonly Epoch[];
}

export interface EpochStep {
  /** A read, a write or an alloc of the variable. */
  readonly event: Event;
  /** The rule of the paper that applied; undefined for an alloc. */
  readonly rule: string | undefined;
  /** The earlier accesses that the event was found to race with. */
  readonly races: readonly number[];
  readonly after: VariableEpochs;
}

/** The accesses to a variable in trace order, each with what FastTrack knows afterwards. */
export function* epochHistory(trace: Trace, variable: number): Generator<EpochStep> {
  const races: number[] = [];
  const fasttrack = new FastTrack((first) => races.push(first));
  const hb = new HappensBefore();
  /** By the position of an access to the variable: the time of its thread. */
  const times = new Map<number, number>();
  for (const block of trace.blocks) {
    hb.grow(block);
    let from = 0;
    for (let i = 0; i < block.length; i++) {
      const op = block.ops[i]!;
      const isAccess = op <= Op.write;
      if (!isAccess && op !== Op.alloc) hb.step(op, block.threads[i]!, block.targets[i]!);
      if (block.targets[i] !== variable || !(isAccess || op === Op.alloc)) continue;
      times.set(block.start + i, hb.times[block.threads[i]!]!);
      fasttrack.block(part(block, from, i));
      races.length = 0;
      const before = fasttrack.counters();
      fasttrack.block(part(block, i, i + 1));
      const after = fasttrack.counters();
      const rule = Object.keys(after).find((name) => after[name] !== before[name]);
      yield { event: eventAt(trace, block.start + i), rule, races: [...races], after: epochs(fasttrack.known(variable), times) };
      from = i + 1;
    }
    fasttrack.block(part(block, from, block.length));
  }
}

function epochs(known: readonly KnownAccess[], times: ReadonlyMap<number, number>): VariableEpochs {
  const epoch = ({ thread, position }: KnownAccess): Epoch => ({ thread, time: times.get(position)!, position });
  const of = (op: Op) => known.filter((access) => access.op === op).map(epoch);
  return { write: of(Op.write)[0], reads: of(Op.read).sort((a, b) => a.thread - b.thread) };
}
