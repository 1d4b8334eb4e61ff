// `npm run docs`: writes the usage part of every page in docs/commands.

import { readFileSync, writeFileSync } from 'node:fs';
import { commands } from '../src/cli/commands/index.ts';
import { withUsage } from './manual.ts';

for (const { name, load } of commands) {
  const path = `docs/commands/${name}.md`;
  writeFileSync(path, withUsage(readFileSync(path, 'utf8'), name, await load()));
}
