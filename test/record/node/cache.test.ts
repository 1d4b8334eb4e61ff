// What is kept of instrumented texts is run as code: it must be that of the very text, and nobody else's.

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashText } from '../../../src/record/node/loading/hash.ts';
import { all, sample } from '../../runs.ts';
import { record } from './record.ts';

const text = (name: string): string => readFileSync(join(import.meta.dirname, 'hostile', name), 'utf8');

function newCache(): string {
  const path = mkdtempSync(join(tmpdir(), 'foretrace-cache-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function run(source: string, cache: string) {
  return record({ 'main.mjs': source }, { env: { FORETRACE_CACHE: cache } });
}

const entries = (cache: string): string[] => {
  const [folder] = readdirSync(cache);
  return folder === undefined ? [] : readdirSync(join(cache, folder)).map((name) => join(cache, folder, name));
};

describe('the cache', () => {
  it('gives a text nothing that was made of another, whatever their hashes', () => {
    const cache = newCache();
    const [a, b] = [text('collide-a.txt'), text('collide-b.txt')];
    const first = run(a, cache);
    expect(first.stdout).toContain(a.slice(-30, -4));
    const [entry] = entries(cache);
    // As if the second had the hash of the first.
    const planted = run(b, cache);
    const other = entries(cache).find((name) => name !== entry)!;
    writeFileSync(other, readFileSync(entry!));
    const again = run(b, cache);
    expect(again.stdout).toBe(planted.stdout);
    expect(again.stdout).not.toBe(first.stdout);
  });

  it.runIf(all)('is used again, and its files are the user’s alone', () => {
    const cache = newCache();
    run('const a = [1]; console.log(a[0]);', cache);
    const [entry] = entries(cache);
    expect(statSync(entry!).mode & 0o777).toBe(0o600);
    expect(statSync(join(entry!, '..')).mode & 0o777).toBe(0o700);
    const spoilt = readFileSync(entry!, 'utf8').replace(
      /console\.log(?![\s\S]*console\.log)/,
      'console.info("kept");console.log',
    );
    writeFileSync(entry!, spoilt);
    expect(run('const a = [1]; console.log(a[0]);', cache).stdout).toBe('kept\n1\n');
  });

  const spoils: [how: string, spoil: (path: string) => void][] = [
    ['that others can write to', (path) => chmodSync(path, 0o777)],
    [
      'that is a link',
      (path) => {
        rmSync(path, { recursive: true });
        mkdirSync(`${path}-elsewhere`);
        symlinkSync(`${path}-elsewhere`, path);
      },
    ],
  ];
  it.each(sample(spoils, 2))('%s is not used, which is told', (_, spoil) => {
    const cache = newCache();
    run('const a = [1]; console.log(a[0]);', cache);
    spoil(join(cache, readdirSync(cache)[0]!));
    const { stdout, notes } = run('const b = [1]; console.log(b[0]);', cache);
    expect(stdout).toBe('1\n');
    expect(notes).toContain('instrumented files are not kept: others can write to');
  });

  it('that cannot be had costs nothing but time', () => {
    const { stdout, notes } = run('const a = [1]; console.log(a[0]);', '/dev/null/cache');
    expect(stdout).toBe('1\n');
    expect(notes).toContain('instrumented files are not kept');
  });
});

describe('the hash', () => {
  it('depends on every unit, the length and the key', () => {
    const base = hashText('some text', [1, 2]);
    for (const [other, key] of [
      ['some texu', [1, 2]],
      ['Some text', [1, 2]],
      ['some text\0', [1, 2]],
      ['some text', [1, 3]],
    ] as const)
      expect(hashText(other, key)).not.toEqual(base);
    expect(hashText('some text', [1, 2])).toEqual(base);
  });

  it('tells the texts apart that were made to have one hash', () => {
    expect(hashText(text('collide-a.txt'), [0, 0])).not.toEqual(hashText(text('collide-b.txt'), [0, 0]));
  });
});
