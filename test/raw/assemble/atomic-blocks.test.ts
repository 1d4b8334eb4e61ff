// Atomic blocks of the program, and visits of functions, by hand-written logs.

import { describe, expect, test } from 'vitest';
import { PLACE_BIT, Raw } from '../../../src/raw/format.ts';
import { RawLogWriter } from '../raw-log.ts';
import { assembled, lines, plainNames } from './assembled.ts';

const X = 0x100;

/** Somebody else who writes x, so that it is kept. */
function other(): RawLogWriter {
  const log = new RawLogWriter(1);
  log.stamp(90).write(X, 4);
  return log;
}

const ofFirst = (all: readonly string[]): string[] => all.filter((line) => line.startsWith('T0 ')).map((line) => line.slice(3));

describe('blocks of the program', () => {
  test('have the name that the runtime left, or that of their place; an end without a begin is nothing', async () => {
    const log = new RawLogWriter(0);
    log.stamp(1).record(Raw.leave).record(Raw.enter, { address: 0x77, site: 5 }).write(X, 4);
    log.stamp(2).record(Raw.enter, { address: 0x88, site: 6 }).record(Raw.leave, { site: 7 }).record(Raw.leave, { site: 8 });
    const region = (address: number) => (address === 0x77 ? 'withdraw' : undefined);
    const { trace } = await assembled([log, other()], {}, undefined, { ...plainNames, region });
    expect(ofFirst(lines(trace))).toEqual(['begin(withdraw) L5', 'w(100:4)', 'begin(L6) L6', 'end(L6) L7', 'end(withdraw) L8']);
  });
});

describe('visits', () => {
  const place = (number: number) => PLACE_BIT + number;
  /** Code addresses from 0x10 on are of f, from 0x20 on of g, from 0x30 on of h. */
  const frames = (site: number) => [
    { function: ['', 'f(int)', 'g', 'h'][site >> 4]!, file: 'a.c', line: site, column: 0, inlined: false },
  ];
  const blocks = async (log: RawLogWriter, atomic: string[]) => {
    const { trace, assembled: counts } = await assembled([log, other()], { atomic }, undefined, { ...plainNames, frames });
    return [counts.visited, ...ofFirst(lines(trace)).map((line) => line.replace(/ .*/, ''))];
  };
  /** g, twice, from one line of f; then h, which no visit was told of. */
  const twice = (): RawLogWriter => {
    const log = new RawLogWriter(0);
    log.stamp(1).call(0x01).call(0x11, 1).call(0x12, 1).place(0x21, 2).place(0x12, 1).place(0x31, 3);
    log.record(Raw.visit, { address: 1 }).record(Raw.visit, { address: 2 });
    log.write(X, 4, place(1)).write(X, 4, place(1));
    log.record(Raw.visit, { address: 2 }).write(X, 4, place(1));
    log.write(X, 4, place(2)).write(X, 4, place(3)).write(X, 4, 5);
    return log;
  };

  test('of a function from one line are told apart, and end where the thread is elsewhere', async () => {
    const w = 'w(100:4)';
    expect(await blocks(twice(), ['g'])).toEqual([2, 'begin(g)', w, w, 'end(g)', 'begin(g)', w, 'end(g)', w, w, w]);
  });

  test('have what they call in them, and names without parameters', async () => {
    const w = 'w(100:4)';
    expect(await blocks(twice(), ['f'])).toEqual([1, 'begin(f(int))', w, w, w, w, w, 'end(f(int))', w]);
    expect(await blocks(twice(), ['f*', 'h'])).toEqual([1, 'begin(f(int))', w, w, w, w, w, 'end(f(int))', w]);
    expect(await blocks(twice(), ['nothing'])).toEqual([0, w, w, w, w, w, w]);
    expect(await blocks(twice(), [])).toEqual([0, w, w, w, w, w, w]);
  });
});
