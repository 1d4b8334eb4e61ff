// A detector or report of somebody else, so that what goes wrong in it is told as its mistake, in one line, and not as a bug of foretrace:
// what it throws, and positions that it cannot have seen. Costs a byte per event. What it claims is its own affair.

import { InputError } from '../../base/error.ts';
import { enlarged } from '../../base/grown.ts';
import { isOutOfMemory } from '../../base/out-of-memory.ts';
import type {
  Analysis,
  AtomicityDetector,
  DeadlockDetector,
  DeadlockSink,
  Detector,
  RaceDetector,
  RaceSink,
  ViolationSink,
} from '../../detectors/detector.ts';
import type { ReportFormat } from '../../report/report.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ACCESS_KINDS, NO_ACCESS } from '../../trace/operation.ts';
import { type Deadlock, UNKNOWN, type Violation } from '../../trace/outcome.ts';
import type { Plugin } from './registry.ts';

export function guardedPlugin({ detectors, reports }: Plugin, file: string): Plugin {
  return {
    detectors: detectors.map((detector) => guardedDetector(detector, file)),
    reports: reports.map((report) => guardedReport(report, file)),
  };
}

function guardedDetector(detector: Detector, file: string): Detector {
  const guard = new Guard(`the detector ${detector.id}`, file);
  const { unfinished, note } = detector;
  const words = {
    ...(unfinished && { unfinished: (counters: Counters) => guard.text('unfinished', () => unfinished(counters)) }),
    ...(note && { note: (counters: Counters) => guard.text('note', () => note(counters)) }),
  };
  switch (detector.finds) {
    case 'race':
      return { ...detector, ...words, analysis: raceAnalysis(detector, guard) };
    case 'deadlock':
      return { ...detector, ...words, analysis: deadlockAnalysis(detector, guard) };
    case 'atomicity':
      return { ...detector, ...words, analysis: atomicityAnalysis(detector, guard) };
  }
}

function raceAnalysis(detector: RaceDetector, guard: Guard): RaceDetector['analysis'] {
  const checked = (seen: Seen, report: RaceSink): RaceSink => {
    return (first, second, witness, observed) => {
      if (!(seen.isAccess(second) && (first === UNKNOWN || (first < second && seen.isAccess(first)))))
        guard.fail(`reports a race of ${first} and ${second}, which are no two accesses in the order of the trace`);
      report(first, second, witness, observed);
    };
  };
  return (report, options) => guard.analysis((seen) => detector.analysis(checked(seen, report), options));
}

function deadlockAnalysis(detector: DeadlockDetector, guard: Guard): DeadlockDetector['analysis'] {
  const checked = (seen: Seen, report: DeadlockSink): DeadlockSink => {
    return (deadlock) => {
      const cycle: unknown = (deadlock as Partial<Deadlock> | undefined)?.cycle;
      if (!Array.isArray(cycle) || cycle.length === 0 || !cycle.every((position) => seen.isEvent(position)))
        guard.fail('reports a deadlock whose cycle is no list of positions of the trace');
      report(deadlock);
    };
  };
  return (report, options) => guard.analysis((seen) => detector.analysis(checked(seen, report), options));
}

function atomicityAnalysis(detector: AtomicityDetector, guard: Guard): AtomicityDetector['analysis'] {
  const checked = (seen: Seen, report: ViolationSink): ViolationSink => {
    return (violation) => {
      const { begin, index, cut } = (violation ?? {}) as Partial<Violation>;
      if (!Array.isArray(cut) || cut.length === 0 || ![begin, index, ...cut].every((position) => seen.isEvent(position)))
        guard.fail('reports a violation whose begin, index and cut are no positions of the trace');
      report(violation);
    };
  };
  return (report, options) => guard.analysis((seen) => detector.analysis(checked(seen, report), options));
}

type Counters = Readonly<Record<string, number>>;

function guardedReport(format: ReportFormat, file: string): ReportFormat {
  const guard = new Guard(`the report ${format.id}`, file);
  return {
    ...format,
    *report(result, context) {
      const pieces = guard.doing(() => format.report(result, context)[Symbol.iterator]());
      for (;;) {
        const { done, value } = guard.doing(() => pieces.next());
        if (done) return;
        yield typeof value === 'string' ? value : guard.fail('gives something that is no text');
      }
    },
  };
}

class Guard {
  private readonly who: string;
  private readonly file: string;

  constructor(who: string, file: string) {
    this.who = who;
    this.file = file;
  }

  analysis(make: (seen: Seen) => Analysis): Analysis {
    const seen = new Seen();
    const analysis = this.doing(() => make(seen));
    for (const method of ['block', 'end', 'counters'] as const)
      if (typeof analysis?.[method] !== 'function') this.fail(`makes an analysis without ${method}()`);
    return {
      block: (events) => {
        seen.block(events);
        this.doing(() => analysis.block(events));
      },
      end: (working) => this.doing(() => analysis.end(working)),
      counters: () => {
        const counters: unknown = this.doing(() => analysis.counters());
        const isRecord = typeof counters === 'object' && counters !== null;
        return isRecord && Object.values(counters).every((count) => typeof count === 'number')
          ? (counters as Record<string, number>)
          : this.fail('has counters that are no numbers');
      },
    };
  }

  text(of: string, ask: () => string | undefined): string | undefined {
    const answer: unknown = this.doing(ask);
    return answer === undefined || typeof answer === 'string' ? answer : this.fail(`has a ${of} that is no text`);
  }

  /** Out of memory is nobody's mistake, and others know what to do about it. */
  doing<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      if (error instanceof InputError || isOutOfMemory(error)) throw error;
      return this.fail(`failed: ${messageOf(error)}`);
    }
  }

  fail(what: string): never {
    throw new InputError('PLUGIN_BAD', { file: this.file }, `${this.who} ${what}`, 'this is a mistake of the plug-in');
  }
}

/** The first line: names and stacks are for the author, who has the module. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0]!;
}

/** Which events a detector has been shown, by position, and which of them as accesses. */
class Seen {
  private kinds = new Uint8Array(64);

  block({ start, length, ops, positions }: EventBlock): void {
    if (length === 0) return;
    const last = positions?.[length - 1] ?? start + length - 1;
    if (last >= this.kinds.length) this.kinds = enlarged(this.kinds, last + 1);
    const { kinds } = this;
    for (let i = 0; i < length; i++) {
      const position = positions?.[i] ?? start + i;
      if (kinds[position] !== ACCESS) kinds[position] = ACCESS_KINDS[ops[i]!] === NO_ACCESS ? OTHER : ACCESS;
    }
  }

  isEvent(position: unknown): boolean {
    return Number.isSafeInteger(position) && (this.kinds[position as number] ?? 0) !== 0;
  }

  isAccess(position: unknown): boolean {
    return Number.isSafeInteger(position) && this.kinds[position as number] === ACCESS;
  }
}

const OTHER = 1;
const ACCESS = 2;
