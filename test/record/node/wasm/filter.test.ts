// What the filter leaves out (src/record/node/wasm/seen.ts, loads.ts, store-rows.ts): the same calls are recorded with it and without. Between two synchronisations
// there must be the same accesses by size, kind and site, and synchronisation must be the same, store by store, but for loads that tell nothing new by their definition.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StoreRow } from '../../../../src/raw/assemble/store-row.ts';
import { ELEMENT_BITS, Raw } from '../../../../src/raw/format.ts';
import { newControl } from '../../../../src/record/node/core/control.ts';
import { runs } from '../../../runs.ts';
import { assemble, BASE, decodeRecords, instantiate, type Recorded, siteOf, TestRuntime } from './harness.ts';

/** Functions of an address and a number; each instruction is a site. */
const unrolled = (n: number) =>
  Array.from({ length: n }, (_, i) => `(i32.atomic.store16 offset=${2 * i} (local.get $a) (i32.const 7))`).join('\n');
const FUNCTIONS: readonly string[] = [
  '(drop (i32.load (local.get $a)))',
  '(drop (i32.load8_u (local.get $a)))',
  '(drop (i64.load (local.get $a)))',
  '(i32.store (local.get $a) (local.get $n))',
  '(i32.store16 (local.get $a) (local.get $n))',
  '(i64.store8 (local.get $a) (i64.const 1))',
  '(v128.store (local.get $a) (v128.const i64x2 1 2))',
  // Walks, up and down, and in steps that are larger than what is accessed.
  '(loop (drop (i32.load16_u (local.get $a))) (local.set $a (i32.add (local.get $a) (i32.const 2))) (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))',
  '(loop (i32.store (local.get $a) (i32.load (local.get $a))) (local.set $a (i32.add (local.get $a) (i32.const 4))) (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))',
  '(loop (i32.store8 (local.get $a) (i32.const 1)) (local.set $a (i32.add (local.get $a) (i32.const 2))) (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))',
  '(memory.fill (local.get $a) (i32.const 1) (i32.shl (local.get $n) (i32.const 3)))',
  '(memory.copy (local.get $a) (i32.const 2048) (local.get $n))',
  // Atomics, and loops of stores.
  '(drop (i32.atomic.load (i32.and (local.get $a) (i32.const -4))))',
  '(drop (i32.atomic.rmw.add (i32.and (local.get $a) (i32.const -4)) (local.get $n)))',
  '(i32.atomic.store (i32.and (local.get $a) (i32.const -4)) (i32.const 7))',
  '(atomic.fence)',
  `(local.set $a (i32.and (local.get $a) (i32.const -2)))
   (loop ${unrolled(3)} (local.set $a (i32.add (local.get $a) (i32.const 6))) (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))`,
  `(loop (i32.atomic.store8 (local.get $a) (i32.const 1)) (local.set $a (i32.sub (local.get $a) (i32.const 3)))
   (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))`,
  // The value changes in the middle.
  `(loop (i32.atomic.store8 (local.get $a) (i32.eq (local.get $n) (i32.const 3))) (local.set $a (i32.add (local.get $a) (i32.const 1)))
   (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))`,
];

const LOAD = FUNCTIONS.findIndex((body) => body.startsWith('(drop (i32.atomic.load '));
const STORE = FUNCTIONS.findIndex((body) => body.startsWith('(i32.atomic.store '));

const binary = assemble(
  `(module (import "js" "memory" (memory 1 1 shared)) ${FUNCTIONS.map(
    (body, i) => `(func (export "f${i}") (param $a i32) (param $n i32) ${body})`,
  ).join('\n')})`,
);

interface Call {
  readonly name: number;
  readonly address: number;
  readonly times: number;
  /** What happens before it: another thread synchronises, or saves the records, or the buffer is written out, or another thread stores there. */
  readonly before: number;
}

const calls: fc.Arbitrary<Call[]> = fc.array(
  fc.record({
    name: fc.nat(FUNCTIONS.length - 1),
    address: fc.oneof(fc.constantFrom(512, 516, 520), fc.integer({ min: 512, max: 1500 })),
    times: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 150 })),
    before: fc.nat(30),
  }),
  { minLength: 10, maxLength: 80, size: 'max' },
);

