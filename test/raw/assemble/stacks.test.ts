// Who had the memory of a stack when another thread touched it.

import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAME_STEP, Origin, PLACE_BIT, Raw } from '../../../src/raw/format.ts';
import type { Naming, StackFrame } from '../../../src/raw/naming.ts';
import { runs } from '../../runs.ts';
import { RawLogWriter, recording } from '../raw-log.ts';
import { assembledFolder, plainNames } from './assembled.ts';

const FROM = 0x7f00_0000_0000;
const BYTES = 0x1000;
const END = FROM + BYTES;

type Owners = readonly (StackFrame | undefined)[] | undefined;

/** By address: who had it. */
async function owners(logs: readonly RawLogWriter[]): Promise<Map<number, Owners>> {
  const found = new Map<number, Owners>();
  const naming: Naming = {
    ...plainNames,
    variable(address, bytes, block) {
      found.set(address, block?.owners);
      return plainNames.variable(address, bytes, block);
    },
  };
  const folder = recording(logs);
  try {
    await assembledFolder(folder, {}, naming);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return found;
}

/** The log of a thread with a stack, which has written these addresses before it was in any function. */
function withStack(addresses: readonly number[]): RawLogWriter {
  const log = new RawLogWriter(0).stamp(1).record(Raw.allocate, { address: FROM, extra: Origin.stack });
  log.record(Raw.length, { address: BYTES });
  for (const address of addresses) log.write(address, 8);
  return log;
}

/** The next context, of a function with a frame, and its place: distance and size in steps. */
function enter(log: RawLogWriter, site: number, caller: number, context: number, distance: number, size: number): void {
  log.call(site, caller + distance * 2 ** 32, size << 1).place(1000 + context, context);
}

const frame = (home: number, site: number, fromEnd: number, size: number): StackFrame => {
  const stack = END - fromEnd * FRAME_STEP;
  return { home, site, stack, top: stack + size * FRAME_STEP };
};

test('the function that was in when its thread last synchronised has it, by where it was', async () => {
  const log = withStack([END - 24]);
  enter(log, 10, 0, 1, 4, 3);
  enter(log, 20, 1, 2, 5, 5);
  log
    .place(30, 2)
    .stamp(2)
    .record(Raw.release, { address: 0x900, site: PLACE_BIT + 3 });
  const other = new RawLogWriter(1)
    .stamp(3)
    .write(END - 24, 8)
    .write(END - 100, 8);
  log.stamp(4).write(END - 100, 8, PLACE_BIT + 3);
  const found = await owners([log, other]);
  expect(found.get(END - 24)).toEqual([frame(1001, 20, 4, 3)]);
  expect(found.get(END - 100)).toEqual([frame(1002, 30, 9, 5)]);
});

test('a function in no context is where a call without a site says, from then on', async () => {
  const log = withStack([END - 16]);
  enter(log, 0, 0, 1, 2, 2);
  log.stamp(2).record(Raw.release, { address: 0x900, site: 77 });
  const found = await owners([log, new RawLogWriter(1).stamp(3).write(END - 16, 8)]);
  expect(found.get(END - 16)).toEqual([frame(1001, 77, 2, 2)]);
});

test('a log that tells of no frames knows nothing, and one that does not tell of this one says so', async () => {
  const bare = withStack([END - 16])
    .call(10)
    .place(30, 1);
  bare.stamp(2).record(Raw.release, { address: 0x900, site: PLACE_BIT + 1 });
  expect((await owners([bare, new RawLogWriter(1).stamp(3).write(END - 16, 8)])).get(END - 16)).toBeUndefined();
  const log = withStack([END - 64]);
  enter(log, 10, 0, 1, 2, 2);
  log.stamp(2).record(Raw.release, { address: 0x900, site: PLACE_BIT + 1 });
  expect((await owners([log, new RawLogWriter(1).stamp(3).write(END - 64, 8)])).get(END - 64)).toEqual([undefined]);
});

test('a frame whose size is not told is as large as the others of its function, if these are of one size', async () => {
  const found = async (sizes: readonly number[]) => {
    const log = withStack([END - 16]);
    for (const [i, size] of sizes.entries()) log.call(10 + i, 4 * 2 ** 32, size << 1).place(1000, i + 1);
    log.call(20, 4 * 2 ** 32).place(1000, sizes.length + 1);
    log.stamp(2).record(Raw.release, { address: 0x900, site: PLACE_BIT + sizes.length + 1 });
    return (await owners([log, new RawLogWriter(1).stamp(3).write(END - 16, 8)])).get(END - 16);
  };
  expect(await found([4, 4])).toEqual([frame(1000, 1000, 4, 4)]);
  expect(await found([4, 3])).toEqual([undefined]);
  expect(await found([])).toEqual([undefined]);
});

test('a stack that another thread gets is told of anew', async () => {
  const log = withStack([END - 16]);
  enter(log, 10, 0, 1, 2, 2);
  log.stamp(2).record(Raw.release, { address: 0x900, site: PLACE_BIT + 1 });
  const other = new RawLogWriter(1).stamp(3).write(END - 16, 8);
  const next = new RawLogWriter(2).stamp(4).record(Raw.allocate, { address: FROM, extra: Origin.stack });
  next.record(Raw.length, { address: BYTES }).write(END - 16, 8);
  enter(next, 11, 0, 1, 3, 3);
  next.stamp(5).record(Raw.release, { address: 0x900, site: PLACE_BIT + 1 });
  other.stamp(6).write(END - 16, 8);
  expect((await owners([log, other, next])).get(END - 16)).toEqual([frame(1001, 1001, 3, 3)]);
});

const step = fc.oneof(
  fc.record({
    do: fc.constant('enter' as const),
    distance: fc.integer({ min: 2, max: 12 }),
    size: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ do: fc.constantFrom('leave' as const, 'synchronise' as const, 'access' as const) }),
  fc.record({ do: fc.constant('touch' as const), at: fc.integer({ min: 1, max: 60 }) }),
);

interface Function {
  readonly context: number;
  readonly call: number;
  readonly fromEnd: number;
  readonly size: number;
}

/** The slow, obvious way: the whole stack is kept for each moment. */
function expectedOwner(stack: readonly Function[], site: number, address: number): StackFrame | undefined {
  for (const [i, { context, fromEnd, size }] of [...stack.entries()].reverse()) {
    const found = frame(1000 + context, stack[i + 1]?.call ?? site, fromEnd, size);
    if (found.stack <= address && address < found.top) return found;
  }
  return undefined;
}

test('any run: each touch is of whoever was there at the last synchronisation, or the last record', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const addresses = [...new Set(steps.flatMap((s) => (s.do === 'touch' ? [END - 8 * s.at] : [])))];
      fc.pre(addresses.length > 0);
      const log = withStack(addresses);
      const other = new RawLogWriter(1);
      const stack: Function[] = [];
      let [contexts, places, time] = [0, 0, 1];
      type Moment = { readonly stack: readonly Function[]; readonly site: number } | undefined;
      let synchronised: Moment;
      let last: Moment;
      const expected = new Map<number, Map<string, StackFrame | undefined>>(addresses.map((a) => [a, new Map()]));
      for (const s of steps) {
        time++;
        if (s.do === 'enter' && (stack.at(-1)?.fromEnd ?? 0) < 200) {
          const fromEnd = (stack.at(-1)?.fromEnd ?? 0) + s.distance;
          const size = Math.min(s.size, s.distance);
          enter(log, 100 + contexts, stack.at(-1)?.context ?? 0, ++contexts, s.distance, size);
          places++;
          stack.push({ context: contexts, call: 99 + contexts, fromEnd, size });
        } else if (s.do === 'leave') stack.pop();
        else if (s.do === 'touch') {
          const address = END - 8 * s.at;
          other.stamp(time).write(address, 8);
          const found = [synchronised, last].map((moment) => moment && expectedOwner(moment.stack, moment.site, address));
          const known = found.filter((owner) => owner !== undefined);
          for (const owner of known) expected.get(address)!.set(JSON.stringify(owner), owner);
          if (known.length === 0) expected.get(address)!.set('', undefined);
        } else if (s.do !== 'enter') {
          const site = 5000 + time;
          log.stamp(time).place(site, stack.at(-1)?.context ?? 0);
          const where = PLACE_BIT + ++places;
          last = { stack: [...stack], site };
          if (s.do === 'access') log.write(0x10, 4, where);
          else log.record(Raw.release, { address: 0x900, site: where });
          if (s.do === 'synchronise') synchronised = last;
        }
      }
      fc.pre(contexts > 0);
      const found = await owners([log, other]);
      for (const [address, wanted] of expected) {
        const sorted = (all: readonly unknown[]) => all.map((owner) => JSON.stringify(owner ?? null)).sort();
        expect(sorted(found.get(address)!)).toEqual(sorted([...wanted.values()]));
      }
    }),
    runs(100),
  );
});
