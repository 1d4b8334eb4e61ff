// What a recording folder holds: one folder per process, each with an `about` file that its runtime wrote first.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorder } from './recorder.ts';
import { recorders } from './recorders.ts';

export interface RecordedProcess {
  readonly folder: string;
  readonly recorder: Recorder;
  readonly pid: number;
  readonly parent: number;
  /** The command line. */
  readonly command: string;
  /** What the runtime wants a person to know: files that it could not instrument, for instance. */
  readonly notes: readonly string[];
}

/** In the order in which they started. Folders that no runtime has described are passed over. */
export function recordedProcesses(folder: string): RecordedProcess[] {
  const found: { process: RecordedProcess; started: number }[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const own = join(folder, entry.name);
    const about = aboutOf(own);
    const recorder = recorders.find(({ id }) => id === about.get('runtime'));
    if (recorder === undefined) continue;
    const process = {
      folder: own,
      recorder,
      pid: Number(about.get('pid')),
      parent: Number(about.get('parent')),
      command: about.get('command') ?? '',
      notes: [...new Set(lines(join(own, 'notes')))],
    };
    found.push({ process, started: Number(about.get('started') ?? 0) });
  }
  return found.sort((a, b) => a.started - b.started || a.process.pid - b.process.pid).map(({ process }) => process);
}

/** Lines `key value`. A process that was killed at once may not have written all of them. */
function aboutOf(folder: string): Map<string, string> {
  const pairs = lines(join(folder, 'about')).map((line): [string, string] => {
    const blank = line.indexOf(' ');
    return blank < 0 ? [line, ''] : [line.slice(0, blank), line.slice(blank + 1)];
  });
  return new Map(pairs);
}

/** None if there is no such file. */
function lines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
