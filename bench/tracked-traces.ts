// One recorded trace through both clock algorithms and both reductions. Three readings; only synchronisation is kept in memory.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openInput } from '../src/formats/file/input.ts';
import type { Input } from '../src/formats/input.ts';
import { readTrace } from '../src/formats/read.ts';
import { Reduction, type ReductionMethod, reductionPlan } from '../src/reduce/index.ts';
import { FfTracker, type LockLog, LoftTracker, synchronisationOf } from '../src/teaching/track/index.ts';
import type { EventBlock } from '../src/trace/block.ts';
import type { Symbols } from '../src/trace/symbols.ts';
import { cpuSeconds } from './cpu-time.ts';
import { median } from './reproduce/statistics.ts';

export interface Cost {
  /** At acquires and releases, as the paper counts. */
  readonly operations: number;
  /** Of the processor; the median of runs in which both take turns. */
  readonly microseconds: number;
  /** Bytes of the lock log. */
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
  const [ff, loft] = costs(blocks, symbols, repeats);
  const byLoft = await reduced(input, 'loft', false);
  const byRuns = await reduced(input, 'runs', true);
  return {
    name: file.replace(/\.(?:std|std\.gz|rr|ftrace)$/, ''),
    threads: symbols.threads.size,
    events,
    ff: ff!,
    loft: loft!,
    before: byLoft.before.synchronisation,
    byLoft: byLoft.after.synchronisation,
    byRuns: byRuns.after.synchronisation,
    byAccesses: byRuns.after.events,
  };
}

function costs(blocks: readonly EventBlock[], symbols: Symbols, repeats: number): Cost[] {
  const makers = [(log?: LockLog) => new FfTracker(log), (log?: LockLog) => new LoftTracker(log)];
  const times = makers.map((): number[] => []);
  for (let round = 0; round < repeats; round++)
    for (const [i, make] of makers.entries()) times[i]!.push(cpuSeconds(() => run(make(), blocks)));
  return makers.map((make, i) => {
    const lines: string[] = [];
    const tracker = run(
      make((acquired, t, lock) =>
        lines.push(
          `Thread ${symbols.threads.name(t)} [${acquired ? 'acquires' : 'releases'}] a lock ${symbols.locks.name(lock)}.\n`,
        ),
      ),
      blocks,
    );
    const log = Buffer.from(lines.join(''));
    return {
      operations: tracker.counts.atLocks,
      microseconds: median(times[i]!) * 1e6,
      log: log.length,
      gzip: log.length === 0 ? 0 : gzipSync(log).length,
    };
  });
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
