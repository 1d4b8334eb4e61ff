// foretrace and foretrace-fleet from their packages, as npm puts them into a project or into a folder for all: whoever is installed beside whom,
// `foretrace fleet` finds its package, and says how to get it where it is not. What the packages need comes from the registry, or from npm's cache.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { folder } from '../cli/run.ts';

function run(program: string, args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function npm(args: readonly string[], cwd: string): void {
  const { status, stderr } = run('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], cwd);
  expect(status, stderr).toBe(0);
}

const EMPTY = expect.stringContaining('0 of 0 runs analysed');

test('foretrace fleet is found where npm puts it, and asked for where it is not', () => {
  const home = join(inject('main'), '../../..');
  const packed = folder();
  for (const from of [home, join(home, 'node_modules/foretrace-fleet')]) npm(['pack', '--pack-destination', packed], from);
  const [fleet, own] = ['foretrace-fleet-', 'foretrace-0'].map((start) =>
    join(packed, readdirSync(packed).find((name) => name.startsWith(start))!),
  ) as [string, string];

  const everywhere = folder();
  npm(['install', '--global', '--prefix', everywhere, own], everywhere);
  const global = join(everywhere, 'bin/foretrace');
  expect(run(global, ['fleet', 'status'], folder())).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^foretrace: error USAGE: .*not installed\n {2}hint: npm install foretrace-fleet, or npm install --global .*\n$/,
    ),
  });

  const project = folder();
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  npm(['install', own, fleet], project);
  expect(run('npx', ['--no-install', 'foretrace', 'fleet', 'status'], project)).toMatchObject({ status: 0, stdout: EMPTY });
  // One for all, with the package of the project.
  const inside = join(project, 'src');
  mkdirSync(inside);
  expect(run(global, ['fleet', 'status'], inside)).toMatchObject({ status: 0, stdout: EMPTY });

  // As docs/ci.md and action.yml have it.
  npm(['install', '--global', '--prefix', everywhere, own, fleet], everywhere);
  expect(run(global, ['fleet', 'status'], folder())).toMatchObject({ status: 0, stdout: EMPTY });
});
