// `foretrace grammar`: looks at a compressed trace, and finds its races, without expanding it.

import { inFile } from '../../base/error.ts';
import { jsonText } from '../../base/json.ts';
import { analyseGrammar, grammarDetectors } from '../../detectors/grammar-file.ts';
import { eventRules, writeRules } from '../../formats/rules/writer.ts';
import { methods } from '../../grammar/compress.ts';
import { grammarStatistics } from '../../grammar/statistics.ts';
import {
  accessAt,
  type GrammarAccess,
  grammarStatisticsJson,
  grammarStatisticsText,
  variableText,
} from '../../report/grammar.ts';
import { amount } from '../../report/words.ts';
import { setRows } from '../../teaching/grammar-sets.ts';
import { rowsJson, rowsText } from '../../teaching/thinking.ts';
import { bounds } from '../../trace/symbols.ts';
import { type Call, command } from '../command.ts';
import { Exit } from '../exit.ts';
import { type OpenedGrammar, openGrammar } from '../grammar-input.ts';
import { inputFormat } from '../reading.ts';
import type { Session } from '../session.ts';
import { writeText, writing } from '../writing.ts';

const options = {
  format: {
    kind: 'text',
    short: 'f',
    value: 'format',
    choices: ['text', 'json'],
    default: 'text',
    help: 'how to print the answer',
  },
  first: { kind: 'flag', help: 'stop at the first variable that is found' },
  rules: {
    kind: 'number',
    value: 'n',
    min: 1,
    max: 1_000_000_000,
    default: 50,
    help: 'how many rules `show` and `sets` print at most',
  },
  all: { kind: 'flag', help: '`show` prints all of the grammar, with its locations: a file in the format `rules`' },
  method: {
    kind: 'text',
    value: 'method',
    choices: methods,
    default: 'repetition',
    help: 'how to compress a trace that is no grammar yet',
  },
  inputFormat,
} as const;

/** Items of a body that `show` prints if it does not print all. */
const WIDTH = 40;

type Options = Call<typeof options>['options'];
type Action = (opened: OpenedGrammar, options: Options, session: Session) => Promise<number> | number;

const actions: Readonly<Record<string, Action>> = {
  stats({ trace, bytes }, { format }, { print }) {
    const statistics = grammarStatistics(trace);
    print(format === 'json' ? grammarStatisticsJson(statistics, bytes) : grammarStatisticsText(statistics, bytes));
    return Exit.ok;
  },
  async show({ trace, symbols, metadata }, { rules, all }) {
    if (all) await writing('-', async (output) => writeRules(trace, symbols, (bytes) => output.write(bytes), metadata));
    else await writeText('-', eventRules(trace, symbols, { rules, items: WIDTH }));
    return Exit.ok;
  },
  async sets({ trace, symbols }, { rules, format }) {
    const rows = [...setRows(trace, symbols, rules)];
    await writeText('-', [format === 'json' ? rowsJson(rows) : rowsText(rows)]);
    return Exit.ok;
  },
  hb: (opened, given, session) => analyse('grammar-hb', 'race', opened, given, session),
  lockset: (opened, given, session) => analyse('grammar-lockset', 'unprotected', opened, given, session),
};

export const grammarCommand = command({
  description:
    'Looks at a compressed trace: counts, rules, and what the analyses find in it without expanding it. A trace that is no grammar is compressed first.',
  arguments: [
    {
      name: 'ACTION',
      help: 'stats counts, show prints the rules, sets prints the sets of each rule, hb and lockset find variables',
      choices: Object.keys(actions),
    },
    { name: 'GRAMMAR', help: 'grammar file or any other trace, or - for standard input', file: true },
  ],
  options,
  examples: [
    { line: 'foretrace grammar stats trace.slp', says: 'how well it compresses, and why' },
    {
      line: 'foretrace grammar show trace.slp --all > trace.rules',
      says: 'the grammar as text, to read, to edit and to analyse',
    },
    { line: 'foretrace grammar sets trace.rules', says: "ZipTrack's sets, by which two chunks are compared" },
    { line: 'foretrace grammar hb trace.slp', says: 'the racy variables, each with an unordered pair' },
    { line: 'foretrace grammar lockset trace.slp --first', says: 'whether there is any variable without a lock' },
  ],
  async run({ args: [action, path], options: given }, session) {
    const opened = await openGrammar(path!, given.inputFormat, session, given.method);
    try {
      return await actions[action!]!(opened, given, session);
    } catch (error) {
      throw inFile(error, opened.name);
    }
  },
});

interface Found {
  readonly variable: string;
  readonly first: GrammarAccess;
  readonly second: GrammarAccess;
}

function analyse(
  id: string,
  word: string,
  { trace, symbols }: OpenedGrammar,
  { format, first }: Options,
  session: Session,
): number {
  const detector = grammarDetectors.find((known) => known.id === id)!;
  const access = accessAt(trace, symbols);
  const found: Found[] = [];
  const counters = analyseGrammar(
    detector,
    trace,
    bounds(symbols),
    (a, b) => found.push({ variable: access(b).variable, first: access(a), second: access(b) }),
    { first },
  );
  found.sort((a, b) => a.second.index - b.second.index || a.first.index - b.first.index);
  if (format === 'json') session.print(`${jsonText({ version: 1, detector: id, found, counters }, 2)}\n`);
  else {
    for (const { first: a, second: b } of found) session.print(variableText(a, b, word));
    session.print(`${amount(found.length, 'variable')}${first && found.length > 0 ? ', stopped at the first' : ''}\n`);
  }
  return found.length > 0 && detector.claim === 'observed' ? Exit.findings : Exit.ok;
}
