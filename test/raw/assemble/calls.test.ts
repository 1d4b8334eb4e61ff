// Call stacks of raw logs: contexts and places, the functions that were expanded in place, and what damaged logs say.

import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AWAITS, Order, PLACE_BIT, Raw } from '../../../src/raw/format.ts';
import type { CodeFrame, Naming } from '../../../src/raw/naming.ts';
import { Link } from '../../../src/trace/contexts.ts';
import { codePlace } from '../../../src/trace/symbols.ts';
import { eventAt, events, type Trace } from '../../../src/trace/trace.ts';
import { frames } from '../../arbitrary/stacks.ts';
import { all, runs } from '../../runs.ts';
import { RawLogWriter, recording } from '../raw-log.ts';
import { assembled, assembledFolder, lines, plainNames, type Result } from './assembled.ts';

const at = (place: number) => PLACE_BIT + place;
/** The stack of each event, innermost first, without how they were called. */
const stacks = ({ trace }: { readonly trace: Trace }) =>
  [...events(trace)].map(({ location }) => frames(trace.symbols, location).map((line) => line.slice(2)));

/** Two threads that write, each at the place it defines last. */
function writers(define: (log: RawLogWriter, number: number) => RawLogWriter): RawLogWriter[] {
  return [0, 1].map((number) => define(new RawLogWriter(number).stamp(1), number).write(0x100, 4, at(1)));
}

