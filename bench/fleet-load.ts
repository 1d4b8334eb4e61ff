// Fills a store with what many runs found, as their jobs store it: for load, and for what must be counted once.

import { createHash } from 'node:crypto';
import type { Fleet } from '../fleet/src/fleet.ts';
import type { AnalyzedFinding, AnalyzedTrace } from '../fleet/src/jobs/analyze-task.ts';
import { type RunRow, storeResult } from '../fleet/src/store/results.ts';
import { addRun } from '../fleet/src/store/runs.ts';
import type { Finding } from '../src/findings/finding.ts';

export interface Load {
  readonly runs: number;
  /** Different ones, and those of each run: run n has those from n × `each` on, round and round. */
  readonly findings: number;
  readonly each: number;
}

const PROJECT = 'load';

/** `stored` hears of every run. */
export async function fillStore(
  fleet: Fleet,
  { runs, findings, each }: Load,
  stored: (runs: number) => void = () => {},
): Promise<void> {
  for (let n = 0; n < runs; n++) {
    const hash = hashOf(`trace ${n}`);
    const about = {
      project: PROJECT,
      commit: hashOf(`commit ${n >> 3}`),
      branch: 'main',
      job: `job ${n % 8}`,
      machine: `m${n % 3}`,
    };
    const name = `run-${n}.ftrace`;
    const id = (await addRun(fleet, { hash, bytes: 1 }, { ...about, name }))!;
    const found = Array.from({ length: each }, (_, i) => foundIn((n * each + i) % findings));
    await fleet.database.transaction(async (sql) => {
      const [run] = await sql.query<RunRow>('SELECT id, project, trace, name, machine, state FROM foretrace.run WHERE id = $1', [
        id,
      ]);
      await storeResult({ run: run!, version: '0', settings: '{}', machine: about.machine }, 1, head(name), found, sql);
    });
    stored(n + 1);
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function head(file: string): AnalyzedTrace {
  const summary = {
    file,
    events: 1000,
    threads: 2,
    locks: 1,
    variables: 1000,
    repaired: 0,
    complete: true,
    memoryModel: 'c11',
  } as const;
  return { summary, detectors: [], notes: [], unfinished: [], places: Array.from({ length: 500 }, (_, i) => i) };
}

/** About as long as that of a race with stacks. */
function foundIn(n: number): AnalyzedFinding {
  const access = {
    thread: 'T1',
    op: 'write',
    location: `src/file-${n}.c:${n}`,
    stack: Array.from({ length: 8 }, (_, i) => `function_${n}_${i}`),
  };
  const finding = {
    id: 'R1',
    fingerprint: hashOf(`finding ${n}`).slice(0, 16),
    type: 'race',
    kind: 'write-write',
    variable: `variable_${n}`,
    claim: 'observed',
    count: 1 + (n % 7),
    first: access,
    second: access,
  } as unknown as Finding;
  return {
    finding,
    sides: [`a${n}`, `b${n}`],
    places: [`src/file-${n}.c:1`, `src/file-${n}.c:2`],
    keys: [n % 500, (n + 1) % 500],
  };
}

/** Throws unless everything is there once. */
export async function checkLoad(fleet: Fleet, { runs, findings, each }: Load): Promise<void> {
  const [row] = await fleet.database.query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM foretrace.run WHERE state = 'done') AS runs, (SELECT count(*) FROM foretrace.finding) AS findings,
       (SELECT count(*) FROM foretrace.occurrence) AS occurrences, (SELECT sum(runs) FROM foretrace.finding)::bigint AS seen`,
  );
  const expected = { runs, findings: Math.min(findings, runs * each), occurrences: runs * each, seen: runs * each };
  for (const [name, count] of Object.entries(expected))
    if (row![name] !== count) throw new Error(`${count} ${name} were stored, and ${row![name]} are there`);
}
