// `npm run docs`: writes the usage part of every page in docs/commands, begins pages that are missing, the lists of commands, detectors and
// formats, the table of the rooms of src and the picture of them.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { commands as fleetCommands } from '../fleet/src/commands/index.ts';
import { commands } from '../src/cli/commands/index.ts';
import { detectors } from '../src/detectors/index.ts';
import { formats } from '../src/formats/index.ts';
import { toolRoles } from '../src/record/node/loading/tools.ts';
import { CONFIG_SCHEMA, configSchema } from './config-schema.ts';
import { arrowsOf, readImports } from './imports.mjs';
import {
  newPage,
  withCommands,
  withDetectors,
  withFleetUsage,
  withFormats,
  withQuestions,
  withRooms,
  withTools,
  withUsage,
} from './manual.ts';
import { rooms } from './rooms.mjs';
import { roomsPicture } from './rooms-picture.ts';
import { whichDetectorPicture } from './which-detector.ts';

for (const { name, load } of commands) {
  const path = `docs/commands/${name}.md`;
  const command = await load();
  const page = existsSync(path) ? readFileSync(path, 'utf8') : newPage(name, command);
  writeFileSync(path, withUsage(page, name, command));
}

const FLEET_PAGE = 'docs/commands/fleet.md';
writeFileSync(FLEET_PAGE, await withFleetUsage(readFileSync(FLEET_PAGE, 'utf8'), fleetCommands));

for (const [path, folder] of [
  ['README.md', 'docs/commands'],
  ['docs/README.md', 'commands'],
] as const)
  writeFileSync(path, withCommands(readFileSync(path, 'utf8'), commands, folder));

const hasPage = (id: string): boolean => existsSync(`docs/detectors/${id}.md`);
writeFileSync('docs/README.md', withDetectors(readFileSync('docs/README.md', 'utf8'), detectors, hasPage));
writeFileSync('docs/formats.md', withFormats(readFileSync('docs/formats.md', 'utf8'), formats));

writeFileSync('docs/record-node.md', withTools(readFileSync('docs/record-node.md', 'utf8'), toolRoles));
writeFileSync('CONTRIBUTING.md', withRooms(readFileSync('CONTRIBUTING.md', 'utf8'), rooms));
writeFileSync('docs/images/rooms.svg', roomsPicture(arrowsOf(readImports('src'))));

writeFileSync('docs/which-detector.md', withQuestions(readFileSync('docs/which-detector.md', 'utf8')));
writeFileSync('docs/images/which-detector.svg', whichDetectorPicture(detectors));

writeFileSync(CONFIG_SCHEMA, await configSchema(commands));
