// `foretrace baseline`: writes down the findings of today, so that tomorrow only new ones count.

import { InputError } from '../../base/error.ts';
import { type Baseline, baselineText, parseBaseline, unseen, updatedBaseline } from '../../findings/baseline.ts';
import { amount } from '../../report/words.ts';
import { command } from '../command.ts';
import { detectingOptions } from '../detecting.ts';
import { Exit } from '../exit.ts';
import { knownIn } from '../known-input.ts';
import { knownLine } from '../known-line.ts';
import { traceArgument } from '../reading.ts';
import type { Session } from '../session.ts';
import { textFile } from '../text-file.ts';
import { LARGEST_BASELINE, suppressionOptions, suppressions } from '../triage.ts';
import { writeText } from '../writing.ts';

export const baselineCommand = command({
  description:
    'Writes the findings of traces or of JSON reports by their fingerprints, merged. With that file, foretrace analyze --baseline and foretrace run --baseline report only what is not in it. Suppressed findings are left out. With --update an older baseline is kept and added to; entries that were not seen for some updates can be listed and dropped.',
  arguments: [
    {
      ...traceArgument,
      help: `${traceArgument.help}; a folder with traces, or a report in JSON; several are merged`,
      several: true,
      optional: true,
    },
  ],
  options: {
    output: { kind: 'file', short: 'o', value: 'file', help: 'write the baseline to this file instead of standard output' },
    update: { kind: 'file', value: 'file', help: 'begin with this baseline, and write it again unless -o names another file' },
    unseen: { kind: 'number', min: 1, max: 1e6, help: 'list the entries of --update that the last so many updates did not see' },
    prune: { kind: 'number', min: 1, max: 1e6, help: 'drop the entries of --update that the last so many updates did not see' },
    ...suppressionOptions,
    ...detectingOptions,
  },
  examples: [
    { line: 'foretrace baseline trace.std -o known.json', says: 'what there is today' },
    { line: 'foretrace baseline run-1.ftrace run-2.ftrace -o known.json', says: 'what any of some runs showed' },
    { line: 'foretrace baseline trace.std --update known.json', says: 'and what there is now' },
    { line: 'foretrace baseline --update known.json --prune 20', says: 'without what 20 updates did not see' },
    { line: 'foretrace analyze trace.std --baseline known.json', says: 'what is new since then' },
  ],
  async run({ args, options }, session) {
    const leaving = suppressions(options);
    const { update, prune } = options;
    const before = update === undefined ? undefined : parseBaseline(textFile(update, LARGEST_BASELINE), update);
    if (args.length === 0 && before === undefined)
      throw new InputError('USAGE', {}, "missing required argument 'TRACE'", 'name a trace, or a baseline with --update');
    if ((options.unseen ?? prune) !== undefined && before === undefined)
      throw new InputError('USAGE', {}, 'there is no baseline to look into', 'name it with --update');
    const after =
      args.length === 0 ? before! : updatedBaseline(before, (await knownIn(args, leaving, options, session)).findings);
    if (options.unseen !== undefined) list(after, options.unseen, session);
    const left = prune === undefined ? after : withoutUnseen(after, prune);
    if (args.length === 0 && prune === undefined) return Exit.ok;
    await writeText(options.output ?? update ?? '-', [baselineText(left)]);
    const fresh = after.findings.length - (before?.findings.length ?? 0);
    const gone = after.findings.length - left.findings.length;
    const changes = [...(before === undefined ? [] : [`${fresh} new`]), ...(prune === undefined ? [] : [`${gone} dropped`])];
    session.remark([amount(left.findings.length, 'finding'), ...changes].join(', '));
    return Exit.ok;
  },
});

function withoutUnseen(baseline: Baseline, updates: number): Baseline {
  const gone = new Set(unseen(baseline, updates));
  return { ...baseline, findings: baseline.findings.filter((entry) => !gone.has(entry)) };
}

function list(baseline: Baseline, updates: number, session: Session): void {
  for (const entry of unseen(baseline, updates))
    session.print(knownLine(entry.fingerprint, entry, `not seen for ${amount(baseline.updates - entry.seen, 'update')}`));
}
