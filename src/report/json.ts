// The JSON report: contract version 1. Keys in a fixed order, same input, same bytes; yielded in pieces, because the races of
// a large trace do not fit into one string.

import { jsonText } from '../base/json.ts';
import type { Finding } from '../findings/finding.ts';
import type { AnalysisResult, DetectorReport } from '../findings/result.ts';

export function* json({ trace, detectors, findings }: AnalysisResult): Generator<string> {
  yield `{\n  "version": 1,\n  "trace": ${jsonText(trace)},\n  "detectors": [`;
  let separator = '\n';
  for (const detector of detectors) {
    yield separator;
    yield* detectorJson(detector);
    separator = ',\n';
  }
  yield `${detectors.length === 0 ? '' : '\n  '}],\n  "findings": `;
  yield* list(findings.map(contractFinding), '  ');
  yield '\n}\n';
}

function* detectorJson({ id, claim, races, variables, counters }: DetectorReport): Generator<string> {
  yield `    { "id": ${jsonText(id)}, "claim": ${jsonText(claim)}, "races": `;
  yield* list(races(), '    ');
  yield `,\n      "variables": ${jsonText(variables)},\n      "counters": ${jsonText(counters)} }`;
}

/** An array, one element a line. */
function* list(elements: Iterable<unknown>, indent: string): Generator<string> {
  yield '[';
  let empty = true;
  for (const element of elements) {
    yield `${empty ? '' : ','}\n${indent}  ${jsonText(element)}`;
    empty = false;
  }
  yield empty ? ']' : `\n${indent}]`;
}

/** A finding without what the contract does not have. */
export function contractFinding({ forks: _, ...finding }: Finding): Omit<Finding, 'forks'> {
  return finding;
}
