// Every way in which an input can be bad, as a user meets it: one line with code, file and place, a hint, status 2.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folder, foretrace, root } from './run.ts';

const broken = (name: string): Buffer => readFileSync(join(root, `traces/broken/${name}.std`));
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `T${i % 3}|w(x${i % 50})|f.c:${i}\n`).join('');
/** Bytes of a linear congruential generator: no text, no signature. */
const noise = Buffer.from(Array.from({ length: 5000 }, (_, i) => (Math.imul(i + 7, 0x41c64e6d) >>> 11) & 0xff));

interface Bad {
  readonly name: string;
  readonly content: Uint8Array | string;
  readonly code: string;
  /** Where, after the name of the file. */
  readonly place?: RegExp;
  /** Whether --lenient makes something of it. */
  readonly repairable?: boolean;
}

const inputs: readonly Bad[] = [
  { name: 'an empty file', content: '', code: 'TRACE_EMPTY' },
  { name: 'binary noise', content: noise, code: 'FORMAT_UNKNOWN' },
  { name: 'a line cut in half', content: broken('line-cut-in-half'), code: 'TRACE_BAD_LINE', place: /^:3: /, repairable: true },
  { name: 'an unknown operation', content: broken('unknown-operation'), code: 'TRACE_UNKNOWN_OPERATION', place: /^:2: / },
  {
    name: 'a release by the wrong thread',
    content: broken('release-by-other-thread'),
    code: 'TRACE_UNMATCHED_RELEASE',
    place: /^:3: /,
    repairable: true,
  },
  {
    name: 'a release of a free lock',
    content: broken('release-of-free-lock'),
    code: 'TRACE_UNMATCHED_RELEASE',
    place: /^:2: /,
    repairable: true,
  },
  {
    name: 'an acquire of a held lock',
    content: broken('acquire-of-held-lock'),
    code: 'TRACE_LOCK_HELD',
    place: /^:3: /,
    repairable: true,
  },
  {
    name: 'an event after join',
    content: broken('event-after-join'),
    code: 'TRACE_AFTER_JOIN',
    place: /^:5: /,
    repairable: true,
  },
  { name: 'a second fork', content: broken('fork-twice'), code: 'TRACE_BAD_FORK', place: /^:3: /, repairable: true },
  {
    name: 'a line of 10 MB',
    content: `T1|w(x)|1\nT1|w(${'y'.repeat(10_000_000)})|2\nT1|r(x)|3\n`,
    code: 'TRACE_LINE_TOO_LONG',
    place: /^:2: /,
    repairable: true,
  },
  { name: 'NUL bytes', content: 'T1|w(x)|1\nT1|w(\0\0)|2\n', code: 'TRACE_NOT_TEXT', place: /^:2: / },
  {
    name: 'NUL bytes in the first line',
    content: 'T1|w(a\0b)|1\nT1|r(x)|2\n',
    code: 'TRACE_NOT_TEXT',
    place: /^:1: /,
    repairable: true,
  },
  {
    name: 'invalid UTF-8',
    content: Buffer.from('T1|w(x)|1\nT1|w(\xff\xfe)|2\n', 'latin1'),
    code: 'TRACE_NOT_TEXT',
    place: /^:2: /,
  },
  { name: 'UTF-16', content: Buffer.from('\ufeffT1|w(x)|1\n', 'utf16le'), code: 'FORMAT_UNKNOWN' },
  {
    name: 'a gzip that ends early',
    content: gzipSync(lines(20_000)).subarray(0, 8000),
    code: 'COMPRESSION_BROKEN',
    place: /^: byte \d+: /,
    repairable: true,
  },
];

