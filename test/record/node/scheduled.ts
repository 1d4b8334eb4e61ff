// A Node.js program that does what random traces say, one after the other, each in its order. The workers take turns by WebAssembly that is not recorded, so
// that the schedule is the trace's and orders nothing; what they do (locks that are made of atomics, atomics, accesses) is. So what is recorded is known.

import { assemble } from '../../../src/raw/assemble/index.ts';
import { Body, buildModule } from '../../../src/record/node/wasm/body.ts';
import { Prefix, Type } from '../../../src/record/node/wasm/opcode.ts';
import { operation } from '../../../src/trace/operation.ts';
import { table } from '../../../src/trace/symbols.ts';
import { events, type Trace } from '../../../src/trace/trace.ts';
import { concat } from '../../formats/encode.ts';
import { LETTERS } from '../step-letters.ts';
import { type RawRecord, record } from './record.ts';

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

/** Of each trace so many variables, locks and atomics. */
export const EACH = 8;

const source = (): string => `
const { Worker, isMainThread, workerData } = require('node:worker_threads');
const THREADS = 8;
const module_ = new WebAssembly.Module(Buffer.from('${gate()}', 'base64'));
function play({ memory, steps, me, variables, locks, atomics }) {
  const { turn, stay, pass } = new WebAssembly.Instance(module_, { h: { memory } }).exports;
  const depths = [];
  for (let i = 0; i < steps.length; i++) {
    const [thread, what, at] = steps[i];
    if (thread !== me) continue;
    for (let seen = turn(); seen !== i; seen = turn()) stay(seen);
    switch (what) {
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
  const { steps, size } = JSON.parse(require('node:fs').readFileSync('steps.json', 'utf8'));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4096, shared: true });
  const [variables, locks, atomics] = [0, 1, 2].map(() => new Int32Array(new SharedArrayBuffer(4 * size)));
  for (let me = 0; me < THREADS; me++) new Worker(__filename, { workerData: { memory, steps, me, variables, locks, atomics } });
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

/** What `steps` may have besides: `p`, which looks at a lock. */
export async function played(steps: readonly Step[], method: string): Promise<Played> {
  const size = 1 + Math.max(...steps.map(([, , at]) => at));
  const files = { 'play.cjs': source(), 'steps.json': JSON.stringify({ steps, size }) };
  const { processes, status, stderr, threads, naming } = record(files, {
    env: { FORETRACE_WASM: 'off', FORETRACE_REDUCE: method },
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
