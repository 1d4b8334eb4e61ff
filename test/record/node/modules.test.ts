// Functions of node:crypto, node:dgram and node:zlib read the views that they are given, and do what they do without the recorder.

import { expect, it } from 'vitest';
import { offsets, record } from './record.ts';

/** Each has 16 bytes of its own from its number on, and gives something to print. */
const CALLS: readonly string[] = [
  `crypto.createHash('sha256').update(at(0)).digest('hex')`,
  `crypto.createHmac('sha256', at(1)).update(at(2)).digest('hex')`,
  `crypto.sign(null, at(3), keys.privateKey).length`,
  `crypto.verify(null, at(4), keys.publicKey, at(5))`,
  `crypto.pbkdf2Sync(at(6), at(7), 1, 8, 'sha256').toString('hex')`,
  `crypto.scryptSync(at(8), at(9), 8, { N: 2 }).toString('hex')`,
  `Buffer.from(crypto.hkdfSync('sha256', at(10), at(11), at(12), 8)).toString('hex')`,
  `crypto.createCipheriv('aes-128-gcm', at(13), at(14)).setAAD(at(15)).update(at(16)).toString('hex')`,
  `crypto.createSecretKey(at(17)).symmetricKeySize`,
  `zlib.deflateSync(at(18)).toString('hex')`,
  `typeof zlib.crc32?.(at(19))`,
  `typeof socket.send(at(20), 9, '127.0.0.1')`,
  `typeof socket.send([at(21), 'x'], 9, '127.0.0.1')`,
  `typeof socket.send(at(22), 4, 8, 9, '127.0.0.1')`,
  `crypto.pbkdf2(at(23), at(24), 1, 8, 'sha256', (error, key) => console.log('later', key.toString('hex')))`,
  `crypto.timingSafeEqual(at(25), at(26))`,
];

it('functions of Node', () => {
  const text = `
const crypto = require('node:crypto');
const dgram = require('node:dgram');
const zlib = require('node:zlib');
const keys = crypto.generateKeyPairSync('ed25519');
const memory = new SharedArrayBuffer(27 * 16);
const at = (n) => new Uint8Array(memory, n * 16, 16);
const socket = dgram.createSocket('udp4');
socket.on('error', () => {});
${CALLS.map((call) => `console.log(${call});`).join('\n')}
socket.close();`;
  const plain = record({ 'calls.js': text }, { record: false });
  const recorded = record({ 'calls.js': text });
  expect(plain.status, plain.stderr).toBe(0);
  expect(recorded.stdout).toBe(plain.stdout);
  const hasCrc = plain.stdout.includes('\nnumber\n');
  const expected = Array.from({ length: 27 }, (_, n) => n * 16 + (n === 22 ? 4 : 0)).filter((n) => hasCrc || n !== 19 * 16);
  expect([...new Set(offsets(recorded.threads[0], 'readRange'))].sort((a, b) => a - b)).toEqual(expected);
});
