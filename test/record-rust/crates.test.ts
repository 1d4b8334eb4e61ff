// Crates of crates.io that synchronise in ways of their own: used rightly they are silent, and an `unsafe impl Sync` between their threads is found. Needs the
// registry, and some minutes: for FORETRACE_LONG=1.

import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cargoWith } from '../../src/record/c/rust/cargo.ts';
import { needsRust } from '../needs.ts';
import { finished } from '../record/judge.ts';
import { racesIn } from '../record/verdict.ts';
import { long } from '../runs.ts';
import { judge } from './recording.ts';

const main = join(import.meta.dirname, '../../dist/cli/main.js');
const sources = join(import.meta.dirname, 'crates');
const MOST_RUNS = 8;
const folder = mkdtempSync(join(tmpdir(), 'foretrace-crates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(long)('crates', () => {
  beforeAll(async () => {
    cpSync(sources, folder, { recursive: true });
    needsRust({
      skip: (why?: unknown) => {
        throw new Error(String(why));
      },
    });
    const manifest = ['--manifest-path', join(folder, 'Cargo.toml')];
    const { command, environment } = cargoWith(['build', '--bins', ...manifest], [process.execPath, main], process.env);
    const { status, output } = await finished(command, folder, { ...process.env, ...environment });
    if (status !== 0) throw new Error(output);
  }, 3_600_000);

  for (const name of readdirSync(join(sources, 'src/bin')).map((file) => basename(file, '.rs')))
    test(name, async () => {
      const host = readdirSync(join(folder, 'target/foretrace')).find((entry) => entry.includes('-linux-'))!;
      const program = join(folder, 'target/foretrace', host, 'debug', name);
      const isRace = name.endsWith('_race');
      let judged = await judge([program], folder);
      // One thread may have done all the work.
      for (let runs = 1; runs < MOST_RUNS && isRace && judged.findings.length === 0; runs++)
        judged = await judge([program], folder);
      expect(judged.status, judged.output).toBe(0);
      expect(judged.findings.length > 0, racesIn(judged).join('\n')).toBe(isRace);
    });
});
