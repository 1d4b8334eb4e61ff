// Builds dist from src: one .js and one .d.ts per source file. `npm install` in a clone runs it by `prepare`.

import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(join(root, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
chmodSync(join(root, 'dist/cli/main.js'), 0o755);

// npm links the programs of dependencies, not those of the package itself: without this link, `npx foretrace` in a clone
// first installs the clone into npm's cache. It still works so on Windows, where a link would need a wrapper.
if (process.platform !== 'win32') {
  const link = join(root, 'node_modules/.bin/foretrace');
  rmSync(link, { force: true });
  symlinkSync('../../dist/cli/main.js', link);
}
