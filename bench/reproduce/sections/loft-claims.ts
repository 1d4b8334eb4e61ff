// What LOFT's document says of its tables and of Figure 7, against those here.

import type { Claim } from '../claims.ts';
import { digits, list, name, percent, several } from '../markdown.ts';
import { type LoftRow, loftClaims, loftNative } from '../papers/loft.ts';
import { least, mean, median, most, sum } from '../statistics.ts';
import type { Tracking } from '../tasks/track.ts';
import { programName } from '../traces.ts';
import type { Group, ScalingByProgram } from './loft.ts';

export function loftClaimList(groups: readonly Group[]): (Claim | undefined)[] {
  const all = groups.flatMap(({ rows }) => rows);
  if (all.length === 0) return [];
  return [
    ...groups.map((group) => removable(group)),
    total(all),
    samePrograms(groups),
    time(all),
    logs(all),
    races(all),
    bytesPerOperation(),
  ];
}

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
    holds: Math.abs(here - there) < 0.15,
    here: `Here ${percent(here)} are, from ${percent(1 - most(rows.map(operations)))} to ${percent(1 - least(rows.map(operations)))} by program.`,
  };
}

function total(rows: readonly Tracking[]): Claim {
  const all = (pick: 0 | 1) => sum(loftNative.map((row) => row.operations[pick]));
  const [ff, loft] = [sum(rows.map((row) => row.ff.operations)), sum(rows.map((row) => row.loft.operations))];
  const largest = rows.reduce((a, b) => (b.ff.operations > a.ff.operations ? b : a));
  return {
    document: `Of the operations of all its C and C++ programs together ${percent(1 - all(1) / all(0))} are removable, more than in the mean: the largest gain most.`,
    holds: 1 - loft / ff > 1 - mean(rows.map(operations)),
    here: `Here it is ${percent(1 - loft / ff)} of all, ${percent(1 - mean(rows.map(operations)))} in the mean of all programs; ${name(programName(largest.name))} alone has ${percent(largest.ff.operations / ff)} of the operations and loses ${percent(1 - operations(largest))} of them.`,
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
  const near = pairs.filter((pair) => gap(pair) < 0.15);
  const far = pairs.filter((pair) => gap(pair) >= 0.15);
  const exact = pairs.filter(({ there, row }) => Math.round(there.operations[1]) === row.loft.operations);
  return {
    document: 'Program by program:',
    holds: near.length >= far.length,
    here: `of the ${several(pairs.length, 'program')} in both, LOFT’s share of the operations is within 0.15 of the document’s for ${near.length}${far.length === 0 ? '' : `, and not for ${list(far.map(({ there, row }) => `${there.program} (${digits(there.operations[1] / there.operations[0], 2)} there, ${digits(operations(row), 2)} here)`))}`}. The number of operations that LOFT is left with is the very same for ${exact.length === 0 ? 'none' : list(exact.map(({ there }) => there.program))}.`,
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
    holds: median(ratios) < 1,
    here: `Here LOFT takes ${digits(median(ratios), 2)} of it in the median of the ${several(counted.length, 'program')} ${enough.length >= 2 ? 'with a thousand operations or more ' : ''}(${digits(least(ratios), 2)} to ${digits(most(ratios), 2)}): ${median(ratios) < 1 ? 'the bookkeeping pays' : 'with two to six threads a pass over a vector costs no more than the bookkeeping that saves it'}. Figure 7 below has the threads for which it pays.`,
  };
}

function logs(rows: readonly Tracking[]): Claim {
  const { native, java } = loftClaims;
  const [plain, packed] = [mean(rows.map(log)), mean(rows.map(gzip))];
  return {
    document: `The log shrinks to ${digits(native.log, 2)} (C and C++) and ${digits(java.log, 2)} (Java) of its bytes, after gzip to ${digits(native.gzip, 2)} and ${digits(java.gzip, 2)}: compression takes most of the gain.`,
    holds: packed > plain && plain < 1,
    here: `Here it shrinks to ${digits(plain, 2)}, after gzip to ${digits(packed, 2)}.`,
  };
}

function races(rows: readonly Tracking[]): Claim {
  const same = rows.filter(({ sameRaces }) => sameRaces).length;
  const racy = rows.filter(({ racyVariables }) => racyVariables > 0).length;
  return {
    document: 'Race detection on LOFT’s clocks finds the same races.',
    holds: same === rows.length,
    here: `The racy variables of the trace that LOFT reduced are those of the whole trace for ${same} of ${several(rows.length, 'program')}, ${racy} of which have any. (As printed, LOFT loses order at a join; it is mended here.)`,
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
  const atMost = [...scaling.values()].map((points) => points.at(-1)!);
  return [
    {
      document:
        'The share of operations that LOFT keeps hardly depends on the number of threads, but rises where threads contend more (bodytrack, raytrace).',
      holds: stable.length > 0,
      here: `Between 2 and 64 threads it stays within 0.1 for ${stable.length === 0 ? 'none' : list(stable.map(({ program }) => program))}${rising.length === 0 ? '' : `, and rises for ${list(rising.map(({ program }) => program))}`}.`,
    },
    {
      document: `On average ${percent(loftClaims.figure7Removed)} of the operations can be removed at these numbers of threads.`,
      holds: Math.abs(removed - loftClaims.figure7Removed) < 0.15,
      here: `Here ${percent(removed)}; but these programs were written to differ, not to be typical.`,
    },
    {
      document: 'LOFT is faster than FF.',
      holds: median(atMost.map((point) => point.time)) < 1,
      here: `With 64 threads it takes ${list([...scaling].map(([program, points]) => `${digits(points.at(-1)!.time, 2)} (${program})`))} of FF’s time; with two threads ${list([...scaling].map(([program, points]) => `${digits(points[0]!.time, 2)} (${program})`))}.`,
    },
  ];
}
