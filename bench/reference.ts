// The physical limit beside us: plain C programs, compiled here and now with gcc -O3 and measured in the same run.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trace } from '../src/trace/trace.ts';

export interface Reference {
  /** Nanoseconds per event, best of `repeats`; undefined without a compiler. */
  parseStd(file: string, repeats: number): number | undefined;
  fasttrack(columns: string, repeats: number): number | undefined;
}

export function reference(root: string, scratch: string): Reference {
  const run = (name: string, file: string, repeats: number): number | undefined => {
    const binary = compiled(root, scratch, name);
    if (binary === undefined) return undefined;
    const { nsPerEvent } = JSON.parse(execFileSync(binary, [file, String(repeats)], { encoding: 'utf8' })) as {
      nsPerEvent: number;
    };
    return nsPerEvent;
  };
  return {
    parseStd: (file, repeats) => run('parse-std', file, repeats),
    fasttrack: (file, repeats) => run('fasttrack', file, repeats),
  };
}

const binaries = new Map<string, string | undefined>();

function compiled(root: string, scratch: string, name: string): string | undefined {
  if (!binaries.has(name)) {
    mkdirSync(scratch, { recursive: true });
    const binary = join(scratch, name);
    const source = join(root, 'bench', 'reference', `${name}.c`);
    const { status, stderr } = spawnSync('gcc', ['-O3', '-march=native', '-o', binary, source], { encoding: 'utf8' });
    if (status !== 0) process.stderr.write(`bench: no C reference for ${name}: ${stderr || 'gcc is not installed'}\n`);
    binaries.set(name, status === 0 ? binary : undefined);
  }
  return binaries.get(name);
}

/** The columns of a trace as bench/reference/fasttrack.c reads them. */
export function writeColumns(trace: Trace, file: string): void {
  const { length, blocks, symbols } = trace;
  const padded = (length + 3) & ~3;
  const bytes = new Uint8Array(16 + padded + 8 * length);
  new Uint32Array(bytes.buffer, 0, 4).set([length, symbols.threads.size, symbols.locks.size, symbols.variables.size]);
  const threads = new Uint32Array(bytes.buffer, 16 + padded, length);
  const targets = new Uint32Array(bytes.buffer, 16 + padded + 4 * length, length);
  for (const block of blocks) {
    bytes.set(block.ops.subarray(0, block.length), 16 + block.start);
    threads.set(block.threads.subarray(0, block.length), block.start);
    targets.set(block.targets.subarray(0, block.length), block.start);
  }
  writeFileSync(file, bytes);
}
