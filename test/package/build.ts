// Builds the program once for the tests that run it, as a package of its own in a cache: no test depends on, or disturbs,
// what lies in dist. Types are not checked here; `npm run types` does that.

import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
// @ts-expect-error: a script has no types
import { bundle } from '../../scripts/bundle.mjs';
import { writePage } from '../../scripts/page.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The built src/cli/main.ts. */
    main: string;
  }
}

function compile(root: string, cwd: string, outDir: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsc, '-p', 'tsconfig.build.json', '--noCheck', '--declaration', 'false', '--outDir', outDir],
    { cwd, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
}

export default async function setup(project: TestProject): Promise<() => void> {
  const root = join(import.meta.dirname, '../..');
  const home = join(root, `node_modules/.cache/foretrace/test-${process.pid}`);
  const outDir = join(home, 'dist');
  mkdirSync(home, { recursive: true });
  await writePage();
  copyFileSync(join(root, 'package.json'), join(home, 'package.json'));
  compile(root, root, outDir);
  const runtime = 'record/c/runtime';
  cpSync(join(root, 'src', runtime), join(outDir, runtime), { recursive: true });
  await bundle(outDir);
  // The fleet's package where npm would put it, with foretrace beside it.
  const fleet = join(home, 'node_modules/foretrace-fleet');
  mkdirSync(fleet, { recursive: true });
  copyFileSync(join(root, 'fleet/package.json'), join(fleet, 'package.json'));
  compile(root, join(root, 'fleet'), join(fleet, 'dist'));
  symlinkSync(home, join(home, 'node_modules/foretrace'));
  // For command lines that start it from a program, such as make.
  mkdirSync(join(home, 'bin'));
  const script = `#!/bin/sh\nexec "${process.execPath}" "${join(outDir, 'cli/main.js')}" "$@"\n`;
  writeFileSync(join(home, 'bin/foretrace'), script, { mode: 0o755 });
  project.provide('main', join(outDir, 'cli/main.js'));
  return () => rmSync(home, { recursive: true, force: true });
}
