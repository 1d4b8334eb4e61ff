// Findings for the tests of the viewer, as a page has them.

import { analyze } from '../../src/analyze.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { tracePart } from '../../src/page-trace.ts';
import { pageData, pageText } from '../../src/report/html/page-data.ts';
import type { ReportContext } from '../../src/report/report.ts';
import { type Opened, openedPage } from '../../src/viewer/model/opened.ts';

/** What a page of this trace has, once written and read again. */
export async function openedTrace(
  trace: string,
  detectors: readonly Detector[],
  context: Partial<ReportContext> = {},
): Promise<Opened> {
  const input = memoryInput('run.std', trace);
  const result = await analyze(input, { detectors });
  const parts = [await tracePart(input, result.findings, { events: result.traces[0]!.events })];
  return openedPage(pageText(pageData(result, { version: '1', parts, ...context })));
}
