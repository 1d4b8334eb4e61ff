// What would be if the program held a lock here, or waited for a thread there: the trace is changed, both are analysed, and what is gone and what is new is
// told. Runs in a worker of the page: questions and answers are plain data.

import { analyze } from '../../analyze.ts';
import { joinedBytes } from '../../base/joined-bytes.ts';
import type { Detector } from '../../detectors/detector.ts';
import { detectors, recommended } from '../../detectors/index.ts';
import { type Finding, sidesOf } from '../../findings/finding.ts';
import { memoryInput } from '../../formats/input.ts';
import { native } from '../../formats/native/index.ts';
import { readTrace } from '../../formats/read.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ColumnCollector } from '../../trace/columns.ts';
import type { MemoryModel } from '../../trace/memory-model.ts';
import type { Symbols } from '../../trace/symbols.ts';
import { blocksOf } from './blocks.ts';
import { type Edit, edited } from './edit.ts';
import type { Row, ViewTrace } from './view-trace.ts';

export interface WhatIfQuestion {
  /** The events of the page, as a native file. */
  readonly bytes: Uint8Array;
  readonly memoryModel: MemoryModel;
  readonly edits: readonly Edit[];
  /** The finding that should go: its fingerprint, and the rows of its events. */
  readonly fingerprint: string;
  readonly marked: readonly Row[];
  /** The detectors that found it: those of broken blocks, for instance, are not asked otherwise. */
  readonly detectors: readonly string[];
}

/** A finding of one of the two analyses. */
export interface ToldFinding {
  readonly type: Finding['type'];
  readonly kind: Finding['kind'];
  readonly claim: Finding['claim'];
  readonly variable: string;
  readonly places: readonly string[];
  readonly fingerprint: string;
}

export type WhatIfAnswer =
  | { readonly ok: false; readonly why: string; readonly deadlock: boolean }
  | {
      readonly ok: true;
      /** `unseen`: what the page has of the trace does not show the finding even as it is. */
      readonly finding: 'gone' | 'there' | 'unseen';
      readonly gone: readonly ToldFinding[];
      readonly appeared: readonly ToldFinding[];
      readonly left: number;
      readonly delayed: number;
      readonly otherReads: number;
    };

export function whatIfQuestion(trace: ViewTrace, question: Omit<WhatIfQuestion, 'bytes' | 'memoryModel'>): WhatIfQuestion {
  return { ...question, bytes: nativeBytes(blocksOf(trace), trace.symbols), memoryModel: trace.columns.memoryModel };
}

export async function whatIf(question: WhatIfQuestion): Promise<WhatIfAnswer> {
  const { bytes, memoryModel, edits, fingerprint, marked } = question;
  const collector = new ColumnCollector();
  const input = memoryInput('trace', bytes);
  const { symbols } = await readTrace(input, { check: false, memoryModel }, (block) => collector.block(block));
  const made = edited({ columns: collector.columns(), symbols }, edits);
  if (!made.ok) return made;
  const asked = detectors.filter((detector) => recommended.includes(detector) || question.detectors.includes(detector.id));
  const before = await findingsOf(bytes, memoryModel, asked);
  const after = await findingsOf(nativeBytes(made.trace.blocks, symbols), memoryModel, asked);
  const open = before.find((finding) => isThe(finding, fingerprint, marked));
  const known = new Set(before.flatMap(fingerprintsOf));
  const now = new Set(after.flatMap(fingerprintsOf));
  const isGone = (finding: Finding): boolean => !fingerprintsOf(finding).some((one) => now.has(one));
  return {
    ok: true,
    finding: open === undefined ? 'unseen' : isGone(open) ? 'gone' : 'there',
    gone: before.filter(isGone).map(told),
    appeared: after.filter((finding) => !fingerprintsOf(finding).some((one) => known.has(one))).map(told),
    left: after.length,
    delayed: made.delayed,
    otherReads: made.otherReads,
  };
}

async function findingsOf(
  bytes: Uint8Array,
  memoryModel: MemoryModel,
  detectors: readonly Detector[],
): Promise<readonly Finding[]> {
  const { findings } = await analyze(memoryInput('trace', bytes), { detectors, memoryModel, jobs: 1 });
  return findings;
}

/** One that was grouped with others may be told by another pair of its group. */
function isThe(finding: Finding, fingerprint: string, marked: readonly Row[]): boolean {
  if (fingerprintsOf(finding).includes(fingerprint)) return true;
  return marked.length > 0 && sidesOf(finding).every(({ index }) => marked.includes(index));
}

function fingerprintsOf({ fingerprint, places }: Finding): readonly string[] {
  return [fingerprint, ...places.flatMap(({ fingerprints }) => fingerprints)];
}

function told({ type, kind, claim, variable, fingerprint, ...finding }: Finding): ToldFinding {
  const sides = sidesOf({ type, kind, claim, variable, fingerprint, ...finding } as Finding);
  return { type, kind, claim, variable, fingerprint, places: sides.map(({ thread, location }) => `${thread} at ${location}`) };
}

function nativeBytes(blocks: Iterable<EventBlock>, symbols: Symbols): Uint8Array {
  const parts: Uint8Array[] = [];
  const writer = native.writer({ symbols, write: (bytes) => parts.push(bytes), plain: true });
  for (const block of blocks) writer.block(block);
  writer.end();
  return joinedBytes(parts);
}
