// Tables 1 and 2 of Elmas, Qadeer, Tasiran: Goldilocks, FATES/RV 2006. Seconds of whole runs in a Java machine that interprets. Its Fig. 4 is a
// drawing without numbers: what the text says of it is in the section.

/** Seconds of a run, and its slow-down as it is printed: what checking adds to the run without, as a multiple of that. */
export interface Run {
  readonly seconds: number;
  readonly slowdown: number;
}

export interface GoldilocksRow {
  readonly program: string;
  readonly threads: number;
  readonly accesses: number;
  /** Seconds without any checking. */
  readonly plain: number;
  readonly vectorClock: Run;
  readonly eraser: Run;
  readonly goldilocks: Run;
  /** Table 2: checks of fields are disabled once a race is detected on them. */
  readonly once: Run & { readonly checks: number };
  readonly trace?: string;
  readonly missing?: string;
}

const MISSING = { missing: 'not among the recordings' };

function run(seconds: number, slowdown: number): Run {
  return { seconds, slowdown };
}

export const goldilocksTable: readonly GoldilocksRow[] = [
  {
    ...{ program: 'Raja', threads: 3, accesses: 5979629, plain: 8.6 },
    ...{ vectorClock: run(145.1, 15.7), eraser: run(105.9, 11.1), goldilocks: run(70.2, 7) },
    once: { ...run(65.8, 6.5), checks: 5979629 },
    ...MISSING,
  },
  {
    ...{ program: 'SciMark', threads: 7, accesses: 3647012, plain: 28.2 },
    ...{ vectorClock: run(51.3, 0.8), eraser: run(46.1, 0.6), goldilocks: run(33.1, 0.1) },
    once: { ...run(35.5, 0.2), checks: 4104754 },
    ...MISSING,
  },
  {
    ...{ program: 'moldyn', threads: 7, accesses: 8610585, plain: 11.2 },
    ...{ vectorClock: run(195, 16.3), eraser: run(138.9, 11.3), goldilocks: run(92.8, 7.2) },
    once: { ...run(57, 4), checks: 5268021 },
    trace: 'jgf_moldyn',
  },
  {
    ...{ program: 'raytracer', threads: 7, accesses: 5299350, plain: 1.9 },
    ...{ vectorClock: run(122.8, 63.1), eraser: run(79.8, 40.6), goldilocks: run(50, 25.1) },
    once: { ...run(17.6, 8.2), checks: 1884836 },
    trace: 'jgf_raytracer',
  },
  {
    ...{ program: 'montecarlo', threads: 7, accesses: 10491747, plain: 5.7 },
    ...{ vectorClock: run(243.8, 41.4), eraser: run(160, 26.8), goldilocks: run(117.5, 19.4) },
    once: { ...run(111.2, 18.3), checks: 10484544 },
    trace: 'jgf_montecarlo',
  },
  {
    ...{ program: 'sor', threads: 7, accesses: 7696597, plain: 27.2 },
    ...{ vectorClock: run(145.9, 4.3), eraser: run(157.5, 4.7), goldilocks: run(107, 2.9) },
    once: { ...run(63.8, 1.3), checks: 3416928 },
    ...MISSING,
  },
];
