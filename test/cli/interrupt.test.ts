// Inputs of a few hundred bytes that stand for hours of work: the program stops when it is told to, and when it has what was asked for.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, foretrace, root, start } from './run.ts';

const billion = join(root, 'test/hostile/e9.slp');

async function ended(args: readonly string[], signal: NodeJS.Signals): Promise<number | null> {
  const child = start(args, folder());
  child.stderr!.resume();
  // It is at work: its first output has come. What it writes afterwards is taken, so that it never waits.
  await new Promise((resolve) => child.stdout!.once('data', resolve));
  child.stdout!.resume();
  child.kill(signal);
  return new Promise((resolve) => child.once('close', resolve));
}

test.each([
  ['convert', 'SIGTERM', 143],
  ['convert', 'SIGINT', 130],
  ['decompress', 'SIGTERM', 143],
] as const)('%s of 10^9 events is ended by %s', async (command, signal, status) => {
  expect(await ended([command, billion, '-', '--to', 'std'], signal)).toBe(status);
});

test('show ends with the last event that is asked for', () => {
  const { status, stdout } = foretrace(['show', billion, '--to', '3']);
  expect(status).toBe(0);
  expect(stdout.trimEnd().split('\n').length).toBe(5);
});
