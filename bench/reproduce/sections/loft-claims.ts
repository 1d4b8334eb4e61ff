// What LOFT's document says of its tables and of Figure 7, against those here.

import type { Claim } from '../claims.ts';
import { digits, list, name, percent, several } from '../markdown.ts';
import { type LoftRow, loftClaims, loftNative, loftSignificance } from '../papers/loft.ts';
import { least, mean, median, most, sum } from '../statistics.ts';
import type { Tracking } from '../tasks/track.ts';
import { programName } from '../traces.ts';
import { isAtLeast, isAtMost, isShareAbout, MOST } from '../verdicts.ts';
import type { Group, ScalingByProgram } from './loft.ts';
import { probability } from './loft-tests.ts';

/** `groups` have the programs with locks, `measured` all. */
export function loftClaimList(groups: readonly Group[], measured: readonly Tracking[]): (Claim | undefined)[] {
  const all = groups.flatMap(({ rows }) => rows);
  if (all.length === 0) return [];
  return [
    ...groups.map((group) => removable(group)),
    total(all),
    samePrograms(groups),
    time(all),
    significance(all),
    logs(all),
    races(measured),
    reduced(measured),
    bytesPerOperation(),
  ];
}

/** A share of one program, in another run of it, is near the document's within this. */
const NEAR = 0.15;

const share = (pick: (row: Tracking) => readonly [number, number]) => (row: Tracking) => pick(row)[1] / pick(row)[0];
const operations = share(({ ff, loft }) => [ff.operations, loft.operations]);
const microseconds = share(({ ff, loft }) => [ff.microseconds, loft.microseconds]);
const log = share(({ ff, loft }) => [ff.log, loft.log]);
const gzip = share(({ ff, loft }) => [ff.gzip, loft.gzip]);

function removable({ title, tables, rows }: Group): Claim | undefined {
  if (tables === undefined) return undefined;
  const there = 1 - (tables[0] === 'I' ? loftClaims.native : loftClaims.java).operations;
  const here = 1 - mean(rows.map(operations));
  return {
    document: `Of FF’s vector operations ${percent(there)} are removable on average (${title}).`,
    holds: isShareAbout(here, there),
    headline: {
      id: `loft-${tables[0]}`,
      says: `Of the vector operations at locks ${percent(there)} need not be made (${title}).`,
      answer: `${percent(here)} in the mean of ${several(rows.length, 'program')}.`,
    },
    here: `Here ${percent(here)} are, from ${percent(1 - most(rows.map(operations)))} to ${percent(1 - least(rows.map(operations)))} by program.`,
  };
}

function total(rows: readonly Tracking[]): Claim {
  const all = (pick: 0 | 1) => sum(loftNative.map((row) => row.operations[pick]));
  const [ff, loft] = [sum(rows.map((row) => row.ff.operations)), sum(rows.map((row) => row.loft.operations))];
  const largest = rows.reduce((a, b) => (b.ff.operations > a.ff.operations ? b : a));
  const gain = mean(rows.map(operations)) - loft / ff;
  const gainThere = mean(loftNative.map((row) => row.operations[1] / row.operations[0])) - all(1) / all(0);
  return {
    document: `Of the operations of all its C and C++ programs together ${percent(1 - all(1) / all(0))} are removable, more than in the mean: the largest gain most.`,
    holds: isAtLeast(gain, gainThere),
    here: `Here it is ${percent(1 - loft / ff)} of all, ${percent(1 - mean(rows.map(operations)))} in the mean of all programs (${digits(100 * gain, 2)} points more, ${digits(100 * gainThere, 2)} there); ${name(programName(largest.name))} alone has ${percent(largest.ff.operations / ff)} of the operations and loses ${percent(1 - operations(largest))} of them.`,
  };
}

