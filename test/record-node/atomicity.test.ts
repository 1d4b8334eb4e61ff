// The labelled programs for Node.js whose verdict is about atomic blocks.

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject, test } from 'vitest';
import type { Recorder } from '../../src/record/recorder.ts';
import { expectVerdict, LABELLED, violationsOf } from '../record/violations.ts';
import { sample } from '../runs.ts';

const programs = join(import.meta.dirname, 'programs');
const names = readdirSync(programs).filter((name) => LABELLED.test(name));

test.concurrent.each(sample(names, 5))('%s', async (name) => {
  // The runtime in the program is the built one.
  const built = join(dirname(inject('main')), '../record/node/recorder.js');
  const { nodeRecorder } = (await import(built)) as { nodeRecorder: Recorder };
  expectVerdict(name, await violationsOf(nodeRecorder, [process.execPath, name], programs));
});
