import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withCommands, withDetectors, withUsage } from '../../scripts/manual.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { detectors } from '../../src/detectors/index.ts';

const root = join(import.meta.dirname, '../..');

test.each(commands)('the page of $name says what the program takes', async ({ name, load }) => {
  const page = readFileSync(join(root, `docs/commands/${name}.md`), 'utf8');
  expect(page, 'run `npm run docs`').toBe(withUsage(page, name, await load()));
});

test('every page is the page of a command', () => {
  expect(readdirSync(join(root, 'docs/commands')).sort()).toEqual(commands.map(({ name }) => `${name}.md`).sort());
});

test.each([
  ['README.md', 'docs/commands'],
  ['docs/README.md', 'commands'],
])('%s lists the commands', (path, folder) => {
  const page = readFileSync(join(root, path), 'utf8');
  expect(page, 'run `npm run docs`').toBe(withCommands(page, commands, folder));
});

test('docs/README.md lists the detectors, and every page is the page of one', () => {
  const page = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const pages = readdirSync(join(root, 'docs/detectors')).map((name) => name.replace(/\.md$/, ''));
  expect(page, 'run `npm run docs`').toBe(withDetectors(page, detectors, (id) => pages.includes(id)));
  expect(detectors.map(({ id }) => id)).toEqual(expect.arrayContaining(pages));
});
