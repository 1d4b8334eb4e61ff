// A Node.js program that does what random traces say, one after the other, each in its order. The workers take turns by WebAssembly that is not recorded, so
// that the schedule is the trace's and orders nothing; what they do (locks that are made of atomics, atomics, accesses) is. So what is recorded is known.

import { assemble } from '../../../src/raw/assemble/index.ts';
import { withPreload } from '../../../src/record/node/preload.ts';
import { Body, buildModule } from '../../../src/record/node/wasm/body.ts';
import { Prefix, Type } from '../../../src/record/node/wasm/opcode.ts';
import { operation } from '../../../src/trace/operation.ts';
import { table } from '../../../src/trace/symbols.ts';
import { events, type Trace } from '../../../src/trace/trace.ts';
import { concat } from '../../formats/encode.ts';
import { LETTERS } from '../step-letters.ts';
import { type RawRecord, record, register } from './record.ts';

const { i32 } = Type;

/** `turn()`, `stay(turn)` while it is that, for some milliseconds, and `pass(turn)`. */
function gate(): string {
  const made = (name: string, parameters: (typeof i32)[], results: (typeof i32)[], write: (body: Body) => void) => {
    const type = { parameters, results };
    const body = new Body(type);
    write(body);
    return { name, type, body };
  };
  const exports = [
    made('turn', [], [i32], (body) => body.i32(0).access('i32.atomic.load')),
    made('stay', [i32], [], (body) => {
      body.i32(0).get(0).i64(5_000_000n).code.byte(Prefix.atomic).u32(1).u32(2).u32(0);
      body.drop();
    }),
    made('pass', [i32], [], (body) => {
      body.i32(0).get(0).access('i32.atomic.store');
      body.i32(0).i32(100).access('atomic.notify').drop();
    }),
  ];
  const bytes = buildModule({ memory: 'memory', functions: [], globals: [], variables: [], exports });
  return Buffer.from(bytes).toString('base64');
}

/** What threads do in WebAssembly: the accesses of a trace, each of its kind at one site, and its locks and atomics. */
function accesses(): string {
  const made = (name: string, parameters: (typeof i32)[], write: (body: Body) => void) => {
    const type = { parameters, results: [] };
    const body = new Body(type);
    write(body);
    return { name, type, body };
  };
  const exports = [
    made('r', [i32], (body) => body.get(0).access('i32.load').drop()),
    made('w', [i32], (body) => body.get(0).i32(1).access('i32.store')),
    made('a', [i32], (body) => body.get(0).i32(0).i32(1).access('i32.atomic.rmw.cmpxchg').drop()),
    made('z', [i32], (body) => body.get(0).i32(0).access('i32.atomic.store')),
    made('l', [i32], (body) => body.get(0).access('i32.atomic.load').drop()),
    made('v', [i32, i32], (body) => body.get(0).get(1).access('i32.atomic.store')),
  ];
  const bytes = buildModule({ memory: 'memory', functions: [], globals: [], variables: [], exports });
  return Buffer.from(bytes).toString('base64');
}

/** Loaded before the recorder: modules that it does not know. */
const PLAIN = 'globalThis.plainWasm = { Module: WebAssembly.Module, Instance: WebAssembly.Instance };';

/** Of each trace so many variables, locks and atomics. */
export const EACH = 8;

