// What a person is told of the recording of a process: how much there is, what was left out, and what is wrong with it.

import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';
import { CODE_MISSING } from '../raw/assemble/completeness.ts';
import type { Assembled } from '../raw/assemble/index.ts';
import type { RecordedProcess } from '../record/recording.ts';
import type { StillRunning } from '../record/still-running.ts';
import { amount, LONGEST_COMMAND, listed } from '../report/words.ts';
import type { Session } from './session.ts';

export function remarkOn(process: RecordedProcess, notes: readonly string[], counts: Assembled, session: Session): void {
  if (counts.threads > 1) session.remark(session.errorColors.dim(`foretrace: ${nameOf(process)}: ${recordedWords(counts)}`));
  remarkNotes(process, [...notes, ...warnings(counts)], session);
}

export function remarkNotes(process: RecordedProcess, notes: readonly string[], session: Session): void {
  for (const note of notes)
    session.remark(`foretrace: ${session.errorColors.yellow('note')}: ${nameOf(process)}: ${display(note)}`);
}

/** How many tools are named. */
const MOST_TOOLS = 6;

/** Once for all processes, which have mostly the same. `whole`: tools of which no process is recorded. */
export function remarkTools(processes: readonly RecordedProcess[], session: Session, whole: readonly string[] = []): void {
  const tools = [...new Set([...whole, ...processes.flatMap((process) => process.tools)])].sort();
  if (tools.length === 0) return;
  const more = tools.length > MOST_TOOLS ? [`${tools.length - MOST_TOOLS} more`] : [];
  const names = listed([...tools.slice(0, MOST_TOOLS).map((name) => display(name)), ...more]);
  session.remark(session.errorColors.dim(`foretrace: not recorded, as tools: the code of ${names}; --include '**' records it`));
}

/** Processes that the program left behind. */
export function remarkLeft(left: readonly StillRunning[], session: Session): void {
  for (const process of left)
    session.remark(
      `foretrace: ${session.errorColors.yellow('partial')}: ${nameOf(process)} still runs: what it does later is missing; let the program wait for its end`,
    );
}

function nameOf({ pid, command }: Pick<RecordedProcess, 'pid' | 'command'>): string {
  return `process ${pid} (${shortened(command, LONGEST_COMMAND, 'middle')})`;
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
  if (cut !== undefined && (stopped !== undefined || !isDamaged))
    words.push(`${cut}; the report is about ${cut.startsWith(CODE_MISSING) ? 'the rest' : 'what came before'}`);
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
