// How a run that is watched is doing: the run says so in a file of its folder, every second, and `foretrace status` reads it.

import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonText } from '../base/json.ts';
import { PRIVATE_FILE } from '../base/private-folder.ts';
import { isOfDeadProcess } from '../base/process-mark.ts';
import type { LiveCounts } from '../live/live-process.ts';
import type { Claim, FindingType } from '../trace/outcome.ts';
import { RUNNING } from './recording-folder.ts';

const FILE = 'live.json';

export interface LiveStatus {
  /** The command line of the program. */
  readonly command: string;
  /** Of foretrace. */
  readonly pid: number;
  /** As Date.now() has it. */
  readonly started: number;
  /** Bytes that foretrace takes. */
  readonly memory: number;
  readonly findings: readonly {
    readonly fingerprint: string;
    readonly type: FindingType;
    readonly claim: Claim;
    readonly variable: string;
    readonly count: number;
  }[];
  readonly processes: readonly (LiveCounts & {
    readonly pid: number;
    readonly command: string;
    readonly isOver: boolean;
    readonly eras: number;
  })[];
}

/** Whoever reads it finds a whole one. A full disk is no reason to end the run. */
export function writeStatus(folder: string, status: LiveStatus): void {
  try {
    const aside = join(folder, `${FILE}.new`);
    writeFileSync(aside, `${jsonText(status, 2)}\n`, { mode: PRIVATE_FILE });
    renameSync(aside, join(folder, FILE));
  } catch {
    // The one before is still there.
  }
}

/** Of the runs of this user that are watched now. */
export function liveRuns(): LiveStatus[] {
  const place = tmpdir();
  const names = readdirSync(place).filter((name) => name.startsWith(RUNNING) && !isOfDeadProcess(name.slice(RUNNING.length)));
  return names.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(place, name, FILE), 'utf8')) as LiveStatus];
    } catch {
      return [];
    }
  });
}
