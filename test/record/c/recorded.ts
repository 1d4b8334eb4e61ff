// Compiles small programs with the C runtime of the recorder, runs them, and reads their raw logs. For one test file each.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw, VALUES } from '../../../src/raw/format.ts';
import { partsWithRequest } from '../../../src/raw/tails.ts';
import { missing, needs } from '../../needs.ts';

const RUNTIME = fileURLToPath(new URL('../../../src/record/c/runtime/', import.meta.url));
const NAMES = new Map<number, string>(Object.entries(Raw).map(([name, kind]) => [kind, name]));

/** A net for programs that hang, in milliseconds. */
export const PATIENCE = 600_000;

/** Where the programs of a test file are. */
export let folder = '';

/** For each test file to call: the runtime is there for its tests, which are left out where there is no compiler. */
export function useRuntime(): void {
  beforeAll(() => {
    if (missing(['gcc']) !== undefined) return;
    folder = mkdtempSync(join(tmpdir(), 'foretrace-runtime-'));
    copyFileSync(runtimeObject(), join(folder, 'foretrace.o'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach((context) => needs('gcc', context));
}

/** The runtime, compiled once for all test files of a run: the first one that needs it does it, aside. */
function runtimeObject(): string {
  const object = join(inject('shared'), 'runtime.o');
  if (existsSync(object)) return object;
  const aside = join(folder, 'aside.o');
  const sources = readdirSync(RUNTIME, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.c'));
  const strict = ['-Wall', '-Wextra', '-Werror'];
  gcc('-O1', '-fPIC', ...strict, '-r', '-nostdlib', '-o', aside, ...sources.map((name) => RUNTIME + name));
  renameSync(aside, object);
  return object;
}

function gcc(...args: string[]): void {
  const { status, stderr, error } = spawnSync('gcc', ['-std=gnu11', '-pthread', ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`gcc: ${error?.message ?? stderr}`);
}

export interface Entry {
  readonly kind: string;
  readonly address: number;
  readonly size: number;
  readonly extra: number;
  readonly time: number;
  /** Its place in the log: accesses of one walk have one. */
  readonly at: number;
}

const TIMED_IN_EXTRA = ['read', 'write', 'readRange', 'writeRange', 'atomicLoad', 'atomicStore', 'atomicUpdate'];

/** The records of a log; stamps, lengths, values, and who called belong to others and are left out, and so is the time in the records. */
function* records(folder: string, name: string): Generator<Entry> {
  const bytes = Buffer.concat(
    (partsWithRequest(folder, name) ?? []).map(({ path, from, to, at }) => readFileSync(path).subarray(at, at + to - from)),
  );
  let time = 0;
  for (let at = RAW_HEADER_BYTES; at + RAW_RECORD_BYTES <= bytes.length; at += RAW_RECORD_BYTES) {
    const [address, high] = [bytes.readUIntLE(at, 6), bytes.readUInt16LE(at + 6)];
    const word = bytes.readUInt16LE(at + 14);
    const kind = NAMES.get(high & 255)!;
    if (kind === 'none') break;
    const inExtra = TIMED_IN_EXTRA.includes(kind);
    if (kind === 'stamp') time = Math.max(time, address);
    else if (kind !== 'length' && kind !== 'call' && kind !== 'place') {
      time += inExtra ? (word >> 3) & 0xfff : high >> 8;
      if (kind === 'read' || kind === 'write') {
        const size = (word & 7) === 0 ? high >> 8 : 1 << ((word & 7) - 1);
        for (let from = 0; from < high >> 8; from += size) yield { kind, address: address + from, size, extra: 0, time, at };
      } else yield { kind, address, size: inExtra ? high >> 8 : 0, extra: inExtra ? word & (VALUES | 7) : word, time, at };
    }
    if (kind.startsWith('atomic') && (word & VALUES) !== 0) at += RAW_RECORD_BYTES;
  }
}

/** Where programs are, by runtime and source: tests that run one in several ways build it once. */
const programs = new Map<string, string>();

/** Compiles a program; where it is. */
export function built(source: string, runtime = 'foretrace.o'): string {
  const key = `${folder}\0${runtime}\0${source}`;
  const before = programs.get(key);
  if (before !== undefined) return before;
  const name = `program-${programs.size}`;
  writeFileSync(
    join(folder, `${name}.c`),
    `#define _GNU_SOURCE\n#include <pthread.h>\n#include <stdlib.h>\n#include <unistd.h>\n${source}`,
  );
  gcc('-O1', '-g', '-fsanitize=thread', '-Wno-tsan', '-c', `${name}.c`);
  gcc('-o', name, `${name}.o`, runtime, '-Wl,--export-dynamic', '-ldl');
  const program = join(folder, name);
  programs.set(key, program);
  return program;
}

let recordings = 0;

interface Running {
  readonly env?: NodeJS.ProcessEnv;
  readonly args?: string[];
  readonly runtime?: string;
}

/** Compiles and runs a program; the logs of its processes, by thread number. */
export const recorded = (source: string, options?: Running) => runAndRead(source, options, (entries): Entry[] => [...entries]);

/** The same, but only how many entries of each kind there are: for logs that are too long to be kept. */
export const counted = (source: string, options?: Running) =>
  runAndRead(source, options, (entries) => {
    const counts = new Map<string, number>();
    for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  });

function runAndRead<T>(
  source: string,
  { env = {}, args = [], runtime = 'foretrace.o' }: Running = {},
  read: (entries: Iterable<Entry>) => T,
) {
  const program = built(source, runtime);
  const into = `${program}-recording-${recordings++}`;
  const run = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, FORETRACE_RECORD: into, ...env },
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  const processes = names(into).map((process) => {
    const logs = new Set(names(join(into, process)).flatMap((file) => /^(thread-\d+)\.(?:raw|tail)$/.exec(file)?.[1] ?? []));
    const sorted = [...logs].sort((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b)));
    return sorted.map((name) => read(records(join(into, process), name)));
  });
  return { ...run, into, processes, threads: processes[0] ?? [] };
}

function names(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

export const count = (entries: readonly Entry[], kind: string): number => entries.filter((entry) => entry.kind === kind).length;
export const kinds = (entries: readonly Entry[]): string[] => entries.map(({ kind }) => kind);

/** Runs `work` twice. */
export const TWO_THREADS = `
int main(int count, char **words) {
  (void)count, (void)words;
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}`;
