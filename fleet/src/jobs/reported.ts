// A report that `foretrace run --format json` wrote, in place of a trace: what it found is taken as it is. It does not say which places the
// run executed, so that nothing is called gone because of it.

import { createReadStream, readFileSync, statSync } from 'node:fs';
import { type Finding, InputError, type TraceSummary } from 'foretrace';
import type { Told } from './analyze-task.ts';

/** How all of them begin. */
const HEAD = /^\s*\{\s*"version": ?1,\s*"trace": ?\{/;
const HEAD_BYTES = 256;
const MOST_BYTES = 2 ** 28;

/** Undefined if the file is no report. */
export async function reportedResult(path: string): Promise<Told | undefined> {
  let head = '';
  for await (const piece of createReadStream(path, { end: HEAD_BYTES - 1, encoding: 'utf8' })) head += piece as string;
  if (!HEAD.test(head)) return undefined;
  if (statSync(path).size > MOST_BYTES) throw bad('it is too large');
  return resultOf(parsed(readFileSync(path, 'utf8')));
}

interface Report {
  readonly traces: readonly TraceSummary[];
  readonly detectors: Told['detectors'];
  readonly findings: readonly Finding[];
}

function parsed(text: string): Report {
  try {
    const report = JSON.parse(text) as Report;
    if (!isReport(report)) throw bad('something of it is missing');
    return report;
  } catch (error) {
    throw error instanceof InputError ? error : bad('it is not JSON');
  }
}

function isReport({ traces, detectors, findings }: Partial<Report>): boolean {
  const isFinding = (finding: Finding): boolean =>
    typeof finding?.fingerprint === 'string' &&
    /^[0-9a-f]{16}$/.test(finding.fingerprint) &&
    [finding.type, finding.kind, finding.variable, finding.claim, finding.second?.location].every(
      (text) => typeof text === 'string',
    ) &&
    Number.isSafeInteger(finding.count) &&
    Array.isArray(finding.places) &&
    finding.places.every(
      (pair) => Array.isArray(pair?.fingerprints) && Array.isArray(pair.sides) && typeof pair.second === 'string',
    );
  if (!Array.isArray(traces) || typeof traces[0]?.events !== 'number' || !Array.isArray(detectors)) return false;
  return Array.isArray(findings) && findings.every(isFinding);
}

function resultOf({ traces, detectors, findings }: Report): Told {
  const unfinished = traces.every(({ complete }) => complete) ? [] : ['the report is of less than the whole run'];
  const summary = {
    ...traces[0]!,
    events: traces.reduce((sum, { events }) => sum + events, 0),
    complete: unfinished.length === 0,
  };
  return { traces: [summary], detectors, notes: [], unfinished, findings: findings.flatMap(members) };
}

/** An entry stands for all that it holds; what it tells in full is the first. */
function members(reported: Finding): Finding[] {
  const entry = withAccesses(reported);
  return entry.places.flatMap((pair) =>
    pair.fingerprints.map((fingerprint, i): Finding => {
      const own = { fingerprint, kind: pair.kind, claim: pair.claim, count: pair.count };
      const places = [{ ...pair, fingerprints: [fingerprint], sides: [pair.sides[i] ?? []] }];
      if (fingerprint === entry.fingerprint) return { ...entry, ...own, places } as Finding;
      const at = ({ text: _, ...side }: Finding['second'], location: string) => ({ ...side, location, stack: [], taken: [] });
      const first = entry.first === null || pair.first === null ? null : at(entry.first, pair.first);
      return { ...entry, ...own, places, first, second: at(entry.second, pair.second), witness: null } as Finding;
    }),
  );
}

/** The steps of a deadlock are told otherwise than the accesses that they are made of. */
function withAccesses(finding: Finding): Finding {
  if (finding.type !== 'deadlock') return finding;
  const steps = finding.cycle as unknown as readonly { readonly lock: string; readonly held: readonly string[] }[];
  return {
    ...finding,
    cycle: steps.map(({ lock, held, ...step }) => ({ ...step, target: lock, locks: held })) as unknown as typeof finding.cycle,
  };
}

function bad(why: string): InputError {
  return new InputError('TRACE_CORRUPT', {}, `the report cannot be read: ${why}`, '');
}
