// The numbers of a run as a file, and those of another machine beside ours: answers must be the same, times may differ, and ratios to the time of
// FastTrack on the same machine are what to compare.

import { readFileSync } from 'node:fs';
import { type Headline, headlinesOf } from './claims.ts';
import { amount, type Cell, digits, list, name, several, table } from './markdown.ts';
import type { Measuring } from './measuring.ts';
import { UsageError } from './options.ts';
import type { Part } from './page.ts';
import { geometricMean, least, most } from './statistics.ts';
import type { Detected } from './tasks/detect.ts';

export interface Results {
  readonly format: 'foretrace-results-1';
  /** With what it was measured, in words. */
  readonly machine: string;
  readonly isQuick: boolean;
  readonly headlines: readonly (Headline & { readonly verdict: string })[];
  readonly times: readonly DetectorTime[];
}

/** One detector on one trace. */
export interface DetectorTime {
  readonly trace: string;
  /** Of the contents of the trace: only the same ones are compared. */
  readonly hash: string;
  readonly detector: string;
  readonly seconds: number;
  readonly races: number;
  readonly variables: number;
  readonly megabytes: number;
}

const FORMAT = 'foretrace-results-1';

export function resultsOf(
  { answers }: Pick<Measuring, 'answers'>,
  parts: readonly Part[],
  machine: string,
  isQuick: boolean,
): Results {
  const times = [...answers.values()].flatMap(({ task, trace, question, result }): DetectorTime[] => {
    if (task !== 'detect' || trace === undefined) return [];
    const { seconds, races, variables, peak } = result as Detected;
    const { detector } = question as { detector: string };
    return [{ trace: trace.name, hash: trace.hash, detector, seconds, races, variables, megabytes: Math.round(peak) }];
  });
  return { format: FORMAT, machine: machine.trim(), isQuick, headlines: parts.flatMap(({ text }) => headlinesOf(text)), times };
}

export function readResults(file: string): Results {
  let results: Partial<Results>;
  try {
    results = JSON.parse(readFileSync(file, 'utf8')) as Partial<Results>;
  } catch (error) {
    throw new UsageError(`--compare: ${file} cannot be read: ${(error as Error).message}`);
  }
  if (results.format !== FORMAT) throw new UsageError(`--compare: ${file} is no ${FORMAT}, which a run of reproduce writes`);
  return results as Results;
}

export function comparison(ours: Results, theirs: Results): string {
  const pairs = paired(ours, theirs);
  return [
    `Here: ${ours.machine}\n`,
    `There: ${theirs.machine}\n`,
    ours.isQuick || theirs.isQuick ? 'One of the two is a quick run: its times say little.\n' : '',
    headlineTable(ours, theirs),
    pairs.length === 0 ? 'No trace is the same on both: nothing else can be compared.\n' : detectorTable(pairs),
    answers(pairs),
    apart(ours, theirs),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

interface Pair {
  readonly here: DetectorTime;
  readonly there: DetectorTime;
}

const key = ({ hash, detector }: DetectorTime) => `${hash} ${detector}`;

function paired(ours: Results, theirs: Results): Pair[] {
  const others = new Map(theirs.times.map((time) => [key(time), time]));
  return ours.times.flatMap((here) => {
    const there = others.get(key(here));
    return there === undefined ? [] : [{ here, there }];
  });
}

function headlineTable(ours: Results, theirs: Results): string {
  const others = new Map(theirs.headlines.map((headline) => [headline.id, headline]));
  const rows = ours.headlines.map(({ id, says, answer, verdict }): Cell[] => {
    const there = others.get(id);
    return [says, `${verdict}. ${answer}`, there === undefined ? undefined : `${there.verdict}. ${there.answer}`];
  });
  return rows.length === 0 ? '' : table([':what a document says', ':here', ':there'], rows);
}

function detectorTable(pairs: readonly Pair[]): string {
  const detectors = [...new Set(pairs.map(({ here }) => here.detector))];
  const fasttrack = new Map(pairs.filter(({ here }) => here.detector === 'fasttrack').map((pair) => [pair.here.hash, pair]));
  const rows = detectors.map((detector): Cell[] => {
    const own = pairs.filter(({ here }) => here.detector === detector);
    const times = own.map(({ here, there }) => there.seconds / here.seconds);
    const beside = (side: keyof Pair) =>
      own.flatMap((pair) => {
        const base = fasttrack.get(pair.here.hash);
        return base === undefined ? [] : [pair[side].seconds / base[side].seconds];
      });
    const relative = (ratios: readonly number[]) => (ratios.length === 0 ? undefined : digits(geometricMean(ratios), 2));
    return [
      `\`${detector}\``,
      own.length,
      ...[digits(geometricMean(times), 2), `${digits(least(times), 2)} to ${digits(most(times), 2)}`],
      ...[relative(beside('here')), relative(beside('there'))],
    ];
  });
  const columns = [':detector', 'traces', 'time there / here', ':from, to', 'of `fasttrack`, here', 'of `fasttrack`, there'];
  return `Geometric means over the traces that are the same on both.\n\n${table(columns, rows)}`;
}

/** Machines may be slow; they may not disagree. */
function answers(pairs: readonly Pair[]): string {
  const differ = pairs.filter(({ here, there }) => here.races !== there.races || here.variables !== there.variables);
  const words = differ.map(
    ({ here, there }) =>
      `\`${here.detector}\` on ${name(here.trace)} (${amount(here.races)} races here, ${amount(there.races)} there)`,
  );
  if (pairs.length === 0) return '';
  return `Races and racy variables are the same in ${pairs.length - differ.length} of ${several(pairs.length, 'measurement')}${words.length === 0 ? '' : `; not those of ${list(words)}`}.\n`;
}

function apart(ours: Results, theirs: Results): string {
  const only = (some: Results, others: Results) => {
    const known = new Set(others.times.map(({ hash }) => hash));
    return [...new Set(some.times.filter(({ hash }) => !known.has(hash)).map(({ trace }) => name(trace)))];
  };
  const sides = [
    ['here', only(ours, theirs)],
    ['there', only(theirs, ours)],
  ] as const;
  return sides
    .filter(([, traces]) => traces.length > 0)
    .map(([side, traces]) => `Measured only ${side}: ${list(traces)}.\n`)
    .join('\n');
}
