// The stacks of a finding with their lines of source: two side by side where there is room, else one below the other.

import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';
import type { Fork, StackedAccess } from '../findings/access.ts';
import { type Finding, firstNumber, sidesOf } from '../findings/finding.ts';
import type { Frame } from '../findings/stack.ts';
import type { Sources } from './report.ts';
import { frameText, hasCallers, headOf, type StackDetail, type StackLine, stackLines } from './stacks.ts';
import { lineText } from './text-stacks.ts';
import { action } from './words.ts';

export interface StackColumns {
  readonly width: number;
  readonly sources?: Sources | undefined;
  readonly stacks: StackDetail;
}

const INDENT = '  ';
const GAP = '   ';
/** A column with less says too little of a line of source. */
const NARROWEST = 36;
/** Lines of source before and after the access itself; of a caller its own is enough. */
const AROUND = 2;

/** Lines with their ends; none if nothing is known beyond the two places. */
export function* stackColumns(finding: Finding, options: StackColumns): Generator<string> {
  const { forks, allocation } = finding;
  const accesses = sidesOf(finding);
  const all = [
    ...accesses.flatMap(({ stack, taken }) => [stack, ...taken.map((lock) => lock.stack)]),
    ...forks.map(({ stack }) => stack),
  ];
  if (options.stacks === 'none' || (allocation === undefined && !all.some(hasCallers))) return;
  const column = (width: number) =>
    accesses.map((access, i) => new Column(width, options).of(access, firstNumber(finding) + i, ownFork(access, forks)));
  const half = Math.floor((options.width - INDENT.length - GAP.length) / 2);
  const [left, right] = column(half);
  const isWide =
    accesses.length === 2 &&
    half >= NARROWEST &&
    left !== undefined &&
    right !== undefined &&
    [...left, ...right].every(({ whole }) => whole <= half);
  if (isWide)
    for (let i = 0; i < Math.max(left.length, right.length); i++)
      yield `${INDENT}${(left[i]?.text ?? '').padEnd(half)}${GAP}${right[i]?.text ?? ''}`.trimEnd().concat('\n');
  else
    for (const [i, lines] of column(options.width - INDENT.length).entries()) {
      if (i > 0) yield '\n';
      for (const { text } of lines) yield `${INDENT}${text}`.trimEnd().concat('\n');
    }
  if (allocation === undefined) return;
  const { thread, stack, location } = allocation;
  const title = `the memory was allocated${thread === undefined ? '' : ` by ${thread}`}`;
  yield '\n';
  for (const { text } of new Column(options.width - INDENT.length, options).titled(title, location, stack))
    yield `${INDENT}${text}\n`;
}

function ownFork({ thread }: StackedAccess, forks: readonly Fork[]): Fork | undefined {
  return forks.find((fork) => fork.thread === thread);
}

/** A line as it is shown, and how wide it would like to be. Source may be cut: what it is wide is never asked. */
interface Line {
  readonly text: string;
  readonly whole: number;
}

class Column {
  private readonly width: number;
  private readonly sources: Sources | undefined;
  private readonly detail: StackDetail;

  constructor(width: number, { sources, stacks }: StackColumns) {
    this.width = width;
    this.sources = sources;
    this.detail = stacks;
  }

  /** An access, where its locks were taken, and where its thread was started. */
  of(access: StackedAccess, number: number, fork: Fork | undefined): Line[] {
    const { location, stack, thread, taken } = access;
    return [
      ...this.titled(`${number}  ${action(access)} in ${thread}`, location, stack, AROUND),
      ...taken.flatMap(({ lock, location, stack }) => [this.blank, ...this.titled(`${lock} was taken`, location, stack)]),
      ...(fork === undefined
        ? []
        : [this.blank, ...this.titled(`${fork.thread} was forked by ${fork.by}`, fork.location, fork.stack)]),
    ];
  }

  titled(title: string, location: string, stack: readonly Frame[], around = 0): Line[] {
    const head = headOf({ location, stack });
    return [
      this.line(title),
      ...this.framed(
        `at ${head.location}`,
        { how: 'at', frames: [{ location: head.location, ...(head.text !== undefined && { text: head.text }) }] },
        around,
      ),
      ...stackLines(stack, this.detail).flatMap((line) =>
        this.framed(line.folded ?? `${line.how} ${frameText(line.frames[0]!)}`, line, 0),
      ),
    ];
  }

  private get blank(): Line {
    return { text: '', whole: 0 };
  }

  /** The line of a frame, and the source there. */
  private framed(whole: string, line: StackLine, around: number): Line[] {
    const shown = { text: lineText(line, this.width), whole: display(whole).length };
    return line.folded === undefined ? [shown, ...this.source(line.frames[0]!, around)] : [shown];
  }

  private source({ location, text }: Frame, around: number): Line[] {
    const excerpt = this.sources?.(location, around) ?? (text === undefined ? undefined : { first: 0, line: 0, lines: [text] });
    return withoutIndent(excerpt?.lines ?? []).map((source, i) => {
      const number = excerpt!.first + i;
      const mark = around > 0 && number === excerpt!.line ? '>' : ' ';
      const head = number === 0 ? `  ${mark} | ` : `  ${mark} ${String(number).padStart(4)} | `;
      return { text: head + shortened(source, Math.max(1, this.width - head.length), 'end'), whole: 0 };
    });
  }

  private line(text: string): Line {
    return { text: shortened(text, this.width, 'middle'), whole: display(text).length };
  }
}

/** Lines of source without the indentation that they have in common. */
function withoutIndent(lines: readonly string[]): string[] {
  const spaced = lines.map((line) => line.replaceAll('\t', '    ').trimEnd());
  const indents = spaced.filter((line) => line !== '').map((line) => line.search(/\S/));
  const common = Math.min(...indents);
  return spaced.map((line) => line.slice(common));
}
