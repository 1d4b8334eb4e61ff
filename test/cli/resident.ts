// Calls the program that stays (resident.mjs), and waits for it as spawnSync would: over two pipes with names.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './run.ts';

export interface Request {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | Uint8Array;
  /** Both streams in `stdout`. */
  readonly merged: boolean;
}

interface Resident {
  readonly requests: number;
  readonly answers: number;
}

let resident: Resident | undefined;

/** One per process of tests, from the first command line on. It ends when nobody can write to its pipe any more. */
function started(main: string): Resident {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-resident-'));
  const names = ['requests', 'answers'].map((name) => join(folder, name));
  const { status } = spawnSync('mkfifo', names);
  if (status !== 0) throw new Error('mkfifo is missing');
  spawn(process.execPath, [join(import.meta.dirname, 'resident.mjs'), main, folder], { stdio: 'inherit' }).unref();
  const [requests, answers] = [openSync(names[0]!, 'w'), openSync(names[1]!, 'r')];
  rmSync(folder, { recursive: true, force: true });
  return { requests, answers };
}

export function residentRun(main: string, { input, ...rest }: Request): Outcome {
  resident ??= started(main);
  const { requests, answers } = resident;
  writeAll(requests, `${JSON.stringify({ ...rest, input: Buffer.from(input).toString('base64') })}\n`);
  const parts: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(1 << 16);
    const size = readSync(answers, chunk);
    if (size === 0) throw new Error(`the program ended without an answer: ${rest.args.join(' ')}`);
    parts.push(chunk.subarray(0, size));
    if (chunk[size - 1] === 10) return JSON.parse(Buffer.concat(parts).toString()) as Outcome;
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
