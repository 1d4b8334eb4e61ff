// What is kept of instrumented modules is run as code: it must be that of the very bytes, whole, and nobody else's.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isDue, sweep } from '../../../src/record/node/loading/sweep.ts';
import { all, sample } from '../../runs.ts';
import { record } from './record.ts';
import { assemble } from './wasm/harness.ts';

/** 42 and 43 take as many bytes. */
const module = (answer: number) =>
  assemble(`(module (import "js" "memory" (memory 1 1 shared))
    (func (export "f") (result i32) (i32.store (i32.const 0) (i32.const ${answer})) (i32.load (i32.const 0))))`);
// A first thread that is alone is not recorded.
const program = (answer: number) => `
  import { Worker } from 'node:worker_threads';
  new Worker('', { eval: true });
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const bytes = Buffer.from('${Buffer.from(module(answer)).toString('base64')}', 'base64');
  const { instance } = await WebAssembly.instantiate(bytes, { js: { memory } });
  console.log(instance.exports.f());
`;

function newCache(): string {
  const path = mkdtempSync(join(tmpdir(), 'foretrace-cache-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Runs the program; what it printed, and how many accesses of the module were recorded. */
function run(cache: string, answer = 42): { stdout: string; accesses: number; notes: string } {
  const { stdout, threads, notes } = record({ 'main.mjs': program(answer) }, { env: { FORETRACE_CACHE: cache } });
  const accesses = threads[0]!.filter(({ kind, size }) => size === 4 && (kind === 'read' || kind === 'write')).length;
  return { stdout, accesses, notes };
}

function entries(cache: string): string[] {
  const folders = readdirSync(cache).map((name) => join(cache, name));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return files.filter((file) => file.includes('wasm-'));
}

interface Entry {
  head: Record<string, unknown>;
  sections: Buffer;
}

function change(file: string, edit: (entry: Entry) => Entry): void {
  const bytes = readFileSync(file);
  const end = bytes.indexOf(10);
  const { head, sections } = edit({
    head: JSON.parse(bytes.toString('utf8', 0, end)) as Record<string, unknown>,
    sections: Buffer.from(bytes.subarray(end + 1)),
  });
  writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), sections]));
}

