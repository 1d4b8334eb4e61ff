import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../runs.ts';
import { assemble, BASE, instantiate, outcome, type Recorded } from './harness.ts';
import { type AccessKind, FUNCTIONS, RandomModule } from './random-module.ts';

const { numRuns } = runs(150);

interface Event {
  readonly kind: string;
  readonly address: number;
  readonly size: number;
  /** Of atomics: the value before if the instruction gives it, and the value after. */
  readonly before?: bigint;
  readonly after?: bigint;
}

interface Run {
  readonly outcomes: unknown[];
  /** Of all its bytes: comparing them one by one is slow. */
  readonly memory: string;
  readonly global: unknown;
}

const ARGUMENTS = [
  [0, 0n],
  [1000, -5n],
] as const;

function run(exports: Record<string, unknown>): Run {
  const outcomes: unknown[] = [];
  for (const args of ARGUMENTS) {
    for (let f = 0; f < FUNCTIONS; f++) {
      outcomes.push(outcome(() => (exports[`f${f}`] as (...args: unknown[]) => unknown)(...args)));
    }
  }
  const bytes = new Uint8Array((exports['memory'] as WebAssembly.Memory).buffer).slice();
  const memory = createHash('sha1').update(bytes).digest('hex');
  return { outcomes, memory, global: (exports['g'] as WebAssembly.Global).value };
}

const newMemory = () => new WebAssembly.Memory({ initial: 1, maximum: 3, shared: true });

/** What the module imports besides the referee's functions; those do nothing here. */
function imports(memory: WebAssembly.Memory): { js: Record<string, WebAssembly.ImportValue> } {
  const none = () => 0;
  return {
    js: { id: (x: number) => x, memory, address: none, done: none, bulk: none, result32: none, result64: none },
  };
}

/** Runs the text in which every access tells what it does. */
function refereed(choices: readonly number[]): { run: Run; events: Event[] } {
  const module = new RandomModule(choices, true);
  const bytes = assemble(module.text());
  const events: Event[] = [];
  const pending: { access: number; address: number }[] = [];
  const given = imports(newMemory());
  let memory: WebAssembly.Memory = given.js['memory'] as WebAssembly.Memory;
  const valueAt = (address: number, size: number) => {
    let value = 0n;
    const view = new Uint8Array(memory.buffer);
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(view[address + i]!);
    return value;
  };
  const finish = (access: number, before?: bigint) => {
    let top = pending.pop()!;
    while (top.access !== access) top = pending.pop()!;
    events.push(eventOf(module.accesses[access]!, top.address + module.offsets[access]!, before, valueAt));
  };
  const result = <T extends number | bigint>(access: number, value: T): T => {
    const bits = module.accesses[access]!.size * 8;
    finish(access, BigInt.asUintN(bits, BigInt(value)));
    return value;
  };
  Object.assign(given.js, {
    address(access: number, address: number) {
      pending.push({ access, address: address >>> 0 });
      return address;
    },
    done: (access: number) => finish(access),
    bulk: (access: number, ...operands: number[]) => events.push(...bulkEvents(module.accesses[access]!.kind, operands)),
    result32: result,
    result64: result,
  });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), given);
  memory = exports['memory'] as WebAssembly.Memory;
  return { run: run(exports), events };
}

function eventOf(
  { kind, size }: AccessKind,
  address: number,
  before: bigint | undefined,
  valueAt: (address: number, size: number) => bigint,
): Event {
  const event = { kind, address: BASE + address, size };
  if (kind === 'read' || kind === 'write') return event;
  const after = valueAt(address, size);
  if (kind === 'compareExchange') return { ...event, before: before!, after };
  return { ...event, ...(before !== undefined && { before }), after };
}

function bulkEvents(kind: AccessKind['kind'], [to, from, length]: number[]): Event[] {
  if (length === 0) return [];
  const write = { kind: 'writeRange', address: BASE + to!, size: length! };
  return kind === 'copy' ? [{ kind: 'readRange', address: BASE + from!, size: length! }, write] : [write];
}

/** The records in the referee's words: lengths put into ranges, repeats written out. */
function recordedEvents(records: readonly Recorded[], referee: readonly Event[]): Event[] {
  const events: Event[] = [];
  for (const { kind, address, size, values } of records) {
    if (kind === 'fence') continue;
    if (kind === 'repeat') for (let i = 0; i < address; i++) events.push(events.at(-1)!);
    else if (kind === 'length') events.push({ ...events.pop()!, size: address });
    else events.push({ kind, address, size, ...(values && { before: values[0], after: values[1] }) });
  }
  // A compare-and-exchange is recorded as what it turned out to be; a store's value before is not known to the referee.
  return events.map((event, i) => {
    const expected = referee[i];
    if (expected?.kind === 'compareExchange') {
      const isUpdate = event.kind === 'atomicUpdate';
      return isUpdate || (event.kind === 'atomicLoad' && event.before === event.after)
        ? { ...event, kind: 'compareExchange' }
        : event;
    }
    if (event.kind !== 'atomicStore') return event;
    const { before: _, ...rest } = event;
    return rest;
  });
}

describe('random modules', () => {
  it(
    'behave the same instrumented, and every access is recorded',
    () => {
      fc.assert(
        fc.property(fc.array(fc.nat(10_000), { minLength: 40, maxLength: 400 }), (choices) => {
          const bytes = assemble(new RandomModule(choices, false).text());
          const plain = run(new WebAssembly.Instance(new WebAssembly.Module(bytes), imports(newMemory())).exports);
          const { exports, runtime } = instantiate(bytes, imports(newMemory()));
          const instrumented = run(exports);
          expect(instrumented).toEqual(plain);
          const referee = refereed(choices);
          expect(referee.run.memory).toBe(plain.memory);
          expect(recordedEvents(runtime.events(), referee.events)).toEqual(referee.events);
        }),
        { numRuns },
      );
    },
    30_000 + numRuns * 100,
  );
});
