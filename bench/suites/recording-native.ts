// What a run of a C or C++ program costs with foretrace, step by step and as a whole, beside the program as it is, ThreadSanitizer and
// Helgrind.

import { basename, extname, join } from 'node:path';
import { FIXED_ADDRESSES, type NativePrograms, nativeSuite } from '../native-programs.ts';
import { type Load, RUN_COST_NOTES, RunCosts } from '../run-cost.ts';
import type { Context, Table } from '../suite.ts';

/** Sizes without --full and with it: ThreadSanitizer takes a third of a second or more, so that the start of processes is not what is measured. */
const LOADS = {
  'matrix.c': [120, 300],
  'queue.c': [2_000, 200_000],
  'sort.c': [20_000, 300_000],
  'hash-map.c': [20_000, 1_000_000],
  'hash-map-free-inside.c': [20_000, 1_000_000],
  'producers.c': [6_000, 150_000],
  'thread-pool.cpp': [2_000, 25_000],
  'compress.c': [400, 4_000],
  'memtable.cpp': [4_000, 70_000],
} as const;

async function costs(programs: NativePrograms, context: Context): Promise<Table> {
  const measured = new RunCosts(context, programs.folder);
  const rows: Table['rows'][number][] = [];
  const table: Table = {
    title: 'A whole run of a C or C++ program, in processor seconds',
    columns: [
      ...['load', 'plain', 'ThreadSanitizer', 'Helgrind', 'record', 'assemble', 'analyse', 'run', 'run / ThreadSanitizer'],
      ...['peak MB', 'of', 'log MB', 'result'],
    ],
    rows,
    notes: [...RUN_COST_NOTES, 'Helgrind does not know atomics: in its seconds are its reports on the two loads in C++.'],
  };
  for (const [file, sizes] of Object.entries(LOADS)) {
    const load = await loadOf(programs, join(context.root, 'bench/recording-native', file), sizes[context.quick ? 0 : 1]);
    const { seconds, megabytes, largest, logBytes, result } = await measured.of(load);
    const { plain, sanitizer, helgrind, record, assemble, analyse, run } = seconds;
    rows.push([
      load.name,
      ...[plain, sanitizer!, helgrind!, record, assemble, analyse, run, run / sanitizer!],
      ...[megabytes, largest, logBytes / 1e6, result],
    ]);
    context.keep(table);
  }
  return table;
}

async function loadOf(programs: NativePrograms, source: string, size: number): Promise<Load> {
  const [plain, recorded, sanitized] = [
    [await programs.built('plain', source), `${size}`],
    [await programs.built('recorded', source), `${size}`],
    [await programs.built('sanitized', source), `${size}`],
  ] as const;
  return {
    name: `${basename(source, extname(source))} ${size}`,
    plain,
    recording: recorded,
    run: recorded,
    beside: {
      sanitizer: [...FIXED_ADDRESSES, ...sanitized],
      helgrind: ['valgrind', '--tool=helgrind', '-q', ...plain],
    },
  };
}

export const recordingNative = nativeSuite('recording-native', 'what a run of a C or C++ program costs, step by step', costs);
