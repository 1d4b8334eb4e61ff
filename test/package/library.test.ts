// The library as its users import it: from the built package, by name.

import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const dist = join(inject('main'), '../..');

test('analyses a trace in memory', async () => {
  const { analyze, json, memoryInput, recommended, text } = (await import(
    join(dist, 'index.js')
  )) as typeof import('../../src/index.ts');
  const result = await analyze(memoryInput('example', 'T1|w(x)|a:1\nT2|w(x)|b:2\n'), { detectors: recommended });
  expect(result.findings).toMatchObject([{ variable: 'x', first: { index: 0 }, second: { index: 1 } }]);
  expect(JSON.parse([...json(result)].join(''))).toMatchObject({ version: 1, trace: { file: 'example', events: 2 } });
  expect([...text(result)].join('')).toContain('race  x');
});

test('reads files in Node', async () => {
  const { openInput } = (await import(join(dist, 'node.js'))) as typeof import('../../src/node.ts');
  const { readTrace } = (await import(join(dist, 'index.js'))) as typeof import('../../src/index.ts');
  const input = await openInput(join(import.meta.dirname, '../../traces/race/two-locks.std'));
  const { events, format } = await readTrace(input, {}, () => {});
  expect([events, format.id]).toEqual([6, 'std']);
});
