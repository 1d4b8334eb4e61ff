// The programs of a suite: every source file below a folder that has a label, each a program by itself.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { languageOf, type NativeLanguage } from '../native-languages.ts';
import { type Label, type Labelled, labelIn, type ProgramList } from './labels.ts';
import { flagsIn, includesHeaderOf, usesOpenMp } from './source.ts';

export interface Program {
  /** Its path in the suite. */
  readonly name: string;
  readonly source: string;
  readonly language: NativeLanguage['id'];
  readonly label: Label;
  /** Why it has it, if a list says so. */
  readonly reason?: string;
  /** Why its race cannot show in a run, if a list says so. */
  readonly cause?: string;
  /** What its compiler gets beside the source. */
  readonly flags: readonly string[];
  readonly isOpenMp: boolean;
}

export interface Known {
  /** Labels that come before those of the names. */
  readonly labels: ProgramList<Labelled> | undefined;
  readonly causes: ProgramList<string> | undefined;
  /** Flags for all that are C or C++. */
  readonly flags: readonly string[];
  /** Source files that are part of the programs which include their headers. */
  readonly parts: readonly string[];
}

export interface Found {
  /** By name. */
  readonly programs: readonly Program[];
  /** How many source files have no label. */
  readonly unlabelled: number;
}

export function programsIn(folder: string, { labels, causes, flags, parts }: Known): Found {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // Behind the compiler's own: a header of a suite hides none of the system.
  const headers = new Set(files.filter(({ name }) => extname(name) === '.h').map(({ parentPath }) => `-idirafter${parentPath}`));
  const sources = files
    .filter(({ name }) => languageOf(name) !== undefined)
    .map(({ parentPath, name }) => join(parentPath, name));
  const programs = sources.toSorted().flatMap((source) => {
    const name = relative(folder, source);
    const labelled = labels?.get(name) ?? named(name);
    if (labelled === undefined) return [];
    const text = readFileSync(source, 'latin1');
    const language = languageOf(source)!.id;
    const isOpenMp = language === 'c' && usesOpenMp(text);
    const ofC = [...flags, ...parts.filter((file) => includesHeaderOf(text, file)), '-lm'];
    const own = [
      ...(isOpenMp ? ['-fopenmp'] : []),
      ...(language === 'c' ? headers : []),
      ...flagsIn(text),
      ...(language === 'c' ? ofC : []),
    ];
    const cause = causes?.get(name);
    return [{ name, source, language, ...labelled, ...(cause !== undefined && { cause }), flags: own, isOpenMp }];
  });
  return { programs, unlabelled: sources.length - programs.length };
}

function named(name: string): Labelled | undefined {
  const label = labelIn(name);
  return label && { label };
}

/** One in so many is judged without --full. */
const FEW = 10;

/** Some of those with a race and some of those without: in many suites they take turns by name. */
export function sample(programs: readonly Program[]): Program[] {
  const chosen = (['race', 'ok'] as const).flatMap((label) =>
    programs.filter((program) => program.label === label).filter((_, i) => i % FEW === 0),
  );
  return programs.filter((program) => chosen.includes(program));
}
