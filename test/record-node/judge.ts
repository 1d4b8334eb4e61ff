// Judges programs for Node.js. The runtime in the program is the built one; what reads its logs need not be.

import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import type { Recorder, RecordOptions } from '../../src/record/recorder.ts';
import { type Judged, judgeWith } from '../record/judge.ts';

export async function judge(words: readonly string[], cwd: string, options: Partial<RecordOptions> = {}): Promise<Judged> {
  const built = join(dirname(inject('main')), '../record/node/recorder.js');
  const { nodeRecorder } = (await import(built)) as { nodeRecorder: Recorder };
  return judgeWith(nodeRecorder, words, cwd, options);
}
