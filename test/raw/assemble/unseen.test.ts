// Threads that ran in code which is not recorded: told if that is certain.

import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Raw } from '../../../src/raw/format.ts';
import type { Naming } from '../../../src/raw/naming.ts';
import { RawLogWriter, recording } from '../raw-log.ts';
import { assembled, assembledFolder, plainNames } from './assembled.ts';

/** Sites from 1000 on are of code that is not recorded: a file for each hundred. */
const names: Naming = { ...plainNames, unseen: (site) => (site < 1000 ? undefined : `f${Math.floor(site / 100)}.c`) };

function thread(number: number, start: number): RawLogWriter {
  return new RawLogWriter(number).stamp(number + 1).record(Raw.begin, { site: start });
}

async function told(...logs: RawLogWriter[]): Promise<string | undefined> {
  const folder = recording([thread(0, 0), ...logs]);
  try {
    const { assembled } = await assembledFolder(folder, {}, names);
    expect(assembled.incomplete).toBe(assembled.unseen);
    return assembled.unseen;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('they are counted, and each file is named once', async () => {
  const said = 'ran code that is not recorded';
  expect(await told(thread(1, 1000))).toBe(`1 thread ${said} (f10.c): compile it with foretrace cc`);
  expect(await told(thread(1, 1000), thread(2, 1101), thread(3, 1001))).toBe(
    `3 threads ${said} (f10.c, f11.c): compile it with foretrace cc`,
  );
  const many = Array.from({ length: 7 }, (_, i) => thread(i + 1, 1000 + 100 * i));
  expect(await told(...many)).toContain('(f10.c, f11.c, f12.c, f13.c, f14.c, 2 more)');
});

test('what such code records by functions of the C library does not clear a thread', async () => {
  const log = thread(1, 1000).allocate(0x100, 8, 5).write(0x100, 4, 1200).writeRange(0x100, 8, 1001);
  expect(await told(log.record(Raw.acquire, { address: 0x200, site: 1002 }).free(0x100))).toContain('1 thread');
});

test.each([
  ['an access', (log: RawLogWriter) => log.write(0x100, 4, 7)],
  ['a range', (log: RawLogWriter) => log.writeRange(0x100, 8, 7)],
  ['a lock', (log: RawLogWriter) => log.record(Raw.acquire, { address: 0x200, site: 7 })],
  [
    'an access behind many',
    (log: RawLogWriter) => {
      for (let i = 0; i < 10_000; i++) log.write(0x100 + i, 1, 1000);
      return log.write(0x100, 4, 7);
    },
  ],
])('%s of code that is recorded does', async (_, change) => {
  expect(await told(change(thread(1, 1000)))).toBeUndefined();
});

test('accesses of elements are of code that is recorded: nobody need name it', async () => {
  const asked: number[] = [];
  const unseen = (site: number) => {
    asked.push(site);
    return 'f.c';
  };
  const folder = recording([thread(0, 0), thread(1, 1000).record(Raw.write, { address: 0x100, size: 8, site: 1001, extra: 3 })]);
  const { assembled } = await assembledFolder(folder, {}, { ...plainNames, unseen });
  rmSync(folder, { recursive: true });
  expect(assembled.unseen).toBeUndefined();
  expect(asked).toEqual([]);
});

test('threads that begin in code that is recorded, or nobody knows where, are not told', async () => {
  expect(await told(thread(1, 7), thread(2, 0))).toBeUndefined();
});

test('what stopped the recording is told first', async () => {
  const folder = recording([thread(0, 0).record(Raw.stopped, { extra: 1 }), thread(1, 1000)]);
  const { assembled } = await assembledFolder(folder, {}, names);
  rmSync(folder, { recursive: true });
  expect(assembled.incomplete).toMatch(/^recording stopped at --max-events; 1 thread ran code/);
});

test('locations of such code are told, unless code that is recorded has one of that name', async () => {
  const write = (log: RawLogWriter, ...sites: number[]) => sites.reduce((to, site) => to.write(0x100, 4, site), log);
  const both = { ...names, location: (site: number) => (site % 1000 === 7 ? 'twice.h:7' : `L${site}`) };
  for (const [own, other] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const { trace } = await assembled([write(thread(own, 0), 7, 8), write(thread(other, 0), 1007, 1008)], {}, undefined, both);
    const { foreign, locations } = trace.symbols;
    expect([...foreign].map((id) => locations.name(id))).toEqual(['L1008']);
  }
});
