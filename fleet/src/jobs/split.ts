// The jobs of a trace that was split. A cut makes one job for each chunk; whoever stores the last summary that a part waits for sends the job that puts
// them together, and the last of all that which tells what was found, as the findings of the run. All of it holds for the run as a whole: if one part cannot
// be done, the run has failed, and the jobs that are left do nothing.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk, CutTrace } from 'foretrace';
import type { Sql } from '../database/database.ts';
import { salt } from '../store/redacting.ts';
import { type RunRow, type Stored, storeResult } from '../store/results.ts';
import type { SharedSettings } from '../store/shares.ts';
import {
  endSplit,
  openPart,
  type Part,
  type SplitRow,
  splitRow,
  storeSplit,
  storeSummary,
  summariesBelow,
  wholeSummary,
} from '../store/splits.ts';
import { analyzed, answered, failRun, runRow } from './analyze.ts';
import { type Failed, type JobContext, jobKind } from './kind.ts';
import { CUT, type CutData, JOIN, type PartData, SUM, TELL, type TellData } from './names.ts';
import type { CutTask, JoinTask, SumTask, TellTask } from './split-task.ts';

/** What others wait for goes before what nobody has begun. */
export const SOON = 1;

/** As those of the same detector on one machine: the answer is the same. */
const ANALYSIS = { detectors: ['grammar-hb'], detectorOptions: {} };

export const cutJob = jobKind<CutData>({
  name: CUT,
  async task({ run: id, again, chunkEvents }, context) {
    const run = await runRow(id, context.fleet.database);
    if (run.state !== 'waiting' && !again) return undefined;
    const task: CutTask = { task: 'cut', ...(await placeOf(run, context)), hash: run.trace, chunkEvents };
    return task;
  },
  async store({ run: id, again = false }, answer, context, sql) {
    const run = await runRow(id, sql);
    if (answer === undefined || (run.state !== 'waiting' && !again)) return undefined;
    const [first = '', ...rest] = readFileSync(answer, 'utf8').split(/(?<=\n)/);
    const cut = JSON.parse(first) as CutTrace;
    const { seconds, fleet } = context;
    const split = await storeSplit({ run: id, again, cut, clean: rest.join(''), seconds }, sql);
    if (cut.chunks.length === 0) await fleet.queue.send(TELL, [{ split } satisfies TellData], sql, SOON);
    const jobs = cut.chunks.map((_, number): PartData => ({ split, level: 0, number }));
    if (jobs.length > 0) await fleet.queue.send(SUM, jobs, sql);
    return undefined;
  },
  fail: ({ run }, failed, context, sql) => failRun(run, failed, context, sql),
});

export const sumJob = jobKind<PartData>({
  name: SUM,
  async task(part, context) {
    const { database } = context.fleet;
    const [split, open] = [await splitRow(part.split, database), await openPart(part, database)];
    if (split === undefined || open === undefined) return undefined;
    const place = await placeOf(await runRow(split.run, database), context);
    const task: SumTask = { task: 'sum', ...place, cut: split.cut, chunk: open.chunk as Chunk };
    return task;
  },
  store: storePart,
  fail: ({ split }, failed, context, sql) => failSplit(split, failed, context, sql),
});

export const joinJob = jobKind<PartData>({
  name: JOIN,
  async task(part, { fleet: { database }, scratch }) {
    const split = await splitRow(part.split, database);
    if (split === undefined || (await openPart(part, database)) === undefined) return undefined;
    const summaries = (await summariesBelow(part, database)).map((bytes, i) => written(scratch, `summary-${i}`, bytes));
    const task: JoinTask = { task: 'join', cut: split.cut, summaries };
    return task;
  },
  store: storePart,
  fail: ({ split }, failed, context, sql) => failSplit(split, failed, context, sql),
});

export const tellJob = jobKind<TellData>({
  name: TELL,
  async task({ split: id }, context) {
    const { database } = context.fleet;
    const split = await splitRow(id, database);
    if (split === undefined) return undefined;
    const whole = await wholeSummary(id, database);
    const summary = whole && written(context.scratch, 'summary', whole);
    const place = await placeOf(await runRow(split.run, database), context);
    const task: TellTask = { task: 'tell', ...place, cut: split.cut, summary, clean: split.clean };
    return task;
  },
  async store({ split: id }, answer, { seconds }, sql) {
    const split = await splitRow(id, sql);
    return answer === undefined || split === undefined ? undefined : storeSplitResult(split, answer, ANALYSIS, seconds, sql);
  },
  fail: ({ split }, failed, context, sql) => failSplit(split, failed, context, sql),
});

/** What was found in all parts, as what was found in the run. */
export async function storeSplitResult(
  split: SplitRow,
  answer: string,
  settings: SharedSettings,
  seconds: number,
  sql: Sql,
): Promise<Stored | undefined> {
  const run = await runRow(split.run, sql);
  const { head, findings } = await answered(answer);
  const isWanted = run.state === 'waiting' || split.again;
  const stored = isWanted ? await storeResult(analyzed(run, settings), split.seconds + seconds, head, findings, sql) : undefined;
  await endSplit(split.id, sql);
  return stored;
}

async function storePart(
  part: PartData,
  answer: string | undefined,
  { fleet, seconds }: JobContext,
  sql: Sql,
): Promise<undefined> {
  if (answer === undefined || (await openPart(part, sql)) === undefined) return;
  const next = await storeSummary(part, readFileSync(answer), seconds, sql);
  if (next === 'root') await fleet.queue.send(TELL, [{ split: part.split } satisfies TellData], sql, SOON);
  else if (next !== undefined) await fleet.queue.send(JOIN, [next satisfies Part], sql, SOON);
}

/** Whoever comes after another part that failed has nothing to try again. */
export async function failSplit(id: number, failed: Failed, context: JobContext, sql: Sql): Promise<boolean> {
  const split = await splitRow(id, sql);
  if (split === undefined) return true;
  const isOver = await failRun(split.run, failed, context, sql);
  if (isOver) await endSplit(split.id, sql);
  return isOver;
}

async function placeOf(run: RunRow, { fleet }: JobContext): Promise<Pick<CutTask, 'path' | 'bytes' | 'name' | 'salt'>> {
  const [trace] = await fleet.database.query<{ bytes: number }>('SELECT bytes FROM foretrace.trace WHERE hash = $1', [run.trace]);
  return { path: fleet.traces.pathOf(run.trace), bytes: trace!.bytes, name: run.name, salt: await salt(fleet.database) };
}

export function written(folder: string, name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}
