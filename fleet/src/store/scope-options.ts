// Which findings a command is about: the same options for all that show some.

import { InputError } from 'foretrace';
import type { Values } from 'foretrace/cli';
import { GONE_AFTER, type Scope, type State, states } from './findings.ts';

const words = states.map((state) => state.replace(' ', '-'));

export const scopeOptions = {
  project: { kind: 'text', value: 'name', help: 'only of this project' },
  commit: { kind: 'text', value: 'id', help: 'only what runs of this commit saw; its first digits will do' },
  branch: { kind: 'text', value: 'name', help: 'only what runs of this branch saw' },
  since: { kind: 'text', value: 'date', help: 'only what was seen since, for instance 2026-11-01' },
  goneAfter: {
    kind: 'number',
    min: 1,
    max: 1e6,
    default: GONE_AFTER,
    help: 'in how many complete runs that executed its places a finding is not seen when it is called probably gone',
  },
} as const;

export const stateOption = {
  state: { kind: 'text', value: 'state', choices: words, repeat: true, help: 'only findings in this state' },
} as const;

export function scopeOf({ project, commit, branch, since, goneAfter }: Values<typeof scopeOptions>): Scope {
  return { project, commit, branch, since: since === undefined ? undefined : dateOf('--since', since), goneAfter };
}

export function statesOf({ state }: Values<typeof stateOption>): State[] | undefined {
  return state.length === 0 ? undefined : state.map((word) => states[words.indexOf(word)]!);
}

/** The beginning of a day, or a time. */
export function dateOf(flag: string, text: string): Date {
  const date = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new InputError('USAGE', {}, `${flag} is no date`, 'for instance 2026-11-01, or 2026-11-01T12:00:00Z');
  return date;
}
