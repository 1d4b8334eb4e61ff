// Table 1 of Elmas, Qadeer, Tasiran: Goldilocks, FATES/RV 2006. Seconds of whole runs in a Java machine that interprets. Its Fig. 4 is a drawing
// without numbers: what the text says of it is in the section.

export interface GoldilocksRow {
  readonly program: string;
  readonly threads: number;
  readonly accesses: number;
  /** Seconds without any checking. */
  readonly plain: number;
  readonly vectorClock: number;
  readonly eraser: number;
  readonly goldilocks: number;
  readonly trace?: string;
  readonly missing?: string;
}

const MISSING = { missing: 'not among the recordings' };

export const goldilocksTable: readonly GoldilocksRow[] = [
  { program: 'Raja', threads: 3, accesses: 5979629, plain: 8.6, vectorClock: 145.1, eraser: 105.9, goldilocks: 70.2, ...MISSING },
  {
    program: 'SciMark',
    threads: 7,
    accesses: 3647012,
    plain: 28.2,
    vectorClock: 51.3,
    eraser: 46.1,
    goldilocks: 33.1,
    ...MISSING,
  },
  {
    program: 'moldyn',
    threads: 7,
    accesses: 8610585,
    plain: 11.2,
    vectorClock: 195,
    eraser: 138.9,
    goldilocks: 92.8,
    trace: 'jgf_moldyn',
  },
  {
    program: 'raytracer',
    threads: 7,
    accesses: 5299350,
    plain: 1.9,
    vectorClock: 122.8,
    eraser: 79.8,
    goldilocks: 50,
    trace: 'jgf_raytracer',
  },
  {
    program: 'montecarlo',
    threads: 7,
    accesses: 10491747,
    plain: 5.7,
    vectorClock: 243.8,
    eraser: 160,
    goldilocks: 117.5,
    trace: 'jgf_montecarlo',
  },
  { program: 'sor', threads: 7, accesses: 7696597, plain: 27.2, vectorClock: 145.9, eraser: 157.5, goldilocks: 107, ...MISSING },
];
