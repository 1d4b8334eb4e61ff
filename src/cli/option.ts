// Options and arguments of a command as tables: parsing, help, completion and the pages in docs/commands follow from them.

interface Described {
  readonly help: string;
  /** One letter, for what is typed often. */
  readonly short?: string;
}

export interface Flag extends Described {
  readonly kind: 'flag';
}

export interface NumberOption extends Described {
  readonly kind: 'number';
  /** What the value is called in help: `--seed <number>`. */
  readonly value?: string;
  readonly min: number;
  readonly max: number;
  /** Fractions are refused unless this is set. */
  readonly fraction?: true;
  readonly default?: number;
}

/** A number of bytes: `500M`, `2G`. */
export interface SizeOption extends Described {
  readonly kind: 'size';
  readonly min: number;
}

/** A number of seconds: `30s`, `5m`. */
export interface DurationOption extends Described {
  readonly kind: 'duration';
}

export interface TextOption extends Described {
  readonly kind: 'text';
  readonly value: string;
  /** Anything else is refused with a suggestion. */
  readonly choices?: readonly string[];
  /** The command that lists the choices, where they are too many for help and documents to repeat. */
  readonly listedBy?: string;
  /** What plug-ins may add to the choices. */
  readonly extended?: 'detectors' | 'reports';
  /** A choice may be followed by `=` and a file. */
  readonly file?: true;
  /** May be given several times. */
  readonly repeat?: true;
  readonly default?: string;
}

export interface FileOption extends Described {
  readonly kind: 'file';
  readonly value: string;
  /** What one call is about: a configuration, in which the key may mean an option of another command, has no say. */
  readonly onTheLine?: true;
}

export type Option = Flag | NumberOption | SizeOption | DurationOption | TextOption | FileOption;

/** Whether a configuration may say it, for all that the option itself knows. */
export function isForConfiguration(option: Option): boolean {
  return option.kind !== 'file' || option.onTheLine !== true;
}

/** What is done unless somebody says `off`. */
export const onOff = { kind: 'text', value: 'on|off', choices: ['on', 'off'], default: 'on' } as const;

/** By camelCase key: `failOn` is `--fail-on`. */
export type OptionTable = Readonly<Record<string, Option>>;

export interface Argument {
  /** As help shows it, in capitals. */
  readonly name: string;
  readonly help: string;
  readonly optional?: true;
  /** The command line of another program: takes all that follows, also what looks like an option. Only the last can be. */
  readonly commandLine?: true;
  /** Takes one or more. Only the last can be. */
  readonly several?: true;
  readonly choices?: readonly string[];
  /** Completed by the shell as a path. */
  readonly file?: true;
}

type Value<O extends Option> = O extends { kind: 'flag' }
  ? boolean
  : O extends { repeat: true }
    ? readonly string[]
    : O extends { kind: 'number' | 'size' | 'duration' }
      ? O extends { default: number }
        ? number
        : number | undefined
      : O extends { default: string; choices: readonly (infer C)[] }
        ? C
        : O extends { choices: readonly (infer C)[] }
          ? C | undefined
          : O extends { default: string }
            ? string
            : string | undefined;

/** What a run gets for a table of options. */
export type Values<T extends OptionTable> = { readonly [K in keyof T]: Value<T[K]> };

export function longFlag(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The placeholder of an option's value, or undefined for a flag. */
export function placeholder(option: Option): string | undefined {
  switch (option.kind) {
    case 'flag':
      return undefined;
    case 'number':
      return option.value ?? 'n';
    case 'size':
      return 'size';
    case 'duration':
      return 'time';
    case 'text':
    case 'file':
      return option.value;
  }
}

/** What follows the help of an option: its choices or range, and its default. */
export function notes(option: Option): string {
  const parts: string[] = [];
  if (option.kind === 'text' && option.listedBy !== undefined) parts.push(`foretrace ${option.listedBy} lists them`);
  else if (option.kind === 'text' && option.choices !== undefined) parts.push(`one of ${option.choices.join(', ')}`);
  if (option.kind === 'text' && option.repeat) parts.push('may be repeated');
  if ((option.kind === 'text' || option.kind === 'number') && option.default !== undefined)
    parts.push(`default ${option.default}`);
  return parts.join('; ');
}
