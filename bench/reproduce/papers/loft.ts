// Tables I to IV of Cai, Chan: LOFT. Vector operations are those at acquires and releases, times in microseconds, sizes in bytes.

export interface LoftRow {
  readonly program: string;
  readonly threads: number;
  readonly operations: readonly [ff: number, loft: number];
  readonly time: readonly [ff: number, loft: number];
  readonly log: readonly [ff: number, loft: number];
  readonly gzip: readonly [ff: number, loft: number];
  /** The trace of ours of the same program; or why there is none. */
  readonly trace?: string;
  readonly missing?: string;
}

/** FF and LOFT of each: operations, time, log, gzip. */
type Numbers = readonly [number, number, number, number, number, number, number, number];

function row(program: string, threads: number, numbers: Numbers, link: Pick<LoftRow, 'trace' | 'missing'>): LoftRow {
  const pair = (at: number) => [numbers[at]!, numbers[at + 1]!] as const;
  return { program, threads, operations: pair(0), time: pair(2), log: pair(4), gzip: pair(6), ...link };
}

const here = (trace: string) => ({ trace });
const PARSEC = { missing: 'PARSEC; not among the recordings' };
const LARGE = { missing: 'a server, browser or database of a million lines, or its workload; not among the recordings' };
const JGF = { missing: 'Java Grande; not among the recordings' };
const JAVA = { missing: 'not among the recordings' };

/** Tables I and II. */
export const loftNative: readonly LoftRow[] = [
  row('facesim', 8, [49021.1, 25318.4, 18146.3, 16057.8, 2030782.8, 1228941.5, 35976.6, 20395.9], PARSEC),
  row('raytrace', 8, [291.1, 112.8, 113.6, 97.0, 12525.9, 9731.6, 523.4, 512.6], PARSEC),
  row('bodytrack', 8, [6520.4, 3205.0, 2819.4, 2283.4, 273703.7, 239662.1, 4526.4, 4236.6], PARSEC),
  row('swaptions', 8, [46.0, 2.0, 18.8, 15.8, 2040.0, 170.0, 126.0, 111.0], here('parsec-swaptions-t2-ns8-sm20')),
  row('blackscholes', 8, [3.0, 1.0, 1.7, 1.3, 170.0, 85.0, 101.0, 97.0], here('parsec-blackscholes-t2-500opt')),
  row('canneal', 8, [61.0, 11.0, 25.3, 21.3, 2712.0, 672.0, 169.4, 155.0], PARSEC),
  row(
    'streamcluster',
    8,
    [314333.8, 131021.4, 109798.1, 95347.9, 31203402.4, 11080455.5, 138847.4, 113956.7],
    here('parsec-streamcluster-t2-100pt'),
  ),
  row('MySQL', 12, [396569.7, 135000.5, 130615.4, 112275.8, 16686778.0, 11302350.1, 84853.8, 61977.7], LARGE),
  row('vips', 4, [11724.3, 8221.7, 4004.9, 3454.4, 487771.9, 386395.0, 5594.4, 4638.6], PARSEC),
  row('dedup', 8, [17545.9, 14276.1, 9661.3, 8337.9, 782809.8, 756066.8, 63791.2, 63613.0], PARSEC),
  row('x264', 8, [1601.6, 1251.8, 671.2, 517.4, 75403.9, 73789.6, 1407.1, 1325.1], PARSEC),
  row('Httpd', 30, [1896.0, 56.0, 699.5, 590.4, 244246.3, 49159.1, 3554.8, 1828.0], LARGE),
  row('Chromium', 22, [631223.4, 117382.7, 184816.2, 150369.5, 24244261.5, 8512124.2, 287403.4, 125909.1], LARGE),
  row('Firefox', 17, [3819783.2, 293813.3, 1335533.0, 1096242.5, 339161513.7, 16423195.9, 2461324.2, 152920.7], LARGE),
  row('Thunderbird', 21, [1979290.8, 215625.3, 692602.4, 567992.2, 83558698.4, 14745031.1, 645895.1, 197800.7], LARGE),
];

/** Tables III and IV. */
export const loftJava: readonly LoftRow[] = [
  row('crypt', 7, [12, 2, 80.1, 35.2, 324, 54, 79, 76], JGF),
  row('lufact', 4, [12, 4, 89.3, 37.6, 324, 108, 85, 84], JGF),
  row('moldyn', 4, [22, 2, 113.8, 58.5, 594, 54, 82, 77], here('jgf_moldyn')),
  row('montecarlo', 4, [22, 2, 108.6, 51.3, 594, 54, 86, 81], here('jgf_montecarlo')),
  row('series', 4, [12, 2, 79.5, 34.1, 324, 54, 80, 77], here('jgf_series')),
  row('sor', 4, [12, 2, 82.6, 35.0, 324, 54, 77, 74], JGF),
  row('sparse', 4, [12, 2, 108.0, 38.1, 324, 54, 87, 84], JGF),
  row('tsp', 5, [45, 36.5, 213.3, 166.3, 1215, 991.7, 146.1, 142], here('tsp_map10')),
  row('raja', 9, [17.1, 5, 107.1, 48.1, 459.5, 135.3, 95.4, 88.4], JAVA),
  row('raytracer', 4, [48.5, 11, 227.9, 139.7, 1404, 297, 128.8, 120.7], here('jgf_raytracer')),
  row('elevator', 4, [5174.4, 1962.3, 14151.2, 11188.2, 137577.7, 52413.2, 1210.1, 505.7], JAVA),
  row('philo', 6, [24, 4.1, 153.2, 59.4, 648, 110.2, 87.7, 82.1], here('philo')),
];

/** The means of the ratios LOFT / FF as the tables print them, and what section 5.4 says of Figure 7. */
export const loftClaims = {
  native: { operations: 0.361, time: 0.831, log: 0.511, gzip: 0.726 },
  java: { operations: 0.255, time: 0.506, log: 0.255, gzip: 0.909 },
  /** The share of operations that LOFT removes on average at 2 to 64 threads. */
  figure7Removed: 0.55,
};

/** Table V, appendix E: the programs whose p is printed as a number; all others are below 0.00001. And the level that it speaks of. */
export const loftSignificance = { printed: new Map([['blackscholes', 0.00062]]), others: 0.00001, level: 0.001 };

/** Races that FF_race and LOFT_race report, the same number each: section 5.4 for the programs of Table I, appendix C for those of Table III. */
const races = (rows: readonly LoftRow[], counts: readonly number[]) =>
  rows.map(({ program }, i) => [program, counts[i]!] as const);
export const loftRaces: ReadonlyMap<string, number> = new Map([
  ...races(loftNative, [0, 13, 5, 0, 5, 0, 29, 12, 0, 0, 26, 12, 134, 2, 3]),
  ...races(loftJava, [0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0]),
]);
