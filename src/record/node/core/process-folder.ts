// The folder of one process in a recording: what it is, and what its threads are called.

import fs from 'node:fs';
import { basename, join } from 'node:path';

const { appendFileSync, mkdirSync, writeFileSync } = fs;

export function newProcessFolder(recording: string): string {
  mkdirSync(recording, { recursive: true });
  // A process id may come twice in a long recording.
  for (let attempt = 0; ; attempt++) {
    const folder = join(recording, `process-${process.pid}${attempt === 0 ? '' : `-${attempt}`}`);
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 1000) throw error;
    }
  }
}

export function describeProcess(folder: string, cwd: string): void {
  const about = {
    version: 1,
    runtime: 'node',
    release: process.version,
    pid: process.pid,
    parent: process.ppid,
    started: Math.round(performance.timeOrigin),
    cwd,
    command: [process.execPath, ...process.execArgv, ...process.argv.slice(1)].join(' '),
  };
  const lines = Object.entries(about).map(([key, value]) => `${key} ${String(value).replaceAll('\n', ' ')}\n`);
  writeFileSync(join(folder, 'about'), lines.join(''));
}

/** What a thread was started as. */
export function describeThread(folder: string, thread: number, name: string | undefined, file: string): void {
  try {
    appendFileSync(join(folder, 'threads.jsonl'), `${JSON.stringify({ thread, name, file: basename(file).slice(0, 100) })}\n`);
  } catch {
    // It is called by its number then.
  }
}
