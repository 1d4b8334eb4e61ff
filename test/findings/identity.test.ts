import { expect, test } from 'vitest';
import { Identities, placeKey, variableKey } from '../../src/findings/identity.ts';
import { newSymbols } from '../../src/trace/symbols.ts';

const place = (statement: string, name = 'push', line = 3) => ({ function: name, line, text: '', statement });

test('a place is its function and its statement', () => {
  const key = placeKey('queue.c:41 (push)', place('q->size++'));
  expect(placeKey('queue.c:61 (push.part.0)', place('q->size++', 'push', 9))).toBe(key);
  expect(placeKey('queue.c:41', place('q->size--'))).not.toBe(key);
  expect(placeKey('queue.c:41', place('q->size++', 'pop'))).not.toBe(key);
});

test('without the text it is the line in the function, else the location', () => {
  expect(placeKey('queue.c:41 (push)', place(''))).toBe('push+3');
  expect(placeKey('queue.c:41 (push)', place('', 'push', -1))).toBe('queue.c:41 (push)');
  expect(placeKey('queue.c:41 (push)', undefined)).toBe('queue.c:41 (push)');
});

test('without a function the file tells equal statements apart', () => {
  const [a, b] = ['a.js', 'b.js'].map((file) => placeKey(`src/${file}:3:1`, place('x[0]++', '')));
  expect(a).toBe('a.js: x[0]++');
  expect(b).not.toBe(a);
});

test.each([
  ['config[8..12)', 'config'],
  ['config', 'config'],
  ['count.1', 'count'],
  ['count (pool.c)', 'count (pool.c)'],
  ['queue.c:41 malloc(64)#2[8..16)', 'make: q=malloc(n) malloc'],
  ['queue.c:41 malloc(128)', 'make: q=malloc(n) malloc'],
  ['queue.c:42 malloc(64)[0..4)', 'queue.c:42 malloc'],
  ['stack of T3[16..20)', 'stack'],
  ['stack of main[16..20) (2)', 'stack'],
  ['libfoo.so+0x4010', 'libfoo.so'],
  ['ring.mjs:memory[8..40)', 'ring.mjs:memory'],
  ['ring.mjs:memory#3[8..40)', 'ring.mjs:memory'],
  ['counters[3] (Int32)', 'counters'],
  ['counters#2[3..7] (Uint8Clamped) (2)', 'counters'],
  ['header (Float64 at byte 8)', 'header'],
  ['header#2 (3 bytes at byte 8)', 'header'],
  ['Account@1f4a.balance', 'Account.balance'],
  ['table[17]', 'table'],
  ['table[17].next', 'table[].next'],
  ['table[4..7]', 'table'],
  ['grid[2][3]', 'grid'],
  ['stats.last.y', 'stats.last.y'],
  ['stats.last[0..8) (2)', 'stats.last'],
  ['struct item.flags (queue.c:41)', 'struct item.flags'],
  ['struct item#2[3].at[1].x (src/queue.c:41)', 'struct item[].at[].x'],
  ['pool::Queue#7.size (new)', 'pool::Queue.size'],
  ['struct item *[3] (queue.c:41)', 'struct item *'],
  ['errors[1] of T3', 'errors'],
  ['errors of main', 'errors'],
  ['queue.c:41 calloc(64)#2[8..16)', 'make: q=malloc(n) calloc'],
  ['x', 'x'],
  ['file descriptor 3', 'file descriptor 3'],
])('the variable %s is known as %s', (name, key) => {
  const lines = new Map([['queue.c:41', 'make: q=malloc(n)']]);
  expect(variableKey(name, (line) => lines.get(line))).toBe(key);
});

test('a fingerprint outlives moved lines, other operations and other instances, not another function', () => {
  const identities = (shift: number, variable: string, statement = 'total++') => {
    const symbols = newSymbols();
    const at = (line: number, name: string) => {
      const location = symbols.locations.internName(`sum.c:${line + shift} (${name})`);
      symbols.places.set(location, { function: name, line: 2, text: '', statement });
      return location;
    };
    const allocation = symbols.locations.internName(`sum.c:${5 + shift} (main)`);
    symbols.places.set(allocation, { function: 'main', line: 1, text: '', statement: 'p=malloc(8)' });
    const [a, b] = [at(10, 'add'), at(20, 'sub')];
    const known = new Identities(symbols);
    const id = symbols.variables.internName(variable);
    const whole = (one: number, other: number): string => known.pairFingerprints(id, one, other).whole;
    return { there: whole(a, b), back: whole(b, a), other: whole(a, a) };
  };
  const { there, back, other } = identities(0, 'sum.c:5 malloc(8)[0..8)');
  expect(back).toBe(there);
  expect(other).not.toBe(there);
  expect(identities(20, 'sum.c:25 malloc(8)#4[0..4)').there).toBe(there);
  expect(identities(0, 'sum.c:5 malloc(8)[0..8)', 'total--').there).not.toBe(there);
});
