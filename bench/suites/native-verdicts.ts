// Who finds what in the labelled programs of test/record-native: foretrace and ThreadSanitizer, one run each.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FIXED_ADDRESSES, type NativePrograms, nativeSuite } from '../native-programs.ts';
import { processCost } from '../process-cost.ts';
import { builtForetrace } from '../run-cost.ts';
import type { Context, Table } from '../suite.ts';

/** Seconds: a program of these that takes longer hangs. */
const PATIENCE = 60;

/** One in so many is judged without --full. */
const FEW = 10;

async function verdicts(programs: NativePrograms, context: Context): Promise<Table> {
  const sources = join(context.root, 'test/record-native/programs');
  const labelled = readdirSync(sources).filter((name) => /\.(?:ok|race|predicted)\.(?:c|cpp)$/.test(name));
  const names = labelled.filter((_, i) => !context.quick || i % FEW === 0);
  const counts = { agree: 0, foretraceRight: 0, sanitizerRight: 0 };
  const onlyHere: string[] = [];
  const onlyThere: string[] = [];
  const table = (judged: number): Table => ({
    title: 'Verdicts on test/record-native',
    columns: ['programs', 'both say the same', 'foretrace is right', 'ThreadSanitizer is right'],
    rows: [[judged, counts.agree, counts.foretraceRight, counts.sanitizerRight]],
    notes: [`Only foretrace reports: ${onlyHere.join(' ')}`, `Only ThreadSanitizer reports: ${onlyThere.join(' ')}`],
  });
  for (const [n, name] of names.entries()) {
    context.progress(`verdicts: ${n + 1} of ${names.length}`);
    const source = join(sources, name);
    const here = await foretraceReports(programs, source, context);
    const there = await sanitizerReports(programs, source);
    const racy = !name.includes('.ok.');
    if (here === there) counts.agree++;
    if (here === racy) counts.foretraceRight++;
    if (there === racy) counts.sanitizerRight++;
    if (here && !there) onlyHere.push(name);
    if (there && !here) onlyThere.push(name);
    context.keep(table(n + 1));
  }
  return table(names.length);
}

async function foretraceReports(programs: NativePrograms, source: string, { root }: Context): Promise<boolean> {
  const report = join(programs.folder, 'report.json');
  rmSync(report, { force: true });
  const program = await programs.built('recorded', source);
  const words = [process.execPath, builtForetrace(root), 'run', '-q', '-f', `json=${report}`, '--', program];
  const { output } = await processCost(words, { cwd: programs.folder, patience: PATIENCE });
  if (!existsSync(report)) throw new Error(`foretrace run of ${source} failed: ${output}`);
  const { findings } = JSON.parse(readFileSync(report, 'utf8')) as { findings: readonly unknown[] };
  return findings.length > 0;
}

async function sanitizerReports(programs: NativePrograms, source: string): Promise<boolean> {
  const words = [...FIXED_ADDRESSES, await programs.built('sanitized', source)];
  const { output } = await processCost(words, { cwd: programs.folder, patience: PATIENCE });
  return output.includes('data race');
}

export const nativeVerdicts = nativeSuite(
  'native-verdicts',
  'who finds what in C programs, of foretrace and ThreadSanitizer',
  verdicts,
);
