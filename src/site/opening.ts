// From a file that was dropped to the data of the viewer: a trace is analysed as `foretrace analyze` does it, a report has its findings.

import { analyze } from '../analyze.ts';
import { InputError } from '../base/error.ts';
import { recommended, recommendedForRecordings } from '../detectors/index.ts';
import { select } from '../findings/selection.ts';
import type { Input } from '../formats/input.ts';
import { tracePart } from '../page-trace.ts';
import { pageData, pageText } from '../report/html/page-data.ts';
import { reportKindOf, reportText } from '../viewer/model/report-text.ts';

/** What predictors may use: a tab has less than a machine. */
const MEMORY = 512 * 2 ** 20;
/** Events that the viewer gets whole. */
const WHOLE = 2_000_000;
/** Bytes that are looked at to recognise a report, and characters in all. */
const HEAD = 64;
const LARGEST_REPORT = 256 * 2 ** 20;

/** Hears what is done, and how far it is, from 0 to 1. */
export type Doing = (doing: string, done: number) => void;

export async function openedText(input: Input, version: string, doing: Doing): Promise<string> {
  const head = await beginning(input);
  const kind = reportKindOf(head);
  if (kind !== undefined) return reportText(await whole(input), kind, input.name, version);
  const size = input.size ?? 0;
  const result = await analyze(input, {
    detectors: recommended,
    onRecorded: recommendedForRecordings,
    detectorOptions: { memory: MEMORY },
    onProgress: (bytes) => doing('reading', size === 0 ? 0 : Math.min(1, bytes / size)),
    onWork: (detector, done) => doing(detector, done),
  });
  const { findings } = select(result.findings, { grouping: 'cause' });
  doing('drawing', 0);
  const part = await tracePart(input, findings, { events: result.traces[0]!.events, whole: WHOLE });
  return pageText(pageData({ ...result, findings }, { version, parts: [part] }));
}

async function beginning(input: Input): Promise<string> {
  for await (const chunk of input.chunks()) return new TextDecoder().decode(chunk.subarray(0, HEAD));
  return '';
}

async function whole(input: Input): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of input.chunks()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LARGEST_REPORT)
      throw new InputError(
        'REPORT_BAD',
        { file: input.name },
        'this report is too large',
        'foretrace view opens the trace itself',
      );
  }
  return text + decoder.decode();
}
