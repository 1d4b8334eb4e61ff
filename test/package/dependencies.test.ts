// What is installed with foretrace: these packages and no others. A new one is a decision, not an accident of an update.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Chosen, each with what for and the versions that were looked at. */
const chosen: Readonly<Record<string, string>> = {
  // Source maps.
  '@jridgewell/trace-mapping': '^0.3.31',
  // Parses JavaScript that is to be recorded.
  acorn: '^8.19.0',
  // The command line.
  commander: '^14.0.3',
  // Unpacks zstd where Node cannot.
  fzstd: '^0.1.1',
  // Colours.
  picocolors: '^1.1.1',
};

/** What the chosen ones bring. */
const brought: Readonly<Record<string, string>> = {
  '@jridgewell/resolve-uri': '^3.1.0',
  '@jridgewell/sourcemap-codec': '^1.4.14',
};

const packages: Readonly<Record<string, Locked>> = read('package-lock.json').packages;

/** As Node finds it: from the folder of the package that asks, upwards. */
function found(name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') throw new Error(`the lock file has no ${name} for ${from}`);
  }
}

/** All that is installed for those who use foretrace: path → what the lock file says. */
function closure(): Map<string, Locked> {
  const all = new Map<string, Locked>();
  const todo = Object.keys(packages['']!.dependencies!).map((name) => found(name, ''));
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    if (all.has(path)) continue;
    const { dependencies, optionalDependencies, peerDependencies } = packages[path]!;
    const from = path;
    all.set(path, packages[path]!);
    todo.push(...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).map((name) => found(name, from)));
  }
  return all;
}

/** `^1.2.3` and `^0.1.1`: the first number that is not zero stays. */
function satisfies(version: string, range: string): boolean {
  const [wanted, have] = [range.slice(1), version].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const fixed = wanted.findIndex((part) => part !== 0);
  if (wanted.slice(0, fixed + 1).some((part, i) => part !== have[i])) return false;
  const differs = wanted.findIndex((part, i) => part !== have[i]);
  return differs < 0 || have[differs]! > wanted[differs]!;
}

test('the dependencies are those that were chosen', () => {
  expect(read('package.json').dependencies).toEqual(chosen);
  expect(packages['']!.dependencies).toEqual(chosen);
  expect(read('package.json')).not.toHaveProperty('optionalDependencies');
  expect(read('package.json')).not.toHaveProperty('peerDependencies');
});

test('the lock file has them, what they bring, and no more', () => {
  const wanted = { ...chosen, ...brought };
  const all = closure();
  expect([...all.keys()].sort()).toEqual(
    Object.keys(wanted)
      .map((name) => `node_modules/${name}`)
      .sort(),
  );
  for (const [path, { version }] of all)
    expect([path, version, satisfies(version, wanted[path.slice('node_modules/'.length)]!)]).toEqual([path, version, true]);
});

test('each is pinned by a hash and runs nothing when it is installed', () => {
  for (const [path, { integrity, hasInstallScript }] of closure()) {
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)]);
    expect([path, hasInstallScript ?? false]).toEqual([path, false]);
    const { scripts = {} } = read(join(path, 'package.json'));
    const run = Object.keys(scripts).filter((name) => /^(?:pre|post)?install$/.test(name));
    expect([path, run]).toEqual([path, []]);
  }
});

test('ranges mean what npm means', () => {
  expect(['1.2.3', '1.2.4', '1.3.0', '2.0.0', '1.2.2'].map((version) => satisfies(version, '^1.2.3'))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(['0.3.31', '0.3.32', '0.4.0'].map((version) => satisfies(version, '^0.3.31'))).toEqual([true, true, false]);
});
