// Where compiled runtimes are kept: the user's cache, or a private folder among the temporary files if there is no home to write to.

import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { InputError } from './error.ts';

export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const base = env['XDG_CACHE_HOME'];
  const wanted = join(base?.startsWith('/') ? base : join(homedir(), '.cache'), 'foretrace');
  try {
    mkdirSync(wanted, { recursive: true });
    accessSync(wanted, constants.W_OK);
    return wanted;
  } catch {
    return privateFolder(join(tmpdir(), `foretrace-${userInfo().uid}`));
  }
}

/** Anybody may write to /tmp: a folder there must be ours, and no link. */
function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(path);
  if (!lstatSync(path).isDirectory() || uid !== userInfo().uid || (mode & 0o022) !== 0)
    throw new InputError(
      'FILE_UNWRITABLE',
      { file: path },
      'this folder is not private',
      'set XDG_CACHE_HOME to a folder of yours',
    );
  return path;
}
