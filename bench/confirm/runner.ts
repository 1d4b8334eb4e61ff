// Runs the built foretrace, apart from us: what does not end within its time is ended with all that it has started.

import { spawn } from 'node:child_process';
import { descendants } from '../process-cost.ts';
import { builtForetrace } from '../run-cost.ts';

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
  readonly isLate: boolean;
}

export type Runner = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>;

/** `seconds` for each command. */
export function runner(root: string, cwd: string, seconds: number): Runner {
  const foretrace = builtForetrace(root);
  return (args, env = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [foretrace, ...args], {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const text = { stdout: '', stderr: '' };
      for (const stream of ['stdout', 'stderr'] as const)
        child[stream].setEncoding('utf8').on('data', (piece: string) => {
          text[stream] += piece;
        });
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        for (const pid of [child.pid!, ...descendants(child.pid!)]) end(pid);
      }, seconds * 1e3);
      child.on('error', reject);
      child.on('close', (status) => {
        clearTimeout(timer);
        resolve({ ...text, status, isLate });
      });
    });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
