// What Raptor's document says of its Tables 1 and 2, against those here.

import type { Claim } from '../claims.ts';
import { LONG } from '../long.ts';
import { amount, digits, list, name, percent, several, times } from '../markdown.ts';
import { raptorTable, WINDOWS } from '../papers/raptor.ts';
import { median, most, sum } from '../statistics.ts';
import { programName } from '../traces.ts';
import { isAtLeast } from '../verdicts.ts';
import type { RaptorMeasured } from './raptor-row.ts';

export function raptorClaimList(rows: readonly RaptorMeasured[]): (Claim | undefined)[] {
  return [
    more(rows),
    tsp(rows),
    far(rows),
    windowsMiss(rows),
    windowsSound(rows),
    completeness(rows),
    windowsNear(rows),
    cost(rows),
    sets(rows),
    windowCost(rows),
  ];
}

const label = ({ program }: RaptorMeasured) => name(programName(program.source.name));

function more(rows: readonly RaptorMeasured[]): Claim {
  const gained = rows.filter(({ causal }) => causal.only.races > 0);
  const there = raptorTable.filter(({ only }) => only[1] > 0).length;
  const [observed, only] = [
    sum(rows.map(({ causal }) => causal.observed.places)),
    sum(rows.map(({ causal }) => causal.only.places)),
  ];
  return {
    document: `CP finds races that happens-before does not, in ${there} of ${several(raptorTable.length, 'program')}.`,
    holds: rows.length > 0 && isAtLeast(gained.length / rows.length, there / raptorTable.length),
    headline: {
      id: 'raptor',
      says: `Causally-precedes, followed online over the whole trace, finds races that happens-before does not (${there} of ${several(raptorTable.length, 'program')}).`,
      answer: `It does in ${gained.length} of ${several(rows.length, 'program')}: ${several(only, 'static race')} beside ${amount(observed)} by happens-before.`,
    },
    here: `Here in ${gained.length} of ${rows.length}${gained.length === 0 ? '' : ` (${list(gained.map(label))})`}: ${several(only, 'static race')} beside ${amount(observed)} by happens-before.`,
  };
}

function tsp(rows: readonly RaptorMeasured[]): Claim | undefined {
  const row = rows.find(({ program }) => programName(program.source.name) === 'tsp_map10');
  const paper = raptorTable.find(({ program }) => program === 'tsp')!;
  if (row === undefined) return undefined;
  const { only, observed } = row.causal;
  return {
    document: `tsp has ${paper.only[0]} static CP-only races.`,
    holds: only.places === paper.only[0],
    here: `Our recording, of a smaller map with ${several(row.program.facts.threads, 'thread')}, has ${only.places}, and ${observed.places} by happens-before: ${only.places === paper.only[0] ? 'the same' : 'another run of another size is another trace'}.`,
  };
}

function far(rows: readonly RaptorMeasured[]): Claim | undefined {
  const here = rows.flatMap(({ causal }) => causal.places);
  const there = raptorTable.flatMap(({ distances }) => distances.map(([shortest, longest]) => ({ shortest, longest })));
  if (here.length === 0) return undefined;
  const shareBeyond = (all: readonly { shortest: number; longest: number }[], key: 'shortest' | 'longest') =>
    all.filter((place) => place[key] > WINDOWS[1]).length / all.length;
  const beyond = (all: readonly { shortest: number; longest: number }[], key: 'shortest' | 'longest') =>
    WINDOWS.map((size) => percent(all.filter((place) => place[key] > size).length / all.length));
  return {
    document:
      'Many CP-only races are far apart: of the static ones some occurrence is more than 500, 5 000 and 50 000 events apart for',
    holds: isAtLeast(shareBeyond(here, 'longest'), shareBeyond(there, 'longest')),
    here: `${list(beyond(there, 'longest'))} there, and for ${list(beyond(here, 'longest'))} here; every occurrence is for ${list(beyond(there, 'shortest'))} there and ${list(beyond(here, 'shortest'))} here.`,
  };
}

