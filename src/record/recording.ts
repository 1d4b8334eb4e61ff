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
}

/** In the order in which they started. Folders that no runtime has described are passed over. */
export function recordedProcesses(folder: string): RecordedProcess[] {
  const found: { process: RecordedProcess; started: number }[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const about = aboutOf(join(folder, entry.name));
    const recorder = recorders.find(({ id }) => id === about.get('runtime'));
    if (recorder === undefined) continue;
    const process = {
      folder: join(folder, entry.name),
      recorder,
      pid: Number(about.get('pid')),
      parent: Number(about.get('parent')),
      command: about.get('command') ?? '',
    };
    found.push({ process, started: Number(about.get('started') ?? 0) });
  }
  return found.sort((a, b) => a.started - b.started || a.process.pid - b.process.pid).map(({ process }) => process);
}

/** Lines `key value`. A process that was killed at once may not have written all of them. */
function aboutOf(folder: string): Map<string, string> {
  let text = '';
  try {
    text = readFileSync(join(folder, 'about'), 'utf8');
  } catch {
    // A folder of somebody else.
  }
  const pairs = text.split('\n').map((line): [string, string] => {
    const blank = line.indexOf(' ');
    return blank < 0 ? [line, ''] : [line.slice(0, blank), line.slice(blank + 1)];
  });
  return new Map(pairs);
}
