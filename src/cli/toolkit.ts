// `foretrace/cli`: what a package beside foretrace makes commands of, so that its options, help, messages, reports and exit statuses are ours. For
// foretrace-fleet of the same version: it may change with every version.

import { colorMode, colors, wantsColor } from './color.ts';
import { failure } from './failure.ts';
import { type Program, runProgram } from './program.ts';

export { glob } from '../base/glob.ts';
export { columns, wrapped } from '../base/table.ts';
export { version } from '../base/version.ts';
export { notKnown } from '../findings/finding.ts';
export { type Reported, type ReportedFinding, reported } from '../report/reported.ts';
export { amount, leftFolded } from '../report/words.ts';
export { leftOutOf } from './analyzing.ts';
export { type Command, type CommandEntry, command } from './command.ts';
export { detecting, detectingOptions } from './detecting.ts';
export { Exit } from './exit.ts';
export type { OptionTable, Values } from './option.ts';
export type { Program } from './program.ts';
export { Progress } from './progress.ts';
export { reportOptions, reportTargets, stackOptions, writeReports } from './reports.ts';
export type { Session } from './session.ts';
export { textFile } from './text-file.ts';
export { traceFiles } from './trace-files.ts';
export { foldingOptions, foldsOf } from './triage.ts';
export { listMeasure, outputWidth } from './width.ts';

/** Runs one command line, says on stderr why it failed, and answers with the exit status. */
export async function commandLine(program: Program, argv: readonly string[]): Promise<number> {
  try {
    return await runProgram(program, argv);
  } catch (error) {
    const { env, stderr } = process;
    const { message, status } = failure(error, colors(wantsColor(colorMode(argv), env, stderr)));
    stderr.write(message);
    return status;
  }
}
