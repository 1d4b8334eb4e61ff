// `foretrace run --runs 20`: the program runs again and again, each time with another schedule, and all that is found makes one report.

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../base/error.ts';
import { display, quote } from '../base/quote.ts';
import type { Finding } from '../findings/finding.ts';
import { RunFindings } from '../findings/runs.ts';
import { select } from '../findings/selection.ts';
import { parseSchedule, policies, type Schedule, scheduleText, seedOf } from '../steer/schedule.ts';
import { type Mix, mixes, Turns } from '../steer/turns.ts';
import { analyzed, fails, type Reporting, reporting } from './analyzing.ts';
import type { Recording } from './assembling.ts';
import { keepConfirmations, keptConfirmations, withConfirmations } from './confirmations.ts';
import { Exit } from './exit.ts';
import { type GivenInput, programInput } from './explored-input.ts';
import { type KeptRun, KeptRuns } from './explored-traces.ts';
import { StopRequest } from './interrupt.ts';
import { Leading } from './leading.ts';
import { longFlag, type Values } from './option.ts';
import { timeLeft } from './progress.ts';
import { type Ended, numbered, recorded } from './recording.ts';
import { recordingFolder } from './recording-folder.ts';
import { assembledRun, hung, keepForExplain, partsOf, type Run, screens } from './running.ts';
import { stepsTaken } from './schedule-steps.ts';
import { Screening } from './screening.ts';
import { updateBaseline } from './update-baseline.ts';

export const exploringOptions = {
  runs: {
    kind: 'number',
    min: 1,
    max: 1_000_000,
    help: 'run the program so many times, each with another schedule; the findings of all make one report',
  },
  for: { kind: 'duration', help: 'run the program again and again for so long, for instance 60s; the last run is not cut' },
  untilRace: {
    kind: 'flag',
    help: 'run the program again and again until a finding counts for the exit status, or the program fails; at most 100 times unless --runs or --for says otherwise',
  },
  seed: {
    kind: 'text',
    value: 'seed',
    help: 'what the schedules are made from, any word; or that of one run, as it was printed, to have its schedule again',
  },
  schedule: {
    kind: 'text',
    value: 'how',
    choices: mixes,
    help: 'what the schedules are: random priorities that change (pct), random delays, led towards suspected pairs of places, plain, or each in its turn (mix), which is the default',
  },
} as const;

type ExploringValues = Values<typeof exploringOptions>;

export interface Exploration extends Run {
  readonly options: Run['options'] & ExploringValues;
  /** Nothing is done but to lead: it ends when there is nobody left to suspect. */
  readonly onlyLeads?: true;
  /** What the program reads; ours if absent. */
  readonly input?: GivenInput;
}

export function isExploring({ runs, for: time, untilRace, seed, schedule }: ExploringValues): boolean {
  return runs !== undefined || time !== undefined || untilRace || seed !== undefined || schedule !== undefined;
}

export function checkNotExploring(options: ExploringValues): void {
  if (isExploring(options))
    throw usage('--live watches one run, and --runs, --for, --until-race, --seed and --schedule ask for others', 'leave one out');
}

/** Meant as the seed of one run, and not to be taken for a word. */
const OF_A_RUN = new RegExp(`^(${policies.join('|')}):`, 'i');
/** What is kept of one run has its place; of many there is none to name. */
const OF_ONE = ['trace', 'raw'] as const;
/** Where nobody says how many, or for how long. */
const MOST_UNTIL = 100;
/** Runs of which nothing can be known. */
const MOST_FAILED = 3;

export async function explore(exploration: Exploration): Promise<number> {
  const { options } = exploration;
  const repeated = options.seed === undefined ? undefined : parseSchedule(options.seed);
  check(options, repeated);
  const folder = await recordingFolder(undefined);
  const stop = new StopRequest();
  try {
    const explorer = new Explorer(exploration, folder.path, repeated, stop);
    await explorer.runs();
    return await explorer.report();
  } finally {
    stop.release();
    await folder.remove();
  }
}

function check(options: Exploration['options'], repeated: Schedule | undefined): void {
  if (options.seed !== undefined && repeated === undefined && (options.seed === '' || OF_A_RUN.test(options.seed)))
    throw usage(
      `--seed ${quote(options.seed)} is no seed`,
      'any word, or that of one run as it was printed: plain:46a7eb68 or pct:4b87f821:212:3',
    );
  if (repeated?.policy === 'led')
    throw usage(
      `--seed ${quote(options.seed!)} is of a run that was led by what the runs before it had shown`,
      'give the seed of all of them again, with as many runs; or foretrace confirm, which makes a recipe to replay',
    );
  if (repeated !== undefined && options.schedule !== undefined && options.schedule !== repeated.policy)
    throw usage(`--seed ${quote(options.seed!)} and --schedule ${options.schedule} are two schedules`, 'leave one of them out');
  for (const option of OF_ONE)
    if (options[option] !== undefined && !isOne(options))
      throw usage(`${longFlag(option)} is for one run`, 'give it with --runs 1 and the --seed of the run that you want');
}

