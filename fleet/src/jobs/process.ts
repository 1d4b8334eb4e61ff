// The process of a job: it gets one task, writes the answer into its folder, and ends. A thread beside it ends it if the worker is gone or the time
// is over: what hangs in a loop hears nothing.

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { InputError } from 'foretrace';
import { ANSWER, type ToldFailure } from './confined.ts';
import type { Task } from './kind.ts';
import { tasks } from './tasks.ts';

const WATCH = `
  const parent = process.ppid;
  const until = Date.now() + 1000 * (Number(process.env.FORETRACE_FLEET_SECONDS) + 10);
  setInterval(() => {
    if (process.ppid !== parent || Date.now() > until) process.kill(process.pid, 'SIGKILL');
  }, 500);
`;
new Worker(WATCH, { eval: true }).unref();

process.once('message', (task: Task) => void answer(task));

async function answer(task: Task): Promise<void> {
  try {
    const pieces = await tasks[task.task]!(task);
    await pipeline(Readable.from(pieces, { objectMode: true }), createWriteStream(ANSWER, { mode: 0o600 }));
    process.exit(0);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // A folder that is not mounted, or a server that is away, may be there the next time.
    const how = error.code === 'FILE_UNREADABLE' ? 'crash' : 'input';
    const told: ToldFailure = { how, reason: `${error.code}: ${error.message}` };
    process.send!(told, () => process.exit(1));
  }
}
