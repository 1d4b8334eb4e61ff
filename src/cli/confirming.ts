// Leads the program to findings, one after the other, and says what came of it. How often it may run is bounded: first along the schedule that proves the finding,
// then with any two threads at its places, by several seeds; once they have met, with the other one first, and once more each if that makes a difference.

import { proven } from '../explain.ts';
import { type Finding, sidesOf } from '../findings/finding.ts';
import { toldName } from '../findings/told.ts';
import type { Behaviour } from '../steer/comparison.ts';
import { type PlannedStep, Planner } from '../steer/from-trace.ts';
import { ENOUGH, harm, maySee, type RunsAlike, SURE } from '../steer/harm.ts';
import { type Attempt, type Places, whyNotReached } from '../steer/not-reached.ts';
import type { Outcome, Standing } from '../steer/outcome.ts';
import { type Plan, usualPlan } from '../steer/plan.ts';
import { columnsOf } from '../trace/columns.ts';
import type { Trace } from '../trace/trace.ts';
import { type SteeredOptions, steeredRun } from './steering.ts';

/** Runs that wait as long as a plan may, at the end; those before them wait less, in proportion to a whole run of the program. */
const PATIENT_RUNS = 2;
const HASTE = 3;
const LEAST_HOLD = 300;
const BRIEF = { hold: 100, patience: 10_000 };

/** Runs that compare, at most; and more, before a difference that they show is told. */
const COMPARING = 3;
const CHECKING = 6;
/** What one finding may cost beside the runs that try to reach it. */
export const MOST_COMPARING = COMPARING + CHECKING;

/** What the two kinds of led runs are called. */
const ORDERS = [{ name: 'if access 1 comes first' }, { name: 'if access 2 comes first', second: 'if access 2 does' }] as const;
const CUT = [
  { name: 'if access 2 comes between the others' },
  { name: 'if access 2 comes after the others', second: 'if it comes after them' },
] as const;

/** A thread that stood at its place, and who called, for people. */
export interface Met {
  readonly standing: Standing;
  readonly stack: readonly string[];
}

export type Verdict =
  | {
      readonly state: 'confirmed';
      readonly met: readonly Met[];
      /** The plan by which they met. */
      readonly tried: Plan;
      readonly harm: string | undefined;
      /** Makes the same again. */
      readonly recipe: Plan;
      readonly runs: number;
    }
  | { readonly state: 'not-reached'; readonly why: string; readonly runs: number };

interface Run {
  readonly behaviour: Behaviour;
  readonly outcome: Outcome;
  readonly met: readonly Met[];
}

/** What all findings share. */
export interface Confirming {
  readonly words: readonly string[];
  readonly options: SteeredOptions;
  /** Runs for one finding, at most. */
  readonly runs: number;
  /** Milliseconds that a run without steering takes. */
  readonly usualTime: number;
  /** Runs without steering; more are added when a difference to them is looked into. */
  readonly free: Behaviour[];
  onRun(): void;
}

/** The program as it is, for comparison. */
export async function freeRun(words: readonly string[], options: SteeredOptions): Promise<Behaviour> {
  return await steeredRun(words, undefined, options, ({ ending, stdout, stderr }) => ({ ending, stdout, stderr }));
}

/** Runs of one kind, and how to make another: nothing if its threads did not meet. */
interface Compared extends RunsAlike {
  readonly runs: Behaviour[];
  more(): Promise<Behaviour | undefined>;
}

export class FindingConfirmer {
  private readonly trace: Trace;
  private readonly planner: Planner;
  private readonly confirming: Confirming;

  constructor(trace: Trace, confirming: Confirming) {
    this.trace = trace;
    this.planner = new Planner(trace);
    this.confirming = confirming;
  }

  get hasSites(): boolean {
    return this.planner.hasSites;
  }

  /** What the trace calls a thread. */
  threadName(path: string): string {
    return this.planner.threadName(path) ?? `thread ${path}`;
  }