/** i32.const 42 becomes i32.const 43. */
function altered(sections: Buffer): Buffer {
  const at = sections.indexOf(Buffer.from([0x41, 42]));
  expect(at).toBeGreaterThan(0);
  sections[at + 1] = 43;
  return sections;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('an instrumented module that is kept', () => {
  it('is used by the next run, and the user’s alone', () => {
    const cache = newCache();
    expect(run(cache)).toMatchObject({ stdout: '42\n', accesses: 2, notes: '' });
    const [entry, ...others] = entries(cache);
    expect(others).toEqual([]);
    expect(statSync(entry!).mode & 0o777).toBe(0o600);
    change(entry!, ({ head, sections }) => {
      const other = altered(sections);
      return { head: { ...head, hash: hashOf(other) }, sections: other };
    });
    expect(run(cache)).toMatchObject({ stdout: '43\n', accesses: 2 });
  });

  const spoils: [how: string, spoil: (file: string, cache: string) => void][] = [
    ['has another byte', (file) => change(file, ({ head, sections }) => ({ head, sections: altered(sections) }))],
    ['is cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, -1))],
    ['is empty', (file) => writeFileSync(file, '')],
    ['is no entry', (file) => writeFileSync(file, 'nothing\nof that kind')],
    [
      'is that of another module',
      (file, cache) => {
        run(cache, 43);
        renameSync(entries(cache).find((other) => other !== file)!, file);
      },
    ],
    [
      'is that of another version',
      (file) =>
        change(file, ({ head, sections }) => {
          const other = altered(sections);
          return { head: { ...head, hash: hashOf(other), version: '0' }, sections: other };
        }),
    ],
    [
      'others can write to',
      (file) => {
        change(file, ({ head, sections }) => {
          const other = altered(sections);
          return { head: { ...head, hash: hashOf(other) }, sections: other };
        });
        chmodSync(file, 0o666);
      },
    ],
    [
      'is a link',
      (file, cache) => {
        change(file, ({ head, sections }) => {
          const other = altered(sections);
          return { head: { ...head, hash: hashOf(other) }, sections: other };
        });
        renameSync(file, join(cache, 'elsewhere'));
        symlinkSync(join(cache, 'elsewhere'), file);
        // `entries` looks into folders.
        onTestFinished(() => rmSync(join(cache, 'elsewhere'), { force: true }));
      },
    ],
  ];
  it.each(sample(spoils, 4))('is made anew if it %s', (_, spoil) => {
    const cache = newCache();
    run(cache);
    const [entry] = entries(cache);
    const whole = readFileSync(entry!);
    spoil(entry!, cache);
    expect(run(cache)).toMatchObject({ stdout: '42\n', accesses: 2, notes: '' });
    const isFile = lstatSync(entry!).isFile();
    expect(isFile && readFileSync(entry!).equals(whole)).toBe(true);
  });

  it('in a folder that cannot be had costs nothing but time', () => {
    const { stdout, accesses, notes } = run('/dev/null/cache');
    expect([stdout, accesses]).toEqual(['42\n', 2]);
    expect(notes).toContain('instrumented files are not kept');
  });

  it.runIf(all)('is one for all workers that compile it at once', () => {
    const cache = newCache();
    const main = `
      import { Worker, isMainThread, workerData } from 'node:worker_threads';
      if (isMainThread) {
        const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
        for (let i = 0; i < 4; i++) new Worker(new URL(import.meta.url), { workerData: memory });
      } else {
        const arrived = new Int32Array(workerData.buffer, 64);
        Atomics.add(arrived, 0, 1);
        while (Atomics.load(arrived, 0) < 4);
        const bytes = Buffer.from('${Buffer.from(module(42)).toString('base64')}', 'base64');
        const { f } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { js: { memory: workerData } }).exports;
        console.log(f());
      }`;
    const { stdout, notes } = record({ 'main.mjs': main }, { env: { FORETRACE_CACHE: cache } });
    expect([stdout, notes]).toEqual(['42\n'.repeat(4), '']);
    expect(entries(cache)).toHaveLength(1);
  });
});

describe('the size of what is kept', () => {
  /** Files of 100 bytes, the first the oldest. */
  function filled(cache: string, files: readonly string[]): void {
    files.forEach((name, i) => {
      mkdirSync(join(cache, name, '..'), { recursive: true });
      writeFileSync(join(cache, name), Buffer.alloc(100));
      utimesSync(join(cache, name), 1000 + i, 1000 + i);
    });
  }
  const [old, own] = [`node-${'0'.repeat(16)}`, `node-${'a'.repeat(16)}`];
  const left = (cache: string) =>
    readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(cache, name)).isFile());

  it('is bounded: what was not used for longest goes first, and the folders of versions that have nothing left', () => {
    const cache = newCache();
    filled(cache, [`${old}/a`, `${old}/b`, `${own}/c`, `${own}/d`, `${own}/e`]);
    sweep(cache, 500);
    expect(left(cache)).toHaveLength(5);
    sweep(cache, 400);
    expect(left(cache).sort()).toEqual([`${own}/c`, `${own}/d`, `${own}/e`]);
    expect(readdirSync(cache)).toEqual([own]);
  });

  it('counts nothing else, and nothing else goes', () => {
    const cache = newCache();
    filled(cache, ['other/a', 'node-1/b', `${own}/c/d`, `${own}/e`, `${own}/f`]);
    symlinkSync(join(cache, 'other'), join(cache, old));
    sweep(cache, 150);
    expect(left(cache).sort()).toEqual([`${old}/a`, `${own}/c/d`, `${own}/f`, 'node-1/b', 'other/a'].sort());
    sweep(join(cache, 'nowhere'), 0);
  });

  it('is looked at after large entries, and after some of the others', () => {
    const names = Array.from({ length: 4096 }, (_, i) => `module-${i.toString(16).padStart(8, '0')}-${i}`);
    const due = names.filter((name) => isDue(name, 100)).length;
    expect(due).toBeGreaterThan(4096 / 128);
    expect(due).toBeLessThan(4096 / 32);
    expect(isDue(names[1]!, 2 ** 20)).toBe(true);
  });
});
