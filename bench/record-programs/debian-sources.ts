// Source packages of Debian, by an index of our own: that of the machine has no sources, and is not ours to change.

import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Minutes for a mirror that is slow. */
const PATIENCE = 10 * 60_000;
const KEY = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Fetches a source package and gives the folder of its upstream source; `folder` is for the index and all packages. */
export function debianSource(source: string, folder: string): string {
  const own = join(folder, source);
  mkdirSync(own, { recursive: true });
  const env = { ...process.env, APT_CONFIG: indexOf(folder) };
  try {
    execFileSync('apt-get', ['source', '--only-source', '--download-only', source], options(own, env));
  } catch {
    // The upstream archive is what is wanted: another part may be missing. Whether it came is seen below.
  }
  const archive = readdirSync(own).find((name) => /\.orig\.tar\.\w+$/.test(name));
  if (archive === undefined) throw new Error(`Debian has no source of ${source} for this machine`);
  execFileSync('tar', ['xf', archive], options(own));
  return join(own, readdirSync(own, { withFileTypes: true }).find((entry) => entry.isDirectory())!.name);
}

/** The configuration file of apt. */
function indexOf(folder: string): string {
  const apt = join(folder, 'apt');
  const file = join(apt, 'apt.conf');
  if (existsSync(file)) return file;
  for (const name of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(apt, name), { recursive: true });
  const list = join(apt, 'sources.list');
  writeFileSync(
    list,
    mirrors()
      .map((uri) => `deb-src [signed-by=${KEY}] ${uri} stable main\n`)
      .join(''),
  );
  const settings = {
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(apt, 'lists'),
    'Dir::Cache': join(apt, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const partial = `${file}.part`;
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
  writeFileSync(partial, lines.join(''));
  execFileSync('apt-get', ['update'], options(folder, { ...process.env, APT_CONFIG: partial }));
  writeFileSync(file, lines.join(''));
  return file;
}

/** Where this machine has Debian's packages from. Not all sources of older releases are kept, so it is asked for those of the stable one. */
function mirrors(): string[] {
  const words = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'];
  const uris = execFileSync('apt-get', words, { encoding: 'utf8' }).match(/^\S+\/debian\/$/gm) ?? [];
  if (uris.length === 0) throw new Error('apt is configured without a mirror of Debian');
  return [...new Set(uris)];
}

function options(cwd: string, env = process.env): ExecFileSyncOptions {
  return { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE };
}
