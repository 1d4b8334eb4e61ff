// What the completion scripts know about the command line: the tables of options and arguments, flattened.

import type { CommandEntry } from '../command.ts';
import { longFlag, type Option, type OptionTable } from '../option.ts';
import { globalOptions } from '../session.ts';

export interface FlagModel {
  readonly long: string;
  readonly short: string | undefined;
  readonly help: string;
  /** What comes after the flag: nothing, a path, one of a few words, or anything. */
  readonly value: 'none' | 'file' | 'any' | readonly string[];
}

export interface CommandModel {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagModel[];
  /** Per position: a path, one of a few words, or anything. */
  readonly arguments: readonly ('file' | 'any' | readonly string[])[];
}

export interface Model {
  readonly commands: readonly CommandModel[];
  readonly globals: readonly FlagModel[];
}

const ALWAYS: readonly FlagModel[] = [
  { long: '--help', short: '-h', help: 'print help', value: 'none' },
  { long: '--version', short: '-V', help: 'print the version', value: 'none' },
];

export async function model(commands: readonly CommandEntry[]): Promise<Model> {
  const loaded = await Promise.all(
    commands.map(async ({ name, summary, load }) => {
      const command = await load();
      return {
        name,
        summary,
        flags: flags(command.options),
        arguments: command.arguments.map(({ choices, file }) => choices ?? (file ? 'file' : 'any')),
      };
    }),
  );
  return { commands: loaded, globals: [...flags(globalOptions), ...ALWAYS] };
}

function flags(table: OptionTable): FlagModel[] {
  return Object.entries(table).map(([key, option]) => ({
    long: longFlag(key),
    short: option.short === undefined ? undefined : `-${option.short}`,
    help: option.help,
    value: valueModel(option),
  }));
}

function valueModel(option: Option): FlagModel['value'] {
  switch (option.kind) {
    case 'flag':
      return 'none';
    case 'number':
    case 'size':
    case 'duration':
      return 'any';
    case 'text':
      return option.choices ?? 'any';
    case 'file':
      return 'file';
  }
}

/** Both spellings of a flag. */
export function spellings({ long, short }: FlagModel): string[] {
  return short === undefined ? [long] : [long, short];
}