function isOne({ runs, for: time, untilRace }: ExploringValues): boolean {
  return runs === 1 || (runs === undefined && time === undefined && !untilRace);
}

class Explorer {
  private readonly asked: Exploration;
  private readonly folder: string;
  private readonly repeated: Schedule | undefined;
  private readonly stop: StopRequest;
  private readonly seed: number;
  private readonly turns: Turns;
  private readonly leading: Leading | undefined;
  private readonly found = new RunFindings();
  private readonly kept = new KeptRuns();
  private readonly unfinished = new Map<string, number[]>();
  private readonly started = performance.now();
  private done = 0;
  private failed = 0;
  /** The first run in which the program failed, and how often it did so. */
  private failing: { readonly status: number; readonly seed: string; readonly times: number } | undefined;

  constructor(asked: Exploration, folder: string, repeated: Schedule | undefined, stop: StopRequest) {
    this.asked = asked;
    this.folder = folder;
    this.repeated = repeated;
    this.stop = stop;
    const { seed, schedule = 'mix' } = asked.options;
    this.seed = seed === undefined ? randomBytes(4).readUInt32LE() : seedOf(seed);
    this.turns = new Turns(this.seed, schedule as Mix);
    const leads = repeated === undefined && !isOne(asked.options) && (schedule === 'mix' || schedule === 'led');
    // Who asks for nothing but to be led wants to see it happen, also if a run has shown it meanwhile.
    this.leading = leads ? new Leading(folder, ({ claim }) => !asked.onlyLeads || claim === 'confirmed') : undefined;
  }

  async runs(): Promise<void> {
    const { session, options } = this.asked;
    if (this.repeated === undefined && !isOne(options)) session.remark(`foretrace: --seed ${this.seed} repeats these schedules`);
    while (this.goesOn()) {
      const schedule = this.repeated ?? this.turns.next(this.leading?.isAble ?? false);
      const seed = scheduleText(schedule);
      session.remark(session.errorColors.dim(`foretrace: ${this.progress()}, seed ${seed}`));
      await this.run(seed, schedule.policy === 'led' ? await this.leading!.plan(schedule.seed) : undefined);
    }
  }

  private goesOn(): boolean {
    const { runs, for: time, untilRace } = this.asked.options;
    if (this.stop.wanted || this.failed >= MOST_FAILED) return false;
    if (this.asked.onlyLeads && this.done > 0 && this.leading?.isAble !== true) return false;
    if (untilRace && this.done > 0 && (this.failing !== undefined || this.counts())) return false;
    if (time !== undefined && this.done > 0 && this.seconds() >= time) return false;
    return this.done < (runs ?? (time !== undefined ? Number.POSITIVE_INFINITY : untilRace ? MOST_UNTIL : 1));
  }

  /** Whether something was found that the exit status tells. */
  private counts(): boolean {
    const { preparation, analysis } = this.asked;
    const { findings, beyond } = select(this.found.result().findings, { ...preparation.wanted, grouping: analysis.group });
    return fails([...findings, ...beyond], analysis.failOn);
  }

  private seconds(): number {
    return (performance.now() - this.started) / 1000;
  }

  private progress(): string {
    const { runs, for: time } = this.asked.options;
    const share = Math.max(runs === undefined ? 0 : this.done / runs, time === undefined ? 0 : this.seconds() / time);
    const left = timeLeft(share, 1, this.seconds() * 1000);
    return `run ${this.done + 1}${runs === undefined ? '' : ` of ${runs}`}${left === '' ? '' : `, ${left}`}`;
  }

  private async run(seed: string, plan: string | undefined): Promise<void> {
    const { words, options, session } = this.asked;
    const number = ++this.done;
    const companion = this.screen();
    const input = programInput(number, session, this.asked.input);
    const work = (ended: Ended): Promise<void> => this.work(number, seed, ended, companion);
    try {
      await recorded(words, options, session, work, { companion, schedule: seed, plan, input, hearsInterrupts: true });
    } catch (error) {
      if (!(error instanceof InputError) || number === 1) throw error;
      this.failed++;
      this.found.add({ seed, status: Exit.input, complete: false, problem: error.message }, undefined);
      this.lacks(number, error.message);
    }
  }

