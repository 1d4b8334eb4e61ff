// Processes of a recording that still run when its program has ended, as daemons do: what they do from then on is not recorded. Also those that have not
// recorded anything yet, and so have no folder: one with a single thread, one that was just started.

import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { startOf } from '../base/process-mark.ts';
import { registerPath } from './node/preload.ts';

export interface StillRunning {
  readonly pid: number;
  readonly command: string;
}

const FOLDER = 'FORETRACE_RECORD=';
/** Larger programs than anybody has. */
const LARGEST = 1 << 30;

/** Those that were started with this folder in their environment, and can record: none where the system does not tell (no Linux). */
export function stillRunning(folder: string): StillRunning[] {
  const wanted = resolve(folder);
  return processes().flatMap((pid) => {
    const environment = wordsOf(pid, 'environ');
    const own = environment.find((word) => word.startsWith(FOLDER));
    if (own === undefined || resolve(own.slice(FOLDER.length)) !== wanted) return [];
    if (startOf(pid) === undefined || !canRecord(pid, environment)) return [];
    return [{ pid, command: wordsOf(pid, 'cmdline').join(' ') }];
  });
}

function processes(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid);
  } catch {
    return [];
  }
}

/** Of another user's process, or one that is over, there are none. */
function wordsOf(pid: number, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}

/** Helpers such as `sleep`, and tools that no recorder is in, are of no interest. */
function canRecord(pid: number, environment: readonly string[]): boolean {
  try {
    const program = `/proc/${pid}/exe`;
    if (/^node/.test(basename(readlinkSync(program))))
      return environment.some((word) => word.startsWith('NODE_OPTIONS=') && word.includes(registerPath()));
    return statSync(program).size < LARGEST && readFileSync(program).includes(FOLDER.slice(0, -1));
  } catch {
    return false;
  }
}
