// What the user asked for, from the environment: the same in every thread and child process.

import { type RecordedStacks, recordedStacks } from '../../recorder.ts';

export interface Settings {
  /** Folder of the recording; the folder of this process is in it. */
  readonly folder: string;
  readonly maxRecords: number;
  readonly noise: boolean;
  /** What decides the schedule; undefined if nobody says. */
  readonly schedule: string | undefined;
  readonly wasm: boolean;
  /** Accesses of WebAssembly that can tell nothing new are left out (wasm/seen.ts). */
  readonly filter: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** `all` records the order of the whole waiter list. */
  readonly waiters: string | undefined;
  readonly cache: string | undefined;
  /** Somebody reads the logs while the program runs, and lets them be, or takes away what was read. */
  readonly follow: 'kept' | 'taken' | undefined;
  readonly stacks: RecordedStacks;
  /** Names of functions that are to be atomic. */
  readonly atomic: readonly string[];
  /** By which method synchronisation that orders nothing is left out; undefined if nothing is. */
  readonly reduce: string | undefined;
  /** The file of a plan that the program is led by. */
  readonly plan: string | undefined;
}

/** The variables, and what they hold. Lists are JSON. */
export const Variable = {
  folder: 'FORETRACE_RECORD',
  maxEvents: 'FORETRACE_MAX_EVENTS',
  noise: 'FORETRACE_NOISE',
  schedule: 'FORETRACE_SCHEDULE',
  wasm: 'FORETRACE_WASM',
  filter: 'FORETRACE_FILTER',
  include: 'FORETRACE_INCLUDE',
  exclude: 'FORETRACE_EXCLUDE',
  waiters: 'FORETRACE_WAITERS',
  cache: 'FORETRACE_CACHE',
  follow: 'FORETRACE_FOLLOW',
  stacks: 'FORETRACE_STACKS',
  atomic: 'FORETRACE_ATOMIC',
  reduce: 'FORETRACE_REDUCE',
  plan: 'FORETRACE_PLAN',
} as const;

const FOLLOWS = ['kept', 'taken'] as const;
const REDUCTIONS = ['loft', 'runs'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

export function settingsFrom(env: Environment, fallbackFolder: string): Settings {
  const limit = Number(env[Variable.maxEvents]);
  return {
    folder: env[Variable.folder] || fallbackFolder,
    maxRecords: limit > 0 ? limit : Number.POSITIVE_INFINITY,
    noise: env[Variable.noise] === '1',
    schedule: env[Variable.schedule] || undefined,
    wasm: env[Variable.wasm] !== 'off',
    filter: env[Variable.filter] !== 'off',
    include: list(env[Variable.include]),
    exclude: list(env[Variable.exclude]),
    waiters: env[Variable.waiters],
    cache: env[Variable.cache],
    follow: FOLLOWS.find((way) => way === env[Variable.follow]),
    stacks: recordedStacks.find((setting) => setting === env[Variable.stacks]) ?? 'some',
    atomic: list(env[Variable.atomic]),
    reduce: REDUCTIONS.find((method) => method === env[Variable.reduce]),
    plan: env[Variable.plan] || undefined,
  };
}

function list(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [text];
  }
}
