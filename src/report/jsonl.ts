// One JSON object a line: the trace, then every finding, then a summary. For tools that read as it comes.

import { jsonText } from '../base/json.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { contractFinding } from './json.ts';

export function* jsonl({ trace, detectors, findings, leftOut }: AnalysisResult): Generator<string> {
  yield `${jsonText({ type: 'trace', version: 1, ...trace })}\n`;
  for (const finding of findings) yield `${jsonText({ type: 'finding', ...contractFinding(finding) })}\n`;
  for (const { id, claim, raceCount, variables, counters } of detectors)
    yield `${jsonText({ type: 'detector', id, claim, races: raceCount, variables: variables.length, counters })}\n`;
  yield `${jsonText({ type: 'end', findings: findings.length, leftOut: leftOut ?? null })}\n`;
}
