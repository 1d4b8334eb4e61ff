// The sets that ZipTrack defines for a chunk, read off its summary: to compare them with their definitions.

import { FIRST_NODE, type HbSummary, IS_WRITE, ROW_SHIFT, THREAD, TIME, VARIABLE } from '../../src/grammar/hb/summary.ts';

/** Entities are numbered as in the summary. Sets are sorted. */
export interface ZipTrackSets {
  /** After First, Before Last: per thread or lock. */
  readonly af: ReadonlyMap<number, readonly number[]>;
  readonly bl: ReadonlyMap<number, readonly number[]>;
  /** After Last and Before First: of writes per variable, of reads per "thread variable". */
  readonly alwr: ReadonlyMap<number, readonly number[]>;
  readonly bfwr: ReadonlyMap<number, readonly number[]>;
  readonly alrd: ReadonlyMap<string, readonly number[]>;
  readonly bfrd: ReadonlyMap<string, readonly number[]>;
}

export function zipTrackSets(summary: HbSummary): ZipTrackSets {
  const members = nodeMembers(summary);
  const { outputs, outputNodes, accesses } = summary;
  const bl = new Map(Array.from(outputs, (u, o) => [u, members[outputNodes[o]!]!]));
  const sources = [...new Set([...bl.values()].flat())];
  const af = new Map(sources.map((u) => [u, sorted([...bl].filter(([, set]) => set.includes(u)).map(([v]) => v))]));
  const [alwr, bfwr] = [new Map<number, number[]>(), new Map<number, number[]>()];
  const [alrd, bfrd] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const { count, rows } = accesses;
  for (let row = 0; row < count << ROW_SHIFT; row += 1 << ROW_SHIFT) {
    const x = rows[row + VARIABLE]!;
    const t = rows[row + THREAD]!;
    const after = afterSet(summary, t, rows[row + TIME]!);
    const before = members[rows[row + FIRST_NODE]!]!;
    if (rows[row + IS_WRITE] === 1) {
      alwr.set(x, after);
      bfwr.set(x, before);
    } else {
      alrd.set(`${t} ${x}`, after);
      bfrd.set(`${t} ${x}`, before);
    }
  }
  return { af, bl, alwr, bfwr, alrd, bfrd };
}

/** All that knows, at the end of the chunk, what thread t did at a time. */
function afterSet({ outputs, outputTimes, threads }: HbSummary, t: number, time: number): number[] {
  const column = threads.indexOf(t);
  return sorted(Array.from(outputs).filter((_, o) => outputTimes[o * threads.length + column]! >= time));
}

function nodeMembers({ left, right }: HbSummary): number[][] {
  const members: number[][] = [[]];
  for (let n = 1; n < left.length; n++)
    members.push(right[n]! < 0 ? [left[n]!] : sorted([...new Set([...members[left[n]!]!, ...members[right[n]!]!])]));
  return members;
}

function sorted(set: number[]): number[] {
  return set.sort((a, b) => a - b);
}
