// `foretrace track`: the two clock algorithms of the LOFT paper on one trace, with the vector operations and the time they take.

import { jsonText } from '../../base/json.ts';
import { columns } from '../../base/table.ts';
import { type ReadSummary, readTrace } from '../../formats/read.ts';
import {
  caseMeanings,
  FfTracker,
  LoftTracker,
  loftCases,
  PaperLog,
  removableCases,
  synchronisationOf,
  TrackingCheck,
  vectorOperations,
} from '../../teaching/track/index.ts';
import type { EventBlock } from '../../trace/block.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { inputFormat, reading, type Source, traceArgument } from '../reading.ts';
import type { Session } from '../session.ts';
import { TextBuffer, writing } from '../writing.ts';

type Method = 'ff' | 'loft';

/** Runs of each method at most, and milliseconds after which no further round begins. */
const ROUNDS = 20;
const PATIENCE = 1000;

export const trackCommand = command({
  description:
    'Runs the clock algorithms FF and LOFT of the LOFT paper over a trace and prints how many vector operations each needs, by kind and by LOFT’s cases, and the time: the best of several runs over the synchronisation events, which are held in memory.',
  arguments: [traceArgument],
  options: {
    method: {
      kind: 'text',
      short: 'm',
      value: 'method',
      choices: ['both', 'ff', 'loft'],
      default: 'both',
      help: 'which of the two to run',
    },
    check: { kind: 'flag', help: 'verify after every event that LOFT’s clocks equal FF’s' },
    log: {
      kind: 'text',
      value: 'rule',
      choices: ['paper'],
      help: 'print the log of section 5.3 of the paper instead, locks and races (by LOFT unless --method ff); it does not preserve happens-before',
    },
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the counts',
    },
    inputFormat,
  },
  examples: [
    { line: 'foretrace track trace.std', says: 'FF against LOFT' },
    { line: 'foretrace track trace.std --check', says: 'and do their clocks agree?' },
    { line: 'foretrace track trace.std --method loft --log paper', says: 'the log that the paper measures' },
  ],
  async run({ args: [path], options }, session) {
    if (options.log !== undefined) {
      await printLog(path!, options.inputFormat, options.method === 'ff', session);
      return Exit.ok;
    }
    const wanted = options.method === 'both' ? (['ff', 'loft'] as const) : [options.method];
    const blocks: EventBlock[] = [];
    const check = options.check ? new TrackingCheck() : undefined;
    const track = (source: Source): Promise<ReadSummary> =>
      readTrace(source.input, source, (block) => {
        blocks.push(synchronisationOf(block));
        check?.block(block);
      });
    const summary = await reading(path!, options.inputFormat, session, track, { once: true });
    const measured = measure(wanted, blocks);
    if (options.format === 'json') session.print(`${jsonText(json(summary, measured, check), 2)}\n`);
    else session.print(text(measured));
    if (check !== undefined) session.remark(`LOFT’s clocks equal FF’s after each of ${check.compared} synchronisation events`);
    return Exit.ok;
  },
});

interface Measured {
  readonly method: Method;
  readonly tracker: FfTracker;
  readonly microseconds: number;
}

/** The methods in turn, again and again: what else the machine does only makes a run slower. */
function measure(methods: readonly Method[], blocks: readonly EventBlock[]): Measured[] {
  const best = new Map<Method, Measured>();
  const begin = performance.now();
  for (let round = 0; round < ROUNDS && (round === 0 || performance.now() - begin < PATIENCE); round++)
    for (const method of methods) {
      const tracker = method === 'ff' ? new FfTracker() : new LoftTracker();
      const start = performance.now();
      for (const block of blocks) tracker.block(block);
      const microseconds = (performance.now() - start) * 1000;
      if (microseconds < (best.get(method)?.microseconds ?? Number.POSITIVE_INFINITY))
        best.set(method, { method, tracker, microseconds });
    }
  return [...best.values()];
}

function json(
  { events, symbols, memoryModel }: ReadSummary,
  measured: readonly Measured[],
  check: TrackingCheck | undefined,
): object {
  return {
    version: 1,
    events,
    memoryModel,
    threads: symbols.threads.size,
    locks: symbols.locks.size,
    checked: check !== undefined,
    methods: measured.map(({ method, tracker, microseconds }) => ({
      method,
      vectorOperations: vectorOperations(tracker.counts),
      ...tracker.counts,
      ...(tracker instanceof LoftTracker ? { removable: tracker.removable, cases: tracker.cases() } : {}),
      microseconds: Math.round(microseconds),
    })),
  };
}

function text(measured: readonly Measured[]): string {
  const head = ['method', 'vector operations', 'at locks', 'joins', 'copies', 'comparisons', 'µs'];
  const rows = measured.map(({ method, tracker, microseconds }) => {
    const { atLocks, joins, copies, comparisons } = tracker.counts;
    return [
      method,
      ...[vectorOperations(tracker.counts), atLocks, joins, copies, comparisons, Math.round(microseconds)].map(String),
    ];
  });
  const [ff, loft] = measured;
  if (ff !== undefined && loft !== undefined) {
    const [a, b] = [ff.tracker.counts, loft.tracker.counts];
    rows.push([
      'loft / ff',
      ratio(vectorOperations(b), vectorOperations(a)),
      ratio(b.atLocks, a.atLocks),
      ratio(b.joins, a.joins),
      ratio(b.copies, a.copies),
      ratio(b.comparisons, a.comparisons),
      ratio(loft.microseconds, ff.microseconds),
    ]);
  }
  const counts = columns([head, ...rows], ['left', 'right', 'right', 'right', 'right', 'right', 'right']);
  const last = measured.at(-1)!.tracker;
  return last instanceof LoftTracker ? `${counts}\n${caseTable(last)}` : counts;
}

function caseTable(loft: LoftTracker): string {
  const cases = loft.cases();
  const all = loftCases.reduce((sum, name) => sum + cases[name], 0);
  const rows = loftCases.map((name) => [
    `case ${name}`,
    `${cases[name]}`,
    removableCases.includes(name) ? 'removable' : 'a vector operation',
    caseMeanings[name],
  ]);
  const share = all === 0 ? '' : `, ${((100 * loft.removable) / all).toFixed(1)} % of ${all} acquires and releases`;
  return `${columns(rows, ['left', 'right', 'left', 'left'])}removable: ${loft.removable}${share}\n`;
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(2);
}

async function printLog(path: string, format: string | undefined, full: boolean, session: Session): Promise<void> {
  await writing('-', async (output) => {
    const buffer = new TextBuffer(output);
    const log = new PaperLog(full ? 'ff' : 'loft', (line) => buffer.write(line));
    const read = (source: Source): Promise<ReadSummary> =>
      readTrace(source.input, { ...source, drain: () => output.drain(), enough: () => output.closed }, (block, symbols) =>
        log.block(block, symbols),
      );
    await reading(path, format, session, read, { once: true });
    buffer.flush();
  });
}
