// The jobs of a trace whose search is shared: each decides a share of the pairs, and whoever stores the last one sends the job that puts them together.
// As with split traces, all of it holds for the run as a whole. The result is that of one machine with the settings of the first worker.

import { readFileSync } from 'node:fs';
import type { Sql } from '../database/database.ts';
import { storeResult } from '../store/results.ts';
import { agreedSettings, type SharedSettings, shareCount, storedShares, storeShare } from '../store/shares.ts';
import { endSplit, openPart, splitRow } from '../store/splits.ts';
import { analyzed, answered, runRow, traceTask } from './analyze.ts';
import { type Failed, type JobContext, jobKind } from './kind.ts';
import { MERGE, type MergeData, SHARE, type ShareData } from './names.ts';
import type { MergeTask, ShareTask } from './share-task.ts';
import { failSplit, SOON, written } from './split.ts';

export const shareJob = jobKind<ShareData>({
  name: SHARE,
  async task({ split: id, number }, context) {
    const { database } = context.fleet;
    const split = await splitRow(id, database);
    if (split === undefined || (await openPart({ split: id, level: 0, number }, database)) === undefined) return undefined;
    const settings = await agreedSettings(id, context.settings, database);
    if (settings === undefined) return undefined;
    const run = await runRow(split.run, database);
    const task: ShareTask = {
      ...(await traceTask(run, settings, context)),
      task: 'share',
      number,
      of: await shareCount(id, database),
    };
    return task;
  },
  async store({ split, number }, answer, { fleet, seconds }, sql) {
    if (answer === undefined || (await openPart({ split, level: 0, number }, sql)) === undefined) return;
    const isLast = await storeShare(split, number, readFileSync(answer), seconds, sql);
    if (isLast) await fleet.queue.send(MERGE, [{ split } satisfies MergeData], sql, SOON);
  },
  fail: ({ split }, failed, context, sql) => fail(split, failed, context, sql),
});

export const mergeJob = jobKind<MergeData>({
  name: MERGE,
  async task({ split: id }, context) {
    const { database } = context.fleet;
    const split = await splitRow(id, database);
    const settings = await agreedSettings(id, context.settings, database);
    if (split === undefined || settings === undefined) return undefined;
    const shares = (await storedShares(id, database)).map((bytes, i) => written(context.scratch, `share-${i}`, bytes));
    const run = await runRow(split.run, database);
    const task: MergeTask = { ...(await traceTask(run, settings, context)), task: 'merge', shares };
    return task;
  },
  async store({ split: id }, answer, { seconds, settings: own }, sql) {
    const split = await splitRow(id, sql);
    if (answer === undefined || split === undefined) return;
    const run = await runRow(split.run, sql);
    const settings = await agreed(id, own, sql);
    const { head, findings } = await answered(answer);
    if (run.state === 'waiting' || split.again)
      await storeResult(analyzed(run, settings), split.seconds + seconds, head, findings, sql);
    await endSplit(id, sql);
  },
  fail: ({ split }, failed, context, sql) => fail(split, failed, context, sql),
});

async function agreed(split: number, own: SharedSettings, sql: Sql): Promise<SharedSettings> {
  return (await agreedSettings(split, own, sql)) ?? own;
}

async function fail(id: number, failed: Failed, context: JobContext, sql: Sql): Promise<boolean> {
  return failSplit(await splitRow(id, sql), failed, context, sql, await agreed(id, context.settings, sql));
}
