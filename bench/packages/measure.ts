// A package from installation to numbers: its program as it is, recorded with an empty cache of transformed code, and again with what the first
// run left there; a race that only shows under other schedules gets some more runs.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from './install.ts';
import { distinct, has, judgementOf } from './judgement.ts';
import { idOf, type PackageProgram } from './package.ts';
import type { Pair, Programs, Recorded } from './record.ts';

/** Runs with noise until what must show has shown. */
const NOISY = 5;

export interface Measured {
  readonly id: string;
  /** Processor seconds as it is, and under `foretrace run` the first time and the second. */
  readonly plain: number;
  readonly first: number;
  readonly second: number;
  readonly logBytes: number;
  /** Peaks of the largest process, as it is and recorded. */
  readonly plainMegabytes: number;
  readonly megabytes: number;
  readonly findings: number;
  readonly folded: number;
  readonly partial: boolean;
  /** Of all runs. */
  readonly pairs: readonly Pair[];
  /** The mean number of processes that wanted a processor, before. */
  readonly load: number;
  /** Other output than that of the program as it is, and a race that did not show. */
  readonly problems: readonly string[];
}

export async function measured(one: PackageProgram, root: string, programs: Programs): Promise<Measured> {
  const [load = 0] = loadavg();
  const at = installed(one, root);
  const cache = mkdtempSync(join(tmpdir(), 'foretrace-package-cache-'));
  try {
    const plain = await programs.plain(one, at);
    const first = await programs.recorded(one, at, { cache });
    const second = await programs.recorded(one, at, { cache, dependencies: true });
    const noisy: Recorded[] = [];
    while (one.must !== undefined && noisy.length < NOISY && !shows(noisy, one.must))
      noisy.push(await programs.recorded(one, at, { cache, dependencies: true, noise: true }));
    const recorded = [first, second, ...noisy];
    const pairs = distinct(recorded.flatMap((run) => run.pairs));
    return {
      id: idOf(one),
      plain: plain.seconds,
      first: first.seconds,
      second: second.seconds,
      logBytes: second.logBytes,
      plainMegabytes: plain.megabytes,
      megabytes: second.megabytes,
      findings: Math.max(...recorded.map(({ findings }) => findings)),
      folded: first.folded,
      partial: second.partial,
      pairs,
      load,
      problems: [
        ...recorded.filter(({ output }) => output !== plain.output).map(({ output }) => `it printed ${JSON.stringify(output)}`),
        ...(one.must === undefined || shows(recorded, one.must) ? [] : [`not found: ${one.must.join(' and ')}`]),
      ],
    };
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** What is wrong, in words: also every pair that nobody has judged. */
export function problemsOf({ judged }: PackageProgram, { pairs, problems }: Measured): string[] {
  const unjudged = pairs.filter((pair) => judgementOf(pair, judged) === undefined);
  const words = unjudged.map(
    ({ type, claim, places, variable }) => `not judged: ${claim} ${type} of ${variable} at ${places.join(' and ')}`,
  );
  return [...problems, ...words];
}

function shows(runs: readonly Recorded[], must: readonly [string, string]): boolean {
  const pairs = runs.flatMap((run) => run.pairs);
  return pairs.some(({ places }) => must.every((part) => places.some((place) => has(place, part))));
}
