// A baseline: the findings that were there when it was written, by fingerprint. Only what is not in it is new.

import { InputError } from '../base/error.ts';
import { jsonText } from '../base/json.ts';
import { quote } from '../base/quote.ts';
import type { Finding } from './finding.ts';

const VERSION = 1;

/** As a JSON file that is pleasant in a diff: one finding a line, sorted by fingerprint. */
export function baselineText(findings: readonly Finding[]): string {
  const lines = findings
    .map(({ fingerprint, variable, first, second }) => ({
      fingerprint,
      variable,
      places: [first?.location ?? '', second.location].sort(),
    }))
    .sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
    .map((entry) => `    ${jsonText(entry)}`);
  return `{\n  "version": ${VERSION},\n  "findings": [${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}]\n}\n`;
}

/** The fingerprints of a baseline. */
export function parseBaseline(text: string, file: string): ReadonlySet<string> {
  const fail = (what: string): never => {
    throw new InputError('BASELINE_BAD', { file }, what, 'write it anew with: foretrace baseline TRACE -o FILE');
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return fail('the baseline is not JSON');
  }
  const { version, findings } = (content ?? {}) as { version?: unknown; findings?: unknown };
  if (version !== VERSION) fail(`${versionWords(version)}; this foretrace reads version ${VERSION}`);
  if (!Array.isArray(findings)) return fail('the baseline has no list of findings');
  return new Set(
    findings.map((entry: { fingerprint?: unknown } | null) =>
      typeof entry?.fingerprint === 'string' ? entry.fingerprint : fail('a finding of the baseline has no fingerprint'),
    ),
  );
}

/** Anything may stand there, also what is too deep to print. */
function versionWords(version: unknown): string {
  if (typeof version === 'number') return `the baseline is of version ${version}`;
  if (typeof version === 'string') return `the baseline is of version ${quote(version)}`;
  return 'the baseline names no version';
}
