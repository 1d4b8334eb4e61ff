// The findings of small programs, without the command line in between: the recorder in them is the built one, what reads their logs is not.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { Finding } from '../../../src/findings/finding.ts';
import type { Grouping } from '../../../src/findings/grouping.ts';
import { select } from '../../../src/findings/selection.ts';
import type { RecordedStacks } from '../../../src/record/recorder.ts';
import { judge } from '../../record-node/judge.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface FindingOptions {
  readonly grouping?: Grouping;
  readonly stacks?: RecordedStacks;
}

/** `files`: names and texts; the first is run. */
export async function findingsOf(
  files: Files,
  { grouping = 'cause', ...options }: FindingOptions = {},
): Promise<readonly Finding[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'foretrace-findings-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const { findings, status, output } = await judge([process.execPath, Object.keys(files)[0]!], cwd, options);
    if (status !== 0) throw new Error(output);
    return select(findings, { grouping }).findings;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** TypeScript as a minifier leaves it, with its map inside. */
export function minified(source: string, options: Parameters<typeof transformSync>[1] = {}): Files {
  const { code } = transformSync(source, { loader: 'ts', minify: true, sourcemap: 'inline', sourcefile: 'a.cts', ...options });
  return { 'a.cjs': code, 'a.cts': source };
}