function samePrograms(groups: readonly Group[]): Claim | undefined {
  const pairs = groups.flatMap(({ paper, rows }) =>
    rows.flatMap((row) => {
      const there = paper.find(({ trace }) => trace === programName(row.name));
      return there === undefined ? [] : [{ there, row }];
    }),
  );
  if (pairs.length === 0) return undefined;
  const gap = ({ there, row }: { there: LoftRow; row: Tracking }) =>
    Math.abs(there.operations[1] / there.operations[0] - operations(row));
  const near = pairs.filter((pair) => gap(pair) <= NEAR);
  const far = pairs.filter((pair) => gap(pair) > NEAR);
  const exact = pairs.filter(({ there, row }) => Math.round(there.operations[1]) === row.loft.operations);
  return {
    document: 'Program by program:',
    holds: near.length >= MOST * pairs.length,
    here: `of the ${several(pairs.length, 'program')} in both, LOFT’s share of the operations is within ${NEAR} of the document’s for ${near.length}${far.length === 0 ? '' : `, and not for ${list(far.map(({ there, row }) => `${there.program} (${digits(there.operations[1] / there.operations[0], 2)} there, ${digits(operations(row), 2)} here)`))}`}. The number of operations that LOFT is left with is the very same for ${exact.length === 0 ? 'none' : list(exact.map(({ there }) => there.program))}.`,
  };
}

function time(rows: readonly Tracking[]): Claim {
  // Below this many operations a run is a few microseconds of which most is the call.
  const enough = rows.filter(({ ff }) => ff.operations >= 1000);
  const counted = enough.length >= 2 ? enough : rows;
  const ratios = counted.map(microseconds);
  const { native, java } = loftClaims;
  return {
    document: `Tracking takes ${digits(native.time, 2)} (C and C++) and ${digits(java.time, 2)} (Java) of FF’s time.`,
    holds: isAtMost(median(ratios), mean([native.time, java.time])) && median(ratios) < 1,
    here: `Here LOFT takes ${digits(median(ratios), 2)} of it in the median of the ${several(counted.length, 'program')} ${enough.length >= 2 ? 'with a thousand operations or more ' : ''}(${digits(least(ratios), 2)} to ${digits(most(ratios), 2)}): ${median(ratios) < 1 ? 'the bookkeeping pays' : 'with two to six threads a pass over a vector costs no more than the bookkeeping that saves it'}. Figure 7 below has the threads for which it pays.`,
  };
}

function logs(rows: readonly Tracking[]): Claim {
  const { native, java } = loftClaims;
  const [plain, packed] = [mean(rows.map(log)), mean(rows.map(gzip))];
  return {
    document: `The log shrinks to ${digits(native.log, 2)} (C and C++) and ${digits(java.log, 2)} (Java) of its bytes, after gzip to ${digits(native.gzip, 2)} and ${digits(java.gzip, 2)}: compression takes most of the gain.`,
    holds: isShareAbout(plain, mean([native.log, java.log])) && isShareAbout(packed, mean([native.gzip, java.gzip])),
    here: `Here it shrinks to ${digits(plain, 2)}, after gzip to ${digits(packed, 2)}.`,
  };
}

/**
 * Measured by detectors on FF's and on LOFT's clocks, on every trace: one pair that only one of them reports, and it does not hold.
 * @internal
 */
export function races(rows: readonly Tracking[]): Claim {
  const others = rows.filter(({ loftIsFf }) => !loftIsFf);
  const unlike = rows.filter(({ ffIsFastTrack }) => !ffIsFastTrack);
  const racy = rows.filter(({ races: { ff } }) => ff > 0);
  const pairs = sum(racy.map(({ races: { ff } }) => ff));
  const but = (odd: readonly Tracking[]) =>
    odd.length === 0 ? '' : ` (not for ${list(odd.map((row) => name(programName(row.name))))})`;
  return {
    document: 'FF_race and LOFT_race report the same races on all programs.',
    holds: others.length === 0 ? 'mended' : false,
    here: `Here LOFT’s are FF’s, pair by pair, on ${rows.length - others.length} of ${several(rows.length, 'program')}${but(others)}, and FF’s are those of \`fasttrack\` on ${rows.length - unlike.length}${but(unlike)}: ${several(pairs, 'pair')} in ${several(racy.length, 'program')}. As printed, LOFT loses order at a join; it is mended here ([errata.md](errata.md#loft)).`,
  };
}