function windowsMiss(rows: readonly RaptorMeasured[]): Claim | undefined {
  const gained = rows.filter(({ causal }) => causal.only.races > 0);
  if (gained.length === 0) return undefined;
  const all = sum(gained.map(({ causal }) => causal.only.places));
  const dynamic = sum(gained.map(({ causal }) => causal.only.races));
  const found = WINDOWS.map((size) => ({
    size,
    places: sum(
      gained.map(({ causal, windows }) => {
        const places = windows.get(size)?.places ?? [];
        return causal.places.filter(({ place }) => places.includes(place)).length;
      }),
    ),
    races: sum(gained.map(({ windows }) => windows.get(size)?.races ?? 0)),
  }));
  return {
    document: 'A window misses CP-only races that the analysis of the whole trace finds, a smaller one more.',
    holds: found[0]!.places < all && found[0]!.places < found[1]!.places,
    here: `Of ${all} static (${amount(dynamic)} dynamic) the windows find ${list(found.map(({ size, places, races }) => `${places} static and ${amount(races)} dynamic with ${amount(size)} events`))}.`,
  };
}

function windowsSound(rows: readonly RaptorMeasured[]): Claim | undefined {
  const losing = rows.flatMap((row) => {
    const worst = [...row.windows.values()].reduce((a, b) => (b.lost > a.lost ? b : a));
    return worst.lost === 0 ? [] : [{ row, lost: worst.lost }];
  });
  return {
    document: 'The analysis of the whole trace finds all that the windows find.',
    holds: losing.length === 0,
    here:
      losing.length === 0
        ? 'So it does here: the first access of every race in a window is the first access of one in the whole.'
        : `Windows find races whose first access has none in the whole: ${list(losing.map(({ row, lost }) => `${amount(lost)} in ${label(row)}`))}.`,
  };
}

/** The document keeps one mark for all reads of a thread between two writes, and so forgets a racing read that an ordered one follows. */
function completeness(rows: readonly RaptorMeasured[]): Claim | undefined {
  const gained = rows.filter(({ causal }) => causal.only.races > 0);
  const fewer = gained.filter(({ causal }) => causal.byLatestReads.races < causal.only.races);
  const none = gained.filter(({ causal }) => causal.byLatestReads.races === 0);
  if (gained.length === 0) return undefined;
  const lost = sum(fewer.map(({ causal }) => causal.only.races - causal.byLatestReads.races));
  return {
    document: 'Raptor is complete: if a trace has a CP-race, it reports one (section 6).',
    holds: fewer.length === 0,
    here:
      fewer.length === 0
        ? 'On these traces nothing speaks against it.'
        : `Not as printed: it keeps one mark for all reads of a thread between two writes, and where the first of them races with the write and a later one does not, the race is lost. With the latest reads only, ${several(lost, 'CP-only race')} would be missing here (${list(fewer.map(label))})${none.length === 0 ? '' : `, and none would be left in ${list(none.map(label))}`}. \`cp\` takes the first.`,
  };
}

function windowsNear(rows: readonly RaptorMeasured[]): Claim | undefined {
  const shares = WINDOWS.map((size) => {
    const all = rows.flatMap(({ windows }) => windows.get(size) ?? []);
    const near = sum(all.map((windowed) => windowed.near));
    const half = sum(all.map((windowed) => windowed.half));
    return {
      size,
      near,
      half,
      nearShare: sum(all.map((w) => w.nearFound)) / near,
      halfShare: sum(all.map((w) => w.halfFound)) / half,
    };
  }).filter(({ near, half }) => near > 0 && half > 0);
  if (shares.length === 0) return undefined;
  return {
    document:
      'A window finds each CP-only race that is shorter than the window, a few aside for which events outside of it are needed.',
    holds: shares.every(({ nearShare }) => nearShare > 0.9),
    here: `Of the races shorter than the window it finds ${list(shares.map(({ size, nearShare }) => `${percent(nearShare)} (${digits(size)})`))}, of those shorter than half of it, which lie in some window whole, ${list(shares.map(({ size, halfShare }) => `${percent(halfShare)} (${digits(size)})`))}: the rest needs a critical section that no window has whole.`,
  };
}

