// Who has the embedded database: one process at a time, or two would write over each other. The lock is a file with the mark of its process, which
// the next one takes over if that process is over. Two that see a dead one at the same time agree by a second file, which names it.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from 'foretrace';
import { isOfDeadProcess, isOfThisMachine, makePrivateFolder, PRIVATE_FILE, processMark } from 'foretrace/node';

export interface FolderLock {
  release(): void;
}

/** Between two looks. */
const REST_MS = 100;

/** One process may ask more than once. */
let calls = 0;

/** Waits for as long as it is told; `waiting` hears who has it, once. */
export async function lockFolder(
  folder: string,
  command: string,
  seconds: number,
  waiting: (holder: string) => void,
): Promise<FolderLock> {
  makePrivateFolder(folder);
  const own = join(folder, `lock-${processMark()}-${calls++}`);
  writeFileSync(own, `${processMark()} ${command}`, { mode: PRIVATE_FILE });
  const path = join(folder, 'lock');
  const until = Date.now() + seconds * 1000;
  let told = false;
  try {
    while (!(take(own, path) || takeOver(own, path))) {
      const holder = holderOf(path);
      if (holder === undefined) continue;
      if (Date.now() >= until) throw held(folder, holder);
      if (!told) waiting(holder.words);
      told = true;
      await sleep(REST_MS);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return { release: () => rmSync(path, { force: true }) };
}

function take(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** From a process that is over. Only one can be its heir at a time, and that one looks again. */
function takeOver(own: string, path: string): boolean {
  const text = textOf(path);
  if (text === undefined || !isDead(text)) return false;
  const heir = `${path}-after-${text.split(' ')[0]!}`;
  if (!take(own, heir)) {
    // An heir that died at just this moment.
    const other = textOf(heir);
    if (other !== undefined && isDead(other)) rmSync(heir, { force: true });
    return false;
  }
  try {
    if (textOf(path) !== text) return false;
    // Both names are of one file, and to rename one to the other would do nothing.
    const next = `${own}-next`;
    writeFileSync(next, readFileSync(own), { mode: PRIVATE_FILE });
    renameSync(next, path);
    return true;
  } finally {
    rmSync(heir, { force: true });
  }
}

/** Whether the process that wrote this is over: its mark is the first word. */
function isDead(text: string): boolean {
  return isOfDeadProcess(text.split(' ')[0]!);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

interface Holder {
  readonly words: string;
  /** Of another machine or container, or of an earlier boot: whether it is over cannot be known. */
  readonly isForeign: boolean;
}

/** Undefined if nobody has it any more. */
function holderOf(path: string): Holder | undefined {
  const text = textOf(path);
  if (text === undefined || isDead(text)) return undefined;
  const [mark = '', ...command] = text.split(' ');
  const isForeign = !isOfThisMachine(mark);
  const where = isForeign ? ' of another machine or container, or of an earlier start of this one' : '';
  return { words: `${command.join(' ')}, process ${mark.split('-')[1]}${where}`, isForeign };
}

function held(folder: string, { words, isForeign }: Holder): InputError {
  // Not taken over after a while of silence: a machine that slept writes on when it wakes.
  const gone = isForeign ? `; if it is gone for good, remove ${join(folder, 'lock')}` : '';
  return new InputError(
    'FILE_UNREADABLE',
    { file: folder },
    `the store is in use by ${words}`,
    `wait until it has ended, or use a PostgreSQL server, which any number can use at once: --database${gone}`,
  );
}
