// Load for node-server.mjs: `node-load.mjs PORT SECONDS CONNECTIONS RATE`. Each connection asks and waits, nine times of ten for a key, else it sets
// one; with a RATE they ask for so many in a second together. Prints as JSON how many answers came, and how long they took, in microseconds.

import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [port, seconds, connections, rate = 0] = process.argv.slice(2).map(Number);
const KEYS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const took = [];

function ask(path) {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.resume();
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
      answer.on('end', resolve);
    });
    request.on('error', reject);
  });
}

/** Until the server is there. */
async function patiently(path) {
  for (let tries = 0; ; tries++)
    try {
      return await ask(path);
    } catch (error) {
      if (tries > 600) throw error;
      await sleep(100);
    }
}

async function connection(n, until) {
  let random = 12_345 + n;
  let due = performance.now();
  while (performance.now() < until) {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    const key = (random >>> 8) % KEYS;
    const before = performance.now();
    await ask(random % 10 > 0 ? `/get/${key}` : `/set/${key}/${16 + (random % 200)}`);
    took.push(performance.now() - before);
    if (rate === 0) continue;
    // By a clock, not from answer to answer: timers are late, and so would be all that follow. Who is later than one turn does not hurry.
    due = Math.max(due + (1000 * connections) / rate, performance.now());
    await sleep(due - performance.now());
  }
}

await patiently('/get/1');
// A server that runs for long has its code compiled.
const warm = Math.min(3, seconds / 4);
await Promise.all(Array.from({ length: connections }, (_, n) => connection(n, performance.now() + warm * 1000)));
took.length = 0;
const start = performance.now();
await Promise.all(Array.from({ length: connections }, (_, n) => connection(n, start + seconds * 1000)));
const elapsed = (performance.now() - start) / 1000;
took.sort((a, b) => a - b);
const quantile = (share) => Math.round(1000 * took[Math.floor(share * (took.length - 1))]);
console.log(JSON.stringify({ rate: Math.round(took.length / elapsed), p50: quantile(0.5), p99: quantile(0.99) }));
agent.destroy();
