// How reports for people show a call stack: where to begin to read, then the callers, with what is of a library folded.

import type { StackedAccess, TakenLock } from '../findings/access.ts';
import { codeOf } from '../findings/foreign.ts';
import { actingFrame, type Frame, ownFrame } from '../findings/stack.ts';
import { amount } from './words.ts';

/** How much of a stack is shown. */
export const stackDetails = ['full', 'short', 'none'] as const;
export type StackDetail = (typeof stackDetails)[number];

/** A frame and how it stands to those before it, or frames that are left out. */
export interface StackLine {
  /** `by`, `inlined into`, `awaited by`; `in` for what the head calls; empty where frames are left out. */
  readonly how: string;
  /** Those of the line: one, unless they are folded. */
  readonly frames: readonly Frame[];
  /** In words, what is folded; undefined for a frame of its own. */
  readonly folded?: string;
}

/** Lines of a short stack; of a longer one the innermost and the last are shown. */
const MOST_LINES = 12;
/** Frames of a stack in one line. */
const MOST_CHAINED = 3;

/** The place that stands for an access: where its own code is, innermost. The text of the line goes with it. */
export function headOf({ location, text, stack }: Pick<StackedAccess, 'location' | 'text' | 'stack'>): {
  readonly location: string;
  readonly text?: string | undefined;
} {
  const head = ownFrame(stack);
  return head === undefined
    ? { location, text }
    : { location: head.location, text: head.text ?? (head.location === location ? text : undefined) };
}

/** What is said at a place whose code is known in part only; undefined elsewhere. `write` marks the name. */
export function foreignMark(stack: readonly Frame[], write: (name: string) => string = String): string | undefined {
  const frame = actingFrame(stack);
  if (!frame?.foreign) return undefined;
  // The place that is shown may be that of the caller.
  return `${frame === ownFrame(stack) ? '' : `in ${write(codeOf(frame))}, `}not compiled by foretrace`;
}

/** What is said of callers that are not those of the event itself. */
export const SEEN = 'one of the stacks seen here';

/** The place of a frame with its function, as locations of C have it already. */
export function frameText({ location, function: name }: Pick<Frame, 'location' | 'function'>): string {
  return name === undefined || location.endsWith(`(${name})`) ? location : `${location} (${name})`;
}

/** The lines below the head, which is not repeated. */
export function stackLines(stack: readonly Frame[], detail: StackDetail): StackLine[] {
  if (detail === 'none') return [];
  const lines = callerLines(stack, detail);
  return isSeen(stack) && lines.length > 0 ? [{ how: '', frames: [], folded: `${SEEN}:` }, ...lines] : lines;
}

function isSeen(stack: readonly Frame[]): boolean {
  return stack.some(({ seen }) => seen);
}

function callerLines(stack: readonly Frame[], detail: StackDetail): StackLine[] {
  const head = stack.indexOf(ownFrame(stack)!);
  const lines: StackLine[] = [];
  for (let i = 0; i < stack.length; ) {
    const frame = stack[i]!;
    const end = detail === 'full' ? i + 1 : foldEnd(stack, i, head);
    const frames = stack.slice(i, end);
    if (i !== head) lines.push(lineOf(stack, i, head, frames, detail));
    i = Math.max(end, i + 1);
    if (frame.more !== undefined) lines.push({ how: '', frames: [], folded: `… ${amount(frame.more, 'more frame')}` });
  }
  return detail === 'full' ? lines : shortened(withoutStart(lines));
}

/** How a library comes to call the program at all, at the outer end, is the same for all of its threads. */
function withoutStart(lines: readonly StackLine[]): readonly StackLine[] {
  const isLibrary = ({ how, frames }: StackLine) =>
    how === '' && frames.length > 0 && frames.every(({ library }) => library !== undefined);
  const last = lines.findLastIndex((line) => !isLibrary(line));
  // Where nothing else is there, the access itself is in the library.
  return lines.slice(0, last + 1);
}

/** Where the frames end that are folded with the one at `i`: those of one library, and those of one place that calls itself. */
function foldEnd(stack: readonly Frame[], i: number, head: number): number {
  const { library, location } = stack[i]!;
  let end = i + 1;
  if (i === head) return end;
  const isAlike = (frame: Frame) => (library === undefined ? frame.location === location : frame.library === library);
  while (end < stack.length && end !== head && isAlike(stack[end]!)) end++;
  return end;
}

function lineOf(stack: readonly Frame[], i: number, head: number, frames: readonly Frame[], detail: StackDetail): StackLine {
  const { library, location } = frames[0]!;
  const how = i < head ? 'in' : howOf(stack[i - 1]);
  if (detail === 'full') return { how, frames };
  if (library !== undefined) {
    // What the program called, of all that the library did then.
    const name = frames.at(-1)!.function;
    const words = `${amount(frames.length, 'frame')} of ${library}${name === undefined ? '' : ` (${name})`}`;
    return { how: '', frames, folded: `${i < head ? 'in' : '…'} ${words}` };
  }
  const isAgain = i > 0 && stack[i - 1]!.location === location;
  if (frames.length === 1 && !isAgain) return { how, frames };
  const times = amount(frames.length, 'time');
  return { how: '', frames, folded: isAgain ? `… ${times} more` : `${how} ${frameText(frames[0]!)}, ${times}` };
}

function howOf(inner: Frame | undefined): string {
  if (inner?.inlined) return 'inlined into';
  return inner?.awaited ? 'awaited by' : 'by';
}

function shortened(lines: readonly StackLine[]): StackLine[] {
  if (lines.length <= MOST_LINES) return [...lines];
  const hidden = lines.slice(MOST_LINES - 2, -1);
  const frames = hidden.flatMap((line) => line.frames);
  return [
    ...lines.slice(0, MOST_LINES - 2),
    { how: '', frames, folded: `… ${amount(frames.length, 'more frame')}` },
    lines.at(-1)!,
  ];
}

/** Own frames in one line, innermost first: for what is said beside an access. `write` marks the places. */
export function chain(stack: readonly Frame[], write: (place: string) => string = String): string {
  const own = stack.filter(({ library }) => library === undefined);
  const shown = (own.length === 0 ? stack : own).slice(0, MOST_CHAINED);
  const chained = shown.map((frame) => write(frameText(frame))).join(' ← ');
  return isSeen(stack) ? `${chained} (${SEEN})` : chained;
}

/** The held locks of which is told where they were taken: `always`, or where that is more than the place itself. */
export function toldLocks({ taken }: StackedAccess, detail: StackDetail, always: boolean): readonly TakenLock[] {
  if (detail === 'none') return [];
  return taken.filter(({ stack }) => hasCallers(stack) || (always && stack.length > 0));
}

/** Whether anything is known beyond the place itself. */
export function hasCallers(stack: readonly Frame[]): boolean {
  return stack.length > 1;
}
