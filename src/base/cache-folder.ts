// Where compiled runtimes, instrumented texts and the last trace are kept: the user's cache, or a private folder among the temporary
// files if there is no home to write to, or others could write there. Never the current folder.

import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from './error.ts';
import { isPrivateFolder } from './private-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export function cacheFolder(env: Environment): string {
  const wanted = [userCache(env), join(tmpdir(), `foretrace-${process.getuid?.() ?? 'cache'}`)];
  const usable = wanted.find((path) => path !== undefined && isUsable(path));
  if (usable !== undefined) return usable;
  throw new InputError(
    'FILE_UNWRITABLE',
    { file: wanted[0] ?? wanted[1]! },
    'this folder cannot be written to, or others can',
    'set XDG_CACHE_HOME to a folder of yours',
  );
}

/** Relative paths are to be ignored, says the specification of these variables. */
function userCache({ XDG_CACHE_HOME, HOME }: Environment): string | undefined {
  if (XDG_CACHE_HOME?.startsWith('/')) return join(XDG_CACHE_HOME, 'foretrace');
  return HOME?.startsWith('/') ? join(HOME, '.cache', 'foretrace') : undefined;
}

function isUsable(path: string): boolean {
  try {
    if (!isPrivateFolder(path)) return false;
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
