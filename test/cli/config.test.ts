import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, test } from 'vitest';
import { CONFIG_SCHEMA, configSchema } from '../../scripts/config-schema.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { foretrace, root } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const trace = join(root, 'traces/race/two-locks.std');

/** Runs a command in a folder below one that has these files. */
function within(files: Record<string, string>, ...args: string[]) {
  const project = mkdtempSync(join(folder, 'project-'));
  mkdirSync(join(project, 'src/deep'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  return foretrace(args, { cwd: join(project, 'src/deep') });
}

test('the schema is that of the options', async () => {
  expect(readFileSync(join(root, CONFIG_SCHEMA), 'utf8')).toBe(await configSchema(commands));
});

test('the schema takes what the documents show, and refuses mistakes', async () => {
  const validate = new Ajv().compile(JSON.parse(await configSchema(commands)));
  const [, example] = /```json\n(.*?)```/s.exec(readFileSync(join(root, 'docs/configuration.md'), 'utf8'))!;
  expect(validate(JSON.parse(example!))).toBe(true);
  for (const wrong of [{ detectors: 'shb' }, { detector: 'nobody' }, { minCount: 'two' }, { output: 'x' }])
    expect(validate(wrong)).toBe(false);
});

describe('a configuration', () => {
  test('is found above, in a file of its own or in package.json, and decides', async () => {
    const own = { 'foretrace.config.json': '{"detector":"fasttrack","failOn":"never"}' };
    expect(await within(own, 'analyze', trace)).toMatchObject({ status: 0, stdout: expect.stringContaining('fasttrack') });
    const part = { 'package.json': '{"name":"x","foretrace":{"detector":["fasttrack"],"failOn":"never"}}' };
    expect(await within(part, 'analyze', trace)).toMatchObject({ status: 0, stdout: expect.stringContaining('fasttrack') });
  });

  test('gives way to the command line', async () => {
    const files = { 'foretrace.config.json': '{"detector":"fasttrack","failOn":"never"}' };
    expect(await within(files, 'analyze', trace, '--fail-on', 'observed', '-d', 'hb-pairs')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('hb-pairs'),
    });
  });

  test('names files from where it lies', async () => {
    const files = {
      'foretrace.config.json': '{"suppressions":"rules","quiet":true}',
      rules: 'race variable * # all of them\n',
    };
    expect(await within(files, 'analyze', trace)).toMatchObject({ status: 0, stderr: '' });
  });

  test('and suppressions are found above', async () => {
    const files = { '.foretrace-suppressions': 'race variable * # all of them\n' };
    const { status, stderr } = await within(files, 'analyze', trace, '--list-suppressed');
    expect(status).toBe(0);
    expect(stderr).toContain('all of them');
    expect(stderr).toContain('../../.foretrace-suppressions:1');
  });

  test.each([
    ['{', 'it is not JSON'],
    ['[]', 'an object with options was expected'],
    ['{"detectr":"shb"}', 'did you mean detector?'],
    ['{"output":"x"}', 'only be said on the command line'],
    ['{"minCount":"two"}', 'a number was expected'],
    ['{"quiet":1}', 'true or false was expected'],
    ['{"detector":[1]}', 'a list of texts was expected'],
    ['{"detector":"nobody"}', '--detector cannot be "nobody"'],
  ])('%s is one clear line', async (text, words) => {
    const { status, stderr } = await within({ 'foretrace.config.json': text }, 'analyze', trace);
    expect(status).toBe(2);
    expect(stderr).toContain(words);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test('with a key of another command is no mistake', async () => {
    expect(await within({ 'foretrace.config.json': '{"seed":3}' }, 'analyze', trace)).toMatchObject({ status: 1 });
  });
});
