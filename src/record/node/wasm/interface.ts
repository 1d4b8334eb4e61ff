// What an instrumented module imports: the hooks, their types, and a custom section that says which memories they are about. Two
// helper modules (helper.ts) export them; a module that another thread compiled is recognised by the section.

import { type NumberType, Type } from './opcode.ts';

/** The name that hooks are imported from, and of the custom section. */
export const HOOK_MODULE = 'foretrace:hooks';
/** The import that replaces a memory that the module defined itself, by the number of the memory. */
export const hookMemory = (index: number): string => `memory@${index}`;

const { i32, i64 } = Type;

export interface FunctionType {
  readonly parameters: readonly NumberType[];
  readonly results: readonly NumberType[];
}

export interface HookType extends FunctionType {
  readonly name: string;
}

const SIZES = [1, 2, 4, 8, 16] as const;

function hook(name: string, parameters: readonly NumberType[], ...results: readonly NumberType[]): HookType {
  return { name, parameters, results };
}

/** In the order of their import. An address is an offset into the memory, which has at most 4 GiB; a site is where the instruction is in the
 * original module, in bytes from the beginning of the code section's content. */
export const hooks: readonly HookType[] = [
  // read1 … write16: address, site
  ...SIZES.map((bytes) => hook(`read${bytes}`, [i32, i32])),
  ...SIZES.map((bytes) => hook(`write${bytes}`, [i32, i32])),
  // address, length, site
  hook('readRange', [i32, i32, i32]),
  hook('writeRange', [i32, i32, i32]),
  // address: where its stripe is
  hook('stripe', [i32], i32),
  // stripe: the time of the last write in it
  hook('written', [i32], i32),
  // stripe: the atomic may be executed
  hook('lock', [i32]),
  // stripe, whether it wrote: the atomic was executed; gives its time, and the time of the stripe's last write in the high half
  hook('commit', [i32, i32], i64),
  // address, site, value, written: whether a load only repeats the last record of this thread, and was counted
  hook('repeated', [i32, i32, i64, i32], i32),
  // address, kind << 16 | size << 24, site, value before, value after, what commit gave
  hook('atomic', [i32, i32, i32, i64, i64, i64]),
  // site
  hook('fence', [i32]),
  // address, expected, timeout in nanoseconds, site
  hook('wait32', [i32, i32, i64, i32], i32),
  hook('wait64', [i32, i64, i64, i32], i32),
  // address, count, site
  hook('notify', [i32, i32, i32], i32),
  // address, bytes, Ahead, site, what a compare-and-exchange expects: comes before an access, in a program that is led (core/steered.ts)
  hook('ahead', [i32, i32, i32, i32, i64]),
];

/** What is about to be done. */
export const Ahead = { read: 0, write: 1, atomicRead: 2, atomicWrite: 3, compareExchange: 4 } as const;

const numbers = new Map(hooks.map(({ name }, i) => [name, i]));

/** The number of a hook by its name. */
export function hookNumber(name: string): number {
  const number = numbers.get(name);
  if (number === undefined) throw new Error(`no hook ${name}`);
  return number;
}

/** The name of a hook's import. Every memory that is recorded has hooks of its own; `set` counts these memories. */
export function hookImport(name: string, set: number): string {
  return set === 0 ? name : `${name}@${set}`;
}

/** A memory that is recorded, or that the module defined and imports now. */
export interface NotedMemory {
  readonly index: number;
  /** Where the program's memory is imported from; absent when the module defined it and a hook memory stands for it. */
  readonly from?: { readonly module: string; readonly name: string };
  readonly initial: number;
  readonly maximum?: number;
  readonly shared: boolean;
  /** Its addresses have 64 bits. */
  readonly wide: boolean;
  /** Which hooks are about it; absent when it is not recorded. */
  readonly set?: number;
}

/** The content of the custom section, as JSON. */
export interface ModuleNote {
  readonly memories: readonly NotedMemory[];
  /** The number of the module's first site in the process: that of the first byte of the code section's content. */
  readonly firstSite: number;
  /** The file that tells of its variables, by its path. */
  readonly debug?: string;
}
