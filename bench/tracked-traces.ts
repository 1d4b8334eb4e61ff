// One recorded trace through both clock algorithms and both reductions. Four readings; only synchronisation is kept in memory.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openInput } from '../src/formats/file/input.ts';
import type { Input } from '../src/formats/input.ts';
import { readTrace } from '../src/formats/read.ts';
import { Reduction, type ReductionMethod, reductionPlan } from '../src/reduce/index.ts';
import { FfTracker, LoftTracker, PaperLog, synchronisationOf } from '../src/teaching/track/index.ts';
import type { EventBlock } from '../src/trace/block.ts';
import { LogSize } from './log-size.ts';
import { median } from './reproduce/statistics.ts';
import { timedByTurns } from './reproduce/tasks/repeat.ts';

export interface Cost {
  /** At acquires and releases, as the paper counts. */
  readonly operations: number;
  /** Of the processor; the median of `samples`. */
  readonly microseconds: number;
  /** Microseconds of runs in which both take turns. */
  readonly samples: readonly number[];
  /** Bytes of the log of section 5.3, the lines of races included. */
  readonly log: number;
  readonly gzip: number;
}

export interface Tracked {
  readonly name: string;
  readonly threads: number;
  readonly events: number;
  readonly ff: Cost;
  readonly loft: Cost;
  /** Synchronisation events: of the trace, and after each reduction. */
  readonly before: number;
  readonly byLoft: number;
  readonly byRuns: number;
  /** All events that `runs` with `--accesses` keeps. */
  readonly byAccesses: number;
}

/** Traces under a folder, the litmus traces left out, as paths below it. */
export function traceFiles(folder: string, largest: number): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:std|std\.gz|rr|ftrace)$/.test(path) && !path.includes('litmus'))
    .filter((path) => statSync(join(folder, path)).size <= largest)
    .sort();
}

export async function trackedTrace(path: string, file: string, repeats: number): Promise<Tracked> {
  const input = await openInput(path);
  const blocks: EventBlock[] = [];
  const { symbols, events } = await readTrace(input, {}, (block) => blocks.push(synchronisationOf(block)));
  const [ffTimes, loftTimes] = samples(blocks, repeats);
  const [ffLog, loftLog] = await logs(input);
  const byLoft = await reduced(input, 'loft', false);
  const byRuns = await reduced(input, 'runs', true);
  return {
    name: file.replace(/\.(?:std|std\.gz|rr|ftrace)$/, ''),
    threads: symbols.threads.size,
    events,
    ff: cost(run(new FfTracker(), blocks), ffTimes!, ffLog),
    loft: cost(run(new LoftTracker(), blocks), loftTimes!, loftLog),
    before: byLoft.before.synchronisation,
    byLoft: byLoft.after.synchronisation,
    byRuns: byRuns.after.synchronisation,
    byAccesses: byRuns.after.events,
  };
}

/** Microseconds of runs of each method, which take turns. */
function samples(blocks: readonly EventBlock[], repeats: number): number[][] {
  const makers = [() => new FfTracker(), () => new LoftTracker()];
  const works = makers.map((make) => () => void run(make(), blocks));
  return timedByTurns({ runs: repeats, seconds: 0.05, least: repeats }, works).map((timed) =>
    timed.samples.map((own) => own * 1e6),
  );
}

function cost({ counts }: FfTracker, times: readonly number[], { bytes, gzip }: { bytes: number; gzip: number }): Cost {
  return { operations: counts.atLocks, microseconds: median(times), samples: times, log: bytes, gzip };
}

/** The sizes of both logs. */
async function logs(input: Input) {
  const sizes = [new LogSize(), new LogSize()] as const;
  const [ff, loft] = [new PaperLog('ff', (line) => sizes[0].write(line)), new PaperLog('loft', (line) => sizes[1].write(line))];
  await readTrace(input, { drain: () => sizes[0].drain() ?? sizes[1].drain() }, (block, symbols) => {
    ff.block(block, symbols);
    loft.block(block, symbols);
  });
  return [await sizes[0].end(), await sizes[1].end()] as const;
}

function run(tracker: FfTracker, blocks: readonly EventBlock[]): FfTracker {
  for (const block of blocks) tracker.block(block);
  return tracker;
}

async function reduced(input: Input, method: ReductionMethod, accesses: boolean): Promise<Reduction> {
  const plan = reductionPlan(method);
  await readTrace(input, {}, (block) => plan.block(block));
  plan.end();
  let reduction: Reduction | undefined;
  await readTrace(input, {}, (block, symbols) => {
    reduction ??= new Reduction(plan, { symbols, emit: () => {}, accesses });
    reduction.block(block);
  });
  return reduction!;
}
