// `foretrace view` as a process, for as long as a test takes.

import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { start } from './run.ts';

export interface Served {
  readonly address: string;
  /** Ends it as Ctrl-C does; its exit status. */
  end(): Promise<number | null>;
}

export async function served(args: readonly string[], cwd: string): Promise<Served> {
  const child = start(['view', '--no-open', ...args], cwd);
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for await (const piece of child.stdout!) {
    printed += String(piece);
    if (printed.includes('\n')) break;
  }
  const end = async (): Promise<number | null> => {
    const gone = once(child, 'exit');
    child.kill('SIGINT');
    return ((await gone) as [number | null])[0];
  };
  return { address: printed.trim(), end };
}
