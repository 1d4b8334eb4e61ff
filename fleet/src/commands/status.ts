// `foretrace fleet status`: how far the analyses are.

import { display, jsonText } from 'foretrace';
import { amount, command, Exit } from 'foretrace/cli';
import { storeOptions, withFleet } from '../fleet.ts';
import { type FleetStatus, fleetStatus } from '../store/status.ts';

export const statusCommand = command({
  description:
    'Says how many traces wait and are being analysed, by whom, how long the rest will take, and which could not be analysed and why.',
  arguments: [],
  options: {
    format: { kind: 'text', short: 'f', value: 'format', choices: ['text', 'json'], default: 'text', help: 'how to print it' },
    ...storeOptions,
  },
  examples: [
    { line: 'foretrace fleet status', says: 'in words' },
    { line: 'foretrace fleet status --format json', says: 'for a script' },
  ],
  async run({ options }, session) {
    const status = await withFleet(options, 'status', session, fleetStatus);
    session.print(options.format === 'json' ? `${jsonText(status, 2)}\n` : text(status));
    return Exit.ok;
  },
});

function text({ runs, jobs, workers, secondsLeft, again, troubles, findings }: FleetStatus): string {
  const left = jobs.waiting + jobs.taken === 0 ? '' : `, ${timeLeft(secondsLeft, workers.length)}`;
  const analysed = runs.done + runs.partial;
  const failed = runs.failed === 0 ? '' : `, ${runs.failed} could not be`;
  const lines = [
    `${analysed} of ${amount(analysed + runs.failed + runs.waiting, 'run')} analysed${failed}${left}`,
    `${amount(jobs.waiting, 'job')} waiting, ${jobs.taken} being done`,
    amount(findings, 'finding'),
    ...(again.runs === 0 ? [] : [againWords(again)]),
    ...workers.map(({ machine, pid, jobs: own }) => `worker on ${display(machine)}, process ${pid}: ${amount(own, 'job')}`),
    ...troubles.map(({ run, name, state, reason }) => `run ${run}  ${state}  ${display(name)}: ${display(reason)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function againWords({ runs, more, less }: FleetStatus['again']): string {
  const list = (ids: readonly number[]): string => (ids.length === 0 ? 'none' : ids.map((id) => `R${id}`).join(' '));
  return `${amount(runs, 'run')} analysed again; found only then: ${list(more)}; not found any more: ${list(less)}`;
}

function timeLeft(seconds: number | null, workers: number): string {
  if (seconds !== null) return `about ${duration(seconds)} left`;
  return workers === 0 ? 'time left unknown: nobody works' : 'time left unknown';
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
