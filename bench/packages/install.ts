// Installs a package at its version into a folder of its own outside of this repository, where it stays for the next run: whatever one of them
// depends on is what a project with just this package would get, on a fixed day.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { idOf, type PackageProgram } from './package.ts';

/** Versions of dependencies that were published later are not taken. */
const BEFORE = '2026-11-18';
const PROGRAMS = 'test/record-node/packages';
/** What was installed, in a file: another list of words is another installation. */
const DONE = 'installed.json';

export interface Installed {
  readonly folder: string;
  readonly node: string;
}

export function installed(one: PackageProgram, root: string): Installed {
  const folder = join(packagesFolder(), idOf(one).replaceAll(/[^\w.@-]+/g, '-'));
  const words = installWords(one);
  const done = join(folder, DONE);
  const wanted = JSON.stringify(words);
  if (!existsSync(done) || readFileSync(done, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    writeFileSync(done, wanted);
  }
  cpSync(join(root, PROGRAMS), folder, { recursive: true });
  const node = one.node === undefined ? process.execPath : join(folder, 'node_modules', nodePackage(), 'bin/node');
  return { folder, node };
}

/** Packages of threaded WebAssembly say that they are for another processor, hence `--force`. No code of a package runs while it is installed. */
function installWords(one: PackageProgram): string[] {
  const { beside = [], install = [], before = BEFORE, node } = one;
  const options = ['--no-save', '--no-audit', '--no-fund', '--force', '--ignore-scripts', `--before=${before}`, ...install];
  const interpreter = node === undefined ? [] : [`${nodePackage()}@${node}`];
  return ['install', ...options, idOf(one), ...beside, ...interpreter];
}

function nodePackage(): string {
  return `node-${process.platform}-${process.arch}`;
}

function packagesFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'foretrace-packages');
}