describe.each(inputs)('$name', ({ content, code, place = /^: /, repairable = false }) => {
  test('is one line with code, place and hint', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'bad.trace'), content);
    const { status, stdout, stderr } = foretrace(['stats', 'bad.trace'], { cwd });
    expect(stderr.split('\n')).toHaveLength(3);
    const [error, hint] = stderr.split('\n');
    expect(error).toContain(`foretrace: error ${code}: bad.trace`);
    expect(error!.split('bad.trace').slice(1).join('bad.trace')).toMatch(place);
    expect(error!.length).toBeLessThan(400);
    expect(hint).toMatch(/^ {2}hint: \S/);
    expect([status, stdout]).toEqual([2, '']);
  });

  test('is repaired and counted if lenient', { skip: !repairable }, () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'bad.trace'), content);
    const { status, stdout, stderr } = foretrace(
      ['analyze', '--lenient', '--fail-on', 'never', '--format', 'json', 'bad.trace'],
      { cwd },
    );
    expect(stderr).toMatch(new RegExp(`^foretrace: repaired: bad.trace: \\d+ ${code}`));
    // What was left out may hide a race.
    expect(status).toBe(3);
    expect(JSON.parse(stdout).trace).toMatchObject({ repaired: expect.any(Number), complete: false });
  });
});

test.each(['analyze', 'show', 'convert'])('%s of standard input says so', (command) => {
  const { status, stderr } = foretrace([command, '-', ...(command === 'convert' ? ['-', '--to', 'std'] : [])], { input: noise });
  expect(stderr).toContain('foretrace: error FORMAT_UNKNOWN: <stdin>');
  expect(status).toBe(2);
});

test.each([
  ['analyze', 'traces'],
  ['check', 'missing.std'],
  ['show', 'traces/missing/too.std'],
])('%s of a directory or a missing file: %s', (command, name) => {
  const cwd = folder();
  mkdirSync(join(cwd, 'traces'));
  const { status, stderr } = foretrace([command, name], { cwd });
  expect(stderr).toMatch(new RegExp(`^foretrace: error FILE_UNREADABLE: ${name}: .+\\n {2}hint: .+\\n$`));
  expect(status).toBe(2);
});

describe.each([
  { name: 'native file', option: '--plain', places: [0, 17, 60, 200, -1] },
  { name: 'short native file', option: '-q', places: [0, 17, 60, -1] },
])('a flipped bit in a $name', ({ option, places }) => {
  let cwd = '';
  let good: Buffer;

  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'foretrace-test-'));
    writeFileSync(join(cwd, 'good.std'), lines(200));
    expect(foretrace(['convert', 'good.std', 'good.ftrace', option], { cwd }).status).toBe(0);
    good = readFileSync(join(cwd, 'good.ftrace'));
  });

  afterAll(() => rmSync(cwd, { recursive: true }));

  // Every byte is flipped in the tests of the format; here a few, to see what a user sees.
  test.each(places)('at byte %i', (at) => {
    const bytes = Buffer.from(good);
    const offset = at < 0 ? bytes.length + at : at;
    bytes[offset]! ^= 0x10;
    writeFileSync(join(cwd, `bad${at}.ftrace`), bytes);
    const strict = foretrace(['stats', `bad${at}.ftrace`], { cwd });
    expect(strict.stderr).toMatch(/^foretrace: error TRACE_\w+: bad-?\d+\.ftrace: byte \d+: .+\n {2}hint: .+\n$/);
    expect(strict.status).toBe(2);
    const lenient = foretrace(['stats', '--lenient', `bad${at}.ftrace`], { cwd });
    expect(lenient.stderr).toMatch(/^foretrace: repaired: .+ TRACE_\w+/);
    expect(lenient.status).toBe(0);
  });
});

describe('what is simply accepted', () => {
  const plain = 'T1|w(x)|1\nT2|w(x)|2\n';

  test.each([
    ['CRLF', plain.replaceAll('\n', '\r\n')],
    ['a BOM', `\ufeff${plain}`],
    ['blank lines and comments', `# hello\n\n${plain}\n\n`],
    ['no newline at the end', plain.trimEnd()],
    ['gzip', gzipSync(plain)],
  ])('%s', (_, input) => {
    const { status, stdout } = foretrace(['analyze', '-', '--format', 'json'], { input });
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ trace: { events: 2, threads: 2 }, findings: [{ variable: 'x' }] });
  });

  test('70 000 threads', () => {
    const forks = Array.from({ length: 70_000 }, (_, i) => `main|fork(T${i})|1\n`);
    const writes = Array.from({ length: 70_000 }, (_, i) => `T${i}|w(x${i})|2\n`);
    const args = ['analyze', '-', '--format', 'json'];
    const { status, stdout } = foretrace(args, { input: [...forks, ...writes].join('') });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ trace: { events: 140_000, threads: 70_001 }, findings: [] });
  });
});
