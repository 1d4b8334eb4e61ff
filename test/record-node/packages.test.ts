// Real packages of the registry, at the versions of bench/packages: their programs print the same with and without the recorder, and every
// pair of places that is reported has a judgement in docs/races-found.md. It installs them, and takes half an hour: FORETRACE_LONG=1.

import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { packages } from '../../bench/packages/list.ts';
import { measured, problemsOf } from '../../bench/packages/measure.ts';
import { idOf } from '../../bench/packages/package.ts';
import { Programs } from '../../bench/packages/record.ts';

const root = join(import.meta.dirname, '../..');

describe.runIf(process.env['FORETRACE_LONG'] === '1')('packages', () => {
  const named = packages.map((one) => [idOf(one), one] as const);
  test.each(named)('%s', async (_, one) => {
    const result = await measured(one, root, new Programs(inject('main')));
    expect(problemsOf(one, result)).toEqual([]);
  });
});
