// From a trace and positions in it to plans. What a plan says must hold in the next run: threads by their paths of forks, code by its sites.

import { columnsOf } from '../trace/columns.ts';
import { Op } from '../trace/operation.ts';
import type { Trace } from '../trace/trace.ts';
import {
  ANYBODY,
  Cut,
  LARGEST,
  type Plan,
  type Step,
  type StepKind,
  type Target,
  type TargetKind,
  usualPlan,
  type Way,
} from './plan.ts';
import { waysOf } from './ways.ts';

/** Synchronisation that has its turn. Releases, forks and joins need none: what they allow waits for them anyhow. */
const STEPS: Readonly<Partial<Record<Op, StepKind>>> = {
  [Op.acquire]: 'acquire',
  [Op.acquireShared]: 'share',
  [Op.wait]: 'wait',
  [Op.notify]: 'notify',
  [Op.barrierEnter]: 'barrier',
  [Op.volatileRead]: 'load',
  [Op.relaxedRead]: 'load',
  [Op.volatileWrite]: 'store',
  [Op.relaxedWrite]: 'store',
};

const KINDS: Readonly<Partial<Record<Op, TargetKind>>> = {
  [Op.read]: 'read',
  [Op.volatileRead]: 'read',
  [Op.relaxedRead]: 'read',
  [Op.write]: 'write',
  [Op.volatileWrite]: 'write',
  [Op.relaxedWrite]: 'write',
  [Op.acquire]: 'acquire',
  [Op.acquireShared]: 'acquire',
  [Op.request]: 'acquire',
};

/** A step, and the event of the trace that it stands for. */
export interface PlannedStep extends Step {
  readonly event: number;
}

export class Planner {
  private readonly trace: Trace;
  private readonly columns: ReturnType<typeof columnsOf>;
  private readonly paths: readonly (string | undefined)[];

  constructor(trace: Trace) {
    this.trace = trace;
    this.columns = columnsOf(trace);
    this.paths = threadPaths(trace);
  }

  /** Whether the recorder of the trace left the sites of its code. */
  get hasSites(): boolean {
    return this.trace.symbols.sites.size > 0;
  }

  /** What the trace calls a thread of the next run, and where it is in it; undefined if it has none. */
  threadName(path: string): string | undefined {
    const thread = this.paths.indexOf(path);
    return thread < 0 ? undefined : this.trace.symbols.threads.name(thread);
  }

  /** Any two threads at the places of these events; undefined if one of them is not known. */
  pair(positions: readonly number[]): Plan | undefined {
    const targets = positions.map((position) => this.target(position, ANYBODY));
    return targets.includes(undefined) ? undefined : { ...usualPlan, targets: targets as Target[] };
  }

  /** The threads of the trace at these events, after what the schedule has before them, in its order; undefined if one is not known. */
  scheduled(schedule: Iterable<number>, positions: readonly number[]): Plan | undefined {
    const { threads } = this.columns;
    const targets = positions.map((position) => {
      const path = this.paths[threads[position]!];
      return path && this.target(position, path);
    });
    if (targets.includes(undefined)) return undefined;
    const steps = this.steps(schedule, new Set(positions));
    return { ...usualPlan, targets: targets as Target[], steps: steps.length > LARGEST.steps ? [] : this.sentLate(steps) };
  }

  /** A plan of three events as one of a block that is cut. */
  cutting(plan: Plan, positions: readonly [own: number, cut: number, index: number]): Plan {
    const { ops } = this.columns;
    const { between, after } = waysOf(this.columns, positions);
    const way = (target: Way['target'], position: number | undefined): Way[] => {
      const sites = position === undefined ? undefined : this.sites(position);
      return sites === undefined ? [] : [{ target, sites }];
    };
    // An atomic update is a read and a write in a trace, and one of them for a gate.
    const targets = plan.targets.map((target, i) => ({
      ...target,
      ...(isAtomic(ops[positions[i]!]!) && { kind: 'access' as const }),
    }));
    // Who is on its way waits for somebody else, and not for its turn.
    const steps = plan.steps.filter((step) => ![between, after].includes((step as PlannedStep).event));
    return { ...plan, cuts: true, targets, steps, ways: [...way(Cut.between, between), ...way(Cut.after, after)] };
  }

