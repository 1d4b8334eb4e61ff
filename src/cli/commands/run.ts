// `foretrace run`: runs a program, records it, and reports its races.

import { join } from 'node:path';
import { display } from '../../base/quote.ts';
import { analyzing, analyzingOptions, prepared } from '../analyzing.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { keepLastRun } from '../last-run.ts';
import { assembleAll, checkTraceFile, numbered, programArgument, recorded, recordingOptions } from '../recording.ts';
import type { ReportTarget } from '../reports.ts';
import type { Session } from '../session.ts';
import { ownSources } from '../sources.ts';

const { inputFormat: _, ...analysisOptions } = analyzingOptions;

export const runCommand = command({
  description:
    'Runs a program, records its threads, and reports the races that the run had and those that another schedule would have had. Standard input, output and signals are the program’s; the report follows on standard output. The exit status is that of the program if it failed, and otherwise 1 if there are races.',
  arguments: [programArgument],
  options: {
    trace: { kind: 'text', value: 'file', help: 'keep the trace in this .ftrace file; a second process goes to file-2.ftrace' },
    ...recordingOptions,
    ...analysisOptions,
  },
  examples: [
    { line: 'foretrace run app.js', says: 'a program for Node.js, as it is' },
    { line: 'foretrace run -- node --expose-gc app.js --port 80', says: 'with options of its own' },
    { line: 'foretrace run npm test', says: 'whatever it starts' },
    { line: 'foretrace run ./a.out 8', says: 'a program that foretrace cc compiled' },
    { line: 'foretrace run --format sarif=races.sarif --trace t.ftrace app.js', says: 'a report for tools, and the trace' },
  ],
  async run({ args, options }, session) {
    if (options.trace !== undefined) await checkTraceFile(options.trace);
    const analysis = { ...options, inputFormat: undefined };
    const preparation = await prepared(analysis, ownSources());
    remarkMixed(preparation.targets, session);
    return await recorded(args, options, session, async ({ status, folder, assembled }) => {
      const place = options.trace ?? join(folder, 'trace.ftrace');
      const places = { place: (n: number) => numbered(place, n), temporary: options.trace === undefined };
      const { traces, partial } = await assembleAll(folder, places, options, session);
      await assembled(traces);
      if (traces[0]!.counts.threads < 2) session.remark('foretrace: the program had one thread: there is nothing to compare');
      let answer: number = Exit.ok;
      let kept = false;
      for (const [i, { path, input, process: recordedProcess }] of traces.entries()) {
        const name = recordedProcess.command;
        if (traces.length > 1) session.remark(`foretrace: ${display(name)}:`);
        const targets = preparation.targets.map((target) => ofProcess(target, i + 1));
        const { status: found, findings } = await analyzing(
          { path, name, input },
          { ...preparation, targets },
          analysis,
          session,
        );
        if (findings > 0 && !kept && input === undefined) await remarkNext(path, options.trace !== undefined, session);
        kept ||= findings > 0;
        if (answer === Exit.ok || found === options.errorExitcode) answer = found;
      }
      if (answer === Exit.ok && partial && options.failOn !== 'never') answer = Exit.partial;
      return status === 0 ? answer : status;
    });
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

/** What to do about the first process that has races. For a person: a terminal, nobody else. */
async function remarkNext(path: string, named: boolean, session: Session): Promise<void> {
  const kept = named || (await keepLastRun(path));
  if (!process.stderr.isTTY) return;
  const next = !kept
    ? '--trace t.ftrace keeps the trace for foretrace explain'
    : `next: foretrace explain ${named ? `${display(path)} --source-root . ` : ''}R1`;
  session.remark(session.errorColors.dim(`foretrace: ${next}`));
}

/** Each process has reports of its own. */
function ofProcess(target: ReportTarget, n: number): ReportTarget {
  return target.path === '-' ? target : { ...target, path: numbered(target.path, n) };
}
