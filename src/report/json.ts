// The JSON report: contract version 1. Keys in a fixed order, same input, same bytes; yielded in pieces, because the races of
// a large trace do not fit into one string.

import type { AnalysisResult, DetectorReport } from '../findings/result.ts';

export function* json(result: AnalysisResult): Generator<string> {
  yield `{\n  "version": 1,\n  "trace": ${JSON.stringify(result.trace)},\n  "detectors": [`;
  let separator = '\n';
  for (const detector of result.detectors) {
    yield separator;
    yield* detectorJson(detector);
    separator = ',\n';
  }
  yield result.detectors.length === 0 ? '],\n' : '\n  ],\n';
  yield '  "findings": []\n}\n';
}

function* detectorJson({ id, claim, races, variables, counters }: DetectorReport): Generator<string> {
  yield `    { "id": ${JSON.stringify(id)}, "claim": ${JSON.stringify(claim)}, "races": [`;
  let separator = '\n';
  for (const race of races) {
    yield `${separator}      ${JSON.stringify(race)}`;
    separator = ',\n';
  }
  yield `${races.length === 0 ? '' : '\n    '}],\n      "variables": ${JSON.stringify(variables)},\n      "counters": ${JSON.stringify(counters)} }`;
}