  /** What of a schedule has its turn. The acquire after a wait is part of the wait. */
  private steps(schedule: Iterable<number>, targets: ReadonlySet<number>): PlannedStep[] {
    const { ops, threads } = this.columns;
    const steps: PlannedStep[] = [];
    const waiting = new Set<number>();
    for (const event of schedule) {
      const thread = threads[event]!;
      const kind = STEPS[ops[event]! as Op];
      const isOver = ops[event] === Op.acquire && waiting.delete(thread);
      if (ops[event] === Op.wait) waiting.add(thread);
      const path = this.paths[thread];
      const sites = this.sites(event);
      if (kind === undefined || isOver || path === undefined || sites === undefined || targets.has(event)) continue;
      steps.push({ kind, thread: path, sites, event });
    }
    return steps;
  }

  /** A message is sent just before it is received, or before the next step of who sent it: of two in a queue nobody knows which comes first. */
  private sentLate(steps: readonly PlannedStep[]): PlannedStep[] {
    const { threads, targets } = this.columns;
    const messages = this.messages();
    const late: PlannedStep[] = [];
    /** Those that were sent and not received. */
    let sent: PlannedStep[] = [];
    const isReceipt = (step: PlannedStep, { event }: PlannedStep): boolean =>
      step.kind === 'load' && targets[step.event] === targets[event];
    for (const step of steps) {
      const due = sent.filter((message) => threads[message.event] === threads[step.event] || isReceipt(step, message));
      late.push(...due);
      sent = sent.filter((message) => !due.includes(message));
      if (messages.has(step.event)) sent.push(step);
      else late.push(step);
    }
    return [...late, ...sent];
  }

  /** Sends of messages: what is written once, and then read by another thread at the place of the write, which is where it was sent. */
  private messages(): ReadonlySet<number> {
    const { length, ops, threads, targets } = this.columns;
    const SEVERAL = -1;
    const writes = new Map<number, number>();
    const found = new Set<number>();
    for (let e = 0; e < length; e++) {
      const target = targets[e]!;
      if (ops[e] === Op.volatileWrite) writes.set(target, writes.has(target) ? SEVERAL : e);
      if (ops[e] !== Op.volatileRead) continue;
      const write = writes.get(target) ?? SEVERAL;
      if (write !== SEVERAL && threads[write] !== threads[e] && this.areAtOnePlace(write, e)) found.add(write);
      // Somebody has seen what was there before, or reads what no message is.
      else writes.set(target, SEVERAL);
    }
    for (const write of found) if (writes.get(targets[write]!) === SEVERAL) found.delete(write);
    return found;
  }

  /** Whoever called. */
  private areAtOnePlace(a: number, b: number): boolean {
    const [one, other] = [a, b].map((event) => this.trace.symbols.sites.get(this.columns.locations[event]!));
    return one !== undefined && one.join() === other?.join();
  }

  private target(position: number, thread: string): Target | undefined {
    const kind = KINDS[this.columns.ops[position]! as Op];
    const sites = this.sites(position);
    return kind === undefined || sites === undefined ? undefined : { kind, thread, sites };
  }

  private sites(position: number): readonly string[] | undefined {
    return this.trace.symbols.sites.get(this.columns.locations[position]!);
  }
}

function isAtomic(op: number): boolean {
  return op !== Op.read && op !== Op.write;
}

/** Per thread its path; undefined if it is not known who made it. */
function threadPaths(trace: Trace): (string | undefined)[] {
  const { length, ops, threads, targets, bounds } = columnsOf(trace);
  const paths: (string | undefined)[] = Array.from({ length: bounds.threads });
  const children = new Uint32Array(bounds.threads);
  const forked = new Set<number>();
  for (let e = 0; e < length; e++) if (ops[e] === Op.fork) forked.add(targets[e]!);
  const first = paths.findIndex((_, thread) => !forked.has(thread));
  if (first >= 0) paths[first] = '0';
  for (let e = 0; e < length; e++) {
    if (ops[e] !== Op.fork) continue;
    const maker = threads[e]!;
    const number = ++children[maker]!;
    const path = paths[maker];
    if (path !== undefined && paths[targets[e]!] === undefined) paths[targets[e]!] = `${path}.${number}`;
  }
  return paths;
}
