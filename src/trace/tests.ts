// Which test started which threads, in the metadata of a trace: a test runner told the recorder, and reports tell it on.

import { jsonText } from '../base/json.ts';

const TESTS = 'tests';
/** Metadata have their bounds; nobody reads the tests of so many threads. */
const MOST = 1 << 18;

/** The test of each thread, by its name. */
export type ThreadTests = ReadonlyMap<string, string>;

export function testsMetadata(tests: ThreadTests): [string, string][] {
  const threads = new Map<string, string[]>();
  for (const [thread, test] of tests) threads.set(test, [...(threads.get(test) ?? []), thread]);
  const text = jsonText(Object.fromEntries(threads));
  return threads.size === 0 || text.length > MOST ? [] : [[TESTS, text]];
}

/** None where nothing is told, or what is there makes no sense. */
export function testsIn(metadata: ReadonlyMap<string, string>): ThreadTests {
  const tests = new Map<string, string>();
  for (const [test, threads] of Object.entries(parsed(metadata.get(TESTS))))
    if (Array.isArray(threads)) for (const thread of threads) if (typeof thread === 'string') tests.set(thread, test);
  return tests;
}

function parsed(text: string | undefined): object {
  try {
    return Object(JSON.parse(text ?? '{}')) as object;
  } catch {
    return {};
  }
}
