// A baseline: the findings that a team knows, by fingerprint. Only what is not in it is new. Each entry remembers in which update it was
// seen last, so that those which are gone can be named and dropped.

import { InputError } from '../base/error.ts';
import { jsonText } from '../base/json.ts';
import { quote } from '../base/quote.ts';
import type { Finding } from './finding.ts';
import { knownBy, type Recognized } from './known-pairs.ts';

const VERSION = 2;

/** A finding as far as it is needed to know it again, and to say what it was. */
export interface KnownFinding extends Recognized {
  readonly variable: string;
  /** Sorted; one if the other is not known. */
  readonly places: readonly string[];
}

export interface BaselineEntry extends KnownFinding {
  /** The number of the update that saw it last. */
  readonly seen: number;
}

export interface Baseline {
  /** How often it was written. */
  readonly updates: number;
  /** Sorted by fingerprint. */
  readonly findings: readonly BaselineEntry[];
}

/** What is known by these findings: an entry of a report stands for all that it holds. */
export function knownFindings(findings: readonly Pick<Finding, 'variable' | 'places'>[]): KnownFinding[] {
  const known = new Map<string, KnownFinding>();
  for (const { variable, places } of findings)
    for (const { first, second, fingerprints, sides } of places)
      for (const [i, fingerprint] of fingerprints.entries()) {
        const both = first === null ? [second] : [first, second].sort();
        if (!known.has(fingerprint)) known.set(fingerprint, { fingerprint, variable, places: both, sides: sides[i]! });
      }
  return [...known.values()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
}

/** The baseline after another look at the program: what was seen is added or confirmed, the rest stays as it is. */
export function updatedBaseline(before: Baseline | undefined, seen: readonly KnownFinding[]): Baseline {
  const updates = (before?.updates ?? 0) + 1;
  const entries = new Map((before?.findings ?? []).map((entry) => [entry.fingerprint, entry]));
  for (const finding of seen) entries.set(finding.fingerprint, { ...finding, seen: updates });
  return { updates, findings: [...entries.values()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1)) };
}

/** The entries that the last `updates` updates did not see. */
export function unseen({ updates: now, findings }: Baseline, updates: number): BaselineEntry[] {
  return findings.filter(({ seen }) => now - seen >= updates);
}

export interface Difference {
  readonly fresh: readonly KnownFinding[];
  readonly gone: readonly KnownFinding[];
  readonly still: readonly KnownFinding[];
}

/** What is new, gone and still there. */
export function difference(before: readonly KnownFinding[], after: readonly KnownFinding[]): Difference {
  const [isOld, isNow] = [knownBy(before), knownBy(after)];
  return {
    fresh: after.filter((finding) => !isOld(finding)),
    gone: before.filter((finding) => !isNow(finding)),
    still: after.filter(isOld),
  };
}

/** As a JSON file that is pleasant in a diff: one finding a line. */
export function baselineText({ updates, findings }: Baseline): string {
  const lines = findings.map(
    ({ fingerprint, sides, variable, places, seen }) => `    ${jsonText({ fingerprint, sides, variable, places, seen })}`,
  );
  const list = lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `;
  return `{\n  "version": ${VERSION},\n  "updates": ${updates},\n  "findings": [${list}]\n}\n`;
}

export function parseBaseline(text: string, file: string): Baseline {
  const fail = (what: string): never => {
    throw new InputError('BASELINE_BAD', { file }, what, 'write it anew with: foretrace baseline TRACE -o FILE');
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return fail('the baseline is not JSON');
  }
  const { version, updates, findings } = (content ?? {}) as { version?: unknown; updates?: unknown; findings?: unknown };
  if (version === 1) fail('the baseline is of version 1, whose fingerprints changed with every line that moved');
  if (version !== VERSION) fail(`${versionWords(version)}; this foretrace reads version ${VERSION}`);
  if (!isCount(updates)) return fail('the baseline does not say how often it was updated');
  if (!Array.isArray(findings)) return fail('the baseline has no list of findings');
  return {
    updates,
    findings: findings.map((entry: unknown) => entryOf(entry) ?? fail('an entry of the baseline is incomplete')),
  };
}

/** Anything may stand there, also what is too deep to print. */
function versionWords(version: unknown): string {
  if (typeof version === 'number') return `the baseline is of version ${version}`;
  if (typeof version === 'string') return `the baseline is of version ${quote(version)}`;
  return 'the baseline names no version';
}

function entryOf(value: unknown): BaselineEntry | undefined {
  const { fingerprint, variable, places, sides, seen } = (value ?? {}) as { readonly [K in keyof BaselineEntry]?: unknown };
  if (typeof fingerprint !== 'string' || typeof variable !== 'string' || !isCount(seen)) return undefined;
  if (!isTexts(places) || !isTexts(sides)) return undefined;
  return { fingerprint, variable, places, sides, seen };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
