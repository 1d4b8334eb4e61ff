// `foretrace diff`: what became of the findings between two reports, baselines or traces.

import { jsonText } from '../../base/json.ts';
import { display } from '../../base/quote.ts';
import { difference } from '../../findings/baseline.ts';
import { amount } from '../../report/words.ts';
import { command } from '../command.ts';
import { detectingOptions } from '../detecting.ts';
import { Exit } from '../exit.ts';
import { knownIn } from '../known-input.ts';
import { knownLine } from '../known-line.ts';
import { suppressionOptions, suppressions } from '../triage.ts';

const what = 'a report in JSON, a baseline, a trace or a folder with traces';

export const diffCommand = command({
  description:
    'Says which findings are new, gone and still there between two reports, baselines or traces, as a baseline knows them: by their fingerprints, or because both places race by others. The exit status is 1 if there is a new one.',
  arguments: [
    { name: 'OLD', help: what, file: true },
    { name: 'NEW', help: what, file: true },
  ],
  options: {
    format: { kind: 'text', short: 'f', value: 'format', choices: ['text', 'json'], default: 'text', help: 'how to print it' },
    ...suppressionOptions,
    ...detectingOptions,
  },
  examples: [
    { line: 'foretrace diff known.json trace.std', says: 'a trace against a baseline' },
    { line: 'foretrace diff old.json new.json', says: 'two reports of --format json' },
    { line: 'foretrace diff before.ftrace after.ftrace --format json', says: 'two runs, for a program' },
  ],
  async run({ args: [before, after], options }, session) {
    const leaving = suppressions(options);
    const [old, now] = [await knownIn([before!], leaving, options, session), await knownIn([after!], leaving, options, session)];
    const { fresh, gone, still } = difference(old.findings, now.findings);
    if (options.format === 'json')
      session.print(`${jsonText({ version: 1, complete: now.complete, new: fresh, gone, still }, 2)}\n`);
    else {
      for (const [word, findings] of [
        ['new', fresh],
        ['gone', gone],
        ['still', still],
      ] as const)
        for (const finding of findings)
          session.print(knownLine(`${word.padEnd(5)}  ${finding.fingerprint.slice(0, 6)}`, finding));
      session.print(`${fresh.length} new, ${gone.length} gone, ${still.length} still there\n`);
    }
    if (gone.length > 0 && !now.complete)
      session.remark(
        `foretrace: ${session.errorColors.yellow('partial')}: ${display(after!)} is not a whole run: ${amount(gone.length, 'finding')} that seem gone may still be there`,
      );
    return fresh.length > 0 ? Exit.findings : now.complete ? Exit.ok : Exit.partial;
  },
});
