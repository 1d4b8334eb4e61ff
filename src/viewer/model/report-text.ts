// A report that was written before, as the data of the viewer: one in JSON has the findings, a page has all that it carries. For `foretrace view` and for the site.

import { InputError, inFile } from '../../base/error.ts';
import { reportPageData } from '../../report/html/from-report.ts';
import { pageText } from '../../report/html/page-data.ts';
import { openedPage } from './opened.ts';

export type ReportKind = 'json' | 'html';

/** How a page begins the element of its data. */
const DATA = /<script type="application\/json" id="data">([^<]*)<\/script>/;

/** By its first characters: no format of traces begins so. Undefined if it is none; whoever reads it says what is wrong. */
export function reportKindOf(head: string): ReportKind | undefined {
  if (/^\uFEFF?\s*\{/.test(head)) return 'json';
  return /^\uFEFF?\s*<(?:!doctype|html)/i.test(head) ? 'html' : undefined;
}

/** What `openedPage` takes; `version` is that of foretrace. */
export function reportText(text: string, kind: ReportKind, file: string, version: string): string {
  return kind === 'json' ? pageText(reportPageData(text, file, version)) : dataIn(text, file);
}

function dataIn(text: string, file: string): string {
  const data = DATA.exec(text)?.[1];
  if (data === undefined)
    throw new InputError(
      'REPORT_BAD',
      { file },
      'this page has no findings in it',
      'only pages that --format html wrote have some',
    );
  try {
    openedPage(data);
  } catch (error) {
    throw inFile(error, file);
  }
  return data;
}