function reduced(rows: readonly Tracking[]): Claim {
  const same = rows.filter(({ sameRaces }) => sameRaces).length;
  return {
    document: 'The reduced trace, which the document does not analyse again:',
    holds: undefined,
    here: `the racy variables of what \`reduce --method loft\` leaves are those of the whole trace for ${same} of ${several(rows.length, 'program')}.`,
  };
}

/**
 * Appendix E: at what level LOFT and FF differ.
 * @internal
 */
export function significance(rows: readonly Tracking[]): Claim {
  const { level } = loftSignificance;
  const told = rows.filter((row) => probability(row) < level);
  const faster = told.filter(({ ff, loft }) => median(loft.samples) < median(ff.samples));
  const rest = rows.length - told.length;
  return {
    document: `LOFT’s times differ from FF’s at the level of ${level} on all programs (Table V), and are shorter.`,
    holds: faster.length === rows.length,
    here: `Here they differ at that level on ${told.length} of ${several(rows.length, 'program')}: LOFT is the faster on ${faster.length} and the slower on ${told.length - faster.length}${rest === 0 ? '' : `; on ${rest} no difference is proved`}.`,
  };
}

/** A line of the log is about as long for every program: the document's own tables should agree on that. */
function bytesPerOperation(): Claim {
  const bytes = loftNative.map(({ program, operations: [ff], log: [size] }) => ({ program, bytes: size / ff }));
  const usual = median(bytes.map((row) => row.bytes));
  const odd = bytes.filter((row) => row.bytes > 1.5 * usual);
  return {
    document: 'The document’s Tables I and II are of the same runs.',
    holds: odd.length === 0,
    here: `FF logs one line per operation, ${digits(usual, 2)} bytes of log per operation in the document’s median; but ${list(odd.map((row) => `${row.program} (${digits(row.bytes, 2)})`))} have far more, so there either operations are missing in Table I or lines for races fill the log of Table II.`,
  };
}

export function scalingClaims(scaling: ScalingByProgram): (Claim | undefined)[] {
  if (scaling.size === 0) return [];
  const ranges = [...scaling].map(([program, points]) => {
    const values = points.map(({ operations: value }) => value);
    return { program, range: most(values) - least(values), rises: values.at(-1)! - values[0]! > 0.1 };
  });
  const stable = ranges.filter(({ range }) => range <= 0.1);
  const rising = ranges.filter(({ rises }) => rises);
  const removed = 1 - mean([...scaling.values()].flat().map((point) => point.operations));
  return [
    {
      document:
        'The share of operations that LOFT keeps hardly depends on the number of threads, but rises where threads contend more (bodytrack, raytrace).',
      holds: stable.length >= ranges.length / 2 && ranges.every((each) => stable.includes(each) || each.rises),
      here: `Between 2 and 64 threads it stays within 0.1 for ${stable.length === 0 ? 'none' : list(stable.map(({ program }) => program))}${rising.length === 0 ? '' : `, and rises for ${list(rising.map(({ program }) => program))}`}.`,
    },
    {
      document: `On average ${percent(loftClaims.figure7Removed)} of the operations can be removed at these numbers of threads.`,
      holds: isShareAbout(removed, loftClaims.figure7Removed),
      here: `Here ${percent(removed)}; but these programs were written to differ, not to be typical.`,
    },
    {
      document: 'LOFT is faster than FF.',
      holds: [...scaling.values()].flat().every((point) => point.time < 1),
      here: `With 64 threads it takes ${list([...scaling].map(([program, points]) => `${digits(points.at(-1)!.time, 2)} (${program})`))} of FF’s time; with two threads ${list([...scaling].map(([program, points]) => `${digits(points[0]!.time, 2)} (${program})`))}.`,
    },
  ];
}
