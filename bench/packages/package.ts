// What a package of the table in docs/races-found.md is: a version, a small program that uses it, and what is known of its findings.

/**
 * `race`: its author would mend it, whether or not it was seen to do harm. `benign`: the standard calls it one, and no value that the
 * program may get of it does harm. `idiom`: as `benign`, in the C library or the compiler's runtime, and so in every module built with it.
 */
export type Kind = 'race' | 'benign' | 'idiom';

/** Functions of a compiled module, by where their code begins and ends: whatever names they get. */
export interface Code {
  readonly module: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

export type Part = string | Code | readonly (string | Code)[];

export interface Judgement {
  readonly kind: Kind;
  /** Parts of the two places, in either order; of a side with several, one of them. `a.js:1` is no part of `a.js:12`. */
  readonly places: readonly [Part, Part];
  /** What it is and why it is judged so, for the table. */
  readonly why: string;
}

export interface PackageProgram {
  /** As the registry has it; of Maven Central `group:artifact`. */
  readonly name: string;
  readonly version: string;
  /** It is one of Maven Central, its program a class of test/record-java/projects: options of the JVM. */
  readonly java?: readonly string[];
  /** What else is installed beside it, with versions; of Maven Central `group:artifact:version`. */
  readonly beside?: readonly string[];
  /** Dependencies are those of this day, if a later one no longer works. */
  readonly before?: string;
  /** Options of `npm install` for packages that are for another processor. */
  readonly install?: readonly string[];
  /** The version of Node.js, for packages that do not run on the oldest that foretrace supports. */
  readonly node?: string;
  /** The program of test/record-node/packages and its arguments. */
  readonly program: readonly string[];
  /** What of the package it runs, for the table. */
  readonly covers: string;
  /** A pair of places that one of some runs with `--noise` must show: the race is too seldom without. */
  readonly must?: readonly [string, string];
  readonly judged: readonly Judgement[];
}

/** One that was looked at and has no program. */
export interface NotRun {
  readonly name: string;
  readonly version: string;
  readonly why: string;
}

/** The name of a package's folder, and of its row: unique, also for two versions of one package. */
export function idOf({ name, version }: Pick<PackageProgram, 'name' | 'version'>): string {
  return `${name.slice(name.indexOf(':') + 1)}@${version}`;
}
