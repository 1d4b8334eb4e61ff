// The kernels that are in the sources are those of kernels/.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
// @ts-expect-error: a script has no types
import { kernels } from '../../scripts/kernels.mjs';

it('the kernels are made of their sources: npm run kernels', async () => {
  for (const [path, text] of await kernels()) expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')).toBe(text);
});
