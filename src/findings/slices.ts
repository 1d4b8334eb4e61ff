// The part of the schedule around a finding: what the two threads did just before and after their accesses, the events of other
// threads that these directly come after, and the arrows between them. Collected in one reading for all findings that are shown;
// memory is that of the last few events of every thread and of the slices.

import type { EventBlock } from '../trace/block.ts';
import { HandOvers, type OrderKind, orderKind } from '../trace/hand-overs.ts';
import type { Position } from '../trace/id.ts';
import { Op, operation } from '../trace/operation.ts';
import { type Symbols, table } from '../trace/symbols.ts';
import { actionOf } from './accesses.ts';
import { type Finding, sidesOf } from './finding.ts';
import { toldName } from './told.ts';

export interface SliceEvent {
  readonly position: Position;
  readonly thread: string;
  /** In the papers' notation, `acq(m)`. Not escaped. */
  readonly text: string;
  readonly location: string;
  readonly racing: boolean;
  /** True if the thread did something between its event shown before and this one. */
  readonly gap: boolean;
}

/** An order between two shown events of different threads. */
export interface SliceArrow {
  readonly kind: OrderKind;
  readonly from: Position;
  readonly to: Position;
}

export interface Slice {
  /** The columns, by first event. */
  readonly threads: readonly string[];
  /** By position. */
  readonly events: readonly SliceEvent[];
  readonly arrows: readonly SliceArrow[];
  /** The last steps of the schedule that proves the finding, in its order; absent if it has none. */
  readonly schedule?: readonly SliceEvent[];
}

export interface SliceOptions {
  /** How many events of its thread are kept before and after an access. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

const BEFORE = 6;
const AFTER = 2;
/** Columns of a slice: events of more threads are left out. */
const THREADS = 6;
/** How far past the last access it is worth to look for what comes after. */
const PATIENCE = 1 << 18;
/** Steps of a schedule that are told: how it ends is what it is about. */
const LAST_STEPS = 40;

/** An event, as much of it as a picture needs. */
interface SeenEvent {
  readonly position: number;
  readonly op: number;
  readonly thread: number;
  readonly target: number;
  readonly location: number;
  /** How many events its thread did before it. */
  readonly order: number;
}

/** An event of a thread's recent past and the one that it comes after. */
interface Step {
  readonly event: SeenEvent;
  readonly from: SeenEvent | undefined;
}

interface Surroundings {
  readonly steps: Step[];
  missing: number;
}

export class SliceCollector {
  private readonly wanted: Uint32Array;
  private readonly before: number;
  private readonly after: number;
  private readonly handOvers = new HandOvers<SeenEvent>();
  private readonly threads: (Recent | undefined)[] = [];
  /** By position of an access. */
  private readonly around = new Map<Position, Surroundings>();
  /** Per thread: surroundings that still want what comes next. */
  private readonly open = new Map<number, Surroundings[]>();
  private next = 0;
  private beyond = 0;
  /** By id of the finding: the positions that its schedule ends with. */
  private readonly schedules = new Map<string, Uint32Array>();
  /** The positions of all of them, and their events. */
  private readonly scheduled: Uint32Array;
  private readonly steps = new Map<Position, SeenEvent>();
  private nextStep = 0;

  constructor(findings: readonly Finding[], { before = BEFORE, after = AFTER }: SliceOptions = {}) {
    for (const { id, witness } of findings) if (witness !== null) this.schedules.set(id, witness.positions().slice(-LAST_STEPS));
    this.scheduled = Uint32Array.from(new Set([...this.schedules.values()].flatMap((positions) => [...positions]))).sort();
    const positions = findings.flatMap((finding) => sidesOf(finding).map(({ index }) => index));
    this.wanted = Uint32Array.from(new Set(positions)).sort();
    this.before = before;
    this.after = after;
  }

  /** True when the rest of the trace need not be read. */
  get done(): boolean {
    if (this.next < this.wanted.length || this.nextStep < this.scheduled.length) return false;
    return this.open.size === 0 || this.beyond > PATIENCE;
  }

  block({ start, length, ops, threads, targets, locations }: EventBlock): void {
    const { wanted, open } = this;
    if (this.next === wanted.length) this.beyond += length;
    for (let i = 0; i < length; i++) {
      const thread = threads[i]!;
      let recent = this.threads[thread];
      if (recent === undefined) {
        recent = new Recent(thread, this.before + 1);
        this.threads[thread] = recent;
      }
      recent.add(
        start + i,
        ops[i]!,
        targets[i]!,
        locations[i]!,
        this.source(recent, start + i, ops[i]!, targets[i]!, locations[i]!),
      );
      if (open.size > 0) this.follow(thread, recent);
      if (start + i === this.scheduled[this.nextStep]) {
        this.nextStep++;
        this.steps.set(start + i, recent.step(0).event);
      }
      if (start + i !== wanted[this.next]) continue;
      this.next++;
      const surroundings = { steps: recent.steps(), missing: this.after };
      this.around.set(start + i, surroundings);
      if (this.after > 0) open.set(thread, [...(open.get(thread) ?? []), surroundings]);
    }
  }

  /** Whether the events of the finding are where it says: if not, this is another trace. */
  shows(finding: Finding, symbols: Symbols): boolean {
    return sidesOf(finding).every(({ index, thread, op, location }) => {
      const event = this.eventAt(index);
      if (event === undefined || actionOf(event.op) !== op) return false;
      return symbols.threads.name(event.thread) === thread && toldName(symbols, event.location) === location;
    });
  }

