// Packages of npm with threads and shared memory: what recording them costs, what is found in them, and how each finding is judged.

import { join } from 'node:path';
import { Kept } from '../kept.ts';
import { packages as all } from '../packages/list.ts';
import { type Measured, measured, problemsOf } from '../packages/measure.ts';
import { idOf } from '../packages/package.ts';
import { Programs } from '../packages/record.ts';
import { packageTables, type Row } from '../packages/tables.ts';
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

/** One after the other: each of them has threads of its own, and memory is what they need most. */
async function tables(context: Context): Promise<Table[]> {
  const { package: parts, resume = false } = context.own as SuiteValues<typeof options>;
  const kept = new Kept<Measured>(join(context.scratch, 'packages.json'), resume);
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
    for (const table of tablesOf(kept)) context.keep(table);
  }
  for (const { one, measured: own } of rowsOf(kept))
    for (const problem of problemsOf(one, own)) process.stderr.write(`bench: ${idOf(one)}: ${problem}\n`);
  return tablesOf(kept);
}

function tablesOf(kept: Kept<Measured>): Table[] {
  return packageTables(
    rowsOf(kept),
    all.filter((one) => kept.get(idOf(one)) === undefined),
  );
}

/** In the order of the list. */
function rowsOf(kept: Kept<Measured>): Row[] {
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
  run: tables,
};
