// Runs several detectors over one reading of a trace. Each gets the events in the operations that it understands; detectors
// that understand the same share one lowering.

import { InputError } from '../base/error.ts';
import { isOutOfMemory } from '../base/out-of-memory.ts';
import type { EventBlock } from '../trace/block.ts';
import { Lowering } from '../trace/lowering.ts';
import type { Deadlock, Outcome, Violation } from '../trace/outcome.ts';
import { type Preserved, preserved } from '../trace/preservation.ts';
import type { Analysis, Detector, Working } from './detector.ts';
import type { Helpers } from './helpers.ts';
import { memoryOption } from './memory-option.ts';
import { RaceLog } from './race-log.ts';

export interface DetectorResult extends Outcome {
  readonly detector: Detector;
  /** In words, what limits, budgets and memory kept from the result; undefined if nothing did. */
  readonly unfinished: string | undefined;
}

/** One detector at work. If it runs out of memory it ends there, with the races that it has reported, and the others go on. */
class Run {
  readonly detector: Detector;
  private readonly races = new RaceLog();
  private readonly deadlocks: Deadlock[] = [];
  private readonly violations: Violation[] = [];
  /** Until its end: what it needs must not be in the way of those that end after it. */
  private analysis: Analysis | undefined;
  private stopped: string | undefined;

  constructor(detector: Detector, options: Readonly<Record<string, number>>, helpers: Helpers | undefined) {
    this.detector = detector;
    this.analysis = this.begun(detector, options, helpers);
  }

  private begun(detector: Detector, options: Readonly<Record<string, number>>, helpers: Helpers | undefined): Analysis {
    switch (detector.finds) {
      case 'race':
        return detector.analysis(
          (first, second, witness, observed) => this.races.add(first, second, witness, observed),
          options,
          helpers,
        );
      case 'deadlock':
        return detector.analysis((deadlock) => this.deadlocks.push(deadlock), options);
      case 'atomicity':
        return detector.analysis((violation) => this.violations.push(violation), options);
    }
  }

  block(block: EventBlock): void {
    this.guarded(`at event ${block.positions?.[0] ?? block.start}`, (analysis) => analysis.block(block));
  }

  end(working: Working | undefined): DetectorResult {
    const { detector, races, deadlocks, violations } = this;
    const counters = this.guarded('at the end of the trace', (analysis) => {
      analysis.end(working);
      return analysis.counters();
    });
    this.analysis = undefined;
    races.sort();
    deadlocks.sort(byCycle);
    violations.sort((a, b) => a.index - b.index || a.begin - b.begin);
    const unfinished = this.stopped ?? detector.unfinished?.(counters ?? {});
    return { detector, races, deadlocks, violations, counters: counters ?? {}, unfinished };
  }

  private guarded<R>(when: string, work: (analysis: Analysis) => R): R | undefined {
    if (this.analysis === undefined) return undefined;
    try {
      return work(this.analysis);
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      this.analysis = undefined;
      const { id, options = [] } = this.detector;
      const less = options.includes(memoryOption) ? 'a smaller --memory or a shorter trace' : 'a shorter trace';
      this.stopped = `${id} ran out of memory ${when}, and reports what it had found; ${less} needs less`;
      return undefined;
    }
  }
}

function byCycle({ cycle: a }: Deadlock, { cycle: b }: Deadlock): number {
  const at = a.findIndex((position, i) => position !== b[i]);
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1);
}

export class Detection {
  private readonly runs: readonly Run[];
  private readonly lowerings: readonly Lowering[];

  /** `options`: by name, for the detectors that have them. `helpers`: for those that have use for them. */
  constructor(detectors: readonly Detector[], options: Readonly<Record<string, number>> = {}, helpers?: Helpers) {
    this.runs = detectors.map((detector) => new Run(detector, options, helpers));
    this.lowerings = alike(this.runs).map((runs) => {
      const { operations, reentrant } = runs[0]!.detector;
      return new Lowering(operations, reentrant, (block) => {
        for (const run of runs) run.block(block);
      });
    });
  }

  block(block: EventBlock): void {
    for (const lowering of this.lowerings) lowering.lower(block);
  }

  /** After the last block. `working` hears which detector is how far. */
  end(working?: (detector: string, done: number) => void): DetectorResult[] {
    return this.runs.map((run) => run.end(working && ((done) => working(run.detector.id, done))));
  }
}

/** The runs in groups that understand the same. */
function alike(runs: readonly Run[]): Run[][] {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const { operations, reentrant } = run.detector;
    const key = `${[...operations].sort((a, b) => a - b)} ${reentrant}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [run]);
    else group.push(run);
  }
  return [...groups.values()];
}

/** Refuses a trace that lacks what one of the detectors needs, by what the trace says about itself. */
export function checkNeeds(detectors: readonly Detector[], metadata: ReadonlyMap<string, string>): void {
  const kept = preserved(metadata);
  const lacking = detectors.filter((detector) => lacks(detector, kept)).map(({ id }) => id);
  if (lacking.length === 0) return;
  const what = kept.accesses ? 'happens-before only' : 'happens-before only, and not every access';
  throw new InputError(
    'TRACE_REDUCED',
    {},
    `the trace was reduced and preserves ${what}, which is not enough for ${lacking.join(', ')}`,
    `run ${lacking.length === 1 ? 'it' : 'them'} on the original, use --detector fasttrack, or --force for results that may be wrong`,
  );
}

/** Whether the trace has what the detector needs, by what it says about itself. */
export function suffices(detector: Detector, metadata: ReadonlyMap<string, string>): boolean {
  return !lacks(detector, preserved(metadata));
}

function lacks({ needs }: Detector, { locks, accesses }: Preserved): boolean {
  if (needs === 'happens-before') return false;
  return needs === 'reads-from' ? !accesses : !locks || !accesses;
}
