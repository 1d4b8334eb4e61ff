// `foretrace baseline`: writes down the findings of today, so that tomorrow only new ones count.

import { analyze } from '../../analyze.ts';
import { baselineText } from '../../findings/baseline.ts';
import { select } from '../../findings/selection.ts';
import { amount } from '../../report/words.ts';
import { command } from '../command.ts';
import { detecting, detectingOptions } from '../detecting.ts';
import { Exit } from '../exit.ts';
import { reading, traceArgument } from '../reading.ts';
import { remarkUnused, suppressionOptions, suppressions } from '../triage.ts';
import { writeText } from '../writing.ts';

export const baselineCommand = command({
  description:
    'Writes the findings of a trace by their fingerprints. With that file, foretrace analyze --baseline reports only what is not in it. Suppressed findings are left out.',
  arguments: [traceArgument],
  options: {
    output: { kind: 'file', short: 'o', value: 'file', help: 'write the baseline to this file instead of standard output' },
    ...suppressionOptions,
    ...detectingOptions,
  },
  examples: [
    { line: 'foretrace baseline trace.std -o known.json', says: 'what there is today' },
    { line: 'foretrace analyze trace.std --baseline known.json', says: 'what is new since then' },
  ],
  async run({ args: [path], options }, session) {
    const { file, rules } = suppressions(options.suppressions);
    const { findings } = await reading(path!, options.inputFormat, session, (source) =>
      analyze(source.input, { ...source, ...detecting(options) }),
    );
    const selection = select(findings, { rules });
    await writeText(options.output ?? '-', [baselineText(selection.findings)]);
    remarkUnused(file, selection.unusedRules, session);
    session.remark(amount(selection.findings.length, 'finding'));
    return Exit.ok;
  },
});