  async confirm(told: Finding): Promise<Verdict> {
    const finding = proven(this.trace, told, {});
    const plans = this.plans(finding);
    if (plans.length === 0) return { state: 'not-reached', runs: 0, why: unplanned(finding) };
    const attempts: Attempt[] = [];
    for (const plan of plans) {
      const run = await this.run(plan);
      attempts.push({ plan, outcome: run.outcome });
      if (run.met.length > 0) return await this.compare(run, plan, attempts.length);
    }
    return { state: 'not-reached', runs: attempts.length, why: whyNotReached(attempts, this.places(finding)) };
  }

  /**
   * What to try, the most telling first. Every other one has random delays at synchronisation, and short holds, many of them: who comes to a place only if
   * another one was slow elsewhere, between two atomics say, does not come there by being held, and of a server only some of many visits matter.
   */
  private plans(finding: Finding): Plan[] {
    const positions = targetsOf(finding);
    if (positions === undefined) return [];
    const whole = (plan: Plan | undefined): Plan | undefined =>
      plan !== undefined && finding.type === 'atomicity'
        ? this.planner.cutting(plan, positions as [number, number, number])
        : plan;
    const schedule = scheduleOf(finding);
    const led = whole(schedule && this.planner.scheduled(schedule, positions));
    const pair = whole(this.planner.pair(positions));
    const scheduled = led === undefined || led.steps.length === 0 ? [] : [led];
    const seeded = Math.max(0, pair === undefined ? 0 : this.confirming.runs - scheduled.length);
    const seeds = Array.from({ length: seeded }, (_, i): Plan => {
      const plan = { ...pair!, seed: i + 1 };
      if (i % 2 === 1) return { ...plan, ...BRIEF, schedule: { policy: 'delays', seed: i } };
      return i < seeded - PATIENT_RUNS ? hasty(plan, this.confirming.usualTime) : plan;
    });
    return [...scheduled, ...seeds].map((plan) => ({ ...plan, order: 'first' as const }));
  }

  /** They have met: does it matter who goes first? */
  private async compare(first: Run, plan: Plan, before: number): Promise<Verdict> {
    const recipe = exactly(plan, first.outcome);
    // The steps of a plan that cuts a block lead into it.
    const other: Plan = { ...recipe, order: 'second', steps: plan.cuts ? [] : recipe.steps };
    const isRace = plan.targets[0]!.kind !== 'acquire';
    const led = (
      names: Pick<Compared, 'name' | 'second'>,
      own: Plan,
      ...runs: Behaviour[]
    ): Compared & { readonly plan: Plan } => ({
      ...names,
      plan: own,
      runs,
      more: async () => {
        const { behaviour, met } = await this.run(own);
        return met.length > 0 ? behaviour : undefined;
      },
    });
    const [one, second] = plan.cuts ? CUT : ORDERS;
    const alike = isRace
      ? [led(one, recipe, first.behaviour), led(second, other)]
      : [led({ name: 'if they meet' }, recipe, first.behaviour)];
    const { found, runs } = await this.compared(alike);
    // That of the two orders which a person wants to see is the one that is not as usual.
    const { free } = this.confirming;
    const differs = alike.find((kind) => found !== undefined && harm([{ name: '', runs: free }, kind]) !== undefined);
    return { state: 'confirmed', met: first.met, tried: plan, harm: found, recipe: differs?.plan ?? recipe, runs: before + runs };
  }

