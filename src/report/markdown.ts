// Markdown: for a GitHub step summary, a merge request or an issue. Names go into code spans that they cannot leave.

import { display } from '../base/quote.ts';
import type { StackedAccess } from '../findings/access.ts';
import { type Finding, firstNumber, sidesOf } from '../findings/finding.ts';
import { reasonOf } from '../findings/kinds/index.ts';
import { isKnown } from '../findings/place.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { meaning, wordsOf } from './kind-words.ts';
import { racedTests, racedText } from './raced-tests.ts';
import { chain, foreignMark, frameText, headOf, type StackDetail, stackLines, toldLocks } from './stacks.ts';
import {
  action,
  forkTexts,
  held,
  inRuns,
  kindWords,
  leftFolded,
  listed,
  memoryText,
  often,
  said,
  sentence,
  summary,
} from './words.ts';

export interface MarkdownOptions {
  /** Findings that do not fit into so many bytes are counted in one last sentence. */
  readonly limit?: number | undefined;
  readonly stacks?: StackDetail | undefined;
}

export function* markdown(
  result: AnalysisResult,
  { limit = Number.POSITIVE_INFINITY, stacks = 'short' }: MarkdownOptions = {},
): Generator<string> {
  const { found, size } = summary(result);
  const folded = leftFolded(result.leftOut, code).map((words) => `\n${words}.\n`);
  const traces = listed(result.traces.map(({ file }) => code(file)));
  const head = `# foretrace: ${found}\n\n${traces}: ${size}\n${folded.join('')}`;
  yield head;
  const tests = testTable(result.findings);
  let room = limit - bytes(head) - bytes(tests) - LAST;
  for (const [i, finding] of result.findings.entries()) {
    const text = section(finding, stacks);
    room -= bytes(text);
    if (room < 0) {
      yield `\n${result.findings.length - i} more findings do not fit here.\n`;
      return;
    }
    yield text;
  }
  yield tests;
}

/** Rows of the table of tests: the rest is counted, for it must fit. */
const MOST_TESTS = 200;

function testTable(findings: readonly Finding[]): string {
  const raced = racedTests(findings);
  if (raced.length === 0) return '';
  const rows = raced.slice(0, MOST_TESTS).map((one) => `| ${code(one.test)} | ${racedText(one)} |\n`);
  const more = raced.length - rows.length;
  return `\n| test | showed |\n|---|---|\n${rows.join('')}${more > 0 ? `\nand ${more} more tests\n` : ''}`;
}

/** Room for the sentence about the rest. */
const LAST = 100;
const encoder = new TextEncoder();

function bytes(text: string): number {
  return encoder.encode(text).length;
}

function section(finding: Finding, stacks: StackDetail): string {
  const { id, fingerprint, variable, count, forks, memory } = finding;
  const accesses = sidesOf(finding);
  const number = firstNumber(finding);
  const { title, event } = wordsOf(finding);
  return [
    `\n## ${id}: ${title(code(variable))}\n\n`,
    `It ${meaning(finding)}.\n\n`,
    `| | ${event} | thread | holding | where | event |\n|---|---|---|---|---|---|\n`,
    ...accesses.map((access, i) => row(number + i, access)),
    ...accesses.map((access, i) =>
      callers(`${event[0]!.toUpperCase()}${event.slice(1)} ${number + i}`, access, stacks, finding.type === 'deadlock'),
    ),
    `\n${sentence(reasonOf(finding, code))}.\n`,
    forks.length === 0 ? '' : `\n${forkTexts(forks, code).join(', ')}.\n`,
    allocated(finding, stacks),
    further(finding),
    `\n${said(finding)}, ${often(count)}${inRuns(finding)}${memory === undefined ? '' : `, ${memoryText(memory)}`}, fingerprint \`${fingerprint}\`\n`,
  ].join('');
}

/** What else has the same cause. */
function further({ places, variables, processes, tests }: Finding): string {
  const rows = places.slice(1).map(({ first, second, kind, count }) => {
    const pair = first === null ? code(second) : `${code(first)} ↔ ${code(second)}`;
    return `- ${pair}: ${kindWords(kind)}, ${often(count)}\n`;
  });
  const others = variables.length > 1 ? `\nAlso ${listed(variables.slice(1).map(code))}.\n` : '';
  const tested = tests.length > 0 ? `\nIn ${tests.length === 1 ? 'the test' : 'the tests'} ${listed(tests.map(code))}.\n` : '';
  const seenIn = processes.length > 0 ? `\nIn ${listed(processes.map(code))}.\n` : '';
  return `${rows.length === 0 ? '' : `\nThe same cause:\n\n${rows.join('')}`}${others}${tested}${seenIn}`;
}

function row(number: number, access: StackedAccess): string {
  const { thread, index } = access;
  const { location } = headOf(access);
  const mark = foreignMark(access.stack, code);
  const place = `${isKnown(location) ? code(location) : 'unknown'}${mark === undefined ? '' : ` (${mark})`}`;
  return `| ${number} | ${action(access, code)} | ${code(thread)} | ${held(access, code)} | ${place} | ${index} |\n`;
}

/** The frames around an access and where its locks were taken: a list of their own. `always`: also where only their places are known. */
function callers(title: string, access: StackedAccess, stacks: StackDetail, always: boolean): string {
  const lines = stackLines(access.stack, stacks).map(({ how, frames, folded }) =>
    folded === undefined ? `${how} ${code(frameText(frames[0]!))}` : code(folded),
  );
  const locks = toldLocks(access, stacks, always).map(({ lock, stack }) => `${code(lock)} taken at ${chain(stack, code)}`);
  const all = [...lines, ...locks].map((line) => `- ${line}\n`);
  return all.length === 0 ? '' : `\n${title}:\n\n${all.join('')}`;
}

function allocated({ allocation }: Finding, stacks: StackDetail): string {
  if (allocation === undefined || stacks === 'none') return '';
  const by = allocation.thread === undefined ? '' : ` by ${code(allocation.thread)}`;
  return `\nAllocated${by} at ${chain(allocation.stack, code)}.\n`;
}

/**
 * A code span that its content cannot end: fenced by more backticks than it has, bars escaped for tables. A backslash before a bar is an
 * escape of ours, too: some renderers take two of them for one and the bar for the end of the cell.
 */
function code(text: string): string {
  const shown = display(text)
    .replace(/\\+(?=\|)/g, (run) => '\\u005c'.repeat(run.length))
    .replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || shown === '' ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}
