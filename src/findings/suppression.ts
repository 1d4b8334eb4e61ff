// Findings that a team has decided to live with: one rule per line, each with its reason. A rule counts its hits, so that the
// dead ones can be named.

import { InputError } from '../base/error.ts';
import { glob } from '../base/glob.ts';
import { quote } from '../base/quote.ts';
import { findingTypes } from '../trace/outcome.ts';
import { type Finding, namesOf, sidesOf } from './finding.ts';
import { functionOf, lineOf, pathOf, withoutFunction } from './place.ts';
import { LONGEST_RULE, type Rule, type RuleKind, ruleKinds } from './rule.ts';
import { type Frame, ownFrame } from './stack.ts';
import { tsanRule } from './tsan-suppression.ts';

/** Reads a suppression file: `race location src/legacy/**  # reason`, `deadlock variable m*  # reason`, or lines as ThreadSanitizer has them. Errors name line and column. */
export function parseSuppressions(text: string, file: string): Rule[] {
  const rules: Rule[] = [];
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    rules.push(tsanRule(line, i + 1, file) ?? parseRule(line, i + 1, file));
  }
  return rules;
}

interface RuleParts {
  readonly lead: string;
  readonly subject: string;
  readonly gap: string;
  readonly word: string;
  readonly gap2: string;
  /** The pattern as it is written: quoted, or up to the # of the reason. */
  readonly raw: string;
  readonly reason: string;
}

/** What it is about, kind, pattern, reason; undefined for what has no such form. Each character is looked at a few times at most. */
function partsOf(text: string): RuleParts | undefined {
  const head = /^(\s*)(\S+)(\s+)(\S+)(\s+)/u.exec(text);
  if (head === null) return undefined;
  const [all, lead, subject, gap, word, gap2] = head as unknown as [string, string, string, string, string, string];
  const rest = text.slice(all.length);
  // Other systems' line ends: this is several lines.
  if (/[\r\u2028\u2029]/.test(rest)) return undefined;
  const quoted = /^"(?:[^"\\]|\\.)*"(?=\s*$|\s+#)/u.exec(rest)?.[0];
  const hash = quoted === undefined ? rest.search(/(?<!\S)#/) : rest.indexOf('#', quoted.length);
  const raw = quoted ?? (hash < 0 ? rest : rest.slice(0, hash)).trimEnd();
  return { lead, subject, gap, word, gap2, raw, reason: hash < 0 ? '' : rest.slice(hash + 1).trim() };
}

function parseRule(text: string, line: number, file: string): Rule {
  const fail = (column: number, what: string, hint: string): never => {
    throw new InputError('SUPPRESSION_BAD_RULE', { file, line, column }, what, hint);
  };
  const example = 'write for instance: race location src/legacy/**  # until the pool is rewritten';
  if (text.length > LONGEST_RULE)
    return fail(LONGEST_RULE + 1, `the line has ${text.length} characters; a rule has at most ${LONGEST_RULE}`, example);
  const { lead, subject, gap, word, gap2, raw, reason } = partsOf(text) ?? fail(1, 'this is no rule', example);
  const kindColumn = lead.length + subject.length + gap.length + 1;
  const type =
    findingTypes.find((known) => known === subject) ??
    fail(lead.length + 1, `${quote(subject)} stands where ${findingTypes.map(quote).join(' or ')} was expected`, example);
  const kind =
    ruleKinds.find((known) => known === word) ??
    fail(kindColumn, `rules know no ${quote(word)}`, `known are ${ruleKinds.join(', ')}`);
  const patternColumn = kindColumn + word.length + gap2.length;
  const pattern = raw.startsWith('"') ? unquoted(raw) : raw;
  if (pattern === undefined || pattern === '')
    return fail(patternColumn, 'the pattern is missing or its quotes are broken', example);
  if (reason === '') fail(text.length + 1, 'the rule has no reason', 'say why after a #, for whoever reads it next');
  const fits = matcher(kind, pattern);
  return { line, kind, pattern, reason, matches: (finding) => finding.type === type && fits(finding) };
}

/** A pattern with a # or spaces at its ends is written as a JSON string. */
function unquoted(raw: string): string | undefined {
  try {
    return String(JSON.parse(raw));
  } catch {
    return undefined;
  }
}

function matcher(kind: RuleKind, pattern: string): (finding: Finding) => boolean {
  switch (kind) {
    case 'fingerprint':
      return ({ fingerprint }) => pattern.length >= 6 && fingerprint.startsWith(pattern.toLowerCase());
    case 'variable': {
      const test = glob(pattern, 'name');
      return (finding) => namesOf(finding).some(test);
    }
    case 'function':
      return onFrames(inFunction(pattern));
    case 'top': {
      const of = inFunction(pattern);
      return (finding) => sidesOf(finding).some((access) => of(access) || access.stack.slice(0, 1).some(of));
    }
    case 'within':
      return onFrames(atPlace(pattern));
    case 'location': {
      const at = atPlace(pattern);
      return (finding) => sidesOf(finding).some((access) => at(access) || at(ownFrame(access.stack) ?? access));
    }
  }
}

type OnFrame = (frame: Pick<Frame, 'location' | 'function'>) => boolean;

/** True if it is so of a frame of one of the events. */
function onFrames(test: OnFrame): (finding: Finding) => boolean {
  return (finding) => sidesOf(finding).some((access) => (access.stack.length === 0 ? test(access) : access.stack.some(test)));
}

function inFunction(pattern: string): OnFrame {
  const test = glob(pattern, 'name');
  return (frame) => test(frame.function ?? functionOf(frame.location) ?? '');
}

/** A pattern may name the column, the line or only the file. */
function atPlace(pattern: string): OnFrame {
  const test = glob(pattern.replaceAll('\\', '/'), 'path');
  return ({ location }) =>
    [location, withoutFunction(location), lineOf(location), pathOf(location)].some((place) => test(place.replaceAll('\\', '/')));
}
