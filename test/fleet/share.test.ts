// One trace whose search is shared: whatever the number of shares and workers, its findings are those of one analysis.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Analyzed } from '../../src/analyze.ts';
import { foretrace } from '../cli/run.ts';
import { all } from '../runs.ts';
import { analyzedAlone, fleet } from './run.ts';
import { newFolder, newStore, openStore, sampledKinds } from './stores.ts';

const SETTINGS = ['--detector', 'shb', '--detector', 'predict', '--budget', '2s', '--memory', '256M'];
const SHAPE = [
  '--events',
  '8000',
  '--threads',
  '12',
  '--locks',
  '6',
  '--variables',
  '120',
  '--races',
  '0.02',
  '--sync',
  '0.4',
  '--nesting',
  '3',
];

function byFingerprint<T extends { readonly fingerprint: string }>(findings: readonly T[]): T[] {
  return [...findings].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
}

/** What differs by where it is told. */
function plain({ id: _, trace: __, processes: ___, ...finding }: Readonly<Record<string, unknown>>): object {
  return finding;
}

describe.each(sampledKinds)('%s', (kind) => {
  test.runIf(all).for([1, 2, 4])('%i shares and workers', async (shares, context) => {
    const store = await newStore(kind, context);
    const trace = join(newFolder(), 'hard.ftrace');
    foretrace(['generate', ...SHAPE, trace]);
    const one = await analyzedAlone(trace, ['shb', 'predict'], { budget: 2, memory: 256 * 2 ** 20 });
    expect(one.findings.length).toBeGreaterThan(20);
    expect(fleet(store, ['add', '--share', String(shares), '--project', 'p', trace])).toMatchObject({ status: 0 });
    const worked = fleet(store, ['work', '-c', String(shares), ...SETTINGS]);
    expect(worked.stderr).toBe(`foretrace: ${shares + 1} jobs done\n`);
    const { database } = await openStore(store);
    const rows = await database.query<{ detail: Record<string, unknown> & { fingerprint: string } }>(
      'SELECT detail FROM foretrace.told',
    );
    const found = byFingerprint(rows.map(({ detail }) => detail)).map(plain);
    const wanted = JSON.parse(JSON.stringify(byFingerprint(one.findings))) as Record<string, unknown>[];
    expect(found).toEqual(wanted.map(plain));
    const [analysis] = await database.query<{ summary: Pick<Analyzed, 'detectors' | 'unfinished'> }>(
      'SELECT summary FROM foretrace.analysis',
    );
    const counted = ({ detectors, unfinished }: Pick<Analyzed, 'detectors' | 'unfinished'>) => ({
      unfinished,
      counters: detectors.map(({ counters }) => counters),
    });
    expect(counted(analysis!.summary)).toEqual(counted(one));
    expect(await database.query('SELECT FROM foretrace.part')).toEqual([]);
  });
});
