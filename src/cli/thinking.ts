// The tables of `show` that say how a detector sees a trace. They need all that was before a row: the trace is read whole.

import { InputError } from '../base/error.ts';
import { collectTrace } from '../formats/read.ts';
import { NOT_TIMED } from '../report/words.ts';
import { clockRows, cpSetRows, epochRows, goldilocksRows, locksetRows, type Row, wrRows } from '../teaching/thinking.ts';
import { UNTIMED } from '../trace/preservation.ts';
import type { Criteria } from '../trace/selection.ts';
import type { Trace } from '../trace/trace.ts';
import { checkNames } from './names.ts';
import type { Values } from './option.ts';
import type { Source } from './reading.ts';

export const thoughtOptions = {
  clocks: { kind: 'flag', help: 'instead: the vector clock of every event, from before and from after it' },
  locksets: { kind: 'flag', help: 'instead: the locks that a thread holds after each of its events' },
  epochs: { kind: 'text', value: 'variable', help: 'instead: what FastTrack knows of this variable, access by access' },
  goldilocks: {
    kind: 'flag',
    help: 'instead: what every event changes in the locksets of Goldilocks, and what its lazy form does; for small traces',
  },
  wrSets: {
    kind: 'text',
    value: 'variable',
    help: 'instead: the concurrent writes W and reads R of this variable, as hb-frontier keeps them, access by access',
  },
  wrSetsAsPrinted: { kind: 'text', value: 'variable', help: 'instead: the same, as hb-frontier --as-printed keeps them' },
  cpSets: {
    kind: 'flag',
    help: "instead: what every event changes in Raptor's PO, HB, CP and conditional CP sets; for small traces",
  },
} as const;

type Thought =
  | 'clocks'
  | 'locksets'
  | 'goldilocks'
  | 'cpSets'
  | { readonly of: 'epochs' | 'wrSets' | 'wrSetsAsPrinted'; readonly variable: string };

export function thoughtOf(options: Values<typeof thoughtOptions>): Thought | undefined {
  const { clocks, locksets, epochs, goldilocks, wrSets, wrSetsAsPrinted, cpSets } = options;
  const asked: Thought[] = [
    ...(clocks ? ['clocks' as const] : []),
    ...(locksets ? ['locksets' as const] : []),
    ...(epochs === undefined ? [] : [{ of: 'epochs' as const, variable: epochs }]),
    ...(goldilocks ? ['goldilocks' as const] : []),
    ...(wrSets === undefined ? [] : [{ of: 'wrSets' as const, variable: wrSets }]),
    ...(wrSetsAsPrinted === undefined ? [] : [{ of: 'wrSetsAsPrinted' as const, variable: wrSetsAsPrinted }]),
    ...(cpSets ? ['cpSets' as const] : []),
  ];
  if (asked.length > 1)
    throw new InputError(
      'USAGE',
      {},
      '--clocks, --locksets, --epochs, --goldilocks, --wr-sets and --cp-sets are different tables',
      'ask for one at a time',
    );
  return asked[0];
}

/** Entries of clocks, and rows, that fit into memory and that somebody might still look at. */
const MOST_ENTRIES = 20_000_000;
const MOST_ROWS = 1_000_000;
/** Rows of sets, which an event may change by the hundred; and events after which each step takes long, all sets being looked at. */
const MOST_SETS = 200_000;
const MOST_STEPS = { goldilocks: 20_000, cpSets: 1_000 } as const;

export async function thoughts(
  source: Source,
  thought: Thought,
  criteria: Criteria,
): Promise<{ rows: Row[]; notes: readonly string[] }> {
  const trace = await collectTrace(source.input, source);
  const variables = typeof thought === 'object' ? [...criteria.variables, thought.variable] : criteria.variables;
  checkNames({ threads: criteria.threads, variables }, trace.symbols);
  const wanted = ({ index, thread }: Row): boolean =>
    Number(index) >= criteria.from &&
    Number(index) <= criteria.to &&
    (criteria.threads.length === 0 || criteria.threads.includes(String(thread)));
  const threads = trace.symbols.threads.size;
  // A clock has an entry per thread, and there is a clock per thread from the start.
  const hasClocks = thought === 'clocks' || (typeof thought === 'object' && thought.of !== 'epochs');
  if (hasClocks && threads ** 2 > MOST_ENTRIES)
    throw tooLarge(`clocks of ${threads} threads are too large to show`, 'foretrace analyze takes any number of threads');
  checkSteps(thought, Math.min(trace.length, criteria.to + 1), criteria);
  const hasSets = thought === 'goldilocks' || thought === 'cpSets';
  const most = hasClocks ? Math.min(MOST_ROWS, MOST_ENTRIES / threads) : hasSets ? MOST_SETS : MOST_ROWS;
  const rows: Row[] = [];
  for (const row of rowsOf(trace, thought, criteria)) {
    if (Number(row['index']) > criteria.to) break;
    if (wanted(row) && rows.push(row) > most)
      throw tooLarge(
        `more than ${Math.floor(most)} rows`,
        `choose some with --from, --to and ${hasSets ? '--variable' : '--thread'}`,
      );
  }
  return { rows, notes: [...trace.notes, ...(trace.metadata.has(UNTIMED) ? [NOT_TIMED] : [])] };
}

/** Refuses what would take minutes: the tables of sets are for traces that somebody reads. */
function checkSteps(thought: Thought, events: number, { variables }: Criteria): void {
  if (thought === 'cpSets' && events > MOST_STEPS.cpSets)
    throw tooLarge(`${events} events are too many for this table`, `--to ${MOST_STEPS.cpSets - 1} shows the first ones`);
  if (thought === 'goldilocks' && variables.length === 0 && events > MOST_STEPS.goldilocks)
    throw tooLarge(
      `${events} events are too many for the locksets of all variables`,
      `choose some with --variable, or the first events with --to`,
    );
}

function tooLarge(what: string, hint: string): InputError {
  return new InputError('FORMAT_CANNOT_EXPRESS', {}, what, hint);
}

function rowsOf(trace: Trace, thought: Thought, { to, variables }: Criteria): Iterable<Row> {
  const find = (name: string) => trace.symbols.variables.find(name);
  if (thought === 'clocks') return clockRows(trace);
  if (thought === 'locksets') return locksetRows(trace);
  if (thought === 'goldilocks') return goldilocksRows(trace, variables.map(find));
  if (thought === 'cpSets') return cpSetRows(trace, to);
  const variable = find(thought.variable);
  return thought.of === 'epochs' ? epochRows(trace, variable) : wrRows(trace, variable, thought.of === 'wrSetsAsPrinted');
}
