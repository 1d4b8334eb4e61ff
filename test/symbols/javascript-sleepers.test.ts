// Which atomic updates belong to somebody who sleeps for the word.

import { expect, test } from 'vitest';
import { sleepingUpdates } from '../../src/symbols/javascript-sleepers.ts';

const places = (text: string): string[] => [...sleepingUpdates(text)].sort();

const LOCK = 'while (Atomics.compareExchange(w, 0, 0, 1) !== 0) Atomics.wait(w, 0, 1);';

test('all updates of the word in a function that waits for it, and no others', () => {
  expect(places(`function lock(w) { ${LOCK} }`)).toEqual(['1:35']);
  expect(
    places(`const lock = (w) => {\n  Atomics.add(w,\n 0, 1);\n  Atomics.exchange(v, 0, 1);\n  Atomics.wait(w, 0, 1);\n};`),
  ).toEqual(['2:11']);
  expect(places(LOCK)).toEqual(['1:16']);
});

test.each([
  ['a function that tries', 'function tryLock(w) { return Atomics.compareExchange(w, 0, 0, 1) === 0; }'],
  ['a wait with a limit', `function lock(w) { ${LOCK.replace('0, 1);', '0, 1, 50);')} }`],
  ['another word', `function lock(w) { ${LOCK.replace('wait(w, 0', 'wait(w, 1')} }`],
  ['a function around or inside', `function lock(w) { const f = () => Atomics.wait(w, 0, 1); Atomics.add(w, 0, 1); }`],
  ['a wait that does not sleep', `function lock(w) { ${LOCK.replace('wait', 'waitAsync')} }`],
  ['an object of one’s own', `function lock(w) { ${LOCK.replaceAll('Atomics', 'mine')} }`],
  ['no word at all', 'Atomics.wait(); Atomics.add(...x); Atomics.wait(...x);'],
  ['no JavaScript', `function lock(w: Int32Array) { ${LOCK} }`],
])('%s is none', (_name, text) => {
  expect(places(text)).toEqual([]);
});
