// A report that was written before, as what the viewer is served.

import { closeSync, openSync, readSync } from 'node:fs';
import { version } from '../../base/version.ts';
import { type ReportKind, reportKindOf, reportText } from '../../viewer/model/report-text.ts';
import { textFile } from '../text-file.ts';
import type { Served } from './server.ts';

const LARGEST = 256 << 20;

/** Undefined if it is none. */
export function reportKind(path: string): ReportKind | undefined {
  return reportKindOf(headOf(path));
}

function headOf(path: string): string {
  if (path === '-') return '';
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = new Uint8Array(64);
      return new TextDecoder().decode(bytes.subarray(0, readSync(file, bytes)));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

export function servedReport(path: string, kind: ReportKind): Served {
  const data = reportText(textFile(path, LARGEST), kind, path, version());
  return { title: `foretrace: ${path}`, data, trace: () => undefined };
}
