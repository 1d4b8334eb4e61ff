// Real projects of Maven Central, at the versions of bench/packages/java.ts: their programs print the same with and without the recorder, and every pair of places
// that is reported has a judgement in docs/races-found.md. It fetches them: FORETRACE_LONG=1.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { javaProjects } from '../../bench/packages/java.ts';
import { measured, problemsOf } from '../../bench/packages/measure.ts';
import { idOf } from '../../bench/packages/package.ts';
import { Programs } from '../../bench/packages/record.ts';
import { jar } from '../../scripts/java.mjs';
import { needsJava } from './jdks.ts';

const root = join(import.meta.dirname, '../..');

describe.runIf(process.env['FORETRACE_LONG'] === '1')('projects', () => {
  const named = javaProjects.map((one) => [idOf(one), one] as const);
  test.for(named)('%s', { timeout: 600_000 }, async ([, one], context) => {
    needsJava(context);
    cpSync(jar, join(inject('main'), '../../record/java/foretrace-java.jar'));
    const result = await measured(one, root, new Programs(inject('main')));
    expect(problemsOf(one, result)).toEqual([]);
  });
});
