// Where compiled runtimes, instrumented texts and the last trace are kept: the user's cache, or a private folder among the temporary
// files if there is no home to write to, or others could write there. Never the current folder.

import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { InputError } from './error.ts';
import { isPrivateFolder } from './private-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export function cacheFolder(env: Environment): string {
  const wanted = [userCache(env, process.platform), join(tmpdir(), `foretrace-${process.getuid?.() ?? 'cache'}`)];
  const usable = wanted.find((path) => path !== undefined && isUsable(path));
  if (usable !== undefined) return usable;
  throw new InputError(
    'FILE_UNWRITABLE',
    { file: wanted[0] ?? wanted[1]! },
    'this folder cannot be written to, or others can',
    'set XDG_CACHE_HOME to a folder of yours',
  );
}

/** Relative paths are to be ignored, says the specification of these variables; on Windows so are those without a drive. @internal */
export function userCache({ XDG_CACHE_HOME, HOME, LOCALAPPDATA }: Environment, platform: string): string | undefined {
  const { join, parse } = platform === 'win32' ? win32 : posix;
  const isRooted = (path: string | undefined): path is string =>
    path !== undefined && (platform === 'win32' ? /^[a-z]:[\\/]$|^[\\/]{2}/i.test(parse(path).root) : path.startsWith('/'));
  if (isRooted(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'foretrace');
  if (platform === 'win32') return isRooted(LOCALAPPDATA) ? join(LOCALAPPDATA, 'foretrace', 'cache') : undefined;
  return isRooted(HOME) ? join(HOME, '.cache', 'foretrace') : undefined;
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