  private async work(
    number: number,
    seed: string,
    { ending, folder, assembled }: Ended,
    screen: Screening | undefined,
  ): Promise<void> {
    const { options, analysis, session } = this.asked;
    const place = options.trace ?? join(this.folder, `run-${number}.ftrace`);
    const temporary = options.trace === undefined;
    const places = { place: (n: number) => numbered(place, n), temporary, screen, reduce: options.reduce, ending };
    this.turns.took(stepsTaken(folder));
    this.leading?.look(folder);
    const recording = await assembledRun(folder, places, this.asked);
    await assembled(recording.traces);
    const told = await analyzed(partsOf(recording), analysis, session);
    const complete = !recording.partial && told.unfinished.length === 0;
    const status =
      this.stop.wanted || (hung(recording.traces, ending.pid) && told.result.findings.length > 0) ? 0 : ending.status;
    const findings = await this.shown(told.result.findings, recording);
    this.found.add({ seed, status: ending.status, complete }, { ...told.result, findings });
    await this.leading?.learn(recording.traces, findings);
    if (recording.partial) this.lacks(number, 'not all of the run was recorded');
    for (const words of told.unfinished) this.lacks(number, words);
    if (status !== 0) this.failing = { ...(this.failing ?? { status, seed }), times: (this.failing?.times ?? 0) + 1 };
    await this.keep({ number, traces: recording.traces, told }, temporary);
  }

  /** With what the run has shown, if it was led. */
  private async shown(findings: readonly Finding[], recording: Recording): Promise<readonly Finding[]> {
    const { leading } = this;
    if (leading === undefined) return findings;
    const { session, analysis } = this.asked;
    const pairs = { ...analysis, detector: ['hb-pairs'] };
    const told = await leading.told(findings, async () => (await analyzed(partsOf(recording), pairs, session)).result.findings);
    if (leading.lacks(told)) this.lacks(this.done, 'two threads stood before their accesses, and the trace does not show it');
    return told;
  }

  /** What a run left, if a finding is told by it: all else is let go. */
  private async keep(run: KeptRun, temporary: boolean): Promise<void> {
    for (const path of this.kept.add(run, this.found.leading())) if (temporary) await rm(path, { force: true });
  }

  /** What no order of this run's reads could do another one might: whom to suspect is seen in a trace only. */
  private screen(): Screening | undefined {
    return this.leading === undefined && screens(this.asked) ? new Screening() : undefined;
  }

  private lacks(run: number, words: string): void {
    this.unfinished.set(words, [...(this.unfinished.get(words) ?? []), run]);
  }

  async report(): Promise<number> {
    const { words, options, analysis, preparation, session } = this.asked;
    const answer = await reporting(withConfirmations(this.reporting(), keptConfirmations()), preparation, analysis, session);
    const { status, named, seen } = answer;
    if (options.updateBaseline) updateBaseline(options.baseline!, seen(), session);
    await this.keepConfirmed();
    const { traces, places } = this.kept.for(named, this.found);
    if (places.length > 0) await keepForExplain(words, traces, places, options, session);
    this.leading?.remark(session);
    this.remarkFailing();
    if (this.failing !== undefined) return this.failing.status;
    return status === Exit.ok && this.stop.wanted ? Exit.interrupted : status;
  }

  /** Later reports say so. */
  private async keepConfirmed(): Promise<void> {
    const confirmed = this.found.result().findings.filter(({ confirmation }) => confirmation !== undefined);
    if (confirmed.length === 0) return;
    // What foretrace confirm knows of it, a recipe and harm, is more.
    const known = keptConfirmations();
    await keepConfirmations(new Map(confirmed.map((one) => [one.fingerprint, known.get(one.fingerprint) ?? one.confirmation!])));
  }

  private reporting(): Reporting {
    const result = this.found.result();
    const unfinished = [...this.unfinished].map(([words, runs]) => `in ${runs.length} of ${this.done} runs: ${words}`);
    return {
      result,
      unfinished,
      draw: (findings) => this.kept.draw(findings, this.found),
      show: (findings) => this.kept.show(findings, this.found),
    };
  }

  private remarkFailing(): void {
    const { session } = this.asked;
    if (this.failing === undefined || this.done === 1) return;
    const { status, seed, times } = this.failing;
    session.remark(
      `foretrace: the program failed in ${times} of ${this.done} runs, first with status ${status}: ${display(`--seed ${seed}`)}`,
    );
  }
}

function usage(what: string, hint: string): InputError {
  return new InputError('USAGE', {}, what, hint);
}
