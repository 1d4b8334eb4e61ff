import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands as fleetCommands } from '../../fleet/src/commands/index.ts';
import { arrowsOf, readImports } from '../../scripts/imports.mjs';
import {
  withCommands,
  withDetectors,
  withFleetUsage,
  withQuestions,
  withRooms,
  withTools,
  withUsage,
} from '../../scripts/manual.ts';
import { rooms } from '../../scripts/rooms.mjs';
import { roomsPicture } from '../../scripts/rooms-picture.ts';
import { questions, whichDetectorPicture } from '../../scripts/which-detector.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { detectors } from '../../src/detectors/index.ts';
import { toolRoles } from '../../src/record/node/loading/tools.ts';
import { reportFormats } from '../../src/report/index.ts';
import { all } from '../runs.ts';

const root = join(import.meta.dirname, '../..');

test.each(commands)('the page of $name says what the program takes', async ({ name, load }) => {
  const page = readFileSync(join(root, `docs/commands/${name}.md`), 'utf8');
  expect(page, 'run `npm run docs`').toBe(withUsage(page, name, await load()));
});

test('the page of fleet says what its commands take, and foretrace knows their names', async () => {
  const page = readFileSync(join(root, 'docs/commands/fleet.md'), 'utf8');
  expect(page, 'run `npm run docs`').toBe(await withFleetUsage(page, fleetCommands));
  const { arguments: words } = await commands.find(({ name }) => name === 'fleet')!.load();
  expect(words[0]!.choices).toEqual(fleetCommands.map(({ name }) => name));
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

test('docs/which-detector.md and its picture are made of the list, which has every detector once', () => {
  const page = readFileSync(join(root, 'docs/which-detector.md'), 'utf8');
  expect(page, 'run `npm run docs`').toBe(withQuestions(page));
  const picture = readFileSync(join(root, 'docs/images/which-detector.svg'), 'utf8');
  expect(picture, 'run `npm run docs`').toBe(whichDetectorPicture(detectors));
  expect(questions.flatMap((question) => question.detectors).sort()).toEqual(detectors.map(({ id }) => id).sort());
});

test('docs/record-node.md lists the tools', () => {
  const page = readFileSync(join(root, 'docs/record-node.md'), 'utf8');
  expect(page, 'run `npm run docs`').toBe(withTools(page, toolRoles));
});

test('CONTRIBUTING.md lists the rooms', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  expect(page, 'run `npm run docs`').toBe(withRooms(page, rooms));
});

test.runIf(all)('the picture of the rooms is that of the imports', () => {
  const arrows = arrowsOf(readImports(join(root, 'src')));
  const picture = roomsPicture(arrows);
  expect(readFileSync(join(root, 'docs/images/rooms.svg'), 'utf8') === picture, 'run `npm run docs`').toBe(true);
  // What is not a number would be drawn nowhere.
  expect(picture).not.toMatch(/NaN|undefined|Infinity/);
  const turned = new Map([...arrows].reverse().map(([room, targets]) => [room, new Map([...targets].reverse())]));
  expect(roomsPicture(turned) === picture, 'the order of imports does not matter').toBe(true);
});

test('docs/reports.md lists the reports', () => {
  const page = readFileSync(join(root, 'docs/reports.md'), 'utf8');
  for (const { id } of reportFormats) expect(page).toContain(`\n| \`${id}\` | `);
});

const KINDS = { bytes: 'size', seconds: 'duration', switch: 'flag', number: 'number' };

test.each(['analyze', 'baseline', 'explain', 'run'])('%s takes the options of every detector', async (name) => {
  const { options } = await commands.find((entry) => entry.name === name)!.load();
  for (const { id, options: own = [] } of detectors)
    for (const option of own) {
      const taken = options[option.name];
      expect(taken, `no option of ${name} itself is called ${option.name}`).toMatchObject({
        kind: KINDS[option.unit ?? 'number'],
      });
      expect(taken?.help).toMatch(new RegExp(`(^|[ ,;])${id}[,:]`));
      expect(taken?.help).toContain(option.help);
      if (option.unit === undefined && option.default !== 0)
        expect(taken?.help).toContain(`${option.help}, instead of ${option.default}`);
    }
});