/** An atomic access of four bytes. */
interface Timed {
  readonly time: number;
  readonly address: number;
}

/** Of many words in turn, and of few: what is remembered, what is forgotten, and what others do meanwhile. */
const looks: fc.Arbitrary<Call[]> = fc.array(
  fc.record({
    name: fc.oneof(
      { arbitrary: fc.constant(LOAD), weight: 12 },
      { arbitrary: fc.constantFrom(0, 3, STORE, STORE + 1), weight: 1 },
    ),
    address: fc.oneof(fc.constantFrom(512, 516, 520), fc.integer({ min: 512, max: 60_000 })),
    times: fc.constant(1),
    before: fc.nat(12),
  }),
  { minLength: 40, maxLength: 160, size: 'max' },
);

interface Played {
  readonly records: Recorded[];
  /** What another thread stored. */
  readonly others: Timed[];
  /** Nothing that was saved on the way changed afterwards. */
  readonly isKept: boolean;
}

function played(all: readonly Call[], filters: boolean): Played {
  const control = newControl();
  const js = { memory: new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }) };
  const runtime = new TestRuntime(control, 0, filters);
  const { exports } = instantiate(binary, { js }, { runtime });
  const other = instantiate(binary, { js }, { runtime: new TestRuntime(control, 1) });
  const others: Timed[] = [];
  const copies: Uint8Array[] = [];
  for (const { name, address, times, before } of all) {
    if (before === 0) runtime.time += 1;
    if (before === 1) copies.push(runtime.peek());
    if (before === 2) runtime.flush();
    if (before === 3) {
      other.exports[`f${STORE}`]!(address, times);
      others.push({ time: runtime.time, address: BASE + (address & -4) });
    }
    exports[`f${name}`]!(address, times);
  }
  const bytes = Buffer.from(runtime.bytes());
  const isKept = copies.every((copy) => bytes.subarray(0, copy.length).equals(copy));
  return { records: decodeRecords(bytes), others, isKept };
}

/** The definition: the same load, at the same site, saw the same store before, and the thread has only looked since. */
class Loads {
  /** When a load was last made, and what it found. */
  private readonly known = new Map<string, { time: number; value: bigint }>();
  private readonly others: readonly Timed[];

  constructor(others: readonly Timed[]) {
    this.others = others;
  }

  tellsNothing(time: number, { address, size, site, values }: Recorded): boolean {
    const key = `${address} ${size} ${site}`;
    const before = this.known.get(key);
    this.known.set(key, { time, value: values![1] });
    return (
      before !== undefined &&
      before.value === values![1] &&
      !this.others.some((store) => store.address === address && store.time > before.time && store.time < time)
    );
  }

  notice(): void {
    this.known.clear();
  }
}

/** Synchronisation, one by one, with its times, as they are without loads that tell nothing; and between two of it a set of accesses. */
function told({ records, others }: Played): { synchronisation: string[]; accesses: string[] } {
  const loads = new Loads(others);
  let skipped = 0;
  const synchronisation: string[] = [];
  const accesses: string[] = [];
  let time = 0;
  let epoch = new Set<string>();
  const synchronise = (text: string): void => {
    synchronisation.push(text);
    accesses.push([...epoch].sort().join(' '));
    epoch = new Set();
    if (!/ atomicLoad /.test(text)) loads.notice();
  };
  for (const [i, record] of records.entries()) {
    const { kind, address, size, site, extra } = record;
    const { length } = { length: kind.endsWith('Range') ? records[i + 1]!.address : size };
    if (kind === 'stamp') time = address - skipped;
    else if (kind === 'atomicLoad' && loads.tellsNothing(time + skipped, record)) skipped++;
    else if (kind === 'atomicStores') {
      for (const [n, store] of storesOf(record).entries()) synchronise(`${time + n} ${store}`);
    } else if (kind === 'atomicStore') synchronise(`${time} ${address} ${size} ${site} ${record.values![1]}`);
    else if (/^(read|write)/.test(kind)) {
      const element = (extra & ELEMENT_BITS) === 0 ? length : 1 << ((extra & ELEMENT_BITS) - 1);
      for (let at = 0; at < length; at += element) epoch.add(`${kind[0]}${address + at}:${element}@${site}`);
    } else if (kind !== 'length' && kind !== 'repeat')
      synchronise(`${time} ${kind} ${address} ${size} ${site} ${record.values?.join(' ') ?? ''}`);
  }
  synchronise('end');
  return { synchronisation, accesses };
}

