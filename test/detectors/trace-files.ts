// The traces of the repository that are small enough for the referees.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseTrace } from '../../src/formats/read.ts';
import type { Trace } from '../../src/trace/trace.ts';

export interface TraceFile {
  /** Below traces/. */
  readonly name: string;
  readonly trace: Trace;
  /** What the folder says of it. */
  readonly races: 'none' | 'some' | 'unknown';
  readonly deadlocks: 'none' | 'some' | 'unknown';
}

/** The referees take quadratic time and memory. */
const MOST_EVENTS = 1500;

const folder = join(import.meta.dirname, '../../traces');
const kinds = {
  'no-race': { races: 'none', deadlocks: 'none' },
  race: { races: 'some', deadlocks: 'unknown' },
  'no-deadlock': { races: 'unknown', deadlocks: 'none' },
  deadlock: { races: 'unknown', deadlocks: 'some' },
  litmus: { races: 'unknown', deadlocks: 'unknown' },
  recorded: { races: 'unknown', deadlocks: 'unknown' },
} as const;

export function traceFiles(): TraceFile[] {
  const files = Object.entries(kinds).flatMap(([kind, said]) =>
    readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.std(\.gz)?$/.test(name))
      .sort()
      .map((name) => ({ name: join(kind, name), ...said, trace: read(join(folder, kind, name)) })),
  );
  return files.filter(({ trace }) => trace.length <= MOST_EVENTS);
}

function read(path: string): Trace {
  const bytes = readFileSync(path);
  return parseTrace(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
}
