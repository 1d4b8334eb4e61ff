// Programs from Debian's source packages: built by `foretrace cc`, recorded and analysed, they say what the uninstrumented program says,
// and have no race that we know of. It fetches and builds them, and takes minutes: FORETRACE_LONG=1.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { debianSource } from '../../bench/record-programs/debian-sources.ts';
import { long } from '../runs.ts';

const FORETRACE = resolve(import.meta.dirname, '../../dist/cli/main.js');
/** For one command: configure and make call the compiler hundreds of times, each by way of Node, and the machine may be busy. */
const PATIENCE = 1_800_000;
const folder = long ? mkdtempSync(join(tmpdir(), 'foretrace-real-')) : '';
afterAll(() => {
  if (long) rmSync(folder, { recursive: true, force: true });
});

interface Program {
  readonly source: string;
  /** Shell commands in the folder of the source; `$CC` and `$CXX` are the compilers. */
  readonly build: string;
  /** Writes to standard output; the input is `$INPUT`. */
  readonly run: string;
}

const programs: readonly Program[] = [
  { source: 'pigz', build: 'make -s CC="$CC" CFLAGS="-O2 -w" pigz', run: './pigz -p 4 -c -n $INPUT' },
  {
    source: 'pbzip2',
    build: 'make -s CXX="$CXX" CXXFLAGS="-O2 -w -pthread -DUSE_STACKSIZE_CUSTOMIZATION" pbzip2',
    run: './pbzip2 -p3 -b1 -k -c $INPUT',
  },
  {
    source: 'lbzip2',
    // Its parts of gnulib know an older C library.
    build:
      './configure -q CC="$CC" CFLAGS="-O2 -w -D_IO_ftrylockfile -D_IO_ERR_SEEN=32 -D_IO_IN_BACKUP=256 -D_IO_CURRENTLY_PUTTING=2048" && make -s',
    run: 'src/lbzip2 -n 3 -k -c $INPUT',
  },
  {
    source: 'xz-utils',
    build:
      './configure -q --disable-shared --disable-nls --disable-doc --disable-scripts --disable-lzmadec --disable-lzmainfo ' +
      '--disable-lzma-links --enable-sandbox=no CC="$CC" CFLAGS="-O2 -w" && make -s',
    run: 'src/xz/xz -0 -T3 --block-size=200000 -k -c $INPUT',
  },
];

function shell(command: string, cwd: string, env: Record<string, string> = {}): { status: number | null; output: Buffer } {
  const { status, stdout, stderr, error } = spawnSync('sh', ['-c', command], {
    cwd,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    timeout: PATIENCE,
  });
  // The output of a program is compared; of one that fails, what it complains of is wanted.
  const complaints = error === undefined ? '' : `${command}: ${error.message}\n`;
  return { status, output: status === 0 ? stdout : Buffer.concat([stdout, stderr, Buffer.from(complaints)]) };
}

/** Text of some sense: half of it comes again. */
function writeInput(): string {
  const file = join(folder, 'input');
  const lines = Array.from({ length: 60_000 }, (_, i) => `${i} ${(i * 2654435761) % 4093} of the ${i % 97} lines\n`);
  writeFileSync(file, lines.join(''));
  return file;
}

describe.runIf(long)('programs of Debian', () => {
  test.for(programs)('$source', { timeout: 4 * PATIENCE }, ({ source, build, run }) => {
    // That it cannot be had is a failure: whoever asks for this test wants to see the programs.
    const plain = debianSource(source, folder);
    const recorded = `${plain}-recorded`;
    expect(shell(`cp -a ${plain} ${recorded}`, folder).status).toBe(0);
    const foretrace = `${process.execPath} ${FORETRACE}`;
    for (const [place, cc, cxx] of [
      [plain, 'cc', 'c++'],
      [recorded, `${foretrace} cc`, `${foretrace} c++`],
    ] as const) {
      const built = shell(build, place, { CC: cc, CXX: cxx });
      expect(built.status, built.output.toString()).toBe(0);
    }
    const env = { INPUT: writeInput() };
    const expected = shell(run, plain, env);
    const report = join(folder, `${source}.json`);
    const got = shell(`${foretrace} run -q -f json=${report} -- ${run}`, recorded, env);
    expect(existsSync(report), got.output.subarray(-2000).toString()).toBe(true);
    const { findings } = JSON.parse(readFileSync(report, 'utf8')) as { findings: readonly unknown[] };
    expect(findings).toEqual([]);
    expect(got.status).toBe(0);
    expect(got.output.equals(expected.output), 'the same output').toBe(true);
  });
});
