// `foretrace cargo`: builds a package so that it can be recorded; what cargo then runs, it records and reports like `foretrace run`.

import { replaced } from '../../record/c/compile.ts';
import { cargoWith } from '../../record/c/rust/cargo.ts';
import { command } from '../command.ts';
import { runCommand } from './run.ts';

/** Subcommands that run what they have built. */
const RUNNING = new Set(['run', 'r', 'test', 't', 'bench', 'nextest']);

export const cargoCommand = command({
  description:
    'Calls cargo so that what it builds can be recorded, in target/foretrace, where it disturbs no other build. What `run`, `test` and `bench` run is recorded, and reported as by `foretrace run`, with the same options; these come before the subcommand.',
  arguments: [{ name: 'SUBCOMMAND', help: 'of cargo, with its arguments', commandLine: true }],
  options: runCommand.options,
  examples: [
    { line: 'foretrace cargo test', says: 'build the tests, run them, and report their races' },
    { line: 'foretrace cargo run --release -- 8', says: 'the same for a program' },
    { line: 'foretrace cargo --format sarif=races.sarif test', says: 'with a report for tools' },
    { line: 'foretrace cargo build', says: 'only build; foretrace run target/foretrace/…/debug/program records it' },
  ],
  async run({ args, options, commands }, session) {
    const { command: words, environment } = cargoWith(args, [process.execPath, process.argv[1]!], process.env);
    const [program, ...given] = words as [string, ...string[]];
    Object.assign(process.env, environment);
    const subcommand = args.find((word) => !/^[-+]/.test(word)) ?? '';
    if (RUNNING.has(subcommand) && !args.includes('--no-run')) return runCommand.run({ args: words, options, commands }, session);
    return replaced(program, given, process.env);
  },
});
