// What a watched process did that was not seen, or not looked at, in words.

import type { LiveProcess } from '../live/live-process.ts';
import { type Confusion, LOCKS_IN_DISGUISE, OPPOSITE_ORDERS } from '../raw/screen/watch.ts';
import { mayHaveHung } from '../raw/tails.ts';
import { amount } from '../report/words.ts';

/** `windowBytes`: of logs, that are looked at together. */
export function missedWords({ counts, eras, passedOver, suspects, left }: LiveProcess, windowBytes: number): string[] {
  const window = `${windowBytes >> 20} MB of logs`;
  const words: string[] = [];
  if (counts.skipped > 0)
    words.push(`${(counts.skipped / 1e6).toFixed(1)} MB of logs came faster than they could be read, and were passed over`);
  if (eras > 1)
    words.push(
      `what was known had to be forgotten ${amount(eras - 1, 'time')}, for want of memory or because of new threads: races with what was done before are not seen`,
    );
  // The record that says that there are no more is one, and has words of its own.
  for (const [what, count] of passedOver)
    if (what !== 'record' || left.stopped === undefined) words.push(confusedWords(what, count, window));
  if (suspects.open > 0)
    words.push(
      `${amount(suspects.open, 'pair')} of places ${suspects.open === 1 ? 'is' : 'are'} not proved safe: what is further apart than a window of ${window} was not looked at; a run without --live looks at all`,
    );
  return words;
}

/** What a process that is over waited for is not looked at here. */
export function hungWords(folder: string): string[] {
  return mayHaveHung(folder)
    ? ['some threads waited when it ended, for each other or for ever: a run without --live tells who waits for whom']
    : [];
}

function confusedWords(what: Confusion, count: number, window: string): string {
  if (what === LOCKS_IN_DISGUISE)
    return `atomics act as locks: what their holders do in another order was looked at in windows of ${window} only`;
  if (what === OPPOSITE_ORDERS)
    return `locks are taken in opposite orders: whether that can deadlock was looked at in windows of ${window} only; a run without --live looks at all`;
  if (what === 'record') return 'some logs have records that are not understood, or there are more threads than can be watched';
  return `${amount(count, 'record')} about ${what} could not be understood`;
}
