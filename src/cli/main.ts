#!/usr/bin/env node
// The program `foretrace`: runs one command line, says on stderr why it failed, and leaves with the exit status.

import { argv, env, stderr, stdout } from 'node:process';
import { colorMode, colors, wantsColor } from './color.ts';
import { failure } from './failure.ts';
import { run } from './program.ts';

// The reader of our output may leave early (`| head`). The verdict still becomes the exit status.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  process.exitCode = await run(argv.slice(2));
} catch (error) {
  const { message, status } = failure(error, colors(wantsColor(colorMode(argv), env, stderr)));
  stderr.write(message);
  process.exitCode = status;
}
