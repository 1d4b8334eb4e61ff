// A suite in a process of its own, so that it can be ended where it stands: no suite keeps the others waiting, and none is measured
// with what another has left in memory. It tells what it finds as it comes.

import { fork } from 'node:child_process';
import type { Table } from './suite.ts';

export type Message = { readonly progress: string } | { readonly table: Table };

export interface Listener {
  progress(text: string): void;
  table(table: Table): void;
}

/** Runs the program until its end, or until `limit` is aborted; returns why it did not come to its end, if it did not. */
export function runApart(
  program: string,
  args: readonly string[],
  listener: Listener,
  limit: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    // A group of its own: what a suite has started ends with it.
    const child = fork(program, [...args], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: process.execArgv,
    });
    const end = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // It has just ended by itself.
      }
    };
    limit.addEventListener('abort', end);
    child.on('message', (message: Message) => {
      if ('progress' in message) listener.progress(message.progress);
      else listener.table(message.table);
    });
    child.on('error', reject);
    // What it has told may come after its end: the channel closes last.
    const heard = new Promise((resolve) => child.once('disconnect', resolve));
    child.on('exit', async (status, signal) => {
      limit.removeEventListener('abort', end);
      await heard;
      if (limit.aborted) resolve('its time was over');
      else resolve(status === 0 ? undefined : `it ended with ${signal ?? `status ${status}`}`);
    });
    if (limit.aborted) end();
  });
}
