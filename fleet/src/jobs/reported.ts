// A report that `foretrace run --format json` wrote, in place of a trace: what it found is taken as it is. It does not say which places the
// run executed, so that nothing is called gone because of it.

import { createReadStream, readFileSync, statSync } from 'node:fs';
import { claims, type Finding, InputError } from 'foretrace';
import { type Reported, type ReportedFinding, reported } from 'foretrace/cli';
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
  return resultOf(reported(readFileSync(path, 'utf8'), path));
}

function resultOf({ traces, detectors, findings }: Reported): Told {
  if (traces.length === 0 || !findings.every(isKnowable)) throw bad('something of it is missing');
  const unfinished = traces.every(({ complete }) => complete) ? [] : ['the report is of less than the whole run'];
  const summary = {
    ...traces[0]!,
    events: traces.reduce((sum, { events }) => sum + events, 0),
    complete: unfinished.length === 0,
  };
  const told = detectors as unknown as Told['detectors'];
  return { traces: [summary], detectors: told, notes: [], unfinished, findings: eachOnce(findings.flatMap(members)) };
}

/** Findings of several processes may be told by several entries: the first is the strongest. */
function eachOnce(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ fingerprint }) => !seen.has(fingerprint) && seen.add(fingerprint));
}

/** Whether it can be known again, by all of its fingerprints. */
function isKnowable({ fingerprint, places }: ReportedFinding): boolean {
  const isFingerprint = (text: unknown): boolean => typeof text === 'string' && /^[0-9a-f]{16}$/.test(text);
  const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((text) => typeof text === 'string');
  return (
    isFingerprint(fingerprint) &&
    places.every(
      (pair) =>
        claims.includes(pair.claim) &&
        Array.isArray(pair.fingerprints) &&
        pair.fingerprints.every(isFingerprint) &&
        Array.isArray(pair.sides) &&
        pair.sides.every(isTexts),
    )
  );
}

/** An entry stands for all that it holds; what it tells in full is the first. */
function members(entry: ReportedFinding): Finding[] {
  return entry.places.flatMap((pair) =>
    pair.fingerprints.map((fingerprint, i): Finding => {
      const own = { fingerprint, kind: pair.kind, claim: pair.claim, count: pair.count };
      const places = [{ ...pair, fingerprints: [fingerprint], sides: [pair.sides[i] ?? []] }];
      if (fingerprint === entry.fingerprint) return { ...entry, ...own, places } as unknown as Finding;
      const at = ({ text: _, ...side }: Finding['second'], location: string) => ({ ...side, location, stack: [], taken: [] });
      const first = entry.first === null || pair.first === null ? null : at(entry.first, pair.first);
      return { ...entry, ...own, places, first, second: at(entry.second, pair.second), witness: null } as unknown as Finding;
    }),
  );
}

function bad(why: string): InputError {
  return new InputError('REPORT_BAD', {}, `the report cannot be read: ${why}`, '');
}
