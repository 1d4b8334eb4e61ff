// What a person is told of the recording of a process: how much there is, what was left out, and what is wrong with it.

import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';
import type { Assembled } from '../raw/assemble/index.ts';
import type { RecordedProcess } from '../record/recording.ts';
import { amount, LONGEST_COMMAND } from '../report/words.ts';
import type { Session } from './session.ts';

export function remarkOn({ pid, command }: RecordedProcess, notes: readonly string[], counts: Assembled, session: Session): void {
  const { yellow, dim } = session.errorColors;
  const name = `process ${pid} (${shortened(command, LONGEST_COMMAND, 'middle')})`;
  if (counts.threads > 1) session.remark(dim(`foretrace: ${name}: ${recordedWords(counts)}`));
  for (const note of [...notes, ...warnings(counts)]) session.remark(`foretrace: ${yellow('note')}: ${name}: ${display(note)}`);
}

function recordedWords({ events, threads, lockedAtomics, dropped }: Assembled): string {
  const words = [`recorded ${amount(events, 'event')} of ${amount(threads, 'thread')}`];
  if (lockedAtomics > 0) words.push(`${amount(lockedAtomics, 'atomic')} seen to be a mutex`);
  const { local, unwritten, benign, repeated } = dropped;
  if (local + unwritten > 0)
    words.push(`left out: ${local} of memory that one thread uses, ${unwritten} of memory that nobody writes`);
  if (benign > 0) words.push(`${benign} of memory whose races the program calls benign`);
  if (repeated > 0) words.push(`${repeated} repeated`);
  return words.join('; ');
}

function warnings({ stopped, cut, unseen, repaired, damage }: Assembled): string[] {
  const { unusable, truncated, garbage, outside } = damage;
  const words: string[] = [];
  const isDamaged = truncated + garbage + unusable + outside > 0;
  if (cut !== undefined && (stopped !== undefined || !isDamaged)) words.push(`${cut}; the report is about what came before`);
  if (unseen !== undefined) words.push(unseen);
  if (truncated + garbage > 0)
    words.push(`${amount(truncated + garbage, 'log')} of a thread ended in the middle; what came before is kept`);
  if (unusable > 0) words.push(`${amount(unusable, 'file')} could not be read as a log`);
  if (outside > 0)
    words.push(
      `${amount(outside, 'range')} of accesses went beyond the memory that the process is known to have had; the rest is kept`,
    );
  if (repaired > 0) words.push(`${amount(repaired, 'event')} had to be left out or added to make the trace whole`);
  return words;
}
