// The data of a page from a report in JSON: the findings without the events of the run, which such a report does not have.

import type { LeftOut } from '../../findings/result.ts';
import type { WrittenWitness } from '../../trace/witness.ts';
import { type Reported, reported } from '../reported.ts';
import { PAGE_VERSION, type PageData, type PageDetector, type PageFinding } from './page-data.ts';

/** Of the text of a report; `version` is that of foretrace. */
export function reportPageData(text: string, file: string, version: string): PageData {
  const { traces, detectors, findings, leftOut } = reported(text, file);
  return {
    page: PAGE_VERSION,
    version,
    traces,
    detectors: detectors.map(detectorOf),
    findings: findings.map(
      ({ witness, ...finding }) =>
        ({ ...finding, witness: witness && { length: lengthOf(witness) }, state: 'new' }) as unknown as PageFinding,
    ),
    more: 0,
    leftOut: (leftOut as LeftOut | null | undefined) ?? null,
    sources: {},
    parts: [],
  };
}

function detectorOf({
  id,
  claim,
  finds,
  trace,
  counters,
  races,
  deadlocks,
  violations,
  variables,
  note,
}: Reported['detectors'][number]): PageDetector {
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  return {
    id,
    claim,
    finds,
    trace: trace ?? 0,
    counters,
    found: count(races) + count(deadlocks) + count(violations),
    variables: count(variables),
    ...(typeof note === 'string' ? { note } : {}),
  } as PageDetector;
}

function lengthOf(witness: WrittenWitness): number {
  return witness.reduce<number>((sum, entry) => sum + (typeof entry === 'number' ? 1 : entry[1] - entry[0] + 1), 0);
}
