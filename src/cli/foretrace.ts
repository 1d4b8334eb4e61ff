// The command line of `foretrace` itself: what may be left out of it, and what belongs to another package.

import { statSync } from 'node:fs';
import type { Command, CommandEntry } from './command.ts';
import { commands } from './commands/index.ts';
import { projectConfig } from './config.ts';
import { FLEET, fleetLine } from './fleet-package.ts';
import type { OptionTable } from './option.ts';
import { type ImportModule, loadPlugins } from './plugins/load.ts';
import { takesPlugins, withPlugins } from './plugins/options.ts';
import { setPlugins } from './plugins/registry.ts';
import { firstWord, type Program, runProgram } from './program.ts';
import { globalOptions } from './session.ts';

const ABOUT = `Finds data races: from one recorded run of a multithreaded program, the races that it had and those that another schedule would have had.`;

/** Runs one command line of `foretrace` and returns the exit status. Wrong usage is an InputError. */
export async function run(argv: readonly string[], importModule: ImportModule): Promise<number> {
  setPlugins([]);
  const fleet = fleetWords(argv);
  const status = fleet === undefined ? undefined : await fleetLine(fleet, importModule);
  if (status !== undefined) return status;
  const loaded: Program['loaded'] = (entry, words) => withPluginsOf(entry, words, importModule);
  const program: Program = { name: 'foretrace', about: ABOUT, begin: 'foretrace demo', commands, loaded };
  return runProgram(program, await argvOf(argv, importModule));
}

/** What is for the fleet's package, if it is: `foretrace --quiet fleet status`, `foretrace help fleet`. */
function fleetWords(argv: readonly string[]): string[] | undefined {
  if (argv[0] === 'help' && argv[1] === FLEET) return [...argv.slice(2), '--help'];
  const at = firstWord(argv, globalOptions, 0);
  return argv[at] === FLEET ? [...argv.slice(0, at), ...argv.slice(at + 1)] : undefined;
}

/** `foretrace trace.std` is `foretrace analyze trace.std`. */
async function argvOf(argv: readonly string[], importModule: ImportModule): Promise<readonly string[]> {
  const first = firstWord(argv, globalOptions, 0);
  if (isTrace(argv[first])) return [...argv.slice(0, first), 'analyze', ...argv.slice(first)];
  return argv[0] === 'help' ? argv : withSeparator(argv, importModule);
}

/** A file that is named like no command. */
function isTrace(word: string | undefined): boolean {
  if (word === undefined || word === 'help' || commands.some(({ name }) => name === word)) return false;
  return statSync(word, { throwIfNoEntry: false })?.isFile() === true;
}

/** `foretrace run node app.js --port 80` is `foretrace run -- node app.js --port 80`: what follows a program is the program's. */
async function withSeparator(argv: readonly string[], importModule: ImportModule): Promise<string[]> {
  const at = firstWord(argv, globalOptions, 0);
  const entry = commands.find(({ name }) => name === argv[at]);
  if (entry?.runsProgram !== true) return [...argv];
  const wordAfter = (options: OptionTable) => firstWord(argv, { ...globalOptions, ...options }, at + 1);
  const { options } = await entry.load();
  // A plug-in has options of its own, which follow it.
  const program = wordAfter((await withPluginsOf(entry, argv.slice(0, wordAfter(options)), importModule)).options);
  // Where other words come before the program, the user's own -- says where it begins.
  const isSeparated = argv[program] === '--' && entry.namesFirst !== true;
  return isSeparated ? [...argv] : [...argv.slice(0, program), '--', ...argv.slice(program)];
}

/** The command, with what the plug-ins that its words name add to its options. */
async function withPluginsOf(entry: CommandEntry, words: readonly string[], importModule: ImportModule): Promise<Command> {
  const command = await entry.load();
  if (takesPlugins(command.options)) setPlugins(await loadPlugins(words, projectConfig(), command.options, importModule));
  return { ...command, options: withPlugins(command.options) };
}
