// What a gate says of a run that it led: a file `steering` in the folder of the process, line by line as it happens, so that a crash leaves what
// was before it. A line that cannot be read is passed over: the program may have died while it was written.

import { linesOf, read, written } from './words.ts';

/** In the folder of a process, beside its logs. */
export const OUTCOME_FILE = 'steering';
const HEAD = 'foretrace outcome 1';

export const doings = ['read', 'write', 'atomic-read', 'atomic-write', 'acquire'] as const;
export type Doing = (typeof doings)[number];

/** A thread that stands before what a target of the plan names. */
export interface Standing {
  /** Which target, from 0. */
  readonly target: number;
  readonly thread: string;
  readonly doing: Doing;
  /** Hexadecimal, of this run. */
  readonly address: string;
  readonly bytes: number;
  readonly site: string;
}

/** `late`: the time was over; `ended`: its thread had ended; `blocked`: nobody could go on before it; `elsewhere`: its thread did something else that the plan has later. */
export const divergences = ['late', 'ended', 'blocked', 'elsewhere'] as const;
export type Divergence = (typeof divergences)[number];

export interface Outcome {
  /** A gate has read the plan. */
  readonly followed: boolean;
  /** The first thread at each target, whether or not the others came. */
  readonly stood: readonly Standing[];
  /** All targets at one moment, in the order of the plan; absent if that never was. */
  readonly met?: readonly Standing[] | undefined;
  /** Per target where its thread stood when they met, the innermost call first, as sites. */
  readonly stacks: ReadonlyMap<number, readonly string[]>;
  /** Steps that were done in their order. */
  readonly steps: number;
  /** The step, from 0, that did not come in its turn. */
  readonly diverged?: { readonly step: number; readonly why: Divergence } | undefined;
  /** The patience was over, or the program ended by a signal of the gate: everybody was let go. */
  readonly freed: boolean;
}

export const noOutcome: Outcome = { followed: false, stood: [], stacks: new Map(), steps: 0, freed: false };

/** For gates that are written in TypeScript. */
export function outcomeText({ followed, stood, met, stacks, steps, diverged, freed }: Outcome): string {
  const lines = [
    ...(followed ? [HEAD] : []),
    ...stood.map((one) => `stood ${standingText(one)}`),
    ...(met === undefined ? [] : [`met ${met.map(standingText).join(' ')}`]),
    ...[...stacks].map(([target, sites]) => `stack ${[target, ...sites.map(written)].join(' ')}`),
    ...(steps > 0 ? [`steps ${steps}`] : []),
    ...(diverged === undefined ? [] : [`diverged ${diverged.step} ${diverged.why}`]),
    ...(freed ? ['freed'] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function standingText({ target, thread, doing, address, bytes, site }: Standing): string {
  return `${target} ${thread} ${doing} ${address} ${bytes} ${written(site)}`;
}

/** `targets`: how many the plan has. */
export function parseOutcome(text: string, targets: number): Outcome {
  const [head, ...lines] = linesOf(text);
  if (head?.words.join(' ') !== HEAD) return noOutcome;
  const stood: Standing[] = [];
  const stacks = new Map<number, readonly string[]>();
  let outcome: Outcome = { ...noOutcome, followed: true, stood, stacks };
  for (const { words } of lines) {
    const [key, ...rest] = words;
    const count = numberOf(rest[0]);
    if (key === 'stood') stood.push(...standings(rest));
    else if (key === 'met' && outcome.met === undefined && isMeeting(standings(rest), targets))
      outcome = { ...outcome, met: standings(rest) };
    else if (key === 'stack' && count !== undefined)
      stacks.set(
        count,
        rest.slice(1).flatMap((word) => read(word) ?? []),
      );
    else if (key === 'steps' && count !== undefined) outcome = { ...outcome, steps: count };
    else if (key === 'diverged' && outcome.diverged === undefined) outcome = { ...outcome, ...divergence(rest) };
    else if (key === 'freed') outcome = { ...outcome, freed: true };
  }
  return outcome;
}

const WORDS = 6;

/** None if one of them is not whole. */
function standings(words: readonly string[]): Standing[] {
  const found: Standing[] = [];
  for (let at = 0; at < words.length; at += WORDS) {
    const one = standing(words.slice(at, at + WORDS));
    if (one === undefined) return [];
    found.push(one);
  }
  return found;
}

/** One at each target, in their order. */
function isMeeting(met: readonly Standing[], targets: number): boolean {
  return met.length > 1 && met.length === targets && met.every(({ target }, i) => target === i);
}

function standing([targetWord, thread, doingWord, address, bytesWord, siteWord]: readonly string[]): Standing | undefined {
  const target = numberOf(targetWord);
  const bytes = numberOf(bytesWord);
  const doing = doings.find((one) => one === doingWord);
  const site = read(siteWord ?? '');
  if (target === undefined || bytes === undefined || doing === undefined || site === undefined) return undefined;
  if (!/^0x[0-9a-f]{1,16}$/.test(address ?? '')) return undefined;
  return { target, thread: thread!, doing, address: address!, bytes, site };
}

function divergence([stepWord, whyWord]: readonly string[]): Pick<Outcome, 'diverged'> {
  const step = numberOf(stepWord);
  const why = divergences.find((one) => one === whyWord);
  return step === undefined || why === undefined ? {} : { diverged: { step, why } };
}

function numberOf(word: string | undefined): number | undefined {
  return /^\d{1,15}$/.test(word ?? '') ? Number(word) : undefined;
}
