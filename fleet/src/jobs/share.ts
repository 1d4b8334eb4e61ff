// The jobs of a trace whose search is shared: each decides a share of the pairs, and whoever stores the last one sends the job that puts them together.
// As with split traces, all of it holds for the run as a whole. The result is that of one machine with the settings of the first worker.

import { readFileSync } from 'node:fs';
import { agreedSettings, shareCount, storedShares, storeShare } from '../store/shares.ts';
import { openPart, splitRow } from '../store/splits.ts';
import { runRow, traceTask } from './analyze.ts';
import { jobKind } from './kind.ts';
import { MERGE, type MergeData, SHARE, type ShareData } from './names.ts';
import type { MergeTask, ShareTask } from './share-task.ts';
import { failSplit, SOON, storeSplitResult, written } from './split.ts';

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
    if (answer === undefined || (await openPart({ split, level: 0, number }, sql)) === undefined) return undefined;
    const isLast = await storeShare(split, number, readFileSync(answer), seconds, sql);
    if (isLast) await fleet.queue.send(MERGE, [{ split } satisfies MergeData], sql, SOON);
    return undefined;
  },
  fail: ({ split }, failed, context, sql) => failSplit(split, failed, context, sql),
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
    if (answer === undefined || split === undefined) return undefined;
    const settings = (await agreedSettings(id, own, sql)) ?? own;
    return storeSplitResult(split, answer, settings, seconds, sql);
  },
  fail: ({ split }, failed, context, sql) => failSplit(split, failed, context, sql),
});
