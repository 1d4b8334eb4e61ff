// What ZipTrack's document says of its Table 1, against the table here.

import type { Claim } from '../claims.ts';
import { LONG } from '../long.ts';
import { digits, list, name, percent, several, times } from '../markdown.ts';
import { ziptrackClaims, ziptrackTable } from '../papers/ziptrack.ts';
import { geometricMean, least, mean, median, most, rankCorrelation } from '../statistics.ts';
import { programName } from '../traces.ts';
import { isAtLeast, isCorrelated } from '../verdicts.ts';
import { fastestReader, hbSpeedup, locksetSpeedup, type Row, ratio } from './ziptrack-row.ts';

/** Below this ratio a trace hardly compresses. */
const HARDLY = 1.5;
/** The smallest ratio that the document has for long traces. */
const LONG_RATIO = 1.7;
/** What one thing must be times another to be called slower for it. */
const CLEARLY = 1.25;

export function ziptrackClaimList(rows: readonly Row[]): (Claim | undefined)[] {
  if (rows.length < 3) return [];
  return [
    compression(rows),
    bufwriter(rows),
    correlation(rows),
    speedup(rows),
    slowdowns(rows),
    overall(rows),
    goldilocks(rows),
    lockset(rows),
    withCompression(rows),
    consistency(),
  ];
}

const names = (rows: readonly Row[]) => rows.map(({ program }) => name(programName(program.source.name)));
const isLarge = ({ program }: Row) => program.facts.events >= LONG;

function compression(rows: readonly Row[]): Claim | undefined {
  const large = rows.filter(isLarge).map(ratio);
  const small = rows.filter((row) => !isLarge(row)).map(ratio);
  if (large.length === 0 || small.length === 0) return undefined;
  const range = (ratios: readonly number[]) => `${digits(median(ratios))} (${digits(least(ratios))} to ${digits(most(ratios))})`;
  return {
    document: 'Short traces hardly compress, long ones do (1.7 to 3.4 in the document, its bufwriter aside).',
    holds: median(small) < HARDLY && median(large) >= LONG_RATIO,
    here: `Here the median ratio is ${range(small)} for the ${small.length} shorter than ${LONG / 1000} thousand events and ${range(large)} for the ${large.length} longer ones. ${repetitions(rows)}`,
  };
}

/** Our grammars have a symbol for "so many times"; the document's have not. */
function repetitions(rows: readonly Row[]): string {
  const gains = rows.map(({ program, grammar }) => ({ program, gain: grammar.plainItems / grammar.items }));
  const best = gains.reduce((a, b) => (b.gain > a.gain ? b : a), gains[0]!);
  return `A repetition is one symbol in our grammars; without that they would be ${digits(geometricMean(gains.map(({ gain }) => gain)))} times as large in the mean, ${digits(best.gain)} times at most (${name(programName(best.program.source.name))}).`;
}

function bufwriter(rows: readonly Row[]): Claim | undefined {
  const row = rows.find(({ program }) => programName(program.source.name) === 'ibm_bufwriter');
  const paper = ziptrackTable.find(({ program }) => program === 'bufwriter')!;
  if (row === undefined) return undefined;
  return {
    document: `bufwriter compresses ${digits(paper.ratio)} times: a loop that runs for 11.8 million events.`,
    holds: isAtLeast(ratio(row), paper.ratio),
    here: `Our recording of it has ${several(row.program.facts.events, 'event')} and a ratio of ${digits(ratio(row))}: the length, not the program, makes the difference.`,
  };
}

function correlation(rows: readonly Row[]): Claim {
  const here = rankCorrelation(rows.map(ratio), rows.map(hbSpeedup));
  const there = rankCorrelation(
    ziptrackTable.map((row) => row.ratio),
    ziptrackTable.map((row) => row.hbSpeedup),
  );
  return {
    document: 'The speed-up comes from the compression.',
    holds: isCorrelated(here, rows.length),
    here: `The rank correlation of the two columns is ${digits(there, 2)} in the document’s table and ${digits(here, 2)} here.`,
  };
}

function speedup(rows: readonly Row[]): Claim {
  const there = ziptrackTable.map(({ fasttrack, hb }) => fasttrack / hb);
  const here = rows.map(({ grammar }) => grammar.first['fasttrack']! / grammar.first['grammar-hb']!);
  const faster = here.filter((value) => value > 1).length;
  return {
    document: `On average the grammar is ${ziptrackClaims.overFastTrack} times as fast as FastTrack.`,
    holds: isAtLeast(geometricMean(here), ziptrackClaims.overFastTrack),
    headline: {
      id: 'ziptrack',
      says: `Races are found on the compressed trace ${ziptrackClaims.overFastTrack} times as fast as by FastTrack on the events.`,
      answer: `${times(geometricMean(here))} as fast in the geometric mean of ${several(rows.length, 'trace')}, faster on ${faster}; compression not counted, there as here.`,
    },
    here: `The document’s own table gives ${times(geometricMean(there))} as the geometric mean and ${digits(mean(there))} as the arithmetic one, which one program decides. Here it is ${times(geometricMean(here))}, and the grammar is ahead on ${faster} of ${several(rows.length, 'trace')}; against a FastTrack that goes on to the end of the trace it would be ${times(geometricMean(unevenly(rows, 'fasttrack', 'grammar-hb')))}.`,
  };
}

