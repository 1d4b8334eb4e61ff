// Runs a program under the built recorder, in a folder of its own, and reads what it left.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { PLACE_BIT, RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw, VALUES } from '../../../src/raw/format.ts';
import type { Naming } from '../../../src/raw/naming.ts';
import { nodeNaming } from '../../../src/record/node/naming.ts';
import { withPreload } from '../../../src/record/node/preload.ts';

export const register: string = join(dirname(inject('main')), '../record/node/register.js');

/** A net for programs that hang, in milliseconds. */
const PATIENCE = 600_000;

export interface RawRecord {
  readonly kind: string;
  readonly time: number;
  readonly address: number;
  readonly size: number;
  readonly site: number;
  readonly extra: number;
  /** Whether it says who called. */
  readonly isStacked: boolean;
  readonly before: bigint;
  readonly after: bigint;
}

export interface Recorded {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly processes: readonly RecordedProcess[];
  /** Of the first process. */
  readonly threads: readonly (readonly RawRecord[])[];
  readonly notes: string;
  /** What ran and is missing. */
  readonly unrecorded: string;
  readonly cwd: string;
  naming(): Promise<Naming>;
}

export interface RecordedProcess {
  readonly folder: string;
  readonly threads: readonly (readonly RawRecord[])[];
}

const kinds = new Map<number, string>(Object.entries(Raw).map(([name, number]) => [number, name]));

export interface RecordOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly node?: readonly string[];
  /** Another Node.js than the one that runs the tests. */
  readonly executable?: string;
  readonly record?: boolean;
  readonly input?: string;
}

/** `files`: names and texts; the first is run. */
export function record(files: Readonly<Record<string, string>>, options: RecordOptions = {}): Recorded {
  const cwd = mkdtempSync(join(tmpdir(), 'foretrace-node-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const { NODE_OPTIONS, ...inherited } = process.env;
  const recording = { NODE_OPTIONS: withPreload(undefined, register), FORETRACE_RECORD: join(cwd, 'rec') };
  const { status, signal, stdout, stderr } = spawnSync(
    options.executable ?? process.execPath,
    [...(options.node ?? []), ...Object.keys(files).slice(0, 1), ...(options.args ?? [])],
    {
      cwd,
      env: { ...inherited, ...(options.record === false ? {} : recording), ...options.env },
      encoding: 'utf8',
      timeout: PATIENCE,
      killSignal: 'SIGKILL',
      ...(options.input === undefined ? {} : { input: options.input }),
    },
  );
  const processes = options.record === false ? [] : readProcesses(join(cwd, 'rec'));
  const first = processes[0]?.folder ?? cwd;
  return {
    status,
    signal,
    stdout,
    stderr,
    processes,
    threads: processes[0]?.threads ?? [],
    notes: contents(join(first, 'notes')),
    unrecorded: contents(join(first, 'unrecorded')),
    cwd,
    naming: () => nodeNaming(first),
  };
}

function readProcesses(folder: string): RecordedProcess[] {
  const folders = readdirSync(folder).map((name) => join(folder, name));
  const started = (path: string) => Number(/^started (\d+)/m.exec(contents(join(path, 'about')))?.[1]);
  return folders
    .sort((a, b) => started(a) - started(b))
    .map((path) => {
      const logs = readdirSync(path).filter((name) => name.endsWith('.raw'));
      return { folder: path, threads: logs.map((_, thread) => readThread(join(path, `thread-${thread}.raw`))) };
    });
}

function contents(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The records of a thread; stamps are folded into times, and callers are left out. */
function readThread(file: string): RawRecord[] {
  const bytes = readFileSync(file);
  const records: RawRecord[] = [];
  let time = 0;
  // The address of place 1, 2, …
  const places = [0];
  for (let at = RAW_HEADER_BYTES; at + RAW_RECORD_BYTES <= bytes.length; at += RAW_RECORD_BYTES) {
    const word1 = bytes.readUInt32LE(at + 4);
    const address = bytes.readUInt32LE(at) + (word1 & 0xffff) * 2 ** 32;
    const kind = kinds.get((word1 >>> 16) & 0xff) ?? 'unknown';
    if (kind === 'none') break;
    if (kind === 'stamp') {
      time = address;
      continue;
    }
    if (kind === 'place') places.push(address);
    if (kind === 'place' || kind === 'call') continue;
    const extra = bytes.readUInt16LE(at + 14);
    const hasValues = (extra & VALUES) !== 0;
    const next = at + RAW_RECORD_BYTES;
    const [before, after] = hasValues ? [bytes.readBigUInt64LE(next), bytes.readBigUInt64LE(next + 8)] : [0n, 0n];
    if (hasValues) at = next;
    const site = bytes.readUIntLE((hasValues ? next - RAW_RECORD_BYTES : at) + 8, 6);
    records.push({
      kind,
      time,
      address,
      size: word1 >>> 24,
      site: site < PLACE_BIT ? site : places[site - PLACE_BIT]!,
      extra,
      isStacked: site >= PLACE_BIT,
      before,
      after,
    });
  }
  return records;
}

/** How often each kind comes. */
export function counts(records: readonly RawRecord[] | undefined): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { kind } of records ?? []) found[kind] = (found[kind] ?? 0) + 1;
  return found;
}

/** The addresses that were read or written, from the start of the first block. */
export function offsets(records: readonly RawRecord[] | undefined, kind: string): number[] {
  return (records ?? []).filter((entry) => entry.kind === kind).map(({ address }) => address - 0x100000);
}

const LETTERS: Readonly<Record<string, string>> = { read: 'r', readRange: 'r', write: 'w', writeRange: 'w' };

/** The words that were read and written from one atomic load to the next: `r1 w1`. */
export function accessesOf(records: readonly RawRecord[] | undefined): string[] {
  const found: string[][] = [[]];
  for (const { kind, address } of records ?? []) {
    if (kind === 'atomicLoad') found.push([]);
    if (Object.hasOwn(LETTERS, kind)) found.at(-1)!.push(`${LETTERS[kind]}${(address - 0x100000) / 4}`);
  }
  return found.map((words) => words.join(' '));
}
