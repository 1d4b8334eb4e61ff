// The JSON report: contract version 1. Keys in a fixed order, same input, same bytes; yielded in pieces, because the races of
// a large trace do not fit into one string.

import { jsonText } from '../base/json.ts';
import type { Finding } from '../findings/finding.ts';
import { type AnalysisResult, type DetectorReport, type Race, stepOf } from '../findings/result.ts';
import { racedContract } from './raced-tests.ts';

export function* json({ traces, detectors, findings, runs, leftOut }: AnalysisResult): Generator<string> {
  yield `{\n  "version": 1,\n  "trace": ${jsonText(traces[0])},\n  "traces": `;
  yield* list(traces, '  ');
  if (runs !== undefined) {
    yield ',\n  "runs": ';
    yield* list(runs, '  ');
  }
  yield ',\n  "detectors": [';
  let separator = '\n';
  const room = { entries: MOST_ENTRIES };
  for (const detector of detectors) {
    yield separator;
    yield* detectorJson(detector, room);
    separator = ',\n';
  }
  yield `${detectors.length === 0 ? '' : '\n  '}],\n  "findings": `;
  yield* list(findings.map(contractFinding), '  ');
  yield ',\n  "tests": ';
  yield* list(racedContract(findings), '  ');
  yield `,\n  "leftOut": ${jsonText(leftOut ?? null)}\n}\n`;
}

/** What the witnesses of raw races may take together; findings always have theirs. */
const MOST_ENTRIES = 1_000_000;

function* detectorJson(
  { id, claim, finds, trace, races, deadlocks, violations, variables, counters, note }: DetectorReport,
  room: { entries: number },
): Generator<string> {
  yield `    { "id": ${jsonText(id)}, "claim": ${jsonText(claim)}, "finds": ${jsonText(finds)}, "trace": ${trace}, "races": `;
  yield* list(bounded(races(), room), '    ');
  yield ',\n      "deadlocks": ';
  yield* list(bounded(deadlocks, room), '    ');
  yield ',\n      "violations": ';
  yield* list(bounded(violations, room), '    ');
  yield `,\n      "variables": ${jsonText(variables)},\n      "counters": ${jsonText(counters)}`;
  yield note === undefined ? ' }' : `,\n      "note": ${jsonText(note)} }`;
}

/** With their witnesses, as long as there is room. */
function* bounded(all: Iterable<Pick<Race, 'witness'>>, room: { entries: number }): Generator<object> {
  for (const found of all) {
    const witness = found.witness === null || room.entries <= 0 ? null : found.witness.toJSON();
    room.entries -= witness?.length ?? 0;
    yield { ...found, witness };
  }
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

/** A finding as the contract has it. */
export function contractFinding({ known: _, ...finding }: Finding): object {
  return finding.type === 'deadlock' ? { ...finding, cycle: finding.cycle.map(stepOf) } : finding;
}
