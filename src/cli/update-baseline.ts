// `run --update-baseline`: what a run shows is known from now on.

import { existsSync, writeFileSync } from 'node:fs';
import { InputError } from '../base/error.ts';
import { display } from '../base/quote.ts';
import { baselineText, type KnownFinding, parseBaseline, updatedBaseline } from '../findings/baseline.ts';
import { unwritable } from '../formats/file/failure.ts';
import { amount } from '../report/words.ts';
import type { Session } from './session.ts';
import { textFile } from './text-file.ts';
import { LARGEST_BASELINE } from './triage.ts';

/** Before the program runs: the file is named, and there is one that `--baseline` can read. */
export function prepareBaseline(path: string | undefined): void {
  if (path === undefined)
    throw new InputError('USAGE', {}, '--update-baseline has no baseline to update', 'name its file with --baseline');
  if (existsSync(path)) return;
  write(path, baselineText({ updates: 0, findings: [] }));
}

/** `seen`: all that the run showed, also what was known. */
export function updateBaseline(path: string, seen: readonly KnownFinding[], session: Session): void {
  const before = parseBaseline(textFile(path, LARGEST_BASELINE), path);
  const after = updatedBaseline(before, seen);
  write(path, baselineText(after));
  const fresh = after.findings.length - before.findings.length;
  session.remark(`foretrace: ${display(path)}: ${amount(after.findings.length, 'finding')}, ${fresh} new`);
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw unwritable(path, error);
  }
}
