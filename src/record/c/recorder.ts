// The recorder of C and C++ programs that were built by `foretrace cc` or `foretrace c++`: it is in the program; this tells it to
// record, and names what it recorded.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recorder } from '../recorder.ts';
import { nativeNaming } from './naming.ts';

export const nativeRecorder: Recorder = {
  id: 'native',
  // The buffers are mapped files.

  environment(folder, { maxEvents, noise, linger }) {
    return {
      FORETRACE_RECORD: folder,
      ...(maxEvents === undefined ? {} : { FORETRACE_MAX_EVENTS: String(maxEvents) }),
      ...(noise ? { FORETRACE_NOISE: '1' } : {}),
      ...(linger === undefined ? {} : { FORETRACE_LINGER: String(linger) }),
    };
  },

  async naming(folder) {
    return nativeNaming(await readFile(join(folder, 'maps'), 'utf8').catch(() => ''), workingFolder());
  },
};

/** That the current folder is gone is no reason to be without names. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
