// Runs a program, follows it while it runs, and holds the follower to what it promised.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { kindOf, RANKS, timeOf, WORDS, wordsOf } from '../../src/raw/assemble/raw-record.ts';
import { Follower } from '../../src/raw/follow/follower.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw } from '../../src/raw/format.ts';
import { logParts } from '../../src/raw/tails.ts';
import { Promises, type Truth } from '../raw/follow/promises.ts';

export interface Followed {
  readonly status: number | null;
  readonly promises: Promises;
  readonly folder: string;
  /** Bytes that are left on the disk. What is there meanwhile is up to how fast the machine lets the follower be. */
  readonly disk: number;
}

/** Runs a program and follows its first process until it is over. */
export async function followed(command: readonly string[], env: Record<string, string>, forgets: boolean): Promise<Followed> {
  const recording = mkdtempSync(join(tmpdir(), 'foretrace-followed-'));
  onTestFinished(() => rmSync(recording, { recursive: true, force: true }));
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...process.env, FORETRACE_RECORD: join(recording, 'recording'), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const over = { is: false, status: null as number | null };
  child.on('exit', (status) => {
    over.status = status;
    over.is = true;
  });
  let folder: string | undefined;
  while (folder === undefined && !over.is) {
    folder = processIn(join(recording, 'recording'));
    await setImmediate();
  }
  folder ??= processIn(join(recording, 'recording'))!;
  const follower = new Follower(folder, { kept: 1 << 16 });
  onTestFinished(() => follower.close());
  const promises = new Promises(follower, forgets);
  for (let isDead = false; !isDead; ) {
    isDead = over.is;
    promises.take(follower.look(isDead));
    await setImmediate();
  }
  return { status: over.status, promises, folder, disk: usage(folder) };
}

function processIn(recording: string): string | undefined {
  const name = existsSync(recording) ? readdirSync(recording).find((name) => name.startsWith('process-')) : undefined;
  return name !== undefined && existsSync(join(recording, name, 'about')) ? join(recording, name) : undefined;
}

function usage(folder: string): number {
  const logs = readdirSync(folder).filter((name) => name.startsWith('thread-'));
  return logs.reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0) * 512, 0);
}

/** What the threads left. */
export function left(folder: string): Map<number, Truth> {
  const numbers = readdirSync(folder).flatMap((name) => /^thread-(\d+)\.(?:raw|tail)$/.exec(name)?.[1] ?? []);
  return new Map([...new Set(numbers)].map((number) => [Number(number), truthOf(logOf(folder, number))]));
}

function logOf(folder: string, number: string): Uint8Array {
  const parts = logParts(folder, `thread-${number}`) ?? [];
  return Buffer.concat(parts.map(({ path, from, to, at }) => readFileSync(path).subarray(at, at + to - from)));
}

/** The records up to the first that is none. */
function truthOf(log: Uint8Array): Truth {
  const words = new Uint32Array(
    Uint8Array.from(log.subarray(RAW_HEADER_BYTES, log.length - (log.length % RAW_RECORD_BYTES))).buffer,
  );
  return recordsIn(words);
}

const ACCESSES = RANKS[Raw.read];
/** What these say of others is not when: they may come late. */
const NO_SYNCHRONISATION: ReadonlySet<number> = new Set([Raw.stamp, Raw.call, Raw.place]);

function recordsIn(words: Uint32Array): Truth {
  const times: { time: number; end: number }[] = [];
  let [at, time] = [0, 0];
  while (at < words.length) {
    const kind = kindOf(words[at + 1]!);
    const next = at + wordsOf(kind, words[at + 3]!);
    if (kind === Raw.none || next > words.length) break;
    time = timeOf(kind, words, at, time);
    at = next;
    if ((RANKS[kind] !== ACCESSES && !NO_SYNCHRONISATION.has(kind)) || kind === Raw.end)
      times.push({ time, end: RAW_HEADER_BYTES + at * (RAW_RECORD_BYTES / WORDS) });
  }
  return { bytes: new Uint8Array(words.buffer, 0, at * (RAW_RECORD_BYTES / WORDS)), times };
}

/** Of logs that are not there any more: what was given, which must be whole. */
function given(promises: Promises): Map<number, Truth> {
  return new Map(
    [...promises.given].map(([number, bytes]) => [number, recordsIn(new Uint32Array(Uint8Array.from(bytes).buffer))]),
  );
}

export async function holds(command: readonly string[], env: Record<string, string> = {}): Promise<Followed> {
  const plain = await holdsKept(command, env);
  const forgetful = await followed(command, env, true);
  forgetful.promises.check(given(forgetful.promises));
  for (const truth of given(forgetful.promises).values()) expect(truth.times.length).toBeGreaterThan(0);
  expect([plain.status, forgetful.status]).toEqual([0, 0]);
  return forgetful;
}

/** The same of logs that are left where they are. */
export async function holdsKept(command: readonly string[], env: Record<string, string> = {}): Promise<Followed> {
  const plain = await followed(command, env, false);
  plain.promises.check(left(plain.folder));
  expect(plain.status).toBe(0);
  return plain;
}
