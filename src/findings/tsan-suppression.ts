// Suppressions of ThreadSanitizer, `race:std::*push`, for teams that have such a file already. A template fits any part of a name: `^` and `$`
// are its ends, `*` is anything. https://github.com/google/sanitizers/wiki/ThreadSanitizerSuppressions

import { InputError } from '../base/error.ts';
import { glob } from '../base/glob.ts';
import { quote } from '../base/quote.ts';
import { type Finding, namesOf, stacksOf } from './finding.ts';
import { LONGEST_RULE, type Rule, type TsanKind, tsanKinds } from './rule.ts';
import type { Frame } from './stack.ts';

/** What each kind of rule becomes here. */
const KINDS = {
  'race:': 'a function, file or library anywhere in a stack of the finding, or the variable',
  'race_top:': 'the innermost frame',
  'called_from_lib:': 'one of the two innermost frames is of the library',
  'deadlock:': 'a function, file or library in a stack of a deadlock, or one of its locks',
  'mutex:': 'nothing: such misuse is not reported',
  'thread:': 'nothing: threads that leak are not reported',
  'signal:': 'nothing: signal handlers are not reported',
} as const satisfies Record<TsanKind, string>;

const LINE = /^\s*(race|race_top|called_from_lib|deadlock|mutex|thread|signal):(.*)$/s;

/** The rule of a line; undefined if it is none of ThreadSanitizer. */
export function tsanRule(text: string, line: number, file: string): Rule | undefined {
  const match = text.length > LONGEST_RULE ? null : LINE.exec(text);
  if (match === null) return undefined;
  const kind = `${match[1]!}:` as TsanKind;
  const comment = match[2]!.search(/\s#/);
  const pattern = (comment < 0 ? match[2]! : match[2]!.slice(0, comment)).trim();
  if (pattern.replace(/[*^$]/g, '') === '') {
    const column = text.indexOf(':') + 2;
    const what = pattern === '' ? 'the template is missing' : `${quote(pattern)} would fit everything`;
    throw new InputError('SUPPRESSION_BAD_RULE', { file, line, column }, what, 'write for instance: race:std::*push_back');
  }
  const reason = comment < 0 ? 'a rule for ThreadSanitizer' : match[2]!.slice(comment).replace(/^\s*#/, '').trim();
  return { line, kind, pattern, reason, matches: matcher(kind, template(pattern)) };
}

/** In one sentence, which rules were taken how; undefined if there is none of ThreadSanitizer. */
export function tsanWords(rules: readonly Rule[]): string | undefined {
  const taken = tsanKinds.flatMap((kind) => {
    const count = rules.filter((rule) => rule.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind} (${KINDS[kind]})`];
  });
  return taken.length === 0 ? undefined : `rules of ThreadSanitizer: ${taken.join(', ')}`;
}

export function isTsan({ kind }: Rule): boolean {
  return kind in KINDS;
}

type Test = (name: string) => boolean;

function template(pattern: string): Test {
  const [isStart, isEnd] = [pattern.startsWith('^'), pattern.endsWith('$')];
  const inner = pattern.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
  return glob(`${isStart ? '' : '*'}${inner}${isEnd ? '' : '*'}`, 'template');
}

function matcher(kind: TsanKind, test: Test): (finding: Finding) => boolean {
  switch (kind) {
    case 'race:':
      return (finding) => finding.type === 'race' && isAbout(finding, test);
    case 'deadlock:':
      return (finding) => finding.type === 'deadlock' && isAbout(finding, test);
    case 'race_top:':
      return (finding) => finding.type === 'race' && stacksOf(finding).some(([top]) => top !== undefined && fits(top, test));
    case 'called_from_lib:':
      return (finding) => stacksOf(finding).some((stack) => stack.slice(0, 2).some((frame) => inLibrary(frame, test)));
    case 'mutex:':
    case 'thread:':
    case 'signal:':
      return () => false;
  }
}

/** Whether one of its names, or a frame of one of its stacks, fits. */
function isAbout(finding: Finding, test: Test): boolean {
  const all = [...stacksOf(finding), ...origins(finding)];
  return namesOf(finding).some(test) || all.some((stack) => stack.some((frame) => fits(frame, test)));
}

/** As ThreadSanitizer has it, where the threads and the memory come from counts, too. */
function origins({ forks, allocation }: Finding): (readonly Frame[])[] {
  return [...forks.map(({ stack }) => stack), allocation?.stack ?? []];
}

function fits(frame: Frame, test: Test): boolean {
  const { location, file } = frame;
  return test(frame.function ?? '') || test(file ?? location) || inLibrary(frame, test);
}

/** Rules name the file of the library, `libfoo.so`. */
function inLibrary({ library }: Frame, test: Test): boolean {
  return library !== undefined && (test(library) || test(`${library}.so`));
}
