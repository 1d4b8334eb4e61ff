// Goldilocks, Fig. 4 (cost per access by threads, and slow-down), Table 1 (the three algorithms on programs) and Table 2 (checks switched off).

import { patterns } from '../../patterns.ts';
import { plotSvg } from '../../plot.ts';
import { claimList } from '../claims.ts';
import { type Cell, digits, name, percent, several, table } from '../markdown.ts';
import { type GoldilocksRow, goldilocksTable } from '../papers/goldilocks.ts';
import { type Context, detect, missingPrograms, type Program, type Section, sameProgram } from '../section.ts';
import type { PerAccess } from '../tasks/threads.ts';
import { programName } from '../traces.ts';
import {
  type Costs,
  type Curves,
  type Exactness,
  exactClaim,
  figureClaims,
  type Once,
  onceClaims,
  tableClaims,
} from './goldilocks-claims.ts';

/** The run without checks, the document's three algorithms, and what vector clocks have become: as Goldilocks is written here, and as a kernel. */
const compared = ['unchecked', 'vector-clocks', 'eraser', 'goldilocks-lazy', 'fasttrack-style', 'fasttrack'] as const;
const LAZY = 'goldilocks-lazy';
const ONCE = 'goldilocks-lazy --once-per-variable';
const THREADS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** Programs with fewer accesses say nothing about the cost of one. */
const ENOUGH = 10_000;

export const goldilocks: Section = {
  id: 'goldilocks',
  says: 'Goldilocks, Fig. 4, Tables 1 and 2: cost per access and slow-down, by threads and by program',
  title: 'Goldilocks: happens-before by locksets',
  async run(context) {
    const curves = await measuredCurves(context);
    const costs = await measuredCosts(context);
    const once = await measuredOnce(context);
    return [
      '### Fig. 4: cost per access by number of threads\n',
      'Three programs of Elmas, Qadeer and Tasiran (2006) with 1 to 256 threads; nanoseconds per access, synchronisation included. *vector-clocks* is the algorithm that the document',
      'compares with, a pass over a whole vector at every acquire and release, in flat arrays as our own detectors. `fasttrack-style` has epochs and shares vectors, in the same language; `fasttrack` does so as a WebAssembly kernel. *unchecked* does what the events',
      'say (loads and stores an integer, takes and gives back a lock) and checks nothing: the run without checks. The document’s figure is a drawing without numbers.\n',
      ...patterns.flatMap(({ name: pattern, shows }) => figure(context, pattern, shows, curves.get(pattern) ?? new Map())),
      claimList(figureClaims(curves)),
      '### Table 1: the three algorithms on programs\n',
      'The document times whole runs in a Java machine that interprets; a recording has no run to slow down but *unchecked*. What can be compared is what checking adds: per access, and',
      'one algorithm against the other. Nanoseconds per access; programs of 10 000 accesses or more.\n',
      costTable(costs),
      missingPrograms(goldilocksTable, context.programs),
      claimList([exactClaim(await measuredExactness(context)), ...tableClaims(costs)]),
      '### Table 2: checks switched off after the first race of a variable\n',
      'Lazy Goldilocks with `--once-per-variable`, marked \\* as there: accesses that are checked, nanoseconds per access of the program (skipped ones included), and slow-down against *unchecked*.\n',
      onceTable(once, costs),
      withoutRaces(once),
      claimList(onceClaims(once.filter(({ skipped }) => skipped > 0))),
    ].join('\n');
  },
};

/** Costs, and what they add to the run without checks as a multiple of it: the document's slow-down. */
function figure({ image }: Context, pattern: string, shows: string, curves: Curves): string[] {
  const slower = slowdowns(curves);
  const title = `${pattern}: ${shows}`;
  return [
    `**${pattern}**: ${shows}.\n`,
    curveTable(':ns per access, threads:', curves),
    curveTable(':slow-down, threads:', slower),
    image(`results-goldilocks-${pattern}`, pattern, drawn(title, 'ns per access', curves)),
    image(`results-goldilocks-${pattern}-slowdown`, `${pattern}, slow-down`, drawn(title, 'slow-down', slower)),
  ];
}

function slowdowns(curves: Curves): Curves {
  const plain = new Map(curves.get('unchecked') ?? []);
  const relative = (points: PerAccess) => points.map(([threads, ns]) => [threads, ns / plain.get(threads)!] as const);
  return new Map([...curves].filter(([id]) => id !== 'unchecked').map(([id, points]) => [id, relative(points)]));
}

