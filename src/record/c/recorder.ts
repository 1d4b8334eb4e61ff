// The recorder of C and C++ programs that were built by `foretrace cc` or `foretrace c++`: it is in the program; this tells it to
// record, and names what it recorded.

import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Recorder } from '../recorder.ts';
import { nativeNaming } from './naming.ts';

export const nativeRecorder: Recorder = {
  id: 'native',
  memoryModel: 'c11',
  // The buffers are mapped files.

  environment(folder, { maxEvents, noise, schedule, linger, stacks, atomic = [], reduce, plan }, inherited) {
    return {
      FORETRACE_RECORD: folder,
      ...(maxEvents === undefined ? {} : { FORETRACE_MAX_EVENTS: String(maxEvents) }),
      ...(noise ? { FORETRACE_NOISE: '1' } : {}),
      ...(schedule === undefined ? {} : { FORETRACE_SCHEDULE: schedule }),
      ...(plan === undefined ? {} : { FORETRACE_PLAN: plan }),
      ...(stacks === 'none' ? { FORETRACE_STACKS: 'none' } : {}),
      ...(atomic.length > 0 ? { FORETRACE_VISITS: '1' } : {}),
      ...(linger === undefined ? {} : { FORETRACE_LINGER: String(linger) }),
      // One that is recorded within another recording is not reduced because that is.
      ...(reduce !== undefined || inherited['FORETRACE_REDUCE'] !== undefined ? { FORETRACE_REDUCE: reduce ?? '' } : {}),
    };
  },

  async naming(folder) {
    const maps = await Promise.all(lineage(folder).map((own) => readFile(join(own, 'maps'), 'utf8').catch(() => '')));
    const stacks = await readFile(join(folder, 'stacks'), 'utf8').catch(() => '');
    const blocks = await Promise.all(lineage(folder).map((own) => readFile(join(own, 'blocks'), 'utf8').catch(() => '')));
    return nativeNaming(maps.join(''), workingFolder(), stacks, blocks.join(''));
  },
};

/** The folder and those around it up to the recording's: they are of processes that it was made from by fork, and what was mapped there
 * is mapped here. A process that changed its root could not ask. */
function lineage(folder: string): string[] {
  return /^(?:process|for)-\d/.test(basename(folder)) ? [...lineage(dirname(folder)), folder] : [];
}

/** That the current folder is gone is no reason to be without names. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
