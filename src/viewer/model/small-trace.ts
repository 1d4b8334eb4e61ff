// The part of a trace around a finding as a trace of its own, small enough for an issue or a test.

import { type Finding, sidesOf } from '../../findings/finding.ts';
import { nativeFile } from '../../page-trace.ts';
import { withMemoryModel } from '../../trace/memory-model.ts';
import { PartCollector } from '../../trace/part.ts';
import { blocksOf } from './blocks.ts';
import { rowsAt, type ViewTrace } from './view-trace.ts';

/** Events before and after each event of the finding. */
const BEFORE = 200;
const AFTER = 40;

/** A native file; undefined if the page has no event of the finding. */
export function smallTrace(trace: ViewTrace, finding: Finding): Uint8Array | undefined {
  const rows = rowsAt(
    trace,
    sidesOf(finding).map(({ index }) => index),
  );
  if (rows.length === 0) return undefined;
  const collector = new PartCollector(
    [...rows].map((row) => [Math.max(0, row - BEFORE), Math.min(trace.columns.length, row + AFTER)]),
  );
  for (const block of blocksOf(trace)) if (!collector.done) collector.block(block);
  return nativeFile(collector.kept(), trace.symbols, withMemoryModel(new Map(), trace.columns.memoryModel));
}
