// Files of the program as reports show them, and whose they are. A program that lives in a folder of packages, and is run from there, is nobody's
// dependency: its own files are told by where they are from its working directory, and all others as they are.

import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder, packageIn } from '../../base/packages.ts';
import { slashed } from '../../base/slashes.ts';

export class CodePaths {
  private readonly cwd: string;
  /** The package that the program is run in. */
  private readonly home: string | undefined;

  constructor(cwd: string) {
    this.cwd = cwd;
    this.home = packageFolder(cwd);
  }

  shown(file: string): string {
    if (!isAbsolute(file)) return file;
    const [whole, short] = [file, relative(this.cwd, file)].map((path) => slashed(path, sep)) as [string, string];
    if (this.home !== undefined) return isWithin(this.home, file) ? short : whole;
    return short.startsWith('../..') || short === '' || isAbsolute(short) ? whole : short;
  }

  /** The path of a file, from the program's own package where the program is run in one: what is in `node_modules` there is of others. */
  ofOthers(file: string): string {
    const path = pathOf(file);
    return this.home !== undefined && isWithin(this.home, path) ? relative(this.home, path) : path;
  }

  /** The package that a file is of; undefined for the program's own, and for what is no file. */
  packageOf(file: string): string | undefined {
    return file.includes('node_modules') ? packageIn(this.ofOthers(file)) : undefined;
  }
}

function isWithin(folder: string, file: string): boolean {
  return file.startsWith(folder + sep);
}

function pathOf(file: string): string {
  if (!file.startsWith('file:')) return file;
  try {
    return fileURLToPath(file);
  } catch {
    return file;
  }
}
