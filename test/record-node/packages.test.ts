// Real packages of the registry, at fixed versions: they print the same with and without the recorder, and the races of docs/races-found.md
// are found, and no others. It installs them, and takes minutes: FORETRACE_LONG=1.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finished, type Judged } from '../record/judge.ts';
import { judge } from './judge.ts';

const PACKAGES = [
  'thread-stream@4.1.0',
  'thread-stream-fixed@npm:thread-stream@4.2.1',
  'piscina@5.3.2',
  'synckit@0.12.3',
  'tinypool@2.2.0',
  'sharedmap@1.2.0',
  'ringbuf.js@0.4.0',
  'multithreading@0.3.52',
  'await-sync@1.0.3',
  '@oxc-parser/binding-wasm32-wasi@0.154.0',
  // For packages that do not run on the oldest Node.js that foretrace supports.
  'node@latest',
];

interface Known {
  readonly program: readonly string[];
  /** Places that are part of every finding; none are expected without. */
  readonly racy?: RegExp;
  /** A place pair that one of some runs with noise must have. */
  readonly must?: readonly [string, string];
}

const KNOWN: readonly Known[] = [
  {
    program: ['thread-stream.cjs', 'thread-stream'],
    racy: /thread-stream\//,
    must: ['thread-stream/lib/worker.js:233', 'thread-stream/index.js:504'],
  },
  { program: ['thread-stream.cjs', 'thread-stream-fixed'] },
  { program: ['piscina.mjs'] },
  { program: ['synckit.mjs'] },
  { program: ['tinypool.mjs'] },
  { program: ['sharedmap.mjs'] },
  { program: ['ringbuf.mjs'] },
  { program: ['multithreading.mjs'] },
  { program: ['await-sync.mjs'], racy: /await-sync\//, must: ['await-sync/worker.js:23', 'await-sync/mod.js:52'] },
  { program: ['oxc-parser.cjs'], racy: /emnapi|parser\.wasm32-wasi\.wasm/ },
];

const ATTEMPTS = 5;

describe.runIf(process.env['FORETRACE_LONG'] === '1')('packages', () => {
  let folder: string;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'foretrace-packages-'));
    // One of them says that it is for another processor, WebAssembly.
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--force', ...PACKAGES], { stdio: 'ignore' });
    cpSync(join(import.meta.dirname, 'packages'), folder, { recursive: true });
  });

  const named = KNOWN.map((known) => [known.program.join(' '), known] as const);
  test.each(named)('%s', async (_, { program, racy, must }) => {
    const node = program[0] === 'multithreading.mjs' ? join(folder, 'node_modules/node/bin/node') : process.execPath;
    const words = [node, '--no-warnings', ...program];
    const plain = await finished(words, folder, process.env);
    expect(plain.status, plain.output).toBe(0);
    let isFound = false;
    for (let i = 0; i < (must === undefined ? 1 : ATTEMPTS) && !isFound; i++) {
      const recorded = await judge(words, folder, { noise: must !== undefined });
      expect({ status: recorded.status, stdout: recorded.stdout }).toEqual({ status: 0, stdout: plain.stdout });
      const said = places(recorded);
      for (const pair of said)
        if (racy === undefined || !pair.every((place) => racy.test(place))) expect.fail(pair.join(' against '));
      isFound =
        must !== undefined && said.some((pair) => must.every((place) => pair.some((location) => location.includes(place))));
    }
    expect(isFound).toBe(must !== undefined);
  });
});

function places({ findings }: Judged): string[][] {
  return findings.map(({ first, second }) => [String(first?.location), String(second.location)]);
}
