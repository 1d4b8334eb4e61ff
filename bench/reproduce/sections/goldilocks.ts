// Goldilocks, Fig. 4 (cost per access by threads) and Table 1 (the three algorithms on programs).

import { patterns } from '../../patterns.ts';
import { plotSvg } from '../../plot.ts';
import { claimList } from '../claims.ts';
import { type Cell, digits, name, table } from '../markdown.ts';
import { goldilocksTable } from '../papers/goldilocks.ts';
import { type Context, detect, missingPrograms, type Program, type Section, sameProgram } from '../section.ts';
import type { PerAccess } from '../tasks/threads.ts';
import { programName } from '../traces.ts';
import { type Costs, type Curves, figureClaims, tableClaims } from './goldilocks-claims.ts';

/** The document's three algorithms, and what vector clocks have become. */
const compared = ['vector-clocks', 'eraser', 'goldilocks-lazy', 'fasttrack'] as const;
const THREADS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** Programs with fewer accesses say nothing about the cost of one. */
const ENOUGH = 10_000;

export const goldilocks: Section = {
  id: 'goldilocks',
  says: 'Goldilocks, Fig. 4 and Table 1: cost per access, by threads and by program',
  title: 'Goldilocks: happens-before by locksets',
  async run(context) {
    const curves = await measuredCurves(context);
    const costs = await measuredCosts(context);
    return [
      '### Fig. 4: cost per access by number of threads\n',
      'Three programs of Elmas, Qadeer and Tasiran (2006) with 1 to 256 threads; nanoseconds per access, synchronisation included. *vector-clocks* is the algorithm that the document',
      'compares with, with a pass over a whole vector at every acquire and release; `fasttrack` is ours, which shares vectors. The document’s figure is a drawing without numbers.\n',
      ...patterns.flatMap(({ name: pattern, shows }) => [
        `**${pattern}**: ${shows}.\n`,
        curveTable(curves.get(pattern) ?? new Map()),
        context.image(`results-goldilocks-${pattern}`, pattern, drawn(`${pattern}: ${shows}`, curves.get(pattern) ?? new Map())),
      ]),
      claimList(figureClaims(curves)),
      '### Table 1: the three algorithms on programs\n',
      'The document times whole runs in a Java machine that interprets; a recording has no run to slow down. What can be compared is what checking adds: per access, and one algorithm',
      'against the other. Nanoseconds per access.\n',
      costTable(costs),
      missingPrograms(goldilocksTable, context.programs),
      claimList(tableClaims(costs)),
    ].join('\n');
  },
};

async function measuredCurves({ measuring, quick, limits }: Context): Promise<Map<string, Curves>> {
  const all = new Map<string, Curves>();
  for (const { name: pattern } of patterns) {
    const curves = new Map<string, PerAccess>();
    for (const detector of compared) {
      const threads = quick ? [1, 4, 16, 256] : THREADS;
      const question = { pattern, detector, threads, events: quick ? 10_000 : 200_000, runs: quick ? 2 : 7 };
      const { result } = await measuring.measure<PerAccess>('threads', undefined, { question, limits });
      if (result !== undefined) curves.set(detector, result);
    }
    all.set(pattern, curves);
  }
  return all;
}

async function measuredCosts(context: Context): Promise<Costs[]> {
  const all: Costs[] = [];
  for (const program of context.programs.filter(({ facts }) => facts.accesses >= (context.quick ? 1 : ENOUGH))) {
    const nanoseconds = new Map<string, number>();
    for (const detector of compared) {
      const { result } = await detect(context, program, detector);
      if (result !== undefined) nanoseconds.set(detector, (result.seconds * 1e9) / program.facts.accesses);
    }
    all.push({ program, nanoseconds });
  }
  return all;
}

function curveTable(curves: Curves): string {
  const threads = [...curves.values()][0]?.map(([count]) => count) ?? [];
  return table(
    [':ns per access, threads:', ...threads.map(String)],
    [...curves].map(([detector, points]): Cell[] => [`\`${detector}\``, ...points.map(([, ns]) => digits(ns, 2))]),
  );
}

function drawn(title: string, curves: Curves): string {
  return plotSvg({ title, x: 'threads', y: 'ns per access', series: [...curves].map(([id, points]) => ({ name: id, points })) });
}

function costTable(costs: readonly Costs[]): string {
  const paper = (program: Program) => goldilocksTable.find(({ trace }) => sameProgram([program], trace) !== undefined);
  return table(
    [
      ':program',
      'threads',
      'accesses',
      ...compared.map((id) => `\`${id}\``),
      ':the document: vector clock / Eraser / Goldilocks, ns',
    ],
    costs.map(({ program, nanoseconds }): Cell[] => {
      const there = paper(program);
      const added = (seconds: number) => digits(((seconds - there!.plain) * 1e9) / there!.accesses, 2);
      return [
        ...[name(programName(program.source.name)), program.facts.threads, program.facts.accesses],
        ...compared.map((id) => (nanoseconds.has(id) ? digits(nanoseconds.get(id)!, 2) : undefined)),
        there === undefined ? '' : [there.vectorClock, there.eraser, there.goldilocks].map(added).join(' / '),
      ];
    }),
  );
}
