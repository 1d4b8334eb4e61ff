// `foretrace verify`: replays a schedule against the trace that it claims to reorder. The checker shares no code with any search.

import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';
import { collectTrace } from '../../formats/read.ts';
import { columnsOf } from '../../trace/columns.ts';
import { operation } from '../../trace/operation.ts';
import { eventAt, type Trace } from '../../trace/trace.ts';
import { ScheduleChecker, type Verdict } from '../../witness/check.ts';
import { type Cut, cutsAtEnd } from '../../witness/cut.ts';
import { positionsOf } from '../../witness/schedule.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { inputFormat, reading, traceArgument } from '../reading.ts';

export const verifyCommand = command({
  description:
    'Checks that a schedule is a run that the program could have had and that it ends with a race, a deadlock or the cut of a block. The exit status is 1 if it is not.',
  arguments: [traceArgument],
  options: {
    schedule: { kind: 'file', short: 's', value: 'file', help: 'the schedule, as foretrace explain --schedule writes it' },
    inputFormat,
  },
  examples: [
    { line: 'foretrace explain trace.std R1 --schedule race.std', says: 'write the schedule of a finding' },
    { line: 'foretrace verify trace.std --schedule race.std', says: 'and check it' },
  ],
  async run({ args: [path], options }, session) {
    const file = options.schedule;
    if (file === undefined)
      throw new InputError(
        'USAGE',
        {},
        'no schedule is named',
        'foretrace explain TRACE ID --schedule FILE writes one; --schedule FILE names it',
      );
    const trace = await reading(path!, options.inputFormat, session, (source) => collectTrace(source.input, source), {
      once: true,
    });
    // Whether it is a possible run is the checker's to say.
    const schedule = await reading(
      file,
      undefined,
      session,
      (source) => collectTrace(source.input, { ...source, check: false }),
      { once: true },
    );
    const { verdict, positions, waiting, cut } = check(trace, schedule);
    if (!verdict.ok) {
      session.print(`no proof: step ${verdict.step} of ${schedule.length}: ${verdict.reason}\n`);
      return Exit.findings;
    }
    if (cut !== undefined) session.print(cutWords(trace, positions, cut));
    else session.print(waiting.length > 0 ? deadlockWords(trace, positions, waiting) : raceWords(trace, positions));
    return Exit.ok;
  },
});

interface Checked {
  readonly verdict: Verdict;
  readonly positions: Uint32Array;
  /** Of a deadlock: the acquires that wait. */
  readonly waiting: readonly number[];
  readonly cut?: Cut | undefined;
}

function check(trace: Trace, schedule: Trace): Checked {
  const found = positionsOf(trace, schedule);
  if (!found.ok) return { verdict: found, positions: new Uint32Array(0), waiting: [] };
  const { positions, waiting } = found;
  const columns = columnsOf(trace);
  const checker = new ScheduleChecker(columns, trace.symbols);
  const verdict = waiting.length > 0 ? checker.checkDeadlock(positions, waiting) : checker.check(positions);
  const cuts = verdict.ok || waiting.length > 0 ? [] : cutsAtEnd(columns, positions);
  const cut = cuts.find((each) => checker.checkCut(positions, each).ok);
  return { verdict: cut === undefined ? verdict : { ok: true }, positions, waiting, cut };
}

function cutWords(trace: Trace, positions: Uint32Array, { own, cut, index }: Cut): string {
  const block = `${access(trace, own)} and ${access(trace, index)}, which are of one block`;
  return `proof of a broken block: in ${positions.length} steps that the run could have taken, ${access(trace, cut)} comes between ${block}\n`;
}

function raceWords(trace: Trace, positions: Uint32Array): string {
  const [first, second] = [...positions.slice(-2)].sort((a, b) => a - b);
  const both = `${access(trace, first!)} and ${access(trace, second!)}`;
  return `proof of a race: after ${positions.length - 2} steps that the run could have taken, ${both} come side by side\n`;
}

function deadlockWords(trace: Trace, positions: Uint32Array, waiting: readonly number[]): string {
  const steps = waiting.map((position) => {
    const { thread, target } = eventAt(trace, position);
    const { threads, locks } = trace.symbols;
    return `${quote(threads.name(thread))} waits for ${quote(locks.name(target))} (event ${position})`;
  });
  return `proof of a deadlock: after ${positions.length} steps that the run could have taken, ${steps.join(', ')}, and each for a lock of the next\n`;
}

function access(trace: Trace, position: number): string {
  const { op, thread, target } = eventAt(trace, position);
  const { threads, variables } = trace.symbols;
  return `the ${operation(op).name} of ${quote(variables.name(target))} by ${quote(threads.name(thread))} (event ${position})`;
}
