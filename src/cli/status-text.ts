// How a run that is watched is doing, in words.

import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';
import { wordsOf } from '../report/kind-words.ts';
import { amount, counted, LONGEST_COMMAND, often } from '../report/words.ts';
import type { LiveStatus } from './live-status.ts';

const MEGABYTE = 1e6;

export function statusText({ command, pid, started, memory, findings, processes }: LiveStatus, now: number): string {
  const head = `${shown(command)} · foretrace ${pid} · ${duration(now - started)} · ${megabytes(memory)} of memory`;
  const lines = processes.flatMap(({ pid: own, command: words, isOver, threads, handled, waiting, judged, skipped, eras }) => {
    const seen = `${amount(threads, 'thread')}, ${megabytes(handled)} of logs seen, ${megabytes(waiting)} waiting`;
    return [
      `  process ${own} (${shown(words)})${isOver ? ', ended' : ''}`,
      `    ${seen}, ${amount(judged, 'window')} looked at`,
      ...(skipped > 0 ? [`    ${megabytes(skipped)} passed over: they came too fast`] : []),
      ...(eras > 1 ? [`    forgot what was long ago ${amount(eras - 1, 'time')}: there was too much of it`] : []),
    ];
  });
  const races = findings.map(
    ({ fingerprint, type, claim, variable, count }) =>
      `  ${fingerprint.slice(0, 6)}  ${claim} ${wordsOf({ type }).one}, ${often(count)}  ${display(variable)}`,
  );
  return [head, ...lines, `  ${findings.length === 0 ? 'no finding' : counted(findings)}`, ...races]
    .map((line) => `${line}\n`)
    .join('');
}

function shown(command: string): string {
  return display(shortened(command, LONGEST_COMMAND, 'middle'));
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