  slice(finding: Finding, symbols: Symbols): Slice {
    const { forks } = finding;
    const racing = sidesOf(finding).map(({ index }) => index);
    const steps = racing.flatMap((position) => this.around.get(position)?.steps ?? []);
    const columns = new Set(racing.flatMap((position) => this.eventAt(position)?.thread ?? []));
    const events = new Map<Position, SeenEvent>();
    for (const { event } of steps) events.set(event.position, event);
    const arrows: SliceArrow[] = [];
    const add = (from: SeenEvent, to: SeenEvent): void => {
      columns.add(from.thread);
      if (columns.size > THREADS) columns.delete(from.thread);
      if (!columns.has(from.thread) || arrows.some((arrow) => arrow.from === from.position && arrow.to === to.position)) return;
      events.set(from.position, from);
      arrows.push({ kind: orderKind(from, to), from: from.position, to: to.position });
    };
    for (const { event, from } of steps) if (from !== undefined && from.thread !== event.thread) add(from, event);
    // A fork orders all that the thread does, also if its first event is not shown.
    for (const { index } of forks) {
      const fork = this.forkAt(index);
      if (fork === undefined) continue;
      const child = steps.map(({ event }) => event).filter(({ thread }) => thread === fork.target);
      const head = child.sort((a, b) => a.position - b.position)[0];
      if (head !== undefined && head.thread !== fork.thread) add(fork, head);
    }
    const byPosition = [...events.values()].sort((a, b) => a.position - b.position);
    const shown = described(byPosition, racing, symbols);
    const schedule = [...(this.schedules.get(finding.id) ?? [])].flatMap((position) => this.steps.get(position) ?? []);
    return {
      threads: [...new Set(shown.map(({ thread }) => thread))],
      events: shown,
      arrows: arrows.sort((a, b) => a.to - b.to || a.from - b.from),
      ...(schedule.length > 0 && { schedule: described(schedule, racing, symbols) }),
    };
  }

  /** What the event comes after, if that is in another thread. */
  private source(recent: Recent, position: number, op: number, target: number, location: number): SeenEvent | undefined {
    const { thread, order } = recent;
    const from =
      op > Op.write ? this.handOvers.step(op, thread, target, { position, op, thread, target, location, order }) : undefined;
    if (op === Op.join) return this.threads[target]?.last();
    return from ?? (order === 0 ? this.handOvers.fork(thread) : undefined);
  }

  private follow(thread: number, recent: Recent): void {
    const waiting = this.open.get(thread);
    if (waiting === undefined) return;
    const step = recent.step(0);
    for (const surroundings of waiting) {
      surroundings.steps.push(step);
      surroundings.missing--;
    }
    const left = waiting.filter(({ missing }) => missing > 0);
    if (left.length === 0) this.open.delete(thread);
    else this.open.set(thread, left);
  }

  private eventAt(position: Position): SeenEvent | undefined {
    return this.around.get(position)?.steps.find(({ event }) => event.position === position)?.event;
  }

  private forkAt(position: Position): SeenEvent | undefined {
    for (let thread = 0; thread < this.threads.length; thread++) {
      const fork = this.handOvers.fork(thread);
      if (fork?.position === position) return fork;
    }
    return undefined;
  }
}

/** The last few events of a thread. */
class Recent {
  readonly thread: number;
  order = 0;
  private readonly positions: Uint32Array;
  private readonly ops: Uint8Array;
  private readonly targets: Uint32Array;
  private readonly locations: Uint32Array;
  private readonly sources: (SeenEvent | undefined)[];

  constructor(thread: number, size: number) {
    this.thread = thread;
    this.positions = new Uint32Array(size);
    this.ops = new Uint8Array(size);
    this.targets = new Uint32Array(size);
    this.locations = new Uint32Array(size);
    this.sources = new Array<SeenEvent | undefined>(size).fill(undefined);
  }

  add(position: number, op: number, target: number, location: number, from: SeenEvent | undefined): void {
    const at = this.order++ % this.positions.length;
    this.positions[at] = position;
    this.ops[at] = op;
    this.targets[at] = target;
    this.locations[at] = location;
    this.sources[at] = from;
  }

  /** The event that is `back` events ago. */
  step(back: number): Step {
    const order = this.order - 1 - back;
    const at = order % this.positions.length;
    return {
      event: {
        position: this.positions[at]!,
        op: this.ops[at]!,
        thread: this.thread,
        target: this.targets[at]!,
        location: this.locations[at]!,
        order,
      },
      from: this.sources[at],
    };
  }

  steps(): Step[] {
    const count = Math.min(this.order, this.positions.length);
    return Array.from({ length: count }, (_, i) => this.step(count - 1 - i));
  }

  last(): SeenEvent | undefined {
    return this.order === 0 ? undefined : this.step(0).event;
  }
}

function described(events: readonly SeenEvent[], racing: readonly Position[], symbols: Symbols): SliceEvent[] {
  const orders = new Map<number, number>();
  return events.map(({ position, op, thread, target, location, order }) => {
    const { short, target: kind } = operation(op);
    const gap = order !== (orders.get(thread) ?? -1) + 1;
    orders.set(thread, order);
    return {
      position,
      thread: symbols.threads.name(thread),
      text: `${short}(${table(symbols, kind).name(target)})`,
      location: symbols.locations.name(location),
      racing: racing.includes(position),
      gap,
    };
  });
}
