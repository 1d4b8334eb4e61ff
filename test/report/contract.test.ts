// The JSON report against its schema in the package: the two are one contract, so each must have nothing that the other lacks.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { detectors } from '../../src/detectors/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { json } from '../../src/report/json.ts';

const root = join(import.meta.dirname, '../..');
const schema = JSON.parse(readFileSync(join(root, 'schema/report-1.json'), 'utf8'));

/** The schema with every object closed: a key that it does not describe is an error. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  return 'properties' in part ? { ...inner, additionalProperties: false } : inner;
}

const ajv = new Ajv({ strict: true });
const validate = ajv.compile(schema);
const validateClosed = ajv.compile({ ...(closed(schema) as object), $id: 'closed' });

const traces = ['race', 'no-race'].flatMap((folder) =>
  readdirSync(join(root, 'traces', folder)).map((name) => join('traces', folder, name)),
);

async function report(path: string): Promise<unknown> {
  const result = await analyze(memoryInput(path, readFileSync(join(root, path))), { detectors });
  return JSON.parse([...json(result)].join(''));
}

test.each(traces)('the report of %s is as the schema says, and has nothing else', async (path) => {
  const found = await report(path);
  validate(found);
  expect(validate.errors).toBeNull();
  validateClosed(found);
  expect(validateClosed.errors).toBeNull();
});

test('the schema would tell', async () => {
  const found = (await report('traces/race/two-locks.std')) as { findings: { fingerprint: unknown; second: unknown }[] };
  found.findings[0]!.second = null;
  expect(validate(found)).toBe(false);
});