async function measuredCurves({ measuring, quick, repeats, limits }: Context): Promise<Map<string, Curves>> {
  const all = new Map<string, Curves>();
  for (const { name: pattern } of patterns) {
    const curves = new Map<string, PerAccess>();
    for (const detector of compared) {
      const threads = quick ? [1, 4, 16, 256] : THREADS;
      const question = { pattern, detector, threads, events: quick ? 10_000 : 200_000, repeats };
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

async function measuredExactness(context: Context): Promise<Exactness[]> {
  const all: Exactness[] = [];
  for (const program of context.programs) {
    const [eager, lazy, clocks] = [
      (await detect(context, program, 'goldilocks')).result?.variables,
      (await detect(context, program, LAZY)).result?.variables,
      (await detect(context, program, 'fasttrack')).result?.variables,
    ];
    if (eager !== undefined && lazy !== undefined && clocks !== undefined) all.push({ program, eager, lazy, clocks });
  }
  return all;
}

async function measuredOnce(context: Context): Promise<Once[]> {
  const all: Once[] = [];
  for (const program of context.programs.filter(({ facts }) => facts.accesses >= (context.quick ? 1 : ENOUGH))) {
    const { result: always } = await detect(context, program, LAZY);
    const { result: once } = await detect(context, program, ONCE);
    if (always === undefined || once === undefined) continue;
    const { accesses } = program.facts;
    const per = (seconds: number) => (seconds * 1e9) / accesses;
    const skipped = once.counters['accessesSkipped'] ?? 0;
    all.push({ program, accesses, skipped, all: per(always.seconds), once: per(once.seconds) });
  }
  return all;
}

function curveTable(title: string, curves: Curves): string {
  const threads = [...curves.values()][0]?.map(([count]) => count) ?? [];
  return table(
    [title, ...threads.map(String)],
    [...curves].map(([detector, points]): Cell[] => [`\`${detector}\``, ...points.map(([, ns]) => digits(ns, 2))]),
  );
}

function drawn(title: string, y: string, curves: Curves): string {
  return plotSvg({ title, x: 'threads', y, series: [...curves].map(([id, points]) => ({ name: id, points })) });
}

/** The document's row about a program. */
function inDocument(program: Program): GoldilocksRow | undefined {
  return goldilocksTable.find(({ trace }) => sameProgram([program], trace) !== undefined);
}

function costTable(costs: readonly Costs[]): string {
  return table(
    [
      ':program',
      'threads',
      'accesses',
      ...compared.map((id) => `\`${id}\``),
      ':the document: vector clock / Eraser / Goldilocks, ns',
    ],
    costs.map(({ program, nanoseconds }): Cell[] => {
      const there = inDocument(program);
      const added = (seconds: number) => digits(((seconds - there!.plain) * 1e9) / there!.accesses, 2);
      return [
        ...[name(programName(program.source.name)), program.facts.threads, program.facts.accesses],
        ...compared.map((id) => (nanoseconds.has(id) ? digits(nanoseconds.get(id)!, 2) : undefined)),
        there === undefined
          ? ''
          : [there.vectorClock, there.eraser, there.goldilocks].map(({ seconds }) => added(seconds)).join(' / '),
      ];
    }),
  );
}

function onceTable(once: readonly Once[], costs: readonly Costs[]): string {
  const plain = (program: Program) => costs.find((cost) => cost.program === program)?.nanoseconds.get('unchecked');
  const slowdown = (program: Program, ns: number) => (plain(program) === undefined ? undefined : digits(ns / plain(program)!, 2));
  return table(
    [
      ...[':program', 'accesses', 'checked\\*', 'skipped', 'ns', 'ns\\*', 'slow-down', 'slow-down\\*'],
      ':the document: skipped, slow-down, slow-down\\*',
    ],
    once
      .filter(({ skipped }) => skipped > 0)
      .map(({ program, accesses, skipped, all, once: less }): Cell[] => {
        const there = inDocument(program);
        return [
          ...[name(programName(program.source.name)), accesses, accesses - skipped, percent(skipped / accesses)],
          ...[digits(all, 2), digits(less, 2), slowdown(program, all), slowdown(program, less)],
          there === undefined
            ? ''
            : [percent(1 - there.once.checks / there.accesses), there.goldilocks.slowdown, there.once.slowdown].join(', '),
        ];
      }),
  );
}

function withoutRaces(once: readonly Once[]): string {
  const none = once.filter(({ skipped }) => skipped === 0);
  return none.length === 0
    ? ''
    : `${several(none.length, 'more program')} skip nothing: no variable of theirs is accessed after a race.\n`;
}
