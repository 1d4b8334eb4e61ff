// Which shared blocks a message is sent with: those that it has, and where that cannot be seen, all of a few.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Modules = typeof import('../../../src/record/node/core/sent-blocks.ts') &
  typeof import('../../../src/record/node/core/blocks.ts');

let { blocksIn, nameBlock, liveBlocks } = {} as Modules;

/** A thread that has met nothing. */
beforeEach(async () => {
  vi.resetModules();
  ({ nameBlock, liveBlocks } = await import('../../../src/record/node/core/blocks.ts'));
  ({ blocksIn } = await import('../../../src/record/node/core/sent-blocks.ts'));
});

/** Weakly held by the recorder. */
let kept: SharedArrayBuffer[] = [];
afterEach(() => {
  kept = [];
});

function met(page: number): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(8);
  kept.push(buffer);
  nameBlock(buffer, page);
  return buffer;
}

const pages = (value: unknown) => [...blocksIn(value).pages].sort((a, b) => a - b);

it('sends what a message has, and nothing else', () => {
  const [first, second] = [met(1), met(2)];
  expect(pages(7)).toEqual([]);
  expect(pages({ task: { key: 1 }, list: [1, 2, 'x'] })).toEqual([]);
  expect(pages({ deep: [new Map([['a', new Set([new Uint8Array(first)])]])] })).toEqual([1]);
  expect(pages(new Map([[second, new DataView(first)]]))).toEqual([1, 2]);
  expect(pages(new Error('x', { cause: { second } }))).toEqual([2]);
  expect(pages([new SharedArrayBuffer(8)])).toEqual([]);
  const named = Object.assign([1, 2], { first });
  expect(pages(named)).toEqual([1]);
});

it('looks past what the program has put over the buffer of a view', () => {
  const view = Object.defineProperty(new Uint8Array(met(1)), 'buffer', { value: new SharedArrayBuffer(8) });
  expect(pages({ view })).toEqual([1]);
});

it('sends all of a few where something cannot be seen', () => {
  const hidden = met(1);
  met(2);
  let asked = 0;
  const getter = {
    get buffer() {
      asked++;
      return hidden;
    },
  };
  expect(pages({ getter })).toEqual([1, 2]);
  expect(asked).toBe(0);
  expect(pages(Object.assign(new Array(1000).fill(0), { hidden }))).toEqual([1, 2]);
  expect(pages(Array.from({ length: 2000 }, () => ({})))).toEqual([1, 2]);
});

it('looks for them in long messages where there are many', () => {
  for (let page = 1; page <= 40; page++) met(page);
  const long = Array.from({ length: 2000 }, (_, i) => ({ i, buffer: i === 1999 ? kept[4] : undefined }));
  expect(pages(long)).toEqual([5]);
});

it('knows what it could send after any number of messages', () => {
  for (let page = 1; page <= 1000; page++) met(page);
  expect(liveBlocks().pages).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
});
