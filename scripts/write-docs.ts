// `npm run docs`: writes the usage part of every page in docs/commands, and the lists of commands and detectors.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { commands } from '../src/cli/commands/index.ts';
import { detectors } from '../src/detectors/index.ts';
import { withCommands, withDetectors, withUsage } from './manual.ts';

for (const { name, load } of commands) {
  const path = `docs/commands/${name}.md`;
  writeFileSync(path, withUsage(readFileSync(path, 'utf8'), name, await load()));
}

for (const [path, folder] of [
  ['README.md', 'docs/commands'],
  ['docs/README.md', 'commands'],
] as const)
  writeFileSync(path, withCommands(readFileSync(path, 'utf8'), commands, folder));

const hasPage = (id: string): boolean => existsSync(`docs/detectors/${id}.md`);
writeFileSync('docs/README.md', withDetectors(readFileSync('docs/README.md', 'utf8'), detectors, hasPage));
