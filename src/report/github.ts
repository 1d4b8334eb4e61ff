// GitHub Actions: one annotation per finding as a workflow command. GitHub shows at most ten errors and ten warnings a step, so
// the strongest come first and the rest is said in one notice. Names are data: what would end a field is percent-encoded.

import { display } from '../base/quote.ts';
import type { StackedAccess } from '../findings/access.ts';
import { type Finding, sidesOf } from '../findings/finding.ts';
import { sourcePlace } from '../findings/place.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { wordsOf } from './kind-words.ts';
import { racedTests, racedText } from './raced-tests.ts';
import type { ReportContext } from './report.ts';
import { chain, foreignMark, hasCallers, headOf, type StackDetail } from './stacks.ts';
import { action, amount, inRuns, leftFolded, sentence, summary, where } from './words.ts';

/** How many annotations of one kind GitHub shows per step. */
const LIMIT = 10;

export function* github(result: AnalysisResult, { stacks = 'short' }: Pick<ReportContext, 'stacks'> = {}): Generator<string> {
  const shown = { error: 0, warning: 0 };
  let hidden = 0;
  for (const finding of result.findings) {
    const level = finding.claim === 'suspected' ? 'warning' : 'error';
    if (shown[level]++ < LIMIT) yield annotation(level, finding, stacks);
    else hidden++;
  }
  const { found, size } = summary(result);
  const more =
    hidden === 0 ? '' : `; ${hidden} beyond GitHub's limit of ${LIMIT} annotations are in the log and the step summary`;
  const folded = leftFolded(result.leftOut).map((words) => `. ${words}`);
  yield `::notice title=foretrace::${message(`${found}${more} · ${size}${folded.join('')}${testWords(result.findings)}`)}\n`;
}

/** So many tests are named. */
const MOST_TESTS = 5;

function testWords(findings: readonly Finding[]): string {
  const raced = racedTests(findings);
  if (raced.length === 0) return '';
  const told = raced.slice(0, MOST_TESTS).map((one) => `${one.test}: ${racedText(one)}`);
  const more = raced.length > MOST_TESTS ? `; and ${amount(raced.length - MOST_TESTS, 'more test')}` : '';
  return `. ${amount(raced.length, 'test')} showed this: ${told.join('; ')}${more}`;
}

function annotation(level: string, finding: Finding, stacks: StackDetail): string {
  const { id, fingerprint, variable, claim, second, reason, places } = finding;
  const sides = sidesOf(finding);
  const place = [second, ...sides].map((side) => sourcePlace(headOf(side).location)).find((found) => found !== undefined);
  const properties = [
    ...(place === undefined ? [] : [`file=${property(place.path)}`, `line=${place.line}`]),
    ...(place?.column === undefined ? [] : [`col=${place.column}`]),
    `title=${property(`${id}: ${claim} ${finding.type === 'race' ? 'data ' : ''}${wordsOf(finding).title(variable)}`)}`,
  ];
  const more = places.length > 1 ? `. The same cause at ${amount(places.length - 1, 'more pair')} of places` : '';
  return `::${level} ${properties.join(',')}::${message(`${met(finding, stacks)}${sentence(reason)}${inRuns(finding)}${more} (${fingerprint})`)}\n`;
}

/** What stands where, in a sentence. */
function met(finding: Finding, stacks: StackDetail): string {
  const { type, first, second } = finding;
  if (type !== 'race')
    return `${sidesOf(finding)
      .map((side) => `${side.thread} ${action(side)} at ${at(side, stacks)}`)
      .join(', ')}. `;
  return first === null
    ? ''
    : `${action(second)} at ${at(second, stacks)} races with the ${action(first)} at ${at(first, stacks)}. `;
}

/** Where an access is, with the next callers. */
function at(access: StackedAccess, stacks: StackDetail): string {
  const { index, stack } = access;
  const mark = foreignMark(stack);
  const place = stacks !== 'none' && hasCallers(stack) ? chain(stack) : where({ index, location: headOf(access).location });
  return mark === undefined ? place : `${place} (${mark})`;
}

/** Text behind the second `::`, up to the end of the line: the runner knows the % escapes, the log shows the others. */
function message(text: string): string {
  return display(text).replaceAll('%', '%25');
}

/** The value of `file=` or `title=`, which a comma or a colon would end. */
function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
