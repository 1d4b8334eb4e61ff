// A runtime image that jlink has made holds the modules that its program needs, and mostly not that by which agents come in: such a JVM ends before it begins.

import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Environment, which } from '../c/toolchain.ts';

const NEEDED = 'java.instrument';

/** What to say before a program starts that cannot be recorded; undefined of all others. Java is known by the file `release` beside the folder of the program. */
export function imageRemark(words: readonly string[], env: Environment): string | undefined {
  const path = words[0] === undefined ? undefined : which(words[0], env);
  if (path === undefined) return undefined;
  const modules = modulesOf(join(dirname(dirname(realpathSync(path))), 'release'));
  if (modules === undefined || modules.includes(NEEDED)) return undefined;
  return `the Java of ${words[0]} has no module ${NEEDED} and does not start with a recorder; make the image with jlink --add-modules ${NEEDED}`;
}

/** Undefined if there is no such file, or it says nothing of them. */
function modulesOf(release: string): readonly string[] | undefined {
  try {
    return /^MODULES="([^"]*)"/m.exec(readFileSync(release, 'utf8'))?.[1]?.split(' ');
  } catch {
    return undefined;
  }
}