const source = (): string => `
const { Worker, isMainThread, workerData } = require('node:worker_threads');
const THREADS = 8;
const { Module, Instance } = globalThis.plainWasm;
const module_ = new Module(Buffer.from('${gate()}', 'base64'));
const inWasm = new WebAssembly.Module(Buffer.from('${accesses()}', 'base64'));
function play({ memory, shared, steps, me, variables, locks, atomics }) {
  const { turn, stay, pass } = new Instance(module_, { h: { memory } }).exports;
  const wasm = shared && new WebAssembly.Instance(inWasm, { h: { memory: shared } }).exports;
  const depths = [];
  for (let i = 0; i < steps.length; i++) {
    const [thread, what, at] = steps[i];
    if (thread !== me) continue;
    for (let seen = turn(); seen !== i; seen = turn()) stay(seen);
    // Synchronisation is that of JavaScript and that of WebAssembly, by turns.
    const own = wasm && (i % 2 === 0 || what === 'r' || what === 'w');
    switch (own ? 'wasm ' + what : what) {
      case 'wasm r': case 'wasm w': wasm[what](variables.byteOffset + 4 * at); break;
      case 'wasm p': wasm.l(locks.byteOffset + 4 * at); break;
      case 'wasm l': case 'wasm v': wasm[what](atomics.byteOffset + 4 * at, i); break;
      case 'wasm a':
        depths[at] = (depths[at] ?? 0) + 1;
        if (depths[at] === 1) wasm.a(locks.byteOffset + 4 * at);
        break;
      case 'wasm z': if (--depths[at] === 0) wasm.z(locks.byteOffset + 4 * at); break;
      case 'r': variables[at]; break;
      case 'w': variables[at] = 1; break;
      case 'a':
        depths[at] = (depths[at] ?? 0) + 1;
        if (depths[at] === 1 && Atomics.compareExchange(locks, at, 0, 1) !== 0) throw new Error('not free');
        break;
      case 'z': if (--depths[at] === 0) Atomics.store(locks, at, 0); break;
      case 'p': Atomics.load(locks, at); break;
      case 'l': Atomics.load(atomics, at); break;
      case 'v': Atomics.store(atomics, at, i); break;
    }
    pass(i + 1);
  }
}
if (isMainThread) {
  const { steps, size, isWasm } = JSON.parse(require('node:fs').readFileSync('steps.json', 'utf8'));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4096, shared: true });
  const shared = isWasm && new WebAssembly.Memory({ initial: 8, maximum: 8, shared: true });
  const words = (part) => isWasm ? new Int32Array(shared.buffer, 4 * size * part, size) : new Int32Array(new SharedArrayBuffer(4 * size));
  const variables = words(0);
  const locks = words(1);
  const atomics = words(2);
  for (let me = 0; me < THREADS; me++) new Worker(__filename, { workerData: { memory, shared, steps, me, variables, locks, atomics } });
} else play(workerData);
`;

export interface Played {
  /** The trace that comes of it, as a file. */
  readonly bytes: Uint8Array;
  /** The records of the program's threads. */
  readonly records: readonly RawRecord[];
}

/** The number of a thread, a letter and the number of what it is done to. */
export type Step = readonly [thread: number, what: string, at: number];

/** The n-th trace has the variables from n * EACH on, by the numbers in their names. */
export function stepsOf(traces: readonly Trace[]): Step[] {
  return traces.flatMap((trace, n) => {
    const number = (op: number, id: number) =>
      Number(/\d+$/.exec(table(trace.symbols, operation(op).target).name(id))?.[0] ?? id);
    return Array.from(events(trace), ({ op, thread, target }): Step => [thread, LETTERS[op]!, n * EACH + number(op, target)]);
  });
}

/** What `steps` may have besides: `p`, which looks at a lock. `filter`: the accesses are WebAssembly's, with its filter on or off. */
export async function played(steps: readonly Step[], method: string, filter?: 'on' | 'off'): Promise<Played> {
  const size = 1 + Math.max(...steps.map(([, , at]) => at));
  const files = {
    'play.cjs': source(),
    'plain.cjs': PLAIN,
    'steps.json': JSON.stringify({ steps, size, isWasm: filter !== undefined }),
  };
  const { processes, status, stderr, threads, naming } = record(files, {
    env: {
      NODE_OPTIONS: `--require ./plain.cjs ${withPreload(undefined, register)}`,
      FORETRACE_WASM: filter === undefined ? 'off' : 'on',
      FORETRACE_FILTER: filter ?? 'off',
      FORETRACE_REDUCE: method,
    },
  });
  if (status !== 0) throw new Error(`status ${status}: ${stderr}`);
  const parts: Uint8Array[] = [];
  const write = (bytes: Uint8Array) => parts.push(bytes);
  await assemble(
    processes[0]!.folder,
    await naming(),
    { sharedOnly: true, liftLocks: true, memoryModel: 'ecmascript' },
    { write },
  );
  return { bytes: concat(parts), records: threads.flat() };
}
