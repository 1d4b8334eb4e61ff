// How two runs of a program differ for whoever looks at it from outside: how they end and what they print. Nothing else is harm that can be shown.

import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';

/** What a program printed on one of its streams. */
export interface Printed {
  /** As much of it as was kept. */
  readonly head: Uint8Array;
  /** All of it: how long, and its sum. */
  readonly bytes: number;
  readonly sum: string;
}

export interface Behaviour {
  readonly ending: { readonly status: number; readonly signal: string | null; readonly isLate?: boolean };
  readonly stdout: Printed;
  readonly stderr: Printed;
}

export interface Difference {
  readonly what: 'ending' | 'stdout' | 'stderr';
  /** As a person may read it, in the order of the runs: escaped and cut. */
  readonly texts: readonly [string, string];
}

const LONGEST = 60;

/** What differs, the most telling first. */
export function difference(a: Behaviour, b: Behaviour): Difference[] {
  const [one, other] = [endingText(a), endingText(b)];
  const printed = (['stdout', 'stderr'] as const).filter((what) => a[what].sum !== b[what].sum);
  return [
    ...(one === other ? [] : [{ what: 'ending' as const, texts: [one, other] as const }]),
    ...printed.map((what) => ({ what, texts: lineTexts(a[what], b[what]) })),
  ];
}

/** `exits with 0`, `is ended by SIGSEGV`, `does not end`. */
function endingText({ ending: { status, signal, isLate }, stderr }: Behaviour): string {
  if (isLate === true || hangs(stderr)) return 'does not end';
  return signal === null ? `exits with ${status}` : `is ended by ${signal}`;
}

/** The recorder ends a program whose threads all wait, and says so (src/record/c/runtime/core/deadlock.c). */
function hangs({ head }: Printed): boolean {
  return new TextDecoder().decode(head).includes('foretrace: deadlock: every thread waits');
}

/** The first line that differs, of each; the same twice says nothing. */
function lineTexts(a: Printed, b: Printed): [string, string] {
  const [one, other] = [linesOf(a), linesOf(b)];
  const at = one.findIndex((line, i) => line !== other[i]);
  const line = at < 0 ? one.length : at;
  const from = firstDifference(one[line] ?? '', other[line] ?? '');
  const [text, second] = [lineText(one, line, from, a), lineText(other, line, from, b)];
  return [text, text === second ? `${b.bytes} others` : second];
}

/** As UTF-8, which what is kept may cut, or else byte by byte. */
function linesOf({ head }: Printed): string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(head, { stream: true }).split('\n');
  } catch {
    return new TextDecoder('latin1').decode(head).split('\n');
  }
}

/** Where two lines begin to differ; 0 if that is soon, and not amid a character. */
function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = at < LONGEST / 2 ? 0 : at - LONGEST / 4;
  return /[\udc00-\udfff]/.test(a[from] ?? '') ? from - 1 : from;
}

function lineText(lines: readonly string[], at: number, from: number, { bytes, head }: Printed): string {
  const line = lines[at];
  if (line === undefined || (line === '' && at === lines.length - 1))
    return bytes > head.length ? `${bytes} bytes` : 'nothing more';
  return `"${from > 0 ? '…' : ''}${shortened(display(line.slice(from)), LONGEST, 'end')}"`;
}