function cost(rows: readonly RaptorMeasured[]): Claim | undefined {
  const long = rows.filter(({ program, fasttrack }) => program.facts.events >= 10_000 && fasttrack !== undefined);
  if (long.length === 0) return undefined;
  const here = long.flatMap(({ sets: bySets, fasttrack }) => (bySets === undefined ? [] : [bySets.seconds / fasttrack!]));
  const clocks = long.map(({ causal, fasttrack }) => causal.seconds / fasttrack!);
  const there = raptorTable.map(({ raptor, fasttrack }) => raptor / fasttrack);
  const stopped = raptorTable.filter((row) => row.stopped).length;
  const ended = here.length === long.length ? 'every trace' : `${here.length} of ${several(long.length, 'trace')}`;
  return {
    document: `Raptor takes ${times(median(there))} FastTrack’s time in the document’s median, and ${stopped} of ${raptorTable.length} programs were stopped after two hours: an online CP analysis is slow.`,
    holds: here.length < long.length || isAtLeast(median(here), median(there)),
    here: `\`raptor\` gets through ${ended} of 10 000 events or more${here.length === 0 ? '' : `, in ${digits(median(here), 2)} times FastTrack’s time in the median and ${digits(most(here), 2)} at most`}; \`cp\` takes ${digits(median(clocks), 2)} and ${digits(most(clocks), 2)}. The slowness is that of visiting every set at every acquire and release, not of the sets or of the relation.`,
  };
}

/** No measurement makes a refuted theorem hold: test/detectors/raptor.test.ts has the traces that the pseudo-code goes wrong on. */
function sets(rows: readonly RaptorMeasured[]): Claim | undefined {
  const measured = rows.flatMap(({ sets: bySets, causal, program }) =>
    bySets === undefined ? [] : [{ bySets, causal, program }],
  );
  if (measured.length === 0) return undefined;
  const ratios = measured
    .filter(({ program }) => program.facts.events >= 500)
    .map(({ bySets, causal }) => bySets.seconds / causal.seconds);
  const same = measured.filter(({ bySets }) => bySets.same && bySets.unfinished === undefined);
  const time =
    ratios.length === 0 ? '' : `, in ${digits(median(ratios), 2)} times its time (median of those of 500 events or more)`;
  return {
    document: 'Raptor’s sets track CP exactly (Theorem 5.1).',
    holds: same.length === measured.length ? 'mended' : false,
    here: `Not as printed: traces of 4, 9 and 26 events refute it ([errata](errata.md#raptor)). With the three corrections there, \`raptor\` reports the very races that \`cp\` reports on ${same.length} of the ${several(measured.length, 'trace')} that were measured${time}.`,
  };
}

function windowCost(rows: readonly RaptorMeasured[]): Claim | undefined {
  const all = rows.filter(({ program, windows }) => program.facts.events >= LONG && WINDOWS.every((size) => windows.has(size)));
  if (all.length === 0) return undefined;
  const totals = WINDOWS.map((size) => sum(all.map(({ windows }) => windows.get(size)!.seconds)));
  const whole = sum(all.map(({ causal }) => causal.seconds));
  return {
    document:
      'A larger window costs far more: the offline analysis is superlinear in it, and with 50 000 events it seldom ends within two hours.',
    holds: totals[2]! > 3 * totals[0]!,
    here: `That is a property of the Datalog program. By our analysis the windows take ${list(totals.map((seconds, i) => `${digits(seconds / whole, 2)} (${digits(WINDOWS[i]!)})`))} times the time for the whole trace at once: a window saves nothing.`,
  };
}
