// The job that analyses the trace of one run.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { version } from 'foretrace/node';
import type { Sql } from '../database/database.ts';
import { salt } from '../store/redacting.ts';
import { type Analyzed, countAttempt, type RunRow, storeFailure, storeResult } from '../store/results.ts';
import { machineName } from '../workers.ts';
import type { AnalyzedFinding, AnalyzedTrace, AnalyzeTask } from './analyze-task.ts';
import { type Failed, type JobContext, jobKind, type WorkSettings } from './kind.ts';
import { ANALYZE, type AnalyzeData } from './names.ts';

export const analyzeJob = jobKind<AnalyzeData>({
  name: ANALYZE,
  async task({ run: id, again }, context) {
    const run = await runRow(id, context.fleet.database);
    if (run.state !== 'waiting' && !again) return undefined;
    const task: AnalyzeTask = { ...(await traceTask(run, context.settings, context)), task: 'analyze' };
    return task;
  },
  async store({ run: id, again }, answer, { settings, seconds }, sql) {
    const run = await runRow(id, sql);
    if (answer === undefined || (run.state !== 'waiting' && !again)) return undefined;
    const { head, findings } = await answered(answer);
    return storeResult(analyzed(run, settings), seconds, head, findings, sql);
  },
  fail: ({ run }, failed, context, sql) => failRun(run, failed, context, sql),
});

/** `false`: the run is to be tried again. */
export async function failRun(id: number, { how, reason }: Failed, { settings }: JobContext, sql: Sql): Promise<boolean> {
  const run = await runRow(id, sql);
  if (how !== 'input' && (await countAttempt(run, sql)) < settings.attempts) return false;
  await storeFailure(run, await storedReason(reason, sql), sql);
  return true;
}

/** What a process must know to analyse a trace. */
export async function traceTask(
  run: RunRow,
  { detectors, detectorOptions }: Pick<WorkSettings, 'detectors' | 'detectorOptions'>,
  { fleet, settings }: JobContext,
): Promise<Omit<AnalyzeTask, 'task'>> {
  const [trace] = await fleet.database.query<{ address: string | null }>('SELECT address FROM foretrace.trace WHERE hash = $1', [
    run.trace,
  ]);
  return {
    from: trace!.address ?? fleet.traces.pathOf(run.trace),
    hash: run.trace,
    mostBytes: settings.limits.bytesOfDisk,
    name: run.name,
    detectors,
    detectorOptions,
    salt: await salt(fleet.database),
  };
}

/** Behind the code of an error may be names. */
async function storedReason(reason: string, sql: Sql): Promise<string> {
  return (await salt(sql)) === undefined ? reason : reason.split(':')[0]!;
}

/** How it was analysed. */
export function analyzed(
  run: RunRow,
  { detectors, detectorOptions }: Pick<WorkSettings, 'detectors' | 'detectorOptions'>,
): Analyzed {
  const numbers = Object.entries(detectorOptions).sort(([a], [b]) => (a < b ? -1 : 1));
  const settings = JSON.stringify({ detectors, options: Object.fromEntries(numbers) });
  return { run, version: version(), settings, machine: machineName() };
}

export async function runRow(id: number, sql: Sql): Promise<RunRow> {
  const [row] = await sql.query<RunRow>('SELECT id, project, trace, name, machine, state FROM foretrace.run WHERE id = $1', [id]);
  return row!;
}

export async function answered(path: string): Promise<{ head: AnalyzedTrace; findings: AnalyzedFinding[] }> {
  let head: AnalyzedTrace | undefined;
  const findings: AnalyzedFinding[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (head === undefined) head = JSON.parse(line) as AnalyzedTrace;
    else findings.push(JSON.parse(line) as AnalyzedFinding);
  }
  return { head: head!, findings };
}
