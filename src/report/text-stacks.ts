// Call stacks in the report for a person: the callers of an access below it, where its locks were taken, where threads and memory come
// from. Short, each of the latter is one sentence; in full, they are lists.

import { display } from '../base/quote.ts';
import { wrapped } from '../base/table.ts';
import type { Fork, StackedAccess } from '../findings/access.ts';
import type { Finding } from '../findings/finding.ts';
import { isKnown } from '../findings/place.ts';
import type { Frame } from '../findings/stack.ts';
import { INDENT, measure } from './measure.ts';
import { chain, foreignMark, frameText, hasCallers, headOf, type StackDetail, type StackLine, stackLines } from './stacks.ts';
import { forkTexts, memoryText, shortPlace } from './words.ts';

export interface StackTextOptions {
  /** Of the terminal; absent where there is none, and nothing is shortened. */
  readonly width?: number | undefined;
  readonly stacks?: StackDetail | undefined;
}

/** What belongs to an access stands under it, further in. */
const BELOW = `${INDENT}   `;
const FURTHER = '  ';

interface Titled {
  readonly title: string;
  readonly location: string;
  readonly stack: readonly Frame[];
}

/** Lines with their ends. */
export class StackText {
  readonly width: number | undefined;
  private readonly detail: StackDetail;

  constructor({ width, stacks = 'short' }: StackTextOptions) {
    this.width = width;
    this.detail = stacks;
  }

  /** `always`: also where nothing is known of callers, and the place of an access is near enough to where its locks were taken. */
  *access({ stack, taken }: StackedAccess, always = false): Generator<string> {
    const mark = foreignMark(stack);
    if (mark !== undefined) yield this.sentence(mark, BELOW);
    yield* this.frames(stack, BELOW);
    if (this.detail === 'none') return;
    for (const { lock, ...at } of taken)
      if (isKnown(at.location) && (always || hasCallers(at.stack) || hasCallers(stack)))
        yield* this.titled({ title: `${lock} taken at`, ...at }, BELOW);
  }

  *forks(forks: readonly Fork[]): Generator<string> {
    if (forks.length === 0) return;
    if (this.detail === 'full' && forks.some(({ stack }) => hasCallers(stack)))
      for (const { thread, by, ...at } of forks) yield* this.titled({ title: `${thread} forked by ${by} at`, ...at }, INDENT);
    else yield this.sentence(forkTexts(forks.map((fork) => ({ ...fork, location: this.placeOf(fork) }))).join(', '), INDENT);
  }

  /** Where the memory is, and where it came from. Of a variable that has a place of its own its name says enough. */
  *memory({ memory, allocation }: Finding): Generator<string> {
    const isTold = memory !== undefined && (memory.block !== undefined || this.detail === 'full');
    const where = isTold ? [memoryText(memory)] : [];
    if (allocation === undefined || this.detail === 'none') {
      for (const words of where) yield this.sentence(words, INDENT);
      return;
    }
    const { thread, ...at } = allocation;
    const title = [...where, thread === undefined ? 'allocated at' : `allocated by ${thread} at`].join(', ');
    yield* this.titled({ title, ...at }, INDENT);
  }

  private *titled({ title, ...at }: Titled, indent: string): Generator<string> {
    if (this.detail === 'short') {
      yield this.sentence(`${title} ${this.placeOf(at)}`, indent);
      return;
    }
    yield this.sentence(`${title} ${this.place(headOf(at).location, indent)}`, indent);
    yield* this.frames(at.stack, indent + FURTHER);
  }

  /** A place as a sentence has it: with its next callers, if these are wanted. */
  private placeOf({ location, stack }: Omit<Titled, 'title'>): string {
    const isChain = this.detail === 'short' && hasCallers(stack);
    return isChain ? chain(stack, (place) => this.place(place, BELOW)) : this.place(location, BELOW);
  }

  /** A place is one word: where there is a terminal, it must fit into a line with a comma behind it. */
  private place(location: string, indent: string): string {
    const room = this.room(indent) - 1;
    return location.length <= room ? location : shortPlace(location, room);
  }

  private *frames(stack: readonly Frame[], indent: string): Generator<string> {
    for (const line of stackLines(stack, this.detail)) yield `${indent}${lineText(line, this.room(indent))}\n`;
  }

  private sentence(words: string, indent: string): string {
    return wrapped(words, measure(this), indent, indent === BELOW ? indent + FURTHER : indent);
  }

  private room(indent: string): number {
    return this.width === undefined ? Number.POSITIVE_INFINITY : this.width - indent.length;
  }
}

/** In at most `room` characters. */
export function lineText({ how, frames, folded }: StackLine, room: number): string {
  if (folded !== undefined) return room === Number.POSITIVE_INFINITY ? display(folded) : shortPlace(folded, room);
  return `${how} ${shortPlace(frameText(frames[0]!), room - how.length - 1)}`;
}
