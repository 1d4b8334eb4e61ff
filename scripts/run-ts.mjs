// Runs a TypeScript program of this repository: node scripts/run-ts.mjs bench/main.ts [arguments].
// Node 20 does not run TypeScript, and benchmarks must measure plain JavaScript: esbuild bundles into a cache first.

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  console.error('usage: node scripts/run-ts.mjs FILE.ts [arguments]');
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
// One for each run: a program may start itself again, and two of one name may run at once.
const outfile = join(root, 'node_modules/.cache/foretrace', `${basename(entry, '.ts')}-${process.pid}.mjs`);
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const { status, signal } = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...args], { stdio: 'inherit' });
rmSync(outfile, { force: true });
if (signal !== null) process.kill(process.pid, signal);
process.exit(status ?? 1);
