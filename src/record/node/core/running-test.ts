// The test that runs, where its runner tells: vitest and jest by the state of `expect`, node:test by the file of the process. Tests that
// run at the same time are not told apart, and between two tests it is the one that began last.

import { relative } from 'node:path';
import threads from 'node:worker_threads';

/** Where `expect` of vitest and of jest has its state, in the realm of the tests. */
const MATCHERS = Symbol.for('$$jest-matchers-object');

interface ExpectState {
  readonly testPath?: unknown;
  readonly currentTestName?: unknown;
}

/** Realms that the program made. jest has one for each file, and runs one at a time. */
const realms: WeakRef<object>[] = [];

export function addRealm(realm: object): void {
  realms.push(new WeakRef(realm));
}

export function runningTest(cwd: string): string | undefined {
  const { testPath, currentTestName } = stateIn(globalThis) ?? stateOfRealms() ?? {};
  if (typeof testPath !== 'string') return isTestOfNode() ? shown(process.argv[1]!, cwd) : undefined;
  const file = shown(testPath, cwd);
  return typeof currentTestName === 'string' && currentTestName !== '' ? `${file} > ${currentTestName}` : file;
}

/** The runner of Node says so to the processes that it starts, one for each file. */
function isTestOfNode(): boolean {
  return threads.isMainThread && process.env['NODE_TEST_CONTEXT'] !== undefined && process.argv[1] !== undefined;
}

function stateOfRealms(): ExpectState | undefined {
  for (let i = realms.length - 1; i >= 0; i--) {
    const realm = realms[i]!.deref();
    const state = realm === undefined ? undefined : stateIn(realm);
    if (realm === undefined) realms.splice(i, 1);
    else if (typeof state?.testPath === 'string') return state;
  }
  return undefined;
}

function stateIn(realm: object): ExpectState | undefined {
  try {
    return (realm as { [MATCHERS]?: { state?: ExpectState } })[MATCHERS]?.state;
  } catch {
    return undefined;
  }
}

function shown(file: string, cwd: string): string {
  const short = relative(cwd, file);
  return short.startsWith('..') ? file : short;
}
