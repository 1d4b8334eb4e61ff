// A report in JSON, contract version 1, read back: anybody may have written or touched it. Whoever takes one, the viewer or the fleet, takes it
// from here, so that what is not whole is refused by one clear line and nowhere else.

import { InputError } from '../base/error.ts';
import type { Finding } from '../findings/finding.ts';
import type { TraceSummary } from '../findings/result.ts';
import type { WrittenWitness } from '../trace/witness.ts';
import { isDetector, isShowable, isTraceSummary, isWitness } from './html/checked-finding.ts';

type Fields = Readonly<Record<string, unknown>>;

/** As all findings are, but for what only an analysis knows, and with the schedule as it is written. */
export type ReportedFinding = Omit<Finding, 'known' | 'witness'> & { readonly witness: WrittenWitness | null };

export interface Reported {
  readonly traces: readonly TraceSummary[];
  readonly detectors: readonly Fields[];
  readonly findings: readonly ReportedFinding[];
  readonly leftOut: unknown;
}

export function reported(text: string, file: string): Reported {
  const fail = (what: string): never => {
    throw new InputError(
      'REPORT_BAD',
      { file },
      what,
      'write one with foretrace analyze --format json, or name the trace itself',
    );
  };
  let report: Fields | null;
  try {
    report = JSON.parse(text) as Fields | null;
  } catch {
    return fail('the report is no JSON, or is cut short');
  }
  const { version, traces, detectors, findings, leftOut } = report ?? {};
  if (version !== 1) fail('this is no report of contract version 1');
  if (!Array.isArray(traces) || !traces.every(isTraceSummary)) return fail('the report does not tell of its traces');
  if (!Array.isArray(detectors) || !detectors.every(isDetector)) return fail('the report does not tell of its detectors');
  if (!Array.isArray(findings)) return fail('the report has no list of findings');
  return {
    traces,
    detectors,
    findings: findings.map((finding: Fields, i) => findingOf(finding) ?? fail(`finding ${i + 1} of the report is not whole`)),
    leftOut,
  };
}

/** The contract calls the lock of a step `lock` and what is held meanwhile `held`; all else has one name for all events. */
function findingOf(value: Fields | null): ReportedFinding | undefined {
  const { witness, cycle, known: _, ...told } = value ?? {};
  const steps = Array.isArray(cycle)
    ? cycle.map((step: Fields | null) => {
        const { lock, held, ...rest } = step ?? {};
        return { ...rest, target: lock, locks: held };
      })
    : undefined;
  const finding = { trace: 0, tests: [], processes: [], ...told, ...(steps === undefined ? {} : { cycle: steps }) };
  if (!isShowable(finding)) return undefined;
  return { ...finding, witness: isWitness(witness) ? witness : null } as unknown as ReportedFinding;
}
