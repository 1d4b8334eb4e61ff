// Reports in JSON that are added in place of a trace: anybody may have written them. Each is refused as a whole, or all that is made of it can be shown.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Sql } from '../../fleet/src/database/database.ts';
import { lines } from '../../fleet/src/jobs/analyze-task.ts';
import { reportedResult } from '../../fleet/src/jobs/reported.ts';
import { resultOf } from '../../fleet/src/reporting.ts';
import { reportFormats } from '../../src/report/index.ts';
import { foretrace, root } from '../cli/run.ts';
import { fleet } from './run.ts';
import { newFolder, newStore, sampledKinds } from './stores.ts';

type Json = Record<string, unknown>;

function reportOf(trace: string, ...flags: string[]): Json {
  return JSON.parse(foretrace(['analyze', join(root, 'traces', trace), '--format', 'json', ...flags]).stdout) as Json;
}

/** The same with one part of it replaced, for every part of it that decides what is shown. */
function* mutants(report: Json): Generator<{ readonly where: string; readonly text: string }> {
  const wrong = [null, 5, 1.5, 'x', [], [null], undefined];
  const paths = function* (value: unknown, path: readonly string[]): Generator<readonly string[]> {
    if (path.length > 0) yield path;
    if (typeof value === 'object' && value !== null)
      for (const key of Object.keys(value)) yield* paths((value as Json)[key], [...path, key]);
  };
  for (const path of paths({ traces: report['traces'], detectors: report['detectors'], findings: report['findings'] }, []))
    for (const value of wrong) {
      const copy = structuredClone(report);
      const parent = path.slice(0, -1).reduce((part, key) => part[key] as Json, copy);
      parent[path.at(-1)!] = value;
      yield { where: `${path.join('.')} = ${JSON.stringify(value)}`, text: JSON.stringify(copy) };
    }
}

/** All that commands would print of it. */
async function shown(file: string): Promise<void> {
  const [head, ...findings] = [...lines((await reportedResult(file))!)].map((line) => JSON.parse(line));
  // The store, as far as reports ask it.
  const stored = findings.map(({ finding }, id) => ({ id, detail: finding, trace: 't' }));
  const sql = { query: async (text: string) => (text.includes('told') ? stored : [{ trace: 't', summary: head }]) };
  const listed = stored.map(({ id }) => ({ id, runs: 2, machines: ['m'] }));
  const result = await resultOf(listed as never, { ignored: 0, isComplete: true, folds: [] }, sql as unknown as Sql);
  for (const { report } of reportFormats) for (const _ of report(result, { version: '0' }));
  for (const { finding, sides, places } of findings) {
    for (const text of [finding.kind, finding.variable, finding.claim, ...sides, ...places]) expect(text).toBeTypeOf('string');
    expect(finding.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(Number.isSafeInteger(finding.count)).toBe(true);
  }
  expect(new Set(findings.map(({ finding }) => finding.fingerprint)).size).toBe(findings.length);
  expect(Number.isSafeInteger(head.summary.events)).toBe(true);
}

const KINDS = [
  ['race/critical-section-goes-first.std'],
  ['deadlock/inversion.std'],
  ['atomicity/violation/check-then-act.std', '--detector', 'atomicity'],
] as const;

describe('a report with one thing wrong is refused, or can be shown', () => {
  test.for(KINDS)('%s', async ([trace, ...flags]) => {
    const report = reportOf(trace, ...flags);
    expect(report['findings']).not.toEqual([]);
    const file = join(newFolder(), 'report.json');
    const broken: string[] = [];
    for (const { where, text } of mutants(report)) {
      writeFileSync(file, text);
      await shown(file).catch((error: { code?: string }) => {
        if (error.code !== 'REPORT_BAD') broken.push(`${where}: ${String(error)}`);
      });
    }
    expect(broken).toEqual([]);
  });
});

test.for(sampledKinds)('%s: a report that the store does not take fails, and nothing else', async (kind, context) => {
  const store = await newStore(kind, context);
  const folder = join(newFolder(), 'reports');
  mkdirSync(folder);
  const report = reportOf('race/two-locks.std') as Json & { findings: Json[]; detectors: Json[] };
  const write = (name: string, other: Json): void => writeFileSync(join(folder, name), JSON.stringify({ ...report, ...other }));
  const [finding] = report.findings as [Json];
  write('twice.json', { findings: [finding, finding] });
  write('half.json', { findings: [{ ...finding, first: 5 }] });
  // No text of PostgreSQL has a zero.
  write('zero.json', { detectors: [{ ...report.detectors[0], counters: { '\0': 1 } }] });
  expect(fleet(store, ['add', join(folder, '*.json'), '--project', 'p', '--commit', 'c'])).toMatchObject({ status: 0 });
  expect(fleet(store, ['work'])).toMatchObject({ status: 3, stderr: expect.stringContaining('3 jobs done, 2 of them failed') });
  expect(JSON.parse(fleet(store, ['status', '--format', 'json']).stdout)).toMatchObject({
    runs: { done: 1, failed: 2, waiting: 0 },
    jobs: { waiting: 0 },
    troubles: [
      { name: 'zero.json', reason: expect.stringContaining('the store does not take what was found') },
      { name: 'half.json', reason: expect.stringContaining('REPORT_BAD') },
    ],
  });
  expect(fleet(store, ['report'])).toMatchObject({ status: 1 });
});
