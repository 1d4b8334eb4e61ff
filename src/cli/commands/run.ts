// `foretrace run`: runs a program, records it, and reports its races.

import { analyzingOptions, prepared } from '../analyzing.ts';
import { command } from '../command.ts';
import { checkNotExploring, explore, exploringOptions, isExploring } from '../exploring.ts';
import { checkTraceFile, programArgument, recordingOptions } from '../recording.ts';
import { detectorsFor } from '../reduced-detectors.ts';
import type { ReportTarget } from '../reports.ts';
import { runOnce } from '../running.ts';
import { liveOptions, runLive } from '../running-live.ts';
import type { Session } from '../session.ts';
import { ownSources } from '../sources.ts';
import { prepareBaseline } from '../update-baseline.ts';

const { inputFormat: _, ...analysisOptions } = analyzingOptions;

export const runCommand = command({
  description:
    'Runs a program, records its threads, and reports the races that the run had and those that another schedule would have had. Standard input, output and signals are the program’s; the report follows on standard output. The exit status is that of the program if it failed, and otherwise 1 if there are races.',
  arguments: [programArgument],
  options: {
    trace: { kind: 'text', value: 'file', help: 'keep the trace in this .ftrace file; a second process goes to file-2.ftrace' },
    updateBaseline: { kind: 'flag', help: 'add what this run shows to the file of --baseline, and make it if there is none' },
    screen: {
      kind: 'text',
      value: 'on|off',
      choices: ['on', 'off'],
      default: 'on',
      help: 'make no trace of a run in which every two accesses are ordered or share a lock: it has no race, in any schedule',
    },
    ...exploringOptions,
    ...liveOptions,
    ...recordingOptions,
    ...analysisOptions,
  },
  examples: [
    { line: 'foretrace run app.js', says: 'a program for Node.js, as it is' },
    { line: 'foretrace run -- node --expose-gc app.js --port 80', says: 'with options of its own' },
    { line: 'foretrace run npm test', says: 'whatever it starts; all its processes make one report' },
    { line: 'foretrace run --baseline known.json --update-baseline npm test', says: 'and remember what it showed' },
    { line: 'foretrace run ./a.out 8', says: 'a program that foretrace cc compiled' },
    { line: 'foretrace run --runs 20 ./a.out 8', says: 'twenty times, each with another schedule; one report' },
    { line: 'foretrace run --live ./server', says: 'look while it runs, for as long as it runs' },
    { line: 'foretrace run --format sarif=races.sarif --trace t.ftrace app.js', says: 'a report for tools, and the trace' },
  ],
  async run({ args, options }, session) {
    if (options.trace !== undefined) await checkTraceFile(options.trace);
    if (options.updateBaseline) prepareBaseline(options.baseline);
    const detector = detectorsFor(options.reduce, options, session);
    const analysis = { ...options, detector, inputFormat: undefined };
    const preparation = await prepared(analysis, ownSources());
    remarkMixed(preparation.targets, session);
    if (options.live) checkNotExploring(options);
    if (options.live) return await runLive({ words: args, options: analysis, preparation, session });
    const run = { words: args, options, analysis, preparation, session };
    return isExploring(options) ? await explore(run) : await runOnce(run);
  },
});

function remarkMixed(targets: readonly ReportTarget[], session: Session): void {
  const mixed = targets.find(({ format, path }) => path === '-' && format.forPrograms)?.format.id;
  if (mixed === undefined) return;
  const { yellow } = session.errorColors;
  session.remark(
    `foretrace: ${yellow('note')}: the report follows what the program prints; --format ${mixed}=FILE keeps them apart`,
  );
}
