// The data of a page from a report in JSON, contract version 1: the findings without the events of the run, which such a report does not have.

import { InputError } from '../../base/error.ts';
import type { LeftOut } from '../../findings/result.ts';
import type { WrittenWitness } from '../../trace/witness.ts';
import { isDetector, isShowable, isTraceSummary, isWitness } from './checked-finding.ts';
import { PAGE_VERSION, type PageData, type PageDetector, type PageFinding } from './page-data.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Of the text of a report; `version` is that of foretrace. */
export function reportPageData(text: string, file: string, version: string): PageData {
  const fail = (what: string): never => {
    throw new InputError(
      'REPORT_BAD',
      { file },
      what,
      'write one with foretrace analyze --format json, or name the trace itself',
    );
  };
  let report: Fields;
  try {
    report = JSON.parse(text) as Fields;
  } catch {
    return fail('the report is no JSON, or is cut short');
  }
  const { version: contract, traces, detectors, findings, leftOut } = report;
  if (contract !== 1) fail('this is no report of contract version 1');
  if (!Array.isArray(traces) || !traces.every(isTraceSummary)) return fail('the report does not tell of its traces');
  if (!Array.isArray(detectors) || !detectors.every(isDetector)) return fail('the report does not tell of its detectors');
  if (!Array.isArray(findings)) return fail('the report has no list of findings');
  return {
    page: PAGE_VERSION,
    version,
    traces,
    detectors: detectors.map(detectorOf),
    findings: findings.map((finding: Fields, i) => findingOf(finding) ?? fail(`finding ${i + 1} of the report is not whole`)),
    more: 0,
    leftOut: (leftOut as LeftOut | null | undefined) ?? null,
    sources: {},
    parts: [],
  };
}

function detectorOf({ id, claim, finds, trace, counters, races, deadlocks, violations, variables, note }: Fields): PageDetector {
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

/** The contract calls the lock of a step `lock` and what is held meanwhile `held`; the page has one name for all events. */
function findingOf(value: Fields | null): PageFinding | undefined {
  const { witness, cycle, ...told } = value ?? {};
  const steps = Array.isArray(cycle)
    ? cycle.map((step: Fields | null) => {
        const { lock, held, ...rest } = step ?? {};
        return { ...rest, target: lock, locks: held };
      })
    : undefined;
  const finding = { trace: 0, tests: [], processes: [], ...told, ...(steps === undefined ? {} : { cycle: steps }) };
  if (!isShowable(finding)) return undefined;
  const length = isWitness(witness) ? lengthOf(witness as WrittenWitness) : undefined;
  return { ...finding, witness: length === undefined ? null : { length }, state: 'new' } as unknown as PageFinding;
}

function lengthOf(witness: WrittenWitness): number {
  return witness.reduce<number>((sum, entry) => sum + (typeof entry === 'number' ? 1 : entry[1] - entry[0] + 1), 0);
}
