// The labelled programs in C and C++ whose verdict is about atomic blocks.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { nativeRecorder } from '../../src/record/c/recorder.ts';
import { needs } from '../needs.ts';
import { expectVerdict, LABELLED, violationsOf } from '../record/violations.ts';
import { sample } from '../runs.ts';
import { build, languages } from './recording.ts';

const programs = join(import.meta.dirname, 'programs');
const names = readdirSync(programs).filter((file) => LABELLED.test(file));
const folder = mkdtempSync(join(tmpdir(), 'foretrace-atomicity-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the suite of atomicity', () => {
  for (const name of sample(names, 3))
    test.concurrent(name, async (context) => {
      const language = languages[LABELLED.exec(name)![2]!]!;
      needs(language, context);
      const program = join(folder, name.replaceAll('.', '-'));
      await build(language, ['-O1', '-pthread', '-Wall', '-Werror', '-Wno-unused', name, '-o', program], programs);
      expectVerdict(name, await violationsOf(nativeRecorder, [program], programs));
    });
});
