// The folder that a recording goes to: a private one among the temporary files, or the one that the user named. It goes away with the
// run, however that ends: what a killed run left is removed by the next. A recording that could not be used is kept instead.

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../base/error.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../base/private-folder.ts';
import { isOfDeadProcess, processMark } from '../base/process-mark.ts';
import { errorCode, unwritable } from '../formats/file/failure.ts';
import { keep, removeAtExit } from '../formats/file/leftover.ts';
import { processFolders, REFUSED_FILE, REFUSED_ROOM } from '../record/recording.ts';

export const RUNNING = 'foretrace-run-';
const KEPT = 'foretrace-recording-';

export interface RecordingFolder {
  readonly path: string;
  /** The traces are made: the logs of a folder that the user did not name go away, which are much larger. */
  removeLogs(): Promise<void>;
  /** The recording is over and used: a folder that the user did not name goes away. */
  remove(): Promise<void>;
  /** Leaves the recording to the user; where it is now. */
  leave(): Promise<string>;
}

export async function recordingFolder(named: string | undefined): Promise<RecordingFolder> {
  if (named !== undefined) {
    await makeNamed(named);
    return { path: named, removeLogs: async () => {}, remove: async () => {}, leave: async () => named };
  }
  removeLeftovers(tmpdir());
  const path = await makeTemporary();
  removeAtExit(path);
  return {
    path,
    async removeLogs() {
      for (const own of processFolders(path)) await rm(own, { recursive: true, force: true });
    },
    async remove() {
      await rm(path, { recursive: true, force: true });
      keep(path);
    },
    async leave() {
      keep(path);
      // Under a name that the next run does not take for a leftover.
      const kept = path.replace(RUNNING, KEPT);
      return await rename(path, kept).then(
        () => kept,
        () => path,
      );
    },
  };
}

async function makeNamed(path: string): Promise<void> {
  if (existsSync(path))
    throw new InputError('FILE_UNWRITABLE', { file: path }, 'the folder is there already', 'name a new one with --raw');
  try {
    makePrivateFolder(path);
    await makeRoom(path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

async function makeTemporary(): Promise<string> {
  const place = tmpdir();
  try {
    const path = await mkdtemp(join(place, `${RUNNING}${processMark()}-`));
    await makeRoom(path).catch(async (error) => {
      await rm(path, { recursive: true, force: true });
      throw error;
    });
    return path;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const { message } = unwritable(place, error) as InputError;
    const what = existsSync(place) ? message : 'there is no such folder';
    throw new InputError(
      'FILE_UNWRITABLE',
      { file: place },
      `a recording cannot be made there: ${what}`,
      'set TMPDIR to a folder with room, or name one with --raw',
    );
  }
}

/** A process that cannot record says so in this file: it has its place on the disk before the disk is full. */
async function makeRoom(folder: string): Promise<void> {
  await writeFile(join(folder, REFUSED_FILE), REFUSED_ROOM, { mode: PRIVATE_FILE });
}

/** What runs that were killed left behind. Best effort: a folder that cannot be removed disturbs nobody. */
function removeLeftovers(place: string): void {
  try {
    for (const name of readdirSync(place)) {
      if (!name.startsWith(RUNNING) || !isOfDeadProcess(name.slice(RUNNING.length))) continue;
      const path = join(place, name);
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (status?.isDirectory() && status.uid === process.getuid?.())
        void rm(path, { recursive: true, force: true }).catch(() => {});
    }
  } catch {
    // Nor does a place that cannot be listed.
  }
}