async function withNames(logs: readonly RawLogWriter[], naming: Naming): Promise<Result> {
  const folder = recording(logs);
  try {
    return await assembledFolder(folder, {}, naming);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('events have the callers of their places, and threads in the same context share them', async () => {
  const result = await assembled(writers((log) => log.call(10).call(20, 1).place(30, 2)));
  expect(stacks(result)).toEqual([
    ['L30', 'L20', 'L10'],
    ['L30', 'L20', 'L10'],
  ]);
  expect(lines(result.trace)).toEqual(['T0 w(100:4) L30', 'T1 w(100:4) L30']);
  expect(result.trace.symbols.contexts.size).toBe(2);
  expect(result.assembled.damage).toEqual({ unusable: 0, truncated: 0, garbage: 0, outside: 0 });
});

test('tables are of one log: the same numbers mean other places in another', async () => {
  const result = await assembled(writers((log, number) => log.call(number + 10).place(number + 30, 1)));
  expect(stacks(result)).toEqual([
    ['L30', 'L10'],
    ['L31', 'L11'],
  ]);
});

test('forks, locks, ranges and atomics have them, too, and a place may have no context', async () => {
  const a = new RawLogWriter(0).stamp(1).call(10).place(31, 1).place(32, 1).place(33);
  a.record(Raw.fork, { address: 1, site: at(1) }).record(Raw.acquire, { address: 0x900, site: at(2) });
  a.writeRange(0x100, 8, at(3)).release(0x900);
  const b = new RawLogWriter(1).stamp(2).call(11).place(34, 1).readRange(0x100, 8, at(1));
  b.record(Raw.atomicStore, { address: 0x200, size: 4, site: at(1), extra: Order.sequential });
  const result = await assembled(
    [a.record(Raw.atomicLoad, { address: 0x200, size: 4, site: at(2), extra: Order.sequential }), b],
    { sharedOnly: false },
  );
  const told = lines(result.trace).map((line, i) => [line.split(' ')[1]!.slice(0, 4), ...stacks(result)[i]!]);
  expect(told).toContainEqual(['fork', 'L31', 'L10']);
  expect(told).toContainEqual(['acq(', 'L32', 'L10']);
  expect(told).toContainEqual(['w(10', 'L33']);
  expect(told).toContainEqual(['r(10', 'L34', 'L11']);
  expect(told.filter(([op]) => op!.startsWith('v'))).toHaveLength(2);
});

test('a site without a place gets the callers that its thread had there last, marked', async () => {
  const a = new RawLogWriter(0).stamp(1).write(0x100, 4, 30);
  a.call(10, 0, AWAITS).place(30, 1).write(0x100, 4, at(1)).write(0x100, 4, 30);
  a.call(11).place(31, 2).place(30, 2).write(0x100, 4, 30).write(0x100, 4, 32);
  const b = new RawLogWriter(1).stamp(2).call(12).place(40, 1).write(0x100, 4, 30);
  const result = await assembled([a, b], {}, undefined, { ...plainNames, samplesCallers: true });
  expect(stacks(result)).toEqual([['L30'], ['L30', 'L10'], ['L30', 'L10'], ['L30', 'L11'], ['L32'], ['L30']]);
  const { contexts } = result.trace.symbols;
  const marks = [...events(result.trace)].map(({ location }) => [contexts.isSeen(location), contexts.link(location)]);
  expect(marks).toEqual([
    [false, Link.called],
    [false, Link.awaited],
    [true, Link.awaited],
    [true, Link.called],
    [false, Link.called],
    [false, Link.called],
  ]);
});

test('code of the recorder is no frame', async () => {
  const { trace } = await withNames(
    writers((log) => log.call(10).call(20, 1).call(21, 2).place(30, 3)),
    { ...plainNames, hidden: (site) => site === 20 },
  );
  expect(frames(trace.symbols, eventAt(trace, 0).location)).toEqual(['0 L30', '0 L21', '0 L10']);
});

test('what is awaited is told so', async () => {
  const { trace } = await assembled(writers((log) => log.call(10, 0, AWAITS).place(30, 1)));
  const { location } = eventAt(trace, 0);
  expect(trace.symbols.contexts.link(location)).toBe(Link.awaited);
});

describe('a log', () => {
  test('of version 2 has no calls: they are garbage, and a site is an address', async () => {
    const old = (bytes: Uint8Array) => {
      bytes[8] = 2;
      return bytes;
    };
    const logs = [0, 1].map((number) => new RawLogWriter(number).stamp(1).write(0x100, 4, at(1)).call(1).write(0x100, 4, 7));
    const result = await assembled(logs, {}, old);
    expect(stacks(result)).toEqual([[`L${at(1)}`], [`L${at(1)}`]]);
    expect(result.assembled.damage.garbage).toBe(2);
  });

  test.each([
    ['a context that is its own caller', (log: RawLogWriter) => log.call(5, 1)],
    ['a context that comes later', (log: RawLogWriter) => log.call(5, 2).call(5)],
    ['a context beyond all', (log: RawLogWriter) => log.call(5, 2 ** 32 - 1)],
    ['a place in a context that comes later', (log: RawLogWriter) => log.place(5, 1).call(5)],
  ])('that speaks of %s ends there', async (_, spoil) => {
    const logs = writers((log) => log.call(10).call(20, 1).place(30, 2)).map((log) => log.write(0x100, 4, at(1)));
    const spoilt = [0, 1].map((number) => spoil(new RawLogWriter(number).stamp(1)).write(0x100));
    expect((await assembled(spoilt)).assembled).toMatchObject({ events: 0, damage: { garbage: 2 } });
    expect((await assembled(logs)).assembled).toMatchObject({ events: 4, damage: { garbage: 0 } });
  });

  test('may use a place that it never defines: nothing is known of that', async () => {
    for (const place of [0, 2, 2 ** 46]) {
      const logs = [0, 1].map((number) => new RawLogWriter(number).place(30).stamp(1).write(0x100, 4, at(place)));
      expect(stacks(await assembled(logs))).toEqual([[], []]);
    }
  });

  test('may know the callers and not the call between them, or not the place itself', async () => {
    const gap = await assembled(writers((log) => log.call(10).call(0, 1).place(30, 2)));
    expect(stacks(gap)[0]).toEqual(['L30', 'L10']);
    expect(stacks(await assembled(writers((log) => log.call(10).place(0, 1))))).toEqual([[], []]);
  });

  test('of a version that nobody knows yet is refused', async () => {
    const newer = (bytes: Uint8Array) => {
      bytes[8] = 4;
      return bytes;
    };
    await expect(
      assembled(
        writers((log) => log.place(1)),
        {},
        newer,
      ),
    ).rejects.toMatchObject({ code: 'TRACE_VERSION' });
  });

  test.runIf(all)('may be as deep as it likes', async () => {
    const deep = (log: RawLogWriter) => {
      for (let depth = 0; depth < 200_000; depth++) log.call(10 + (depth % 3), depth);
      return log.place(30, 200_000);
    };
    const { trace } = await assembled(writers(deep));
    const { location } = eventAt(trace, 0);
    expect(trace.symbols.contexts.depth(location)).toBe(200_000);
    expect(trace.symbols.contexts.size).toBe(200_000);
  });
});

describe('functions that were expanded in place', () => {
  const frame = (name: string, line: number, library?: string): CodeFrame => ({
    function: name,
    file: library === '' ? '/usr/include/c++/13/vec.h' : `${name}.c`,
    line,
    column: 1,
    inlined: true,
    ...(library === undefined ? {} : { library }),
  });
  /** Code 30: push of a library in fill in work. Code 10: a plain call in main. */
  const names: Naming = {
    ...plainNames,
    location: (site) => (site === 30 ? 'fill.c:7 (fill)' : `L${site}`),
    place: (site) => (site === 30 ? { function: 'fill', line: 2, text: 'v.push(1);', statement: '' } : undefined),
    frames: (site) => (site === 30 ? [frame('push', 3, ''), frame('fill', 7), frame('work', 9)] : []),
  };

  test('are frames of their own, and the place is known by the one that tells it', async () => {
    const { trace } = await withNames(
      writers((log) => log.call(10).place(30, 1)),
      names,
    );
    const { location } = eventAt(trace, 0);
    expect(frames(trace.symbols, location)).toEqual([
      `${Link.inlined} /usr/include/c++/13/vec.h:3 (push)`,
      `${Link.inlined} fill.c:7 (fill)`,
      `${Link.called} work.c:9 (work)`,
      `${Link.called} L10`,
    ]);
    expect(codePlace(trace.symbols, location)?.library).toBe('');
    expect(codePlace(trace.symbols, trace.symbols.contexts.caller(location))).toEqual({
      function: 'fill',
      line: 2,
      text: 'v.push(1);',
      statement: '',
    });
  });

  test('are told of a log without calls', async () => {
    const logs = [0, 1].map((number) => new RawLogWriter(number).stamp(1).write(0x100, 4, 30));
    const result = await withNames(logs, names);
    expect(stacks(result)[0]).toEqual(['/usr/include/c++/13/vec.h:3 (push)', 'fill.c:7 (fill)', 'work.c:9 (work)']);
  });
});

test('memory knows its allocation by its callers, also when it is allocated again', async () => {
  const naming: Naming = { ...plainNames, variable: (address, bytes) => `${address.toString(16)}:${bytes}` };
  const sites: number[] = [];
  const remembering: Naming = {
    ...naming,
    hasAddresses: true,
    variable: (address, bytes, block) => {
      if (block !== undefined) sites.push(block.site);
      return naming.variable(address, bytes, block);
    },
  };
  const a = new RawLogWriter(0).call(10).call(11).place(40, 1).place(40, 2);
  a.stamp(1).allocate(0x1000, 16, at(1)).stamp(3).write(0x1000).stamp(6).free(0x1000);
  a.stamp(7).allocate(0x1000, 16, at(2)).stamp(9).write(0x1000);
  const b = new RawLogWriter(1).stamp(4).write(0x1000).stamp(10).write(0x1000);
  const { trace } = await withNames([a, b], remembering);
  const { symbols } = trace;
  const variable = symbols.variables.find('1000:4');
  expect(frames(symbols, symbols.allocations.location(variable))).toEqual(['0 L40', '0 L10']);
  expect(symbols.threads.name(symbols.allocations.thread(variable))).toBe('T0');
  expect(symbols.extents.get(variable)).toEqual({ address: 0x1000, bytes: 4, block: { bytes: 16, offset: 0 } });
  expect(lines(trace)).toContainEqual(expect.stringMatching(/^T\d alloc\(1000:4\) L40$/));
  const again = [...events(trace)].find((_, i) => lines(trace)[i]!.includes('alloc('))!;
  expect(frames(symbols, again.location)).toEqual(['0 L40', '0 L11']);
  expect(new Set(sites)).toEqual(new Set([40]));
});

/** What a thread does: calls from where it is or was, and accesses at addresses of few. */
const step = fc.oneof(
  fc.record({ call: fc.integer({ min: 1, max: 5 }), from: fc.nat(20) }),
  fc.record({ access: fc.integer({ min: 1, max: 5 }), context: fc.nat(20), write: fc.boolean(), variable: fc.nat(2) }),
);

test('any log has the events that it has without calls, each with the stack of its context', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 30 }), { minLength: 2, maxLength: 3 }), async (threads) => {
      const expected: string[][][] = [];
      const plain: RawLogWriter[] = [];
      const called = threads.map((steps, number) => {
        const [with_, without] = [new RawLogWriter(number).stamp(1), new RawLogWriter(number).stamp(1)];
        const contexts: string[][] = [[]];
        const places = new Map<string, number>();
        expected[number] = [];
        for (const one of steps) {
          if ('call' in one) {
            const from = one.from % contexts.length;
            with_.call(one.call, from);
            contexts.push([`L${one.call}`, ...contexts[from]!]);
            continue;
          }
          const context = one.context % contexts.length;
          const key = `${one.access} ${context}`;
          if (!places.has(key)) {
            with_.place(one.access, context);
            places.set(key, places.size + 1);
          }
          const address = 0x100 + 8 * one.variable;
          for (const [log, site] of [[with_, at(places.get(key)!)] as const, [without, one.access] as const])
            if (one.write) log.write(address, 4, site);
            else log.read(address, 4, site);
          expected[number]!.push([`L${one.access}`, ...contexts[context]!]);
        }
        plain.push(without);
        return with_;
      });
      const all = { sharedOnly: false };
      const result = await assembled(called, all);
      expect(lines(result.trace)).toEqual(lines((await assembled(plain, all)).trace));
      const found: string[][][] = expected.map(() => []);
      const told = stacks(result);
      for (const { position, thread } of events(result.trace))
        found[Number(result.trace.symbols.threads.name(thread).slice(1))]!.push(told[position]!);
      expect(found).toEqual(expected);
    }),
    runs(60),
  );
});
