// Whether a recorded process is over: its logs are complete then. A process id alone says little: it comes again, means another process in
// another container, and stays when the process becomes another program. So the process must first be seen to be the one that is recorded,
// and only one that was seen can be seen to be gone. Who knows better, having waited for its end, need not ask.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startOf, startTime } from '../../base/process-mark.ts';

/** How long before its start is noted a process may have started, and how exactly the system tells it, in milliseconds. */
const PRECISION = 3000;
/** What a process has mapped is asked for so seldom: it is long. */
const EVERY = 64;

export class ProcessLife {
  private readonly folder: string;
  private pid = 0;
  /** When the process started that was seen to be the recorded one. */
  private start: number | undefined;
  private isMapped = false;
  private asked = 0;

  /** The folder of a process. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** False if it runs, or nobody can say. */
  isOver(): boolean {
    if (this.start === undefined) {
      this.meet();
      return false;
    }
    const start = startOf(this.pid);
    if (start !== this.start) return start !== undefined || !hasThreads(this.pid);
    return this.isMapped && ++this.asked % EVERY === 0 && this.mapsAbout() === false;
  }

  private meet(): void {
    const about = read(join(this.folder, 'about')) ?? '';
    this.pid = Number(/^pid (\d+)$/m.exec(about)?.[1]);
    const start = startOf(this.pid);
    const [since, noted] = [startTime(this.pid), Number(/^started (\d+)$/m.exec(about)?.[1])];
    this.isMapped = this.mapsAbout() === true;
    if (this.isMapped || Math.abs(since! - noted) < PRECISION) this.start = start;
  }

  /** The recorder of C has this file mapped as long as its program runs. Undefined if the system does not tell. */
  private mapsAbout(): boolean | undefined {
    return read(`/proc/${this.pid}/maps`)?.includes(`/${basename(this.folder)}/about`);
  }
}

/** The first thread of a process may end before the others. */
function hasThreads(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).length > 1;
  } catch {
    return false;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
