// Findings from whatever has some: a report in JSON, a baseline, or traces, which are analysed.

import { closeSync, openSync, readSync } from 'node:fs';
import { analyze } from '../analyze.ts';
import { InputError } from '../base/error.ts';
import { display } from '../base/quote.ts';
import { type KnownFinding, knownFindings, parseBaseline } from '../findings/baseline.ts';
import { combined } from '../findings/combine.ts';
import type { Finding } from '../findings/finding.ts';
import { foldedOf, select } from '../findings/selection.ts';
import { foldedWords } from '../report/words.ts';
import { detecting, type detectingOptions } from './detecting.ts';
import type { Values } from './option.ts';
import { reading } from './reading.ts';
import type { Session } from './session.ts';
import { textFile } from './text-file.ts';
import { traceFiles } from './trace-files.ts';
import type { Suppressions } from './triage.ts';

/** A report of a large run has some megabytes. */
const LARGEST = 512 << 20;

export interface KnownInput {
  readonly findings: readonly KnownFinding[];
  /** Whether the whole of every run was seen: what is missing in a part of a run need not be gone. */
  readonly complete: boolean;
}

export async function knownIn(
  paths: readonly string[],
  leaving: Suppressions,
  options: Values<typeof detectingOptions>,
  session: Session,
): Promise<KnownInput> {
  const parts: KnownInput[] = [];
  for (const path of traceFiles(paths)) parts.push(isJson(path) ? inJson(path) : await inTrace(path, leaving, options, session));
  const all = new Map(parts.flatMap(({ findings }) => findings.map((finding) => [finding.fingerprint, finding] as const)));
  return { findings: [...all.values()], complete: parts.every(({ complete }) => complete) };
}

async function inTrace(
  path: string,
  leaving: Suppressions,
  options: Values<typeof detectingOptions>,
  session: Session,
): Promise<KnownInput> {
  const result = await reading(path, options.inputFormat, session, (source) =>
    analyze(source.input, { ...source, ...detecting(options) }),
  );
  const { findings, traces } = combined([result], [path]);
  const selection = select(findings, { ...leaving, grouping: 'none' });
  for (const words of foldedWords(foldedOf(selection)))
    session.remark(`foretrace: ${session.errorColors.yellow('note')}: ${display(path)}: ${display(words)}`);
  return {
    findings: knownFindings(selection.findings),
    complete: traces.every(({ complete }) => complete),
  };
}

/** No format of traces begins like an object of JSON. */
function isJson(path: string): boolean {
  if (path === '-') return false;
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = new Uint8Array(64);
      const text = new TextDecoder().decode(bytes.subarray(0, readSync(file, bytes)));
      return /^\uFEFF?\s*\{/.test(text);
    } finally {
      closeSync(file);
    }
  } catch {
    // Whoever reads it says what is wrong.
    return false;
  }
}

/** A baseline, or a report that `--format json` wrote. */
function inJson(path: string): KnownInput {
  const text = textFile(path, LARGEST);
  if (!/"detectors"\s*:/.test(text)) return { findings: parseBaseline(text, path).findings, complete: true };
  const fail = (): never => {
    throw new InputError(
      'BASELINE_BAD',
      { file: path },
      'this is no report of version 1',
      'write one with foretrace analyze --format json',
    );
  };
  try {
    const { findings, traces } = JSON.parse(text) as { findings: Finding[]; traces: { complete: boolean }[] };
    return { findings: knownFindings(findings), complete: traces.every(({ complete }) => complete) };
  } catch {
    return fail();
  }
}
