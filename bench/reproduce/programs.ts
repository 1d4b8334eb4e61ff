// The traces of a run, converted once to the native format so that every measurement reads them fast.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Measuring } from './measuring.ts';
import { type Options, UsageError } from './options.ts';
import type { Program } from './section.ts';
import type { Facts } from './tasks/convert.ts';
import { type TraceSource, traceSources } from './traces.ts';

/** The largest file that a quick run takes from a folder of the user's. */
const QUICK = 20 << 10;

/** What a quick run takes of the traces in this repository: one that has races of all kinds, and a folder of tiny ones. */
const QUICK_TRACES = ['native/splash2-barnes-p2-256', 'litmus/paper-figures'];

const LIMITS = { seconds: 300, megabytes: 8000 };

export async function prepared(
  measuring: Measuring,
  { traces, quick }: Options,
  root: string,
  scratch: string,
): Promise<{ programs: Program[]; collections: Program[] }> {
  const sources = traces === undefined ? ownSources(root, quick) : given(traces, quick);
  const all: Program[] = [];
  for (const source of sources) all.push(await converted(measuring, source, scratch));
  const programs = all.filter(({ files }) => files.length === 1);
  return { programs, collections: all.filter(({ files }) => files.length > 1) };
}

function ownSources(root: string, quick: boolean): TraceSource[] {
  const recorded = traceSources(join(root, 'traces/recorded'));
  const litmus = traceSources(join(root, 'traces/litmus')).map((source) => ({ ...source, name: `litmus/${source.name}` }));
  return [...recorded, ...litmus].filter(({ name }) => !quick || QUICK_TRACES.includes(name));
}

/**
 * A subfolder that two folders have, such as `js`, is taken from the first: another recording of the same programs, under whatever names.
 * @internal
 */
export function given(folders: readonly string[], quick: boolean): TraceSource[] {
  const all: TraceSource[] = [];
  for (const folder of folders) {
    const sources = traceSources(folder).filter(({ size }) => !quick || size <= QUICK);
    if (sources.length === 0)
      throw new UsageError(`--traces: there are no traces in ${folder}${quick ? ' of at most 20 KiB' : ''}`);
    const known = new Set(all.map(subfolder));
    all.push(...sources.filter((source) => !known.has(subfolder(source))));
  }
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function subfolder({ name }: TraceSource): string {
  return name.replace(/\/.*/, '');
}

async function converted(measuring: Measuring, source: TraceSource, scratch: string): Promise<Program> {
  const files = source.files.map((_, i) => join(scratch, `${source.hash}-${i}.ftrace`));
  const pairs = source.files.map((from, i) => [from, files[i]!] as const);
  const again = files.some((file) => !existsSync(file));
  const outcome = await measuring.measure<Facts>('convert', source, { question: {}, places: { pairs }, limits: LIMITS, again });
  if (outcome.result === undefined) throw new UsageError(`${source.name}: ${outcome.reason}`);
  return { source, files, facts: outcome.result };
}
