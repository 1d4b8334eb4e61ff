// `foretrace view`: the viewer on a trace, on the last run of the project, or on a report, in the browser of this machine.

import { InputError } from '../../base/error.ts';
import { groupings } from '../../findings/grouping.ts';
import { command } from '../command.ts';
import { keptConfirmations } from '../confirmations.ts';
import { detectingOptions } from '../detecting.ts';
import { Exit } from '../exit.ts';
import { lastRun } from '../last-run.ts';
import { sourceOptions } from '../sources.ts';
import { triageOptions } from '../triage.ts';
import { openInBrowser } from '../view/browser.ts';
import { reportKind, servedReport } from '../view/report-file.ts';
import { serve } from '../view/server.ts';
import { servedTraces, type Viewed } from '../view/traces.ts';

export const viewOptions = {
  port: { kind: 'number', min: 0, max: 65_535, default: 0, help: 'the port of the page on 127.0.0.1; 0 is any that is free' },
  noOpen: { kind: 'flag', help: 'print the address only, do not open a browser' },
  group: {
    kind: 'text',
    value: 'how',
    choices: groupings,
    default: 'cause',
    help: 'what makes one entry: all findings of a cause, of a pair of places, or each by itself',
  },
  ...triageOptions,
  ...sourceOptions,
  ...detectingOptions,
} as const;

export const viewCommand = command({
  description:
    'Opens a page with the findings, the run, lane by lane, and the schedules that prove what can happen. It is served on 127.0.0.1 only, at an address that nobody can guess, until Ctrl-C.',
  arguments: [
    {
      name: 'FILE',
      help: 'a trace, or a report that --format json or html wrote; the last foretrace run of this project if there is none',
      optional: true,
      file: true,
    },
  ],
  options: viewOptions,
  examples: [
    { line: 'foretrace view', says: 'the last foretrace run of this project' },
    { line: 'foretrace view trace.ftrace --source-root .', says: 'a trace, with the lines of source' },
    { line: 'foretrace view report.html', says: 'a report that somebody sent' },
    { line: 'foretrace view trace.std --no-open --port 8080', says: 'on a machine without a browser, by a tunnel' },
  ],
  async run({ args: [path], options }, session) {
    const kind = path === undefined ? undefined : reportKind(path);
    const served =
      kind === undefined
        ? await servedTraces(path === undefined ? ofLastRun() : { paths: [path] }, options, session)
        : servedReport(path!, kind);
    const { address, ended } = await serve(served, options.port);
    session.print(`${address}\n`);
    session.remark('foretrace view: Ctrl-C ends it');
    if (!options.noOpen) openInBrowser(address, session);
    await ended;
    return Exit.ok;
  },
});

function ofLastRun(): Viewed {
  const run = lastRun();
  if (run !== undefined) return { paths: run.traces, folder: run.folder, name: run.command, known: keptConfirmations() };
  throw new InputError(
    'USAGE',
    {},
    'there is no last run of this project',
    'foretrace run keeps one if it finds races; else foretrace view TRACE',
  );
}
