// Deadlocks and atomicity: what two later papers claim, on recorded traces, on random ones that a search knows all about, and on long ones.

import { claimList } from '../claims.ts';
import { amount, type Cell, digits, milliseconds, name, several, table } from '../markdown.ts';
import { type Context, detect, type Program, type Section } from '../section.ts';
import type { Atomicity } from '../tasks/atomicity.ts';
import type { Deadlocks } from '../tasks/deadlocks.ts';
import type { Recall } from '../tasks/recall.ts';
import { linearClaim, mostClaim, recordedClaim, soundClaim, type TimedDeadlocks } from './deadlocks-claims.ts';
import { blockShapes, deadlockShapes, growthLimits, growthTable, measuredGrowth } from './deadlocks-growth.ts';

/** Shorter traces say nothing about the time of made-up blocks. */
const ENOUGH = 10_000;
const RANDOM = { samples: 90_000, quick: 300, seed: 20_261_117, events: 30 };

const NONE = 'None of the traces of this run is one.\n';

interface Row<Result> {
  readonly program: Program;
  readonly result: Result;
}

interface Rows<Result> {
  readonly rows: readonly Row<Result>[];
  /** What was given up. */
  readonly missing: readonly string[];
}

export const deadlocks: Section = {
  id: 'deadlocks',
  says: 'deadlocks (PLDI 2023) and atomicity (ASPLOS 2020): found, proved, and time by events',
  title: 'Deadlocks and atomicity',
  async run(context) {
    const locks = await timedDeadlocks(context);
    const recall = await measuredRecall(context);
    const orders = await measuredGrowth(context, deadlockShapes);
    const blocks = await measuredOn<Atomicity>(context, 'atomicity', isTelling);
    const sections = await measuredGrowth(context, blockShapes);
    return [
      'What two papers claim that came later than the five documents: Tunç, Mathur, Pavlogiannis and Viswanathan, *Sound Dynamic Deadlock Prediction in Linear Time* (PLDI 2023), and',
      'Mathur and Viswanathan, *Atomicity Checking in Linear Time using Vector Clocks* (ASPLOS 2020).\n',
      '### Deadlocks\n',
      'Traces in which a thread takes a lock inside another, or hangs. *Inverted* are cycles of lock orders (`lock-order`), whether a schedule ends in them or not; *sync-preserving* and *reordered* are',
      'deadlocks that `deadlock` predicts, each with a schedule that was checked; *observed* are hangs of the recorded run (`hang`).\n',
      deadlockTable(locks.rows),
      givenUp(locks),
      randomSentence(recall),
      'Threads that take 10 000 pairs of 1 000 locks, one inside the other, all in one order, or ten pairs also in the other; in the last rows a thread reads what sections in the first order wrote before it takes a pair in the other, which leaves fewer schedules:\n',
      growthTable(orders, deadlockShapes[0]!.detectors, ['cycles of the lock graph', 'deadlocks']),
      growthLimits(orders),
      claimList([
        soundClaim(recall),
        mostClaim(recall),
        linearClaim('Sync-preserving deadlocks are found in linear time for each abstract pattern (PLDI 2023).', orders),
        recordedClaim(locks.rows.map(({ result }) => result)),
      ]),
      '### Atomicity\n',
      `Blocks that are not conflict-serialisable as they ran. Where a trace has no blocks of its own, each outermost critical section is taken for one: that is for the time, a cut one is no bug. Both times of a row are of the trace with these blocks, of one process, by turns. Traces with blocks of their own, and others of ${amount(ENOUGH)} events or more.\n`,
      blockTable(blocks.rows),
      givenUp(blocks),
      'The threads of the last table above with all pairs in one order, and a block round each outermost section, or round every 40 events of a thread, which others run into:\n',
      growthTable(sections, blockShapes[0]!.detectors, ['blocks', 'cut']),
      growthLimits(sections),
      claimList([linearClaim('Atomicity is checked in linear time, in one pass (ASPLOS 2020).', sections)]),
    ].join('\n');
  },
};

function isTelling({ isOwn, blocks }: Atomicity, { facts }: Program): boolean {
  return blocks > 0 && (isOwn || facts.events >= ENOUGH);
}

