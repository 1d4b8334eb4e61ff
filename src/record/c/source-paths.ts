// Where the source files are that the debug information of a native program names.

import { isAbsolute, join } from 'node:path';
import type { SourceFile } from '../../symbols/dwarf/line-header.ts';

/** Headers of the system and of compilers. */
export function isOfSystem({ path }: SourceFile): boolean {
  return path.startsWith('/usr/');
}

/** Undefined if the folder is not known that the compiler ran in. */
export function wholePath({ path, folder }: SourceFile): string | undefined {
  if (isAbsolute(path)) return path;
  return folder === undefined ? undefined : join(folder, path);
}
