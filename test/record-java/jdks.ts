// The JDKs of the machine, and what of it a test needs.

import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'vitest';
import { buildJava } from '../../scripts/java.mjs';
import { which } from '../../src/record/c/toolchain.ts';
import { needs } from '../needs.ts';
import { all } from '../runs.ts';

/** Where systems keep them. */
const FOLDERS = ['/usr/lib/jvm', '/opt/java'];

/** The folders of all JDKs, that of the PATH first; of plain `npm test` that one alone. */
export function jdks(): string[] {
  const first = which('javac', process.env);
  const usual = first === undefined ? [] : [dirname(dirname(realpathSync(first)))];
  const others = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  const found = [...usual, ...others].filter((home) => existsSync(join(home, 'bin/javac'))).map((home) => realpathSync(home));
  return [...new Set(found)].slice(0, all ? undefined : 1);
}

/** 17; 0 of what is no JDK. */
export function versionOf(home: string): number {
  const path = join(home, 'release');
  return existsSync(path) ? Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) : 0;
}

let isBuilt: boolean | undefined;

/** To be called first in a test: the agent is built for the first. */
export function needsJava(context: Pick<TestContext, 'skip'>): void {
  needs(['java', 'maven'], context);
  isBuilt ??= buildJava();
  if (isBuilt) return;
  if (all) throw new Error('the recorder of Java could not be built');
  context.skip('the recorder of Java could not be built');
}
