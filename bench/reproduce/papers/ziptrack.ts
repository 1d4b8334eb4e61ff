// Table 1 of Kini, Mathur, Viswanathan: Data Race Detection on Compressed Traces, ESEC/FSE 2018. Sizes in units, times in milliseconds. One number
// is not as printed: the grammar of lusearch is 66.6 M there, not 66.6 K, as its 216 M events and its ratio of 3.25 say.

export interface ZipTrackRow {
  readonly program: string;
  readonly events: number;
  readonly threads: number;
  readonly locks: number;
  readonly variables: number;
  readonly grammar: number;
  readonly ratio: number;
  readonly djit: number;
  readonly fasttrack: number;
  readonly goldilocks: number;
  readonly hb: number;
  readonly hbSpeedup: number;
  readonly eraser: number;
  readonly lockset: number;
  readonly locksetSpeedup: number;
  /** The trace of ours of the same program; or why there is none. */
  readonly trace?: string;
  readonly missing?: string;
}

type Numbers = readonly [
  events: number,
  threads: number,
  locks: number,
  variables: number,
  grammar: number,
  ratio: number,
  djit: number,
  fasttrack: number,
  goldilocks: number,
  hb: number,
  hbSpeedup: number,
  eraser: number,
  lockset: number,
  locksetSpeedup: number,
];

function row(program: string, numbers: Numbers, link: Pick<ZipTrackRow, 'trace' | 'missing'>): ZipTrackRow {
  const [
    events,
    threads,
    locks,
    variables,
    grammar,
    ratio,
    djit,
    fasttrack,
    goldilocks,
    hb,
    hbSpeedup,
    eraser,
    lockset,
    locksetSpeedup,
  ] = numbers;
  const sizes = { events, threads, locks, variables, grammar, ratio };
  return { program, ...sizes, djit, fasttrack, goldilocks, hb, hbSpeedup, eraser, lockset, locksetSpeedup, ...link };
}

const here = (trace: string) => ({ trace });
const NO_SOURCE = { missing: 'a program of the IBM contest that is not among the recordings' };
const SERVER = { missing: 'a server or database with its workload; not among the recordings' };
const DACAPO = { missing: 'DaCapo; not among the recordings' };

export const ziptrackTable: readonly ZipTrackRow[] = [
  row('account', [130, 4, 3, 41, 107, 1.21, 6, 5, 4, 4, 1, 3, 3, 1], here('ibm_account')),
  row('airline', [137, 4, 0, 44, 132, 1.04, 8, 4, 5, 6, 0.67, 2, 1, 2], here('ibm_airlinetickets')),
  row('array', [47, 3, 2, 30, 47, 1, 5, 4, 4, 3, 1.33, 3, 1, 3], here('ibm_array')),
  row('boundedbuffer', [337, 2, 2, 63, 194, 1.74, 8, 8, 2, 18, 0.11, 3, 2, 1.5], here('ibm_boundedbuffer')),
  row('bubblesort', [4200, 10, 2, 167, 3300, 1.29, 14, 13, 12, 92, 0.13, 2, 4, 0.5], NO_SOURCE),
  row('bufwriter', [11.8e6, 6, 1, 56, 293, 40238, 20e3, 15.5e3, 36.3e3, 6, 2600, 1, 4, 0.25], here('ibm_bufwriter')),
  row('critical', [55, 4, 0, 30, 55, 1, 3, 4, 3, 5, 0.6, 2, 1, 2], here('ibm_critical')),
  row('mergesort', [3028, 5, 3, 621, 2795, 1.08, 5, 7, 5, 13, 0.38, 3, 6, 0.5], NO_SOURCE),
  row('pingpong', [146, 4, 0, 51, 135, 1.08, 10, 9, 9, 3, 3, 2, 1, 2], here('ibm_pingpong')),
  row('moldyn', [164e3, 3, 2, 1197, 88e3, 1.86, 53, 60, 57, 6, 8.83, 2, 2, 1], here('jgf_moldyn')),
  row('montecarlo', [7.2e6, 3, 3, 876e3, 6.1e6, 1.18, 317, 271, 302, 87, 3.11, 300, 1, 300], here('jgf_montecarlo')),
  row('raytracer', [16.2e3, 3, 8, 3879, 14.6e3, 1.11, 58, 32, 32, 315, 0.1, 25, 133, 0.19], here('jgf_raytracer')),
  row('derby', [1.3e6, 4, 1112, 186e3, 735e3, 1.83, 1006, 1011, 26e3, 592, 1.7, 848, 1, 1000], SERVER),
  row('eclipse', [90.6e6, 19, 8300, 11.2e6, 42.5e6, 2.13, 34.6e3, 31.5e3, 3776e3, 17.4e3, 1.8, 21737, 1, 21737], DACAPO),
  row('ftpserver', [49e3, 11, 301, 5461, 30e3, 2.13, 49, 44, 91, 23, 1.9, 34, 1, 34], SERVER),
  row('jigsaw', [3e6, 13, 280, 103e3, 908e3, 3.37, 2432, 2309, 1888, 195, 9.7, 12, 4, 3], SERVER),
  row('lusearch', [216e6, 7, 118, 5.2e6, 66.6e6, 3.25, 1392, 968, 700, 7, 100, 814, 2, 407], DACAPO),
  row('xalan', [122e6, 6, 2491, 4.4e6, 71e6, 1.7, 5183, 3008, 3709, 109, 27.6, 2779, 1, 2779], DACAPO),
];

/** What section 5.2 says of the table. */
export const ziptrackClaims = {
  /** "the average speed-up is about 2.9x over FastTrack, and around 200x over the Goldilocks algorithm". */
  overFastTrack: 2.9,
  overGoldilocks: 200,
  /** "The average speed-up achieved over the Eraser algorithm is around 173x". */
  overEraser: 173,
};
