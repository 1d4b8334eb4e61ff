// Files and streams: the bytes of shared memory that they move, and results that are those of Node.

import { expect, it } from 'vitest';
import { offsets, type RawRecord, record } from './record.ts';

const files = `
const fs = require('node:fs'), { promisify } = require('node:util'), { Writable } = require('node:stream');
const shared = new Uint8Array(new SharedArrayBuffer(64)), own = new Uint8Array(8);
fs.writeFileSync('in', 'abcdefgh');
const log = (...values) => console.log(...values.map((value) => JSON.stringify(value)));
const wait = (act) => new Promise((resolve) => act((...results) => resolve(results)));
(async () => {
  const fd = fs.openSync('in', 'r+');
  log(await wait((done) => fs.read(fd, shared, 0, 3, 0, done)).then(([error, count, view]) => [error, count, view === shared]));
  log(Object.keys(await promisify(fs.read)(fd, { buffer: shared, offset: 4, length: 2, position: 0 })));
  log((await wait((done) => fs.readv(fd, [own.subarray(0, 1), shared.subarray(8, 10), shared.subarray(12)], 0, done)))[1]);
  log((await wait((done) => fs.write(fd, shared, 16, 2, 0, done)))[1]);
  log(fs.readvSync(fd, [shared.subarray(20, 21)], 0));
  const handle = await fs.promises.open('in', 'r+');
  log((await handle.read(shared, 24, 2, 0)).bytesRead, (await handle.read({ buffer: shared.subarray(28, 29), position: 0 })).bytesRead);
  log((await handle.write(shared, 32, 1, 0)).bytesWritten, (await handle.readv([shared.subarray(36, 37)], 0)).bytesRead);
  log(await handle.read(shared, 0, 99, 0).catch(({ code }) => code), await handle.read(own, 0, 1, 0).then(({ buffer }) => buffer === own));
  await handle.close();
  await fs.promises.writeFile('out', shared.subarray(40, 42));
  await wait((done) => fs.appendFile('out', shared.subarray(42, 43), done));
  log(fs.statSync('out').size);
  const sink = new Writable({ write(chunk, encoding, done) { done(); } });
  log(await wait((done) => sink.write(shared.subarray(48, 50), done)), sink.write(own), fs.read.length);
  await wait((done) => sink.end(shared.subarray(52, 53), done));
})();`;

/** What was touched, without doubles, in order of address. */
function touched(records: readonly RawRecord[] | undefined, kind: 'read' | 'write'): number[] {
  return [...new Set([...offsets(records, `${kind}Range`), ...offsets(records, kind)])].sort((a, b) => a - b);
}

it('bytes that files and streams move are accesses', () => {
  const program = { 'files.js': files };
  const { threads, stdout, stderr } = record(program);
  expect(stderr).toBe('');
  expect(stdout).toBe(record(program, { record: false }).stdout);
  expect(touched(threads[0], 'write')).toEqual([0, 4, 8, 12, 20, 24, 28, 36]);
  expect(touched(threads[0], 'read')).toEqual([16, 32, 40, 42, 48, 52]);
});

it('a failed operation stays unhandled if the program does not handle it', () => {
  const { stdout } = record({
    'fail.mjs': `
import { open } from 'node:fs/promises';
process.on('unhandledRejection', (error) => {
  console.log('unhandled', error.code);
  handle.close();
});
const handle = await open(new URL(import.meta.url), 'r');
handle.write(new Uint8Array(new SharedArrayBuffer(8)));`,
  });
  expect(stdout).toBe('unhandled EBADF\n');
});

it('what a stream writes later has the place where it was given to it', async () => {
  const { threads, naming } = record({
    'stream.js': `
const { createWriteStream } = require('node:fs');
const shared = new Uint8Array(new SharedArrayBuffer(8));
const out = createWriteStream('out');
out.write(shared.subarray(0, 4), () => out.end());`,
  });
  const reads = threads[0]!.filter(({ kind }) => kind === 'readRange');
  expect(reads.length).toBeGreaterThan(1);
  const names = await naming();
  expect(new Set(reads.map(({ site }) => names.location(site)))).toEqual(new Set(['stream.js:5']));
});
