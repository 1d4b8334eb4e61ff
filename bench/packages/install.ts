// Installs a package at its version into a folder of its own outside of this repository, where it stays for the next run: whatever one of them
// depends on is what a project with just this package would get, on a fixed day.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { idOf, type PackageProgram } from './package.ts';

/** Versions of dependencies that were published later are not taken. */
const BEFORE = '2026-11-18';
const PROGRAMS = 'test/record-node/packages';
const JAVA_PROGRAMS = 'test/record-java/projects';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
/** What was installed, in a file: another list of words is another installation. */
const DONE = 'installed.json';

export interface Installed {
  readonly folder: string;
  /** What stands before the program: the interpreter and its options. */
  readonly before: readonly string[];
}

export function installed(one: PackageProgram, root: string): Installed {
  const folder = join(packagesFolder(), idOf(one).replaceAll(/[^\w.@-]+/g, '-'));
  return one.java === undefined ? fromNpm(one, folder, root) : fromMaven(one, one.java, folder, root);
}

function fromNpm(one: PackageProgram, folder: string, root: string): Installed {
  const words = installWords(one);
  once(folder, words, () => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  });
  cpSync(join(root, PROGRAMS), folder, { recursive: true });
  const node = one.node === undefined ? process.execPath : join(folder, 'node_modules', nodePackage(), 'bin/node');
  return { folder, before: [node] };
}

/** The jars, without what they depend on, and the class of the program, compiled with lines. */
function fromMaven(one: PackageProgram, options: readonly string[], folder: string, root: string): Installed {
  const artifacts = [`${one.name}:${one.version}`, ...(one.beside ?? [])];
  once(folder, artifacts, () => {
    for (const artifact of artifacts)
      execFileSync('mvn', ['-q', '-B', COPY, `-Dartifact=${artifact}`, `-DoutputDirectory=${join(folder, 'jars')}`]);
  });
  const sources = ['Two', ...one.program].map((name) => join(root, JAVA_PROGRAMS, `${name}.java`));
  for (const source of sources) cpSync(source, join(folder, basename(source)));
  execFileSync('javac', ['-g', '-nowarn', '-d', 'classes', '-cp', 'jars/*', ...sources.map((path) => basename(path))], {
    cwd: folder,
  });
  return { folder, before: ['java', ...options, '-cp', 'classes:jars/*'] };
}

/** Makes the folder, unless it was made of the same words. */
function once(folder: string, words: readonly string[], make: () => void): void {
  const done = join(folder, DONE);
  const wanted = JSON.stringify(words);
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  make();
  writeFileSync(done, wanted);
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
