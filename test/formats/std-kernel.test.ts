// The kernel of the STD reader says of every line what the rules say. Pieces of one byte go by the rules alone: no line of them is whole.

import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { std } from '../../src/formats/std.ts';
import { operations } from '../../src/trace/operation.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { nastyName } from '../arbitrary/nasty.ts';
import { all, runs } from '../runs.ts';
import { bytesOf, type Row, read } from './rows.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Events with their lines, names by id, and problems. */
function readWith(bytes: Uint8Array, size: number) {
  const problems = new LenientProblems(1000);
  const lines: unknown[] = [];
  const reader = std.reader({
    file: 'f',
    problems,
    emit: (block) => {
      for (let i = 0; i < block.length; i++) lines.push(reader.place(i));
    },
  });
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  const { threads, locks, variables, locations } = reader.symbols;
  const names = [threads, locks, variables, locations].map((table) => table.names());
  return { rows: read(std, bytes, new LenientProblems(), size), lines, names, problems: problems.examples };
}

function both(bytes: Uint8Array): void {
  expect(readWith(bytes, bytes.length)).toEqual(readWith(bytes, 1));
}

const plainName = fc.oneof(
  fc.constantFrom('T0', 'T1', 'x', 'm', '1', '', ')', 'f(x)', '#', '#T', ' ', '!', '0x7f00ab', '0x7f00abc'),
  fc.integer({ min: 0, max: 40 }).map((length) => 'abcdefghijklmnopqrstuvwxyz0123456789()[]{}'.slice(0, length)),
);
const name = fc.oneof({ weight: 6, arbitrary: plainName }, nastyName(/^$/));
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...operations.map(({ short }) => short)) },
  fc.constantFrom('', 'R', 'read', 'acquire', 'notifyx', 'r(', 'r)', 'r|'),
);
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(name, word, name, name).map(([thread, op, target, at]) => `${thread}|${op}(${target})|${at}`),
  },
  fc.tuple(name, word, name).map(([thread, op, target]) => `${thread}|${op}(${target})`),
  fc.tuple(name, word).map(([thread, op]) => `${thread}|${op}|7`),
  name,
);
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r\n', '\r\r\n', '\n\n', '\r', '');

test('lines of any kind are read as the rules say', () => {
  const text = fc.array(fc.tuple(line, lineEnd), { maxLength: 30 }).map((lines) => lines.flat().join(''));
  fc.assert(
    fc.property(text, (text) => both(bytesOf(text))),
    runs(2000),
  );
});

test('plain events with broken bytes in them are read as the rules say', () => {
  const event = fc.tuple(fc.nat(3), fc.constantFrom('r', 'w', 'acq', 'rel', 'begin'), fc.nat(20), fc.nat(9));
  const change = fc.record({ at: fc.nat(2000), drop: fc.nat(3), insert: fc.uint8Array({ maxLength: 3 }) });
  const separator = fc.constantFrom(...[...'|()#\n\r\t T1'].map((c) => Uint8Array.of(c.charCodeAt(0))));
  const swap = fc.record({ at: fc.nat(2000), drop: fc.nat(1), insert: separator });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.array(fc.oneof(change, swap), { maxLength: 6 }), (events, changes) => {
      const text = events.map(([thread, op, target, at]) => `T${thread}|${op}(a variable ${target})|${at}\n`).join('');
      const bytes = [...bytesOf(text)];
      for (const { at, drop, insert } of changes) bytes.splice(at % (bytes.length + 1), drop, ...insert);
      both(Uint8Array.from(bytes));
    }),
    runs(1000),
  );
});

test('lines about as long as what the kernel takes at a time', () => {
  for (const length of [32_740, 32_760, 32_768, 40_000, 70_000]) {
    const text = `T0|w(x)|1\nT0|w(${'y'.repeat(length)})|2\nT1|r(x)|${'z'.repeat(length)}\nT0|w(x)|1\n`;
    both(bytesOf(`${text}T0|broken|\n${text}`));
  }
});

function variablesOf(names: readonly string[]): string[] {
  return read(std, `${names.map((name) => `T|w(${name})|`).join('\n')}\n`).map(([, , target]: Row) => target);
}

test('more names than the first table has room for, short and long', () => {
  const names = Array.from({ length: 30_000 }, (_, i) => (i % 2 === 0 ? `v${i}` : `a variable ${i}`));
  expect(variablesOf([...names, ...names])).toEqual([...names, ...names]);
});

test.runIf(all)('more names than the kernel keeps', () => {
  const count = 1_100_000;
  const text = Array.from({ length: count + 10 }, (_, i) => `T|w(${(i % count).toString(36)})|`).join('\n');
  let last = 0;
  let size = 0;
  const reader = std.reader({
    file: 'f',
    problems: new LenientProblems(),
    emit: ({ length, targets }) => {
      last = targets[length - 1]!;
      size += length;
    },
  });
  reader.push(bytesOf(`${text}\n`));
  reader.end();
  expect([last, size, reader.symbols.variables.size]).toEqual([9, count + 10, count]);
});

test('names that were made for one slot', () => {
  const crowd: string[] = [];
  for (let i = 0; crowd.length < 40; i++) {
    const name = `v${i.toString(36)}`;
    const key = [...name].reduceRight((key, letter) => (key << 8n) | BigInt(letter.charCodeAt(0)), 0n);
    if (((key * 0x9e3779b97f4a7c15n) & 0xffff_ffff_ffff_ffffn) >> 51n === 1234n) crowd.push(name);
  }
  expect(variablesOf([...crowd, ...crowd])).toEqual([...crowd, ...crowd]);
});

test('without WebAssembly all goes by the rules', async () => {
  const text = 'T0|w(x)|1\nT1|r(x)|2\nT1|w(größe)|2\n';
  const expected = read(std, text);
  vi.stubGlobal('WebAssembly', undefined);
  vi.resetModules();
  const { std: bare } = await import('../../src/formats/std.ts');
  expect(read(bare, text)).toEqual(expected);
});

test('readers that take turns do not meet', () => {
  const readers = ['a', 'b'].map((name) => {
    const reader = std.reader({ file: name, problems: new LenientProblems(), emit: () => {} });
    return { name, reader };
  });
  for (let i = 0; i < 5; i++) for (const { name, reader } of readers) reader.push(bytesOf(`T|w(${name}${i})|\n`));
  for (const { reader } of readers) reader.end();
  for (const { name, reader } of readers)
    expect(reader.symbols.variables.names()).toEqual([0, 1, 2, 3, 4].map((i) => `${name}${i}`));
});