  /** What differs between these kinds of runs and those without steering, and how many runs it took. */
  private async compared(alike: readonly Compared[]): Promise<{ readonly found: string | undefined; readonly runs: number }> {
    const { words, options, free, onRun } = this.confirming;
    const unled: Compared = {
      name: 'without steering',
      runs: free,
      more: async () => {
        const behaviour = await freeRun(words, options);
        onRun();
        return behaviour;
      },
    };
    const kinds = [...alike, unled];
    const tried = new Map<Compared, number>();
    const more = async (kind: Compared): Promise<void> => {
      tried.set(kind, (tried.get(kind) ?? 0) + 1);
      const behaviour = await kind.more();
      if (behaviour !== undefined) kind.runs.push(behaviour);
    };
    const spent = (): number => [...tried.values()].reduce((sum, runs) => sum + runs, 0);
    if (alike.length > 1) await more(alike[1]!);
    while (spent() < COMPARING && maySee(kinds)) {
      const few = alike.filter((kind) => kind.runs.length < ENOUGH);
      if (few.length === 0) break;
      await more(few.reduce((least, kind) => ((tried.get(kind) ?? 0) < (tried.get(least) ?? 0) ? kind : least)));
    }
    // Two that agree may do so by chance.
    for (let runs = spent(); ; runs = spent()) {
      const found = harm(kinds);
      const few = found?.between.filter((kind) => kind.runs.length < SURE) ?? [];
      if (few.length === 0 || runs >= COMPARING + CHECKING) return { found: few.length === 0 ? found?.text : undefined, runs };
      for (const kind of few) await more(kind);
    }
  }

  private async run(plan: Plan): Promise<Run> {
    const { words, options, onRun } = this.confirming;
    const run = await steeredRun(words, plan, options, async ({ ending, stdout, stderr, outcome, stackOf }) => ({
      behaviour: { ending, stdout, stderr },
      outcome,
      met: await Promise.all(
        (outcome.met ?? []).map(async (standing) => ({
          standing,
          stack: await stackOf(outcome.stacks.get(standing.target) ?? []),
        })),
      ),
    }));
    onRun();
    return run;
  }

  private places(finding: Finding): Places {
    const { threads, locations } = columnsOf(this.trace);
    const { symbols } = this.trace;
    const sides = sidesOf(finding);
    return {
      target: (i) => `${sides[i]!.location} (${sides[i]!.op})`,
      step: ({ steps }, i) => {
        const { event, kind } = steps[i] as PlannedStep;
        return `event ${event}, the ${kind} of ${symbols.threads.name(threads[event]!)} at ${toldName(symbols, locations[event]!)}`;
      },
    };
  }
}

/** The events at which threads are to stand; undefined if the program cannot be led there. */
function targetsOf(finding: Finding): number[] | undefined {
  if (finding.type === 'race') return finding.first === null ? undefined : [finding.first.index, finding.second.index];
  if (finding.type === 'deadlock' && finding.kind === 'lock-cycle') return finding.cycle.map(({ index }) => index);
  if (finding.type === 'atomicity' && finding.kind !== 'interleaved') return sidesOf(finding).map(({ index }) => index);
  return undefined;
}

/** Of a cut that was seen, the run itself. */
function scheduleOf(finding: Finding): Iterable<number> | undefined {
  const { witness, second } = finding;
  if (witness !== null) return witness;
  const isSeen = finding.type === 'atomicity' && finding.claim === 'observed';
  return isSeen ? Array.from({ length: second.index }, (_, event) => event) : undefined;
}

function unplanned({ type, first, kind }: Finding): string {
  if (type === 'race' && first === null) return 'only one of the two accesses is known';
  if (type === 'deadlock') return 'not tried: only cycles of locks can be led to';
  if (kind === 'interleaved')
    return 'not tried: only a block that one access of another thread cuts, at one variable, can be led to';
  return 'the trace does not say where in the program the accesses are';
}

/** A thread that is waited for comes within the time of some whole runs, if it comes; most waits are in vain, for who cannot come. */
function hasty(plan: Plan, usualTime: number): Plan {
  const hold = Math.min(plan.hold, Math.max(LEAST_HOLD, Math.ceil(HASTE * usualTime)));
  return { ...plan, hold, patience: Math.ceil((plan.patience / plan.hold) * hold) };
}

/** The plan with the threads and the instructions that met, and all the time that there is, unless they met in one of many short holds. */
function exactly(plan: Plan, { met = [] }: Outcome): Plan {
  const targets = plan.targets.map((target, i) => {
    const { thread, site } = met.find((standing) => standing.target === i)!;
    return { ...target, sites: [site], thread: /^\d/.test(thread) ? thread : target.thread };
  });
  const { hold, patience } = plan.schedule === undefined ? usualPlan : plan;
  return { ...plan, hold, patience, targets };
}
