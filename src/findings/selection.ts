// Which findings reach the report: not the suppressed, not those of the baseline, not those that are wholly in the code of others, not the rare, and no more than
// asked for; and as how many entries. What is left out is counted; nothing disappears silently.

import { knownFindings } from './baseline.ts';
import type { Finding } from './finding.ts';
import { type Folded, type FoldReason, foldedCode, foldReason } from './folding.ts';
import { entryOf, type Group, type Grouping, grouped } from './grouping.ts';
import { knownBy, type Recognized } from './known-pairs.ts';
import type { Rule } from './rule.ts';

export interface SelectionOptions {
  readonly grouping?: Grouping | undefined;
  readonly rules?: readonly Rule[] | undefined;
  readonly baseline?: readonly Recognized[] | undefined;
  /** Leave out what is wholly in the code of others, for these reasons; none if it is not said. */
  readonly folds?: readonly FoldReason[] | undefined;
  readonly minCount?: number | undefined;
  readonly maxRaces?: number | undefined;
}

export interface Suppressed {
  readonly finding: Finding;
  /** The first rule that fits. */
  readonly rule: Rule;
}

export interface Selection {
  /** The entries of the report. Their ids do not depend on what is left out. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  /** Findings that the baseline knows. */
  readonly known: readonly Finding[];
  /** Findings that are wholly in the code of others, by the reason. */
  readonly folded: Readonly<Record<FoldReason, readonly Finding[]>>;
  /** Entries that were not seen often enough. */
  readonly rare: readonly Finding[];
  /** Entries beyond `maxRaces`; they still count for the exit status. */
  readonly beyond: readonly Finding[];
  readonly unusedRules: readonly Rule[];
}

export function select(
  all: readonly Finding[],
  { grouping = 'cause', rules = [], baseline, folds = [], minCount = 1, maxRaces }: SelectionOptions = {},
): Selection {
  const hits = new Set<Rule>();
  const suppressed: Suppressed[] = [];
  const known: Finding[] = [];
  const folded: Record<FoldReason, Finding[]> = { foreign: [], dependencies: [] };
  const rare: Finding[] = [];
  const left: Finding[] = [];
  const isKnown = baseline === undefined ? undefined : knownBy(baseline);
  const isWanted = (finding: Finding): boolean => {
    const matching = rules.filter((rule) => rule.matches(finding));
    for (const rule of matching) hits.add(rule);
    const reason = foldReason(finding, folds);
    if (matching.length > 0) suppressed.push({ finding, rule: matching[0]! });
    else if (isKnown !== undefined && knownFindings([finding]).every(isKnown)) known.push(finding);
    else if (reason !== undefined) folded[reason].push(finding);
    else return true;
    return false;
  };
  for (const { id, members } of ownFirst(grouped(all, grouping))) {
    const wanted = members.filter(isWanted);
    if (wanted.length === 0) continue;
    const entry = entryOf({ id, members: wanted });
    (entry.count < minCount ? rare : left).push(entry);
  }
  const shown = maxRaces ?? left.length;
  return {
    findings: left.slice(0, shown),
    suppressed,
    known,
    folded,
    rare,
    beyond: left.slice(shown),
    unusedRules: rules.filter((rule) => !hits.has(rule)),
  };
}

/** The entries of the program come before those that are wholly in the code of others, whichever are shown: numbers do not depend on that. */
function ownFirst(entries: readonly Group[]): Group[] {
  const isOwn = ({ members }: Group): boolean => members.some((finding) => foldReason(finding) === undefined);
  const own = new Set(entries.filter(isOwn));
  return [...own, ...entries.filter((entry) => !own.has(entry))].map(({ members }, i) => ({ id: `R${i + 1}`, members }));
}

/** How many findings are folded, and whose code they are in. */
export function foldedOf({ folded }: Pick<Selection, 'folded'>): Record<FoldReason, Folded> {
  const of = (reason: FoldReason): Folded => ({ count: folded[reason].length, code: foldedCode(reason, folded[reason]) });
  return { foreign: of('foreign'), dependencies: of('dependencies') };
}
