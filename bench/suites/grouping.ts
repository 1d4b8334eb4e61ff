// How many entries a report has on recorded traces, before and after findings are grouped, and what a default `analyze` costs there.

import { join } from 'node:path';
import { analyze } from '../../src/analyze.ts';
import { recommended } from '../../src/detectors/index.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { grouped } from '../../src/findings/grouping.ts';
import { openInput } from '../../src/formats/file/input.ts';
import { processCost } from '../process-cost.ts';
import { type TraceSource, traceSources } from '../reproduce/traces.ts';
import type { Cell, Context, Suite, Table } from '../suite.ts';

const SMALL = 1 << 20;
/** Seconds: a net for what hangs. */
const PATIENCE = 3600;

export const grouping: Suite = {
  id: 'grouping',
  says: 'entries of a report by --group, CPU seconds and peak memory of a default analyze on the traces given with --traces',
  async run(context) {
    const { traces, quick, progress, keep } = context;
    if (traces === undefined) return [];
    const rows: Cell[][] = [];
    const table: Table = {
      title: 'Entries of a report before and after grouping, and what foretrace analyze takes',
      columns: ['trace', 'events', 'none', 'pairs of places', 'pair', 'cause', 'CPU s', 'peak MB', 'status'],
      rows,
      notes: [
        'none, pair and cause are the values of --group; small traces of one folder are summed in one row',
        'default detectors and options; CPU seconds and peak memory are those of the whole process, one run each',
      ],
    };
    for (const source of traceSources(traces).filter(({ size }) => !quick || size <= SMALL)) {
      progress(source.name);
      rows.push(await row(source, context));
      keep(table);
    }
    return [table];
  },
};

async function row({ name, files }: TraceSource, { root }: Context): Promise<Cell[]> {
  const counts = { events: 0, none: 0, places: 0, pair: 0, cause: 0 };
  for (const file of files) {
    const { findings, traces } = await analyze(await openInput(file), { detectors: recommended });
    counts.events += traces[0]!.events;
    counts.places += placePairs(findings);
    for (const how of ['none', 'pair', 'cause'] as const) counts[how] += grouped(findings, how).length;
  }
  const command = [process.execPath, join(root, 'dist/cli/main.js'), 'analyze', '--quiet', ...files];
  const { seconds, largest, status } = await processCost(command, { cwd: root, patience: PATIENCE });
  const { events, none, places, pair, cause } = counts;
  return [name, events, none, places, pair, cause, seconds, Math.round(largest?.megabytes ?? 0) || null, status];
}

/** As the findings name them, in any order. */
function placePairs(findings: readonly Finding[]): number {
  return new Set(findings.map(({ first, second }) => [first?.location ?? '', second.location].sort().join('\n'))).size;
}
