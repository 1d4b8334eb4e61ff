// Tables 1 and 2 of Roemer, Bond: Online Set-Based Dynamic Analysis for Sound Predictive Race Detection, 2019. Races are [static, dynamic];
// null where the analysis did not end within two hours.

export type Races = readonly [places: number, races: number];

export interface RaptorRow {
  readonly program: string;
  readonly threads: number;
  readonly events: number;
  /** Seconds: of FastTrack and of Raptor, which was stopped after two hours. */
  readonly fasttrack: number;
  readonly raptor: number;
  readonly stopped: boolean;
  readonly all: Races;
  readonly observed: Races;
  readonly only: Races;
  /** Windows of 500, 5 000 and 50 000 events: CP-only races. */
  readonly windows: readonly (Races | null)[];
  /** Table 2: shortest and longest distance of each static CP-only race. */
  readonly distances: readonly (readonly [number, number])[];
  readonly trace?: string;
  readonly missing?: string;
}

export const WINDOWS = [500, 5_000, 50_000] as const;

const NONE: Races = [0, 0];
const none = { all: NONE, observed: NONE, only: NONE, distances: [] };
const MISSING = { missing: 'not among the recordings' };
const DACAPO = { missing: 'DaCapo; not among the recordings' };

export const raptorTable: readonly RaptorRow[] = [
  {
    program: 'elevator',
    threads: 3,
    events: 30e3,
    fasttrack: 25,
    raptor: 28,
    stopped: false,
    ...none,
    windows: [NONE, NONE, null],
    ...MISSING,
  },
  {
    program: 'FTPServer',
    threads: 13,
    events: 63e3,
    fasttrack: 55,
    raptor: 358,
    stopped: false,
    all: [31, 766],
    observed: [28, 371],
    only: [22, 395],
    windows: [[6, 27], [22, 440], null],
    distances: [
      [8, 1570],
      [203, 1472],
      [253, 1426],
      [293, 1836],
      [349, 852],
      [459, 2308],
      [463, 2309],
      [495, 1586],
      [499, 2175],
      [525, 2415],
      [510, 1601],
      [607, 1959],
      [613, 2505],
      [760, 1931],
      [807, 2921],
      [968, 968],
      [1023, 1929],
      [1397, 1462],
      [1453, 1783],
      [1736, 1736],
      [2063, 2379],
      [2079, 2079],
    ],
    ...MISSING,
  },
  {
    program: 'hedc',
    threads: 7,
    events: 8e3,
    fasttrack: 4.7,
    raptor: 2.5,
    stopped: false,
    all: [5, 37],
    observed: [4, 20],
    only: [1, 17],
    windows: [NONE, [1, 1], [1, 1]],
    distances: [[2067, 3774]],
    ...MISSING,
  },
  {
    program: 'Jigsaw',
    threads: 69,
    events: 361e3,
    fasttrack: 37,
    raptor: 7200,
    stopped: true,
    all: [19, 34],
    observed: [13, 15],
    only: [6, 19],
    windows: [[1, 1], null, null],
    distances: [
      [186137, 324861],
      [186147, 324859],
      [186161, 324860],
      [325804, 331405],
      [322805, 359773],
      [323020, 359894],
    ],
    ...MISSING,
  },
  {
    program: 'philo',
    threads: 6,
    events: 1e3,
    fasttrack: 4.3,
    raptor: 3.1,
    stopped: false,
    ...none,
    windows: [NONE, NONE, NONE],
    trace: 'philo',
  },
  {
    program: 'tsp',
    threads: 9,
    events: 164e3,
    fasttrack: 11,
    raptor: 7200,
    stopped: true,
    all: [2, 83],
    observed: [1, 1],
    only: [2, 82],
    windows: [[1, 2], null, null],
    distances: [
      [177, 14303],
      [939, 939],
    ],
    trace: 'tsp_map10',
  },
  {
    program: 'avrora',
    threads: 2,
    events: 311e3,
    fasttrack: 22,
    raptor: 7200,
    stopped: true,
    ...none,
    windows: [NONE, NONE, null],
    ...DACAPO,
  },
  {
    program: 'eclipse',
    threads: 4,
    events: 321e3,
    fasttrack: 29,
    raptor: 7200,
    stopped: true,
    all: [1, 2],
    observed: [1, 2],
    only: NONE,
    windows: [NONE, null, null],
    distances: [],
    ...DACAPO,
  },
  {
    program: 'jython',
    threads: 2,
    events: 413e3,
    fasttrack: 37,
    raptor: 7200,
    stopped: true,
    all: [1, 3],
    observed: NONE,
    only: [1, 3],
    windows: [NONE, null, null],
    distances: [[157736, 157739]],
    ...DACAPO,
  },
  {
    program: 'pmd',
    threads: 2,
    events: 1805e3,
    fasttrack: 12,
    raptor: 7200,
    stopped: true,
    ...none,
    windows: [NONE, NONE, null],
    ...DACAPO,
  },
  {
    program: 'tomcat',
    threads: 1,
    events: 87e3,
    fasttrack: 3,
    raptor: 65,
    stopped: false,
    ...none,
    windows: [NONE, NONE, NONE],
    ...DACAPO,
  },
  {
    program: 'xalan',
    threads: 8,
    events: 2639e3,
    fasttrack: 16,
    raptor: 7200,
    stopped: true,
    all: [5, 47],
    observed: [3, 17],
    only: [5, 30],
    windows: [[5, 11], [5, 11], null],
    distances: [
      [4, 16],
      [15, 32],
      [15, 48],
      [18, 52],
      [134, 149],
    ],
    ...DACAPO,
  },
];
