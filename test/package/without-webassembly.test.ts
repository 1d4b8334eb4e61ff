// Node that was started without WebAssembly: detectors that are kernels say so, in whatever thread they are, and what has another way goes it. From the
// built package, since only a process of its own can lack it.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { folder } from '../cli/run.ts';

const dist = join(inject('main'), '../..');
const racy = join(import.meta.dirname, '../../traces/race/unprotected-counter.std');

function jitless(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--jitless', ...args], { encoding: 'utf8' });
  // Node itself warns of what it leaves out.
  return { status, stdout, stderr: stderr.replace(/^Warning: .*\n/gm, '') };
}

test('one line that says what to do', () => {
  expect(jitless(inject('main'), 'analyze', racy)).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^foretrace: error NO_WEBASSEMBLY: .*WebAssembly.*\n {2}hint: .*--jitless\n$/),
  });
});

test('also from a worker', () => {
  const program = join(folder(), 'program.mjs');
  const text = `
    import { analyze, detectorById, InputError } from ${JSON.stringify(join(dist, 'index.js'))};
    import { openInput } from ${JSON.stringify(join(dist, 'node.js'))};
    const detectors = ['djit', 'predict', 'shb'].map(detectorById);
    try {
      await analyze(await openInput(${JSON.stringify(racy)}), { detectors, jobs: 4, workersFrom: 0 });
    } catch (error) {
      console.log(error instanceof InputError, error.code, error.hint);
    }`;
  writeFileSync(program, text);
  expect(jitless(program)).toEqual({
    status: 0,
    stdout: 'true NO_WEBASSEMBLY start node without --jitless\n',
    stderr: '',
  });
});

test('detectors and readers that need none work', () => {
  const { status, stdout, stderr } = jitless(inject('main'), 'analyze', '--detector', 'djit', racy);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toContain('1 race');
});
