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
    'Checks that a schedule is a run that the program could have had and that it ends with a race. The exit status is 1 if it is not.',
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
    const { verdict, positions } = check(trace, schedule);
    if (!verdict.ok) {
      session.print(`no proof: step ${verdict.step} of ${schedule.length}: ${verdict.reason}\n`);
      return Exit.findings;
    }
    const [first, second] = [...positions.slice(-2)].sort((a, b) => a - b);
    session.print(
      `proof of a race: after ${schedule.length - 2} steps that the run could have taken, ${access(trace, first!)} and ${access(trace, second!)} come side by side\n`,
    );
    return Exit.ok;
  },
});

function check(trace: Trace, schedule: Trace): { verdict: Verdict; positions: Uint32Array } {
  const found = positionsOf(trace, schedule);
  if (!found.ok) return { verdict: found, positions: new Uint32Array(0) };
  const { positions } = found;
  return { verdict: new ScheduleChecker(columnsOf(trace), trace.symbols).check(positions), positions };
}

function access(trace: Trace, position: number): string {
  const { op, thread, target } = eventAt(trace, position);
  const { threads, variables } = trace.symbols;
  return `the ${operation(op).name} of ${quote(variables.name(target))} by ${quote(threads.name(thread))} (event ${position})`;
}
