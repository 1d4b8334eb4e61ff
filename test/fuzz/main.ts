// `npm run fuzz`: breaks inputs of all targets and looks for what is no answer: an error of ours, a hang, or memory without end. Each
// input follows from the seed and its number. What is found is made smaller and kept in test/corpus, which `npm test` runs again.
//
//   npm run fuzz -- --minutes 5 --target wasm --runs 1000 --seed 7

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Random } from './mutate.ts';
import { inputOf, type Target } from './target.ts';
import { targets } from './targets/index.ts';

/** Inputs of a target before the next one has its turn. */
const ROUND = 500;
/** Seconds of the processor that nothing small takes: a hang. And of the clock, for what waits without working. */
const MOST_WORK = 60;
const MOST_WAITING = 900;
/** Megabytes by which the peak of the process may grow for one input. */
const MOST_GROWTH = 500;
const HEAP_MB = 2000;
const ATTEMPTS_TO_SHRINK = 400;

interface Round {
  readonly target: string;
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  /** Where the number of the input at work stands. */
  readonly progress: SharedArrayBuffer;
}

interface Found {
  readonly target: string;
  readonly input: number;
  readonly bytes: Uint8Array;
  readonly what: string;
}

function randomFor({ target, seed }: Pick<Round, 'target' | 'seed'>, input: number): Random {
  const words = createHash('sha1').update(`${target} ${seed} ${input}`).digest();
  return new Random(words.readInt32LE(0));
}

function bytesOf(target: Target, seeds: readonly Uint8Array[], round: Pick<Round, 'target' | 'seed'>, input: number) {
  const random = randomFor(round, input);
  return { ...inputOf(target, seeds, random), random };
}

/** What is wrong with an input; undefined if nothing is. */
async function fault(target: Target, bytes: Uint8Array, random: Random): Promise<string | undefined> {
  const before = process.resourceUsage().maxRSS;
  try {
    await target.run(bytes, random);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const grown = (process.resourceUsage().maxRSS - before) / 1024;
  return grown > MOST_GROWTH ? `${Math.round(grown)} MB` : undefined;
}

/** Leaves pieces out as long as the same goes wrong. */
async function smaller(target: Target, bytes: Uint8Array, what: string): Promise<Uint8Array> {
  const same = (other: string | undefined): boolean => other?.split('\n')[0] === what.split('\n')[0];
  let best = bytes;
  let attempts = ATTEMPTS_TO_SHRINK;
  for (let size = best.length >> 1; size > 0 && attempts > 0; size >>= 1)
    for (let at = 0; at < best.length && attempts-- > 0; ) {
      const shorter = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if (same(await fault(target, shorter, new Random(1)))) best = shorter;
      else at += size;
    }
  return best;
}

async function work(round: Round): Promise<void> {
  const target = targets.find(({ name }) => name === round.target)!;
  const seeds = target.seeds();
  const progress = new Int32Array(round.progress);
  for (let input = round.from; input < round.from + round.count; input++) {
    Atomics.store(progress, 0, input);
    const { bytes, how, random } = bytesOf(target, seeds, round, input);
    const what = await fault(target, bytes, random);
    if (what === undefined) continue;
    const kept = / MB$/.test(what) ? bytes : await smaller(target, bytes, what);
    parentPort!.postMessage({ target: target.name, input, bytes: kept, what: `${what}\n    (${how})` } satisfies Found);
  }
}

/** Runs a round in a thread of its own, which can be ended; the number of inputs that it came to. */
function inThread(round: Round, found: (one: Found) => void): Promise<number> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: round,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const progress = new Int32Array(round.progress);
    let last = { input: -1, work: 0, time: 0 };
    const failed = (what: string): void => {
      const target = targets.find(({ name }) => name === round.target)!;
      const input = progress[0]!;
      found({ target: round.target, input, bytes: bytesOf(target, target.seeds(), round, input).bytes, what });
      finish(input + 1 - round.from);
    };
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage();
      const now = { input: progress[0]!, work: (user + system) / 1e6, time: performance.now() / 1000 };
      if (now.input !== last.input) last = now;
      else if (now.work - last.work > MOST_WORK || now.time - last.time > MOST_WAITING) failed('it hangs');
    }, 1000);
    const finish = (count: number): void => {
      clearInterval(watch);
      worker.terminate().then(() => resolve(count));
    };
    worker.on('message', found);
    worker.on('error', (error) => failed(`the thread ended: ${error.message}`));
    worker.on('exit', () => finish(progress[0]! + 1 - round.from));
  });
}

function keep({ target, bytes }: Found): string {
  const folder = join('test/corpus', target);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, createHash('sha1').update(bytes).digest('hex').slice(0, 12));
  writeFileSync(path, bytes);
  return path;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      runs: { type: 'string' },
      target: { type: 'string', multiple: true },
      seed: { type: 'string', default: String(Math.trunc(Math.random() * 2 ** 31)) },
    },
  });
  const wanted = targets.filter(({ name }) => values.target === undefined || values.target.includes(name));
  if (wanted.length === 0) throw new RangeError(`targets are ${targets.map(({ name }) => name).join(', ')}`);
  const most = values.runs === undefined ? Number.POSITIVE_INFINITY : Number(values.runs);
  const end = values.runs === undefined ? performance.now() + Number(values.minutes) * 60_000 : Number.POSITIVE_INFINITY;
  const seed = Number(values.seed);
  console.log(`seed ${seed}, ${wanted.length} targets`);
  const done = new Map(wanted.map(({ name }) => [name, 0]));
  let faults = 0;
  const known = new Set<string>();
  const found = (one: Found): void => {
    faults++;
    const kind = `${one.target} ${one.what.split('\n').slice(0, 2).join('\n').replace(/\d+/g, '')}`;
    if (known.has(kind)) return;
    known.add(kind);
    console.log(`${one.target}, input ${one.input}: ${one.what}\n    kept as ${keep(one)}`);
  };
  for (let busy = true; busy; ) {
    busy = false;
    for (const { name } of wanted) {
      const from = done.get(name)!;
      const count = Math.min(ROUND * (1 + Math.floor(from / 1000)), most - from);
      if (count <= 0 || performance.now() > end) continue;
      busy = true;
      const progress = new SharedArrayBuffer(4);
      done.set(name, from + (await inThread({ target: name, seed, from, count, progress }, found)));
      console.log(`${name.padEnd(16)}${done.get(name)}`);
    }
  }
  for (const [name, count] of done) console.log(`${name.padEnd(16)}${count}`);
  console.log(`${[...done.values()].reduce((a, b) => a + b)} inputs, ${faults} faults of ${known.size} kinds`);
  return faults === 0 ? 0 : 1;
}

if (isMainThread) process.exitCode = await main();
else await work(workerData as Round);
