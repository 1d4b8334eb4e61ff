// Runs one command line, says on stderr why it failed, and leaves with the exit status.

import process from 'node:process';
import { unwritable } from '../formats/file/failure.ts';
import { colorMode, colors, wantsColor } from './color.ts';
import { failure } from './failure.ts';
import { run } from './foretrace.ts';
import type { ImportModule } from './plugins/load.ts';

/** That of the process. */
export async function commandLine(importModule: ImportModule): Promise<void> {
  const { argv, env, stderr, stdout } = process;
  let status: number | undefined;
  let lost: unknown;

  function fail(error: unknown): void {
    const failed = failure(error, colors(wantsColor(colorMode(argv), env, stderr)));
    stderr.write(failed.message);
    status = failed.status;
  }

  // The reader of our output may leave early (`| head`): the verdict still becomes the exit status. A full disk is told once, also
  // if it shows only after the command has ended.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || lost !== undefined) return;
    lost = unwritable('<stdout>', error);
    if (status !== undefined) fail(lost);
    process.exitCode = status;
  });

  try {
    const answer = await run(argv.slice(2), importModule);
    if (lost !== undefined) throw lost;
    status = answer;
  } catch (error) {
    fail(error);
  }
  process.exitCode = status;
}