function storesOf({ address, size, site, extra, values }: Recorded): string[] {
  const words = new Uint32Array(8);
  words.set([address, Math.floor(address / 2 ** 32) | (Raw.atomicStores << 16) | (size << 24), site, extra << 16]);
  new BigUint64Array(words.buffer, 16).set(values!);
  const row = new StoreRow();
  row.start(words, 0);
  const found: string[] = [];
  do found.push(`${row.words[0]! + (row.words[1]! & 0xffff) * 2 ** 32} ${size} ${row.words[2]} ${values![1]}`);
  while (row.next());
  return found;
}

test('what is left out was there before, with no synchronisation in between', () => {
  fc.assert(
    fc.property(fc.oneof(calls, looks), (all) => {
      const filtered = played(all, true);
      expect(told(filtered)).toEqual(told(played(all, false)));
      expect(filtered.isKept).toBe(true);
    }),
    runs(400),
  );
});

describe('a loop', () => {
  const recordsOf = (all: readonly Pick<Call, 'name' | 'address' | 'times'>[]) =>
    played(
      all.map((call) => ({ ...call, before: 9 })),
      true,
    ).records.filter(({ kind }) => kind !== 'stamp');

  test('that walks through memory is one record', () => {
    expect(recordsOf([{ name: 7, address: 128, times: 100 }])).toEqual([
      { kind: 'read', address: BASE + 128, size: 200, site: siteOf(binary, 7), extra: 2 },
    ]);
  });

  test('that comes again is not recorded again, but for after synchronisation', () => {
    const walk = { name: 7, address: 128, times: 100 };
    expect(recordsOf([walk, walk])).toHaveLength(1);
    expect(recordsOf([walk, { name: 15, address: 0, times: 0 }, walk])).toHaveLength(3);
    expect(recordsOf([walk, { name: 12, address: 0, times: 0 }, walk])).toHaveLength(3);
  });

  test('of atomic stores is one record, also if it is unrolled', () => {
    const [row, ...others] = recordsOf([{ name: 16, address: 128, times: 20_000 / 100 }]);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ kind: 'atomicStores', address: BASE + 128, size: 2 });
    // 600 stores at three sites 8 bytes apart, each 2 bytes behind the one before it, of a 7.
    expect(row!.values).toEqual([600n | (3n << 16n) | (2n << 32n) | (8n << 48n), 7n]);
  });
});

describe('loads that come again', () => {
  const loadsIn = (all: readonly Partial<Call>[]): number =>
    played(
      all.map((call) => ({ name: LOAD, address: 512, times: 1, before: 9, ...call })),
      true,
    ).records.filter(({ kind }) => kind === 'atomicLoad').length;
  const look = Array.from({ length: 6 }, (_, i) => ({ address: 512 + 4 * (i % 3) }));

  test('are recorded once, also if the thread looks at several words in turn, and accesses its memory', () => {
    expect(loadsIn(look)).toBe(3);
    expect(loadsIn([...look, { name: 3, address: 600 }, ...look, { before: 2 }])).toBe(3);
  });

  test('are recorded after the same value was stored once more, and after this thread did something', () => {
    expect(loadsIn([{ name: STORE }, ...look, { address: 512, before: 3 }])).toBe(4);
    expect(loadsIn([...look, { name: 15 }, ...look])).toBe(6);
  });
});

test('an access of other bytes, of another kind or at another site is recorded', () => {
  const runtime = new TestRuntime(newControl(), 0, true);
  const { exports } = instantiate(
    binary,
    { js: { memory: new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }) } },
    { runtime },
  );
  for (const name of ['f0', 'f0', 'f1', 'f2', 'f3', 'f4', 'f3', 'f0']) exports[name]!(128, 1);
  exports['f0']!(132, 1);
  expect(runtime.events().map(({ kind, size }) => `${kind} ${size}`)).toEqual([
    ...['read 8', 'read 1', 'read 8', 'write 4', 'write 2'],
  ]);
});
