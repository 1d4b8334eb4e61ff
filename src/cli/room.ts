// How much of the disk the logs of a process may take if the user does not say how many events to record: half of what is free, so that the
// trace, and everybody else, find room. The folder of the recording says so, too: whoever assembles it can tell why it ends.

import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../base/private-folder.ts';
import { RAW_RECORD_BYTES } from '../raw/format.ts';
import { Variable } from '../record/node/core/settings.ts';
import { ROOM_FILE } from '../record/recording.ts';

const SHARE = 0.5;

/** The number of events to record: as wanted, or what half of the room takes. */
export function eventsFor(folder: string, wanted: number | undefined, env: NodeJS.ProcessEnv): number | undefined {
  if (wanted !== undefined || env[Variable.maxEvents]) return wanted;
  try {
    const { bavail, bsize } = statfsSync(folder);
    const events = Math.max(1, Math.floor((bavail * bsize * SHARE) / RAW_RECORD_BYTES));
    writeFileSync(join(folder, ROOM_FILE), `${events * RAW_RECORD_BYTES}\n`, { mode: PRIVATE_FILE });
    return events;
  } catch {
    // A disk that does not tell, or is full: it says so itself when it takes no more.
    return undefined;
  }
}
