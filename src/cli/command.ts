// What a command is. One file per command in commands/; commands/index.ts is the one list of them.

import type { Argument, OptionTable, Values } from './option.ts';
import type { Session } from './session.ts';

export interface Example {
  /** The command line as it is typed, without the prompt. */
  readonly line: string;
  readonly says: string;
}

/** The positional arguments and the options of one run. */
export interface Call<T extends OptionTable = OptionTable> {
  readonly args: readonly string[];
  readonly options: Values<T>;
  /** The list of commands, for those that speak about the command line itself. */
  readonly commands: readonly CommandEntry[];
}

export interface Command<T extends OptionTable = OptionTable> {
  /** More than the summary of the list, in one or two sentences. */
  readonly description: string;
  readonly arguments: readonly Argument[];
  readonly options: T;
  readonly examples: readonly Example[];
  /** All arguments are for another program, also those that look like ours; `foretrace help NAME` is the only way to our help. */
  readonly passThrough?: true;
  /** The exit status is the answer. */
  run(call: Call<T>, session: Session): Promise<number>;
}

/** Keeps the types of the option table for `run`, and forgets them for the list. */
export function command<const T extends OptionTable>(definition: Command<T>): Command {
  return definition as unknown as Command;
}

export type CommandGroup = 'Every day' | 'Traces' | 'For research';

/** A line of the list: enough for `foretrace --help`; the rest is loaded when the command is run. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Under which head help lists it. */
  readonly group: CommandGroup;
  /** Its last argument is the command line of another program. */
  readonly runsProgram?: true;
  /** That argument begins with names of something else, and the program follows a --. */
  readonly namesFirst?: true;
  load(): Promise<Command>;
}
