// Packages of npm with threads and shared memory, and projects of Maven Central: what recording them costs, what is found in them, and how each finding is judged.

import { join } from 'node:path';
import { Kept } from '../kept.ts';
import { javaProjects as allProjects } from '../packages/java.ts';
import { packages as allPackages } from '../packages/list.ts';
import { type Measured, measured, problemsOf } from '../packages/measure.ts';
import { idOf, type PackageProgram } from '../packages/package.ts';
import { Programs } from '../packages/record.ts';
import { packageTables, projectTables, type Row } from '../packages/tables.ts';
import { UsageError } from '../reproduce/options.ts';
import { builtForetrace } from '../run-cost.ts';
import type { Context, Suite, SuiteOptions, SuiteValues, Table } from '../suite.ts';
import { timeLeft } from '../time-left.ts';

const options = {
  package: { type: 'string', multiple: true, value: 'PART', help: 'measure only packages with this in name@version; repeatable' },
  resume: { type: 'boolean', help: 'keep what earlier calls have measured, and measure the others, or those of --package' },
} as const satisfies SuiteOptions;

/** Of the quick run: every so many packages. */
const SAMPLED = 6;

interface List {
  readonly id: string;
  readonly all: readonly PackageProgram[];
  tables(rows: readonly Row[], others: readonly PackageProgram[]): Table[];
}

/** One after the other: each of them has threads of its own, and memory is what they need most. */
const running =
  (list: List) =>
  async (context: Context): Promise<Table[]> => {
    const { package: parts, resume = false } = context.own as SuiteValues<typeof options>;
    const { id, all } = list;
    const kept = new Kept<Measured>(join(context.scratch, `${id}.json`), resume);
    const chosen = all.filter((one, i) => {
      if (parts !== undefined) return parts.some((part) => idOf(one).includes(part));
      return kept.get(idOf(one)) === undefined && (!context.quick || i % SAMPLED === 0);
    });
    if (parts !== undefined && chosen.length === 0)
      throw new UsageError(`--package: no package has ${parts.join(' or ')} in its name`);
    const programs = new Programs(builtForetrace(context.root));
    const began = performance.now();
    for (const [i, one] of chosen.entries()) {
      context.progress(`${i + 1} of ${chosen.length}, ${timeLeft(i, chosen.length, performance.now() - began)}: ${idOf(one)}`);
      try {
        kept.keep(await measured(one, context.root, programs));
      } catch (error) {
        process.stderr.write(`bench: ${idOf(one)} was not measured: ${(error as Error).message}\n`);
      }
      for (const table of tablesOf(list, kept)) context.keep(table);
    }
    for (const { one, measured: own } of rowsOf(list, kept))
      for (const problem of problemsOf(one, own)) process.stderr.write(`bench: ${idOf(one)}: ${problem}\n`);
    return tablesOf(list, kept);
  };

function tablesOf(list: List, kept: Kept<Measured>): Table[] {
  return list.tables(
    rowsOf(list, kept),
    list.all.filter((one) => kept.get(idOf(one)) === undefined),
  );
}

/** In the order of the list. */
function rowsOf({ all }: List, kept: Kept<Measured>): Row[] {
  return all.flatMap((one) => {
    const own = kept.get(idOf(one));
    return own === undefined ? [] : [{ one, measured: own }];
  });
}

export const packages: Suite = {
  id: 'packages',
  says: 'packages of npm with threads: what recording them costs, what is found, and how each finding is judged',
  fetches: true,
  options,
  page: 'docs/races-found.md',
  run: running({ id: 'packages', all: allPackages, tables: packageTables }),
};

export const javaProjects: Suite = {
  id: 'java-projects',
  says: 'projects of Maven Central: what recording them costs, what is found, and how each finding is judged',
  fetches: true,
  options,
  page: 'docs/races-found.md',
  run: running({ id: 'java-projects', all: allProjects, tables: projectTables }),
};
