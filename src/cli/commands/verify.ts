// `foretrace verify`: replays a schedule against the trace that it claims to reorder. The checker shares no code with any search.

import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';
import { collectTrace } from '../../formats/read.ts';
import { columnsOf } from '../../trace/columns.ts';
import { operation } from '../../trace/operation.ts';
import { eventAt, type Trace } from '../../trace/trace.ts';
import { ScheduleChecker, type Verdict } from '../../witness/check.ts';
import { positionsOf } from '../../witness/schedule.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { inputFormat, reading, traceArgument } from '../reading.ts';

export const verifyCommand = command({
  description:
    'Checks that a schedule is a run that the program could have had and that it ends with a race or a deadlock. The exit status is 1 if it is not.',
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
    const { verdict, positions, waiting } = check(trace, schedule);
    if (!verdict.ok) {
      session.print(`no proof: step ${verdict.step} of ${schedule.length}: ${verdict.reason}\n`);
      return Exit.findings;
    }
    session.print(waiting.length > 0 ? deadlockWords(trace, positions, waiting) : raceWords(trace, positions));
    return Exit.ok;
  },
});

interface Checked {
  readonly verdict: Verdict;
  readonly positions: Uint32Array;
  /** Of a deadlock: the acquires that wait. */
  readonly waiting: readonly number[];
}

function check(trace: Trace, schedule: Trace): Checked {
  const found = positionsOf(trace, schedule);
  if (!found.ok) return { verdict: found, positions: new Uint32Array(0), waiting: [] };
  const { positions, waiting } = found;
  const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
  const verdict = waiting.length > 0 ? checker.checkDeadlock(positions, waiting) : checker.check(positions);
  return { verdict, positions, waiting };
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
