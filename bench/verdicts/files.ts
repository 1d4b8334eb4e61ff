// The single verdicts of a run, kept after every program: as JSON, to compare runs and to join what is known of causes, and as Markdown, to read.

import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdown } from '../performance-page.ts';
import { type SuiteVerdicts, singleTable } from './tables.ts';

/** The path of both without its extension. */
export function verdictFiles(folder: string, suite: string, isQuick: boolean): string {
  return join(folder, `verdicts-${suite.replaceAll(/[^\w.-]+/g, '-')}${isQuick ? '-quick' : ''}`);
}

export function keepVerdicts(path: string, verdicts: SuiteVerdicts): void {
  const { suite, how, all, tools, programs } = verdicts;
  write(`${path}.json`, JSON.stringify({ version: 1, suite, how, all, tools, programs }, null, 1));
  write(`${path}.md`, markdown(singleTable(verdicts)).join('\n'));
}

/** Whoever is ended while it writes leaves what was there. */
function write(path: string, text: string): void {
  writeFileSync(`${path}.part`, `${text}\n`);
  renameSync(`${path}.part`, path);
}
