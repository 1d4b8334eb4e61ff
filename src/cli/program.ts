// The command line as commander sees it, made from the list of commands. A command is loaded only when it is run.

import { statSync } from 'node:fs';
import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander';
import { InputError } from '../base/error.ts';
import type { Command } from './command.ts';
import { commands } from './commands/index.ts';
import { checkKeys, configured, projectConfig } from './config.ts';
import { Exit } from './exit.ts';
import { longFlag, notes, type Option, type OptionTable, placeholder } from './option.ts';
import { globalOptions, session } from './session.ts';
import { checkArguments, values } from './values.ts';
import { version } from './version.ts';
import { outputWidth, USUAL_WIDTH } from './width.ts';

const ABOUT = `Finds data races: from one recorded run of a multithreaded program, the races that it had and those that another schedule would have had.`;

const STATUS = `Exit status:
  0  nothing found    1  races found    2  wrong usage or unreadable input
  3  partial result   70  a bug in foretrace`;

/** Runs one command line and returns the exit status. Wrong usage is an InputError. */
export async function run(argv: readonly string[]): Promise<number> {
  let status: number = Exit.ok;
  const program = newProgram((answer) => {
    status = answer;
  });
  try {
    await program.parseAsync(await argvOf(argv), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return Exit.ok;
    throw usageError(error, argv);
  }
  return status;
}

/** `foretrace help analyze` is `foretrace analyze --help`, `foretrace trace.std` is `foretrace analyze trace.std`. */
async function argvOf(argv: readonly string[]): Promise<string[]> {
  if (argv.length === 1 && (argv[0] === 'version' || argv[0] === '-v')) return ['--version'];
  const first = firstWord(argv, globalOptions, 0);
  if (isTrace(argv[first])) return [...argv.slice(0, first), 'analyze', ...argv.slice(first)];
  if (argv[0] !== 'help') return withSeparator(argv);
  const [, name] = argv;
  // With --help behind it, commander would not mind a command that it does not know.
  return name === undefined || commands.some((command) => command.name === name) ? [...argv.slice(1), '--help'] : argv.slice(1);
}

/** A file that is named like no command. */
function isTrace(word: string | undefined): boolean {
  if (word === undefined || commands.some(({ name }) => name === word)) return false;
  return statSync(word, { throwIfNoEntry: false })?.isFile() === true;
}

/** `foretrace run node app.js --port 80` is `foretrace run -- node app.js --port 80`: what follows a program is the program's. */
async function withSeparator(argv: readonly string[]): Promise<string[]> {
  const at = firstWord(argv, globalOptions, 0);
  const entry = commands.find(({ name }) => name === argv[at]);
  if (entry?.runsProgram !== true) return [...argv];
  const { options } = await entry.load();
  const program = firstWord(argv, { ...globalOptions, ...options }, at + 1);
  return argv[program] === '--' ? [...argv] : [...argv.slice(0, program), '--', ...argv.slice(program)];
}

/** Where the first word is, from a place on, that is neither an option nor its value. */
function firstWord(argv: readonly string[], table: OptionTable, from: number): number {
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

function newProgram(answer: (status: number) => void): Commander {
  const program = new Commander('foretrace')
    .description(ABOUT)
    .version(version(), '-V, --version', 'print the version (also -v)')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .configureHelp({ showGlobalOptions: true, helpWidth: Math.min(WIDEST_HELP, outputWidth() ?? USUAL_WIDTH) })
    .addHelpText('after', `\n${STATUS}\n\nTry: foretrace demo`);
  addOptions(program, globalOptions);
  for (const { name, summary, group } of commands) program.command(name).description(summary).helpGroup(`${group}:`);
  program.hook('preSubcommand', async (_, sub) => {
    const entry = commands.find(({ name }) => name === sub.name())!;
    define(sub, await entry.load(), program, answer);
  });
  return program;
}

function define(sub: Commander, command: Command, program: Commander, answer: (status: number) => void): void {
  sub.description(command.description);
  for (const argument of command.arguments) {
    const choices = argument.choices === undefined ? '' : ` (one of ${argument.choices.join(', ')})`;
    const name = argument.commandLine || argument.several ? `${argument.name}...` : argument.name;
    sub.argument(argument.optional ? `[${name}]` : `<${name}>`, argument.help + choices);
  }
  addOptions(sub, command.options);
  if (command.passThrough) sub.configureHelp({ showGlobalOptions: false });
  const examples = command.examples.map(({ line, says }) => `  $ ${line}\n      ${says}`);
  sub.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  sub.action(async () => {
    const config = command.passThrough ? undefined : projectConfig();
    if (config !== undefined) await checkKeys(config, command.options, commands);
    const options = values(command.options, { ...configured(config, command.options), ...sub.opts() });
    const globals = values(globalOptions, { ...configured(config, globalOptions), ...program.opts() });
    checkArguments(command.arguments, sub.args);
    answer(await command.run({ args: sub.args, options, commands }, session(globals)));
  });
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
function usageError(error: CommanderError, argv: readonly string[]): InputError {
  const named = commands.find(({ name }) => argv.includes(name));
  const help = `foretrace ${named === undefined ? '' : `${named.name} `}--help`;
  if (error.code === 'commander.help') return new InputError('USAGE', {}, 'no command given', `try foretrace demo, or ${help}`);
  const what = error.message.replace(/^error: /, '').replace(/\n\(Did you mean /, ' (did you mean ');
  return new InputError('USAGE', {}, what, `see ${help}`);
}
