// The command line as commander sees it, made from a list of commands: that of `foretrace`, or of a package beside it (toolkit.ts). A command is
// loaded only when it is run.

import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander';
import { InputError } from '../base/error.ts';
import { version } from '../base/version.ts';
import type { Command, CommandEntry, Example } from './command.ts';
import { checkKeys, configured, projectConfig } from './config.ts';
import { Exit } from './exit.ts';
import { longFlag, notes, type Option, type OptionTable, placeholder } from './option.ts';
import { globalOptions, session } from './session.ts';
import { checkArguments, values } from './values.ts';
import { outputWidth, USUAL_WIDTH } from './width.ts';

const STATUS = `Exit status:
  0  nothing found    1  races found    2  wrong usage or unreadable input
  3  partial result   70  a bug in foretrace`;

/** What a command line is made of. */
export interface Program {
  /** What a person types before the name of a command. */
  readonly name: string;
  readonly about: string;
  /** Where to begin: a whole command line. */
  readonly begin: string;
  readonly examples?: readonly Example[];
  readonly commands: readonly CommandEntry[];
  /** The command of an entry for these words, if they say more of it than `load` knows. */
  readonly loaded?: (entry: CommandEntry, words: readonly string[]) => Promise<Command>;
  /** The key of the configuration that has its options; those of `foretrace` are at the top. */
  readonly section?: string;
}

/** Runs one command line and returns the exit status. Wrong usage is an InputError. */
export async function runProgram(program: Program, argv: readonly string[]): Promise<number> {
  let status: number = Exit.ok;
  const words = helping(program, argv);
  const made = newProgram(program, words, (answer) => {
    status = answer;
  });
  try {
    await made.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return Exit.ok;
    throw usageError(error, program, argv);
  }
  return status;
}

/** `foretrace help analyze` is `foretrace analyze --help`. */
function helping({ commands }: Program, argv: readonly string[]): string[] {
  if (argv.length === 1 && (argv[0] === 'version' || argv[0] === '-v')) return ['--version'];
  if (argv[0] !== 'help') return [...argv];
  const [, name] = argv;
  // With --help behind it, commander would not mind a command that it does not know.
  return name === undefined || commands.some((command) => command.name === name) ? [...argv.slice(1), '--help'] : argv.slice(1);
}

/** Where the first word is, from a place on, that is neither an option nor its value. */
export function firstWord(argv: readonly string[], table: OptionTable, from: number): number {
  const options = Object.entries(table);
  let at = from;
  while (at < argv.length && argv[at] !== '--' && argv[at]!.startsWith('-') && argv[at] !== '-') {
    const word = argv[at]!;
    const option = options.find(([key, { short }]) => word === longFlag(key) || word === `-${short}`)?.[1];
    at += option !== undefined && option.kind !== 'flag' ? 2 : 1;
  }
  return at;
}

/** Longer lines are hard to read, also where there is room. */
const WIDEST_HELP = 110;

function newProgram(definition: Program, words: readonly string[], answer: (status: number) => void): Commander {
  const { name, about, begin, examples = [], commands, section, loaded = ({ load }) => load() } = definition;
  const program = new Commander(name)
    .description(about)
    .version(version(), '-V, --version', 'print the version (also -v)')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .configureHelp({ showGlobalOptions: true, helpWidth: Math.min(WIDEST_HELP, outputWidth() ?? USUAL_WIDTH) })
    .addHelpText('after', `${exampleText(examples)}\n${STATUS}\n\nTry: ${begin}`);
  addOptions(program, globalOptions);
  for (const { name, summary, group } of commands) program.command(name).description(summary).helpGroup(`${group}:`);
  program.hook('preSubcommand', async (_, sub) => {
    const entry = commands.find(({ name }) => name === sub.name())!;
    const end = words.indexOf('--');
    define(sub, await loaded(entry, end < 0 ? words : words.slice(0, end)), { program, commands, section, answer });
  });
  return program;
}

interface Defining extends Pick<Program, 'commands'> {
  readonly program: Commander;
  readonly section: string | undefined;
  readonly answer: (status: number) => void;
}

function define(sub: Commander, command: Command, { program, commands, section, answer }: Defining): void {
  sub.description(command.description);
  for (const argument of command.arguments) {
    const choices = argument.choices === undefined ? '' : ` (one of ${argument.choices.join(', ')})`;
    const name = argument.commandLine || argument.several ? `${argument.name}...` : argument.name;
    sub.argument(argument.optional ? `[${name}]` : `<${name}>`, argument.help + choices);
  }
  addOptions(sub, command.options);
  if (command.passThrough) sub.configureHelp({ showGlobalOptions: false });
  sub.addHelpText('after', exampleText(command.examples).trimEnd());
  sub.action(async () => {
    const config = command.passThrough ? undefined : projectConfig(section);
    if (config !== undefined) await checkKeys(config, command.options, commands);
    const options = values(command.options, { ...configured(config, command.options), ...given(sub.opts(), command.options) });
    const globals = values(globalOptions, { ...configured(config, globalOptions), ...program.opts() });
    checkArguments(command.arguments, sub.args);
    answer(await command.run({ args: sub.args, options, commands }, session(globals)));
  });
}

/** Commander turns `--no-open` into `open: false`; our tables say `noOpen`. */
function given(words: Readonly<Record<string, unknown>>, table: OptionTable): Readonly<Record<string, unknown>> {
  const negated = Object.keys(table).filter((key) => /^no[A-Z]/.test(key) && words[positive(key)] === false);
  return { ...words, ...Object.fromEntries(negated.map((key) => [key, true])) };
}

function positive(key: string): string {
  return key[2]!.toLowerCase() + key.slice(3);
}

function exampleText(examples: readonly Example[]): string {
  const lines = examples.map(({ line, says }) => `  $ ${line}\n      ${says}\n`);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('')}`;
}

function addOptions(to: Commander, table: OptionTable): void {
  for (const [key, option] of Object.entries(table)) to.addOption(commanderOption(key, option));
}

function commanderOption(key: string, option: Option): CommanderOption {
  const value = placeholder(option);
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const extra = notes(option);
  const made = new CommanderOption(
    `${short}${longFlag(key)}${value === undefined ? '' : ` <${value}>`}`,
    extra === '' ? option.help : `${option.help} (${extra})`,
  );
  if (option.kind === 'text' && option.repeat)
    made.argParser((one: string, before: string[] | undefined) => [...(before ?? []), one]);
  return made;
}

/** Commander's message as our one line: `error: unknown option '--x'\n(Did you mean --y?)`. */
function usageError(error: CommanderError, { name: own, begin, commands }: Program, argv: readonly string[]): InputError {
  const named = commands.find(({ name }) => argv.includes(name));
  const help = `${own} ${named === undefined ? '' : `${named.name} `}--help`;
  if (error.code === 'commander.help') return new InputError('USAGE', {}, 'no command given', `try ${begin}, or ${help}`);
  const what = error.message.replace(/^error: /, '').replace(/\n\(Did you mean /, ' (did you mean ');
  return new InputError('USAGE', {}, what, `see ${help}`);
}
