// What is wrong with a SARIF log by the official schema.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';

const require = createRequire(import.meta.url);
const schema = JSON.parse(readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
// Of an older draft, whose only difference here is the keyword of its own name.
const { $schema: _draft, id: _id, ...draft7 } = schema;
const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(draft7);

/** Null if nothing is. */
export function sarifErrors(log: unknown): unknown {
  validate(log);
  return validate.errors;
}
