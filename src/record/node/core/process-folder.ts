// The folder of one process in a recording: what it is, and what its threads are called.

import fs from 'node:fs';
import { basename, join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../../base/private-folder.ts';
import type { Settings } from './settings.ts';
import { errnoOf, overwrite, STOPPED_LINE } from './stopping.ts';

const { appendFileSync, mkdirSync, writeFileSync } = fs;

export function newProcessFolder(recording: string): string {
  makePrivateFolder(recording);
  // A process id may come twice in a long recording.
  for (let attempt = 0; ; attempt++) {
    const folder = join(recording, `process-${process.pid}${attempt === 0 ? '' : `-${attempt}`}`);
    try {
      mkdirSync(folder, PRIVATE_FOLDER);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 1000) throw error;
    }
  }
}

export function describeProcess(folder: string, cwd: string, { follow, reduce }: Pick<Settings, 'follow' | 'reduce'>): void {
  const about = {
    version: 1,
    runtime: 'node',
    ...(follow !== undefined && { follow: 'ends' }),
    ...(reduce !== undefined && { reduced: reduce }),
    release: process.version,
    pid: process.pid,
    parent: process.ppid,
    started: Math.round(performance.timeOrigin),
    cwd,
    command: [process.execPath, ...process.execArgv, ...process.argv.slice(1)].join(' '),
  };
  const lines = Object.entries(about).map(([key, value]) => `${key} ${String(value).replaceAll('\n', ' ')}\n`);
  writeFileSync(join(folder, 'about'), STOPPED_LINE + lines.join(''), { mode: PRIVATE_FILE });
}

/** Says that this process has no folder, in the room that whoever reads the recording made for that. */
export function processRefused(recording: string, error: unknown): void {
  overwrite(join(recording, 'refused'), 0, String(errnoOf(error)));
}

/** What a thread was started as, and by which test. */
export function describeThread(
  folder: string,
  thread: number,
  { name, file, test }: { name: string | undefined; file: string; test: string | undefined },
): void {
  const line = JSON.stringify({ thread, name, file: basename(file).slice(0, 100), test: test?.slice(0, 500) });
  try {
    appendFileSync(join(folder, 'threads.jsonl'), `${line}\n`, { mode: PRIVATE_FILE });
  } catch {
    // It is called by its number then.
  }
}
