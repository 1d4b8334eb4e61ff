// Call stacks on the page: a list under each access, what is folded can be opened.

import type { StackedAccess } from '../../findings/access.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Frame } from '../../findings/stack.ts';
import { chain, frameText, type StackDetail, type StackLine, stackLines, toldLocks } from '../stacks.ts';
import { amount } from '../words.ts';
import { clipped, escaped } from './escape.ts';

/** Characters of a place. */
const PLACE = 120;
/** Frames behind a disclosure: a page has a thousand stacks. */
const MOST_FOLDED = 20;

/** The frames around an access, and where its locks were taken; `always`: also where only their places are known. */
export function stackList(access: StackedAccess, detail: StackDetail = 'short', always = false): string {
  const items = stackLines(access.stack, detail).map(item);
  const locks = toldLocks(access, detail, always).map(
    ({ lock, stack }) => `<li>${clipped(lock, PLACE)} taken at ${clipped(chain(stack), 3 * PLACE)}</li>\n`,
  );
  return items.length + locks.length === 0 ? '' : `<ul class="stack mono">\n${[...items, ...locks].join('')}</ul>\n`;
}

/** Where the memory came from. */
export function allocated({ allocation }: Finding, detail: StackDetail = 'short'): string {
  if (allocation === undefined || detail === 'none') return '';
  const by = allocation.thread === undefined ? '' : ` by ${escaped(allocation.thread)}`;
  return `<p class="weak">Allocated${by} at ${clipped(chain(allocation.stack), 3 * PLACE)}.</p>\n`;
}

function item({ how, frames, folded }: StackLine): string {
  if (folded === undefined) return `<li><span class="weak">${escaped(how)}</span> ${place(frames[0]!)}</li>\n`;
  if (frames.length === 0) return `<li class="weak">${clipped(folded, PLACE)}</li>\n`;
  const rest = frames.length - MOST_FOLDED;
  const inside = [
    ...frames.slice(0, MOST_FOLDED).map((frame) => `<li>${place(frame)}</li>\n`),
    rest > 0 ? `<li class="weak">… ${amount(rest, 'more frame')}</li>\n` : '',
  ].join('');
  return `<li><details><summary class="weak">${clipped(folded, PLACE)}</summary><ul>\n${inside}</ul></details></li>\n`;
}

function place(frame: Frame): string {
  return clipped(frameText(frame), PLACE);
}
