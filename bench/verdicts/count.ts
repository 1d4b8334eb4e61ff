// How often each tool was right, and in which way not.

import type { Program } from './discovery.ts';
import type { Verdict } from './judge.ts';
import type { Label } from './labels.ts';

export interface JudgedProgram extends Pick<Program, 'name' | 'label' | 'reason' | 'cause'> {
  /** By the ids of the tools; a tool that has nothing to say of it has none. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

export const JUDGEMENTS = ['found', 'missed', 'false alarm', 'rightly silent', 'did not end', 'did not compile'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

export function judgement(label: Label, { outcome }: Verdict): Judgement {
  switch (outcome) {
    case 'race':
      return label === 'race' ? 'found' : 'false alarm';
    case 'silent':
    case 'partial':
      return label === 'race' ? 'missed' : 'rightly silent';
    case 'not ended':
    case 'failed':
      return 'did not end';
    case 'not built':
      return 'did not compile';
  }
}

export interface Counts {
  readonly of: Readonly<Record<Judgement, readonly string[]>>;
  /** Of the silences, those that the tool itself says not to be all. */
  readonly partial: number;
  /** Of the processor. */
  readonly seconds: number;
}

export function countsOf(tool: string, programs: readonly JudgedProgram[]): Counts {
  const of: Record<Judgement, string[]> = {
    found: [],
    missed: [],
    'false alarm': [],
    'rightly silent': [],
    'did not end': [],
    'did not compile': [],
  };
  let [partial, seconds] = [0, 0];
  for (const { name, label, verdicts } of programs) {
    const verdict = verdicts[tool];
    if (verdict === undefined) continue;
    of[judgement(label, verdict)].push(name);
    if (verdict.outcome === 'partial') partial++;
    seconds += verdict.seconds;
  }
  return { of, partial, seconds };
}

/** Of the programs that are reported, the share that has a race; null if none is. */
export function precision({ of }: Counts): number | null {
  return share(of.found, of['false alarm']);
}

/** Of the programs that have a race and got a verdict, the share that is reported; null if there is none. */
export function recall({ of }: Counts): number | null {
  return share(of.found, of.missed);
}

function share(right: readonly string[], wrong: readonly string[]): number | null {
  const all = right.length + wrong.length;
  return all === 0 ? null : right.length / all;
}
