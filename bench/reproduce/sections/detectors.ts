// All detectors on all traces: races, racy variables, speed and memory; what to use when; and outside detectors on the same files.

import type { Detector } from '../../../src/detectors/detector.ts';
import { raceDetectors as detectors } from '../../../src/detectors/index.ts';
import { claims as kinds } from '../../../src/trace/outcome.ts';
import { type Cell, digits, folded, name, several, table } from '../markdown.ts';
import { scatterSvg, short } from '../scatter.ts';
import { type Context, detect, type Program, type Section } from '../section.ts';
import type { Detected } from '../tasks/detect.ts';
import { advice } from './detectors-advice.ts';
import { type DetectorTotals, type Measured, totalsOf } from './detectors-totals.ts';
import { peerTable } from './peers.ts';

export const detectorsSection: Section = {
  id: 'detectors',
  says: 'all detectors on all traces: races, racy variables, events per second, memory',
  title: 'All detectors on all traces',
  async run(context) {
    const measured: Measured[] = [];
    for (const program of [...context.programs, ...context.collections]) measured.push(await measuredProgram(context, program));
    const totals = totalsOf(detectors, measured);
    const common = measured.filter(({ byDetector }) => detectors.every(({ id }) => byDetector.get(id)?.result !== undefined));
    return [
      `Sums over the ${several(common.length, 'trace')} (${digits(totals[0]?.events ?? 0)} events) that every detector finished. *Races* are pairs of accesses as the detector reports them, *places* pairs of source`,
      'locations; detectors that report one pair per access or per variable have fewer of both, so racy *variables* are what to compare, and of those *with a proof*: at most so many are true, because per trace no more variables have a race that a schedule proves (`shb`, `sync-preserving`, `predict`). Time is relative to `fasttrack`; memory is the largest peak.\n',
      summaryTable(totals, detectors),
      context.image('results-detectors', 'Racy variables with a proof against time, by detector', detectorsPlot(totals)),
      advice(totals, measured),
      folded('Races, racy variables, events per second and memory: every detector on every trace', matrices(measured)),
      unfinished(measured),
      await peerTable(context),
    ].join('\n');
  },
};

async function measuredProgram(context: Context, program: Program): Promise<Measured> {
  const byDetector: Measured['byDetector'] = new Map();
  for (const { id } of detectors) byDetector.set(id, await detect(context, program, id));
  return { program, byDetector };
}

function summaryTable(totals: readonly DetectorTotals[], all: readonly Detector[]): string {
  const claim = new Map(all.map(({ id, claim: kind }) => [id, kind]));
  return table(
    [
      ':detector',
      ':claim',
      'races',
      'places',
      'racy variables',
      'with a proof',
      'million events/s',
      'time, of `fasttrack`',
      'peak MB',
      'traces finished',
    ],
    totals.map((total): Cell[] => [
      `[\`${total.id}\`](detectors/${total.id}.md)`,
      claim.get(total.id)!,
      ...[total.races, total.places, total.variables, total.proven],
      ...[digits(total.events / total.seconds / 1e6), digits(total.relative, 2), total.peak],
      total.finished,
    ]),
  );
}

/** Only what a schedule proves counts: whoever reports everything would win otherwise. What has no proof is in the name. @internal */
export function detectorsPlot(totals: readonly DetectorTotals[]): string {
  return scatterSvg({
    title: 'Racy variables that a schedule proves, found against time, all traces',
    x: 'time, relative to fasttrack',
    y: 'racy variables with a proof (at most)',
    groups: kinds,
    ring: '○ also reports what has no proof: + so many',
    points: totals
      .filter(({ proven }) => proven > 0)
      .map(({ id, relative, proven, variables, claim }) => {
        const unproven = variables - proven;
        const name = unproven === 0 ? id : `${id} +${short(unproven)}`;
        return { name, x: relative, y: proven, group: claim, hollow: unproven > 0 };
      }),
  });
}

function matrices(measured: readonly Measured[]): string {
  const matrix = (title: string, cell: (result: Detected, program: Program) => string | number) => [
    `**${title}**\n`,
    table(
      [':trace', ...detectors.map(({ id }) => `\`${id}\``)],
      measured.map(({ program, byDetector }): Cell[] => [
        name(program.source.name),
        ...detectors.map(({ id }) => {
          const outcome = byDetector.get(id)!;
          return outcome.result === undefined ? 'limit' : cell(outcome.result, program);
        }),
      ]),
    ),
  ];
  return [
    ...matrix('Races', ({ races }) => races),
    ...matrix('Racy variables', ({ variables }) => variables),
    ...matrix('Million events per second', ({ seconds }, { facts }) => digits(facts.events / seconds / 1e6)),
    ...matrix('Peak memory, MB', ({ peak }) => peak),
  ].join('\n');
}

/** What was given up, and what a detector's own budget kept from its result. */
function unfinished(measured: readonly Measured[]): string {
  const lines = measured.flatMap(({ program, byDetector }) =>
    [...byDetector].flatMap(([id, outcome]) => {
      const where = `\`${id}\` on ${name(program.source.name)}`;
      if (outcome.result === undefined) return [`- ${where}: ${outcome.reason}, given up`];
      return outcome.result.unfinished === undefined ? [] : [`- ${where}: ${outcome.result.unfinished}`];
    }),
  );
  return lines.length === 0 ? '' : folded(`Not complete: ${several(lines.length, 'measurement')}`, `${lines.join('\n')}\n`);
}