/** With the times of `deadlock` and `sync-preserving`, which other tables have too, where a lock is taken inside another. */
async function timedDeadlocks(context: Context): Promise<Rows<TimedDeadlocks>> {
  const { rows, missing } = await measuredOn<Deadlocks>(context, 'deadlocks', ({ nested, observed }) => nested + observed > 0);
  const timed: Row<TimedDeadlocks>[] = [];
  for (const { program, result } of rows) {
    const times: number[] = [];
    if (result.nested > 0)
      for (const id of ['deadlock', 'sync-preserving'])
        times.push((await detect(context, program, id)).result?.seconds ?? Number.NaN);
    timed.push({ program, result: { ...result, seconds: times.some(Number.isNaN) ? undefined : pair(times) } });
  }
  return { rows: timed, missing };
}

function pair([own, beside]: readonly number[]): readonly [number, number] | undefined {
  return own === undefined || beside === undefined ? undefined : [own, beside];
}

async function measuredOn<Result>(
  { measuring, programs, collections, repeats, limits }: Context,
  task: 'deadlocks' | 'atomicity',
  isShown: (result: Result, program: Program) => boolean,
): Promise<Rows<Result>> {
  const rows: Row<Result>[] = [];
  const missing: string[] = [];
  const long = { ...limits, seconds: 4 * limits.seconds };
  for (const program of [...programs, ...collections]) {
    const { source, files } = program;
    const outcome = await measuring.measure<Result>(task, source, {
      question: task === 'atomicity' ? { repeats } : {},
      places: { files },
      limits: long,
    });
    if ('reason' in outcome) missing.push(`${name(source.name)} (${outcome.reason})`);
    else if (isShown(outcome.result, program)) rows.push({ program, result: outcome.result });
  }
  return { rows, missing };
}

async function measuredRecall({ measuring, quick, limits }: Context): Promise<Recall | undefined> {
  const question = { samples: quick ? RANDOM.quick : RANDOM.samples, seed: RANDOM.seed, events: RANDOM.events };
  const long = { ...limits, seconds: 10 * limits.seconds };
  return (await measuring.measure<Recall>('recall', undefined, { question, limits: long })).result;
}

function deadlockTable(rows: readonly Row<TimedDeadlocks>[]): string {
  if (rows.length === 0) return NONE;
  return table(
    [
      ':trace',
      'events',
      'nested acquires',
      'inverted',
      'sync-preserving',
      'reordered',
      'observed',
      '`deadlock`, ms',
      '`sync-preserving`, ms',
      'ratio',
      ':decided',
    ],
    rows.map(({ program: { source, facts }, result }): Cell[] => [
      ...[name(source.name), facts.events, result.nested, result.inverted],
      ...[result.syncPreserving, result.reordered, result.observed],
      ...timeCells(result.seconds),
      result.unfinished === undefined ? 'all' : 'in part',
    ]),
  );
}

function blockTable(rows: readonly Row<Atomicity>[]): string {
  if (rows.length === 0) return NONE;
  return table(
    [':trace', 'events', ':blocks are', 'blocks', 'cut', '`atomicity`, ms', '`fasttrack`, ms', 'ratio'],
    rows.map(({ program: { source, facts }, result }): Cell[] => [
      ...[name(source.name), facts.events, result.isOwn ? 'its own' : 'sections', result.blocks, result.cut],
      ...timeCells(result.seconds),
    ]),
  );
}

function timeCells(seconds: readonly [number, number] | undefined): Cell[] {
  if (seconds === undefined) return [undefined, undefined, undefined];
  const [own, beside] = seconds;
  return [milliseconds(own), milliseconds(beside), digits(own / beside, 2)];
}

function givenUp({ missing }: Rows<unknown>): string {
  return missing.length === 0 ? '' : `Given up: ${missing.join(', ')}.\n`;
}

function randomSentence(recall: Recall | undefined): string {
  if (recall === undefined) return '';
  const { traces, reachable, found, syncPreserving, wrong } = recall;
  return `In ${several(traces, 'random trace')} of at most ${RANDOM.events} events with nested locks, gates, reads, waits and sections that must change places, an exhaustive search reaches ${several(reachable, 'deadlock')}; \`deadlock\` finds ${amount(found)} of them, ${amount(syncPreserving)} as sync-preserving, and ${wrong === 0 ? 'none' : amount(wrong)} that it does not reach.\n`;
}
