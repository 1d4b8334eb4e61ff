// The built program as a process that stays: it runs one command line after the other, each with its own folder, environment and
// streams, as src/cli/main.ts would. Starting Node and loading the program takes longer than most commands do.

import { openSync, readSync, writeSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';

const [, , main, folder] = process.argv;
const { commandLine } = createRequire(import.meta.url)(join(main, '../foretrace.cjs'));
const requests = openSync(join(folder, 'requests'), 'r');
const answers = openSync(join(folder, 'answers'), 'w');

function replace(name, stream) {
  Object.defineProperty(process, name, { configurable: true, value: stream });
}

/** A stream that keeps what is written to it. */
function keeping(written) {
  return new Writable({
    write(bytes, _, done) {
      written.push(bytes);
      done();
    },
  });
}

async function answer({ args, cwd, env, input, merged }) {
  process.chdir(cwd);
  process.env = env;
  process.argv = [process.execPath, main, ...args];
  process.exitCode = undefined;
  const stdout = [];
  const stderr = merged ? stdout : [];
  replace('stdin', Readable.from([Buffer.from(input, 'base64')]));
  replace('stdout', keeping(stdout));
  replace('stderr', keeping(stderr));
  syncBuiltinESMExports();
  await commandLine((url) => import(url));
  const text = (parts) => Buffer.concat(parts).toString();
  return { status: process.exitCode ?? 0, stdout: text(stdout), stderr: merged ? '' : text(stderr) };
}

const chunk = Buffer.alloc(1 << 16);
let received = [];
for (let size = readSync(requests, chunk); size > 0; size = readSync(requests, chunk)) {
  received.push(Buffer.from(chunk.subarray(0, size)));
  if (chunk[size - 1] !== 10) continue;
  const bytes = Buffer.from(`${JSON.stringify(await answer(JSON.parse(Buffer.concat(received).toString())))}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(answers, bytes, at);
  received = [];
}