function slowdowns(rows: readonly Row[]): Claim | undefined {
  const early = rows.filter((row) => fastestReader(row) < 0.1 * (row.whole.get('fasttrack') ?? 0));
  const late = rows.filter((row) => !early.includes(row));
  if (early.length < 2 || late.length < 2) return undefined;
  const [soon, end] = [geometricMean(early.map(hbSpeedup)), geometricMean(late.map(hbSpeedup))];
  return {
    document:
      'The grammar is slower where the first race comes early (raytracer, bubblesort): events can be left unread, a grammar cannot.',
    holds: soon < 1 && soon * CLEARLY < end,
    here: `Where the first race is in the first tenth of the run (${list(names(early.slice(0, 5)))}${early.length > 5 ? ' and others' : ''}) the grammar is ${times(soon)} as fast as the fastest reader, elsewhere ${times(end)}.`,
  };
}

function overall(rows: readonly Row[]): Claim | undefined {
  const large = rows.filter(isLarge);
  if (large.length < 3) return undefined;
  const timed = large.filter(({ whole }) => whole.has('fasttrack'));
  const all = timed.map(({ whole, grammar }) => whole.get('fasttrack')! / grammar.hb);
  return {
    document: 'The gains are with the large traces, there up to 100 times.',
    holds: isAtLeast(most(large.map(hbSpeedup)), 100),
    here: `Here the best of the ${large.length} traces above ${LONG / 1000} thousand events is ${times(most(large.map(hbSpeedup)))}, the median ${digits(median(large.map(hbSpeedup)))}. When all racy variables are wanted, and not whether there is one, the grammar takes ${digits(1 / geometricMean(all), 2)} of FastTrack’s time on them (geometric mean).`,
    leftOut: [{ what: names(large.filter((row) => !timed.includes(row))), why: 'FastTrack took longer than the limit' }],
  };
}

function goldilocks(rows: readonly Row[]): Claim | undefined {
  const isTimed = ({ whole }: Row) => ['goldilocks', 'goldilocks-lazy', 'fasttrack'].every((id) => whole.has(id));
  const large = rows.filter((row) => isLarge(row) && isTimed(row));
  if (large.length === 0) return undefined;
  const eager = large.map(({ whole }) => whole.get('goldilocks')! / whole.get('fasttrack')!);
  const lazy = large.map(({ whole }) => whole.get('goldilocks-lazy')! / whole.get('fasttrack')!);
  return {
    document: `Goldilocks falls far behind FastTrack on large traces (${digits(26e3 / 1011, 2)} times on derby, ${digits(3776e3 / 31.5e3, 2)} on eclipse).`,
    holds: median(eager) > 2 && isAtLeast(most(eager), 26e3 / 1011),
    here: `Here, over whole traces, the one that updates locksets at every event takes ${digits(median(eager), 2)} times FastTrack’s time in the median and ${digits(most(eager), 2)} at most, the lazy one ${digits(median(lazy), 2)} and ${digits(most(lazy), 2)}.`,
    leftOut: [
      { what: names(rows.filter((row) => isLarge(row) && !isTimed(row))), why: 'one of them took longer than the limit' },
    ],
  };
}

function lockset(rows: readonly Row[]): Claim {
  const there = geometricMean(ziptrackTable.map((row) => row.locksetSpeedup));
  const here = rows.map(locksetSpeedup);
  const uneven = unevenly(rows, 'eraser', 'grammar-lockset');
  return {
    document: `Locksets on the grammar are ${ziptrackClaims.overEraser} times as fast as Eraser on average (geometric mean of the document’s column: ${digits(there)}).`,
    holds: isAtLeast(geometricMean(here), there),
    here: `Here the geometric mean is ${digits(geometricMean(here))}, from ${digits(least(here))} to ${digits(most(here))}, when both stop at the first violation. An Eraser that reads the whole trace against a grammar that stops at the first gives ${digits(geometricMean(uneven))}, up to ${digits(most(uneven))}: the document’s numbers, 1 ms on grammars of up to 71 million symbols, look like that comparison.`,
  };
}

/** A reader of the whole trace against a grammar that may stop. */
function unevenly(rows: readonly Row[], reader: string, grammar: string): number[] {
  return rows.flatMap((row) => {
    const whole = row.whole.get(reader);
    return whole === undefined ? [] : [whole / row.grammar.first[grammar]!];
  });
}

function withCompression(rows: readonly Row[]): Claim {
  const timed = rows.filter(({ whole }) => whole.has('fasttrack'));
  const counted = timed.map(({ grammar, whole }) => (grammar.compression + grammar.hb) / whole.get('fasttrack')!);
  const ahead = counted.filter((value) => value < 1).length;
  const large = rows.filter(isLarge);
  const speeds = large.map(({ program, grammar }) => program.facts.events / grammar.compression / 1e6);
  const compressing = large.map(({ grammar }) => grammar.compression / (grammar.compression + grammar.hb));
  return {
    document: 'The document leaves the time of compression out.',
    holds: undefined,
    here: `With it, the way over the grammar is ahead of FastTrack on ${ahead} of ${several(counted.length, 'trace')}${compressing.length === 0 ? '' : `; on the large ones compression is ${percent(median(compressing))} of that way, at ${digits(least(speeds), 2)} to ${digits(most(speeds), 2)} million events per second`}. It pays where a trace is stored compressed anyway.`,
    leftOut: [{ what: names(rows.filter((row) => !timed.includes(row))), why: 'FastTrack took longer than the limit' }],
  };
}

/** The document's own columns 2, 6 and 7. */
function consistency(): Claim {
  const off = ziptrackTable.filter((row) => Math.abs(row.events / row.grammar / row.ratio - 1) > 0.05);
  return {
    document: 'The document’s ratio is that of its events to its grammar.',
    holds: off.length === 0,
    here: `So it is for ${ziptrackTable.length - off.length} of its ${several(ziptrackTable.length, 'row')}${off.length === 0 ? '.' : `; not for ${list(off.map((row) => `${row.program} (${digits(row.ratio)} printed, ${digits(row.events / row.grammar)} by its sizes)`))}. The grammar of lusearch is taken as 66.6 million, not thousand.`}`,
  };
}
