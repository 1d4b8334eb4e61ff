// One JSON object a line: the trace, then every finding, then a summary. For tools that read as it comes.

import { jsonText } from '../base/json.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { contractFinding } from './json.ts';
import { racedContract } from './raced-tests.ts';

export function* jsonl({ traces, detectors, findings, runs = [], leftOut }: AnalysisResult): Generator<string> {
  for (const trace of traces) yield `${jsonText({ type: 'trace', version: 1, ...trace })}\n`;
  for (const run of runs) yield `${jsonText({ type: 'run', ...run })}\n`;
  for (const finding of findings) yield `${jsonText(contractFinding(finding))}\n`;
  for (const raced of racedContract(findings)) yield `${jsonText({ type: 'test', ...raced })}\n`;
  for (const { id, claim, finds, trace, raceCount, deadlocks, violations, variables, counters, note } of detectors) {
    const found = { races: raceCount, deadlocks: deadlocks.length, violations: violations.length, variables: variables.length };
    yield `${jsonText({ type: 'detector', id, claim, finds, trace, ...found, counters, ...(note && { note }) })}\n`;
  }
  yield `${jsonText({ type: 'end', findings: findings.length, leftOut: leftOut ?? null })}\n`;
}
