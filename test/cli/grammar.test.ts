// Compressed traces as a user meets them: whole ones, huge ones, and files that are wrong.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Alphabet } from '../../src/grammar/alphabet.ts';
import { noLocations } from '../../src/grammar/compress.ts';
import type { Slp } from '../../src/grammar/slp.ts';
import { Op } from '../../src/trace/operation.ts';
import { newSymbols } from '../../src/trace/symbols.ts';
import { plainFile } from '../grammar/plain-file.ts';
import { folder, foretrace } from './run.ts';

const round = 'A|acq(m)|1\nA|w(x)|2\nA|rel(m)|3\nB|acq(m)|4\nB|r(x)|5\nB|w(y)|6\nB|rel(m)|7\nA|w(y)|8\n';

type Rules = readonly (readonly [number, number][])[];

function slp(rules: Rules, terminals: number): Slp {
  const starts = new Uint32Array(rules.length + 1);
  for (const [r, rule] of rules.entries()) starts[r + 1] = starts[r]! + rule.length;
  const items = rules.flat();
  const symbols = Uint32Array.from(items, ([symbol]) => (symbol < 2 ? symbol : symbol - 2 + terminals));
  return { terminals, starts, symbols, counts: Float64Array.from(items, ([, count]) => count) };
}

/** A file with any rules, lists of [symbol, count], over the terminals 0 and 1: reads of x by threads A and B. */
function grammarFile(path: string, rules: Rules, places?: Rules): void {
  const symbols = newSymbols();
  const alphabet = new Alphabet();
  const x = symbols.variables.internName('x');
  for (const name of ['A', 'B']) alphabet.terminal(Op.read, symbols.threads.internName(name), x);
  for (const name of ['a.c:1', 'a.c:2']) symbols.locations.internName(name);
  const locations = places === undefined ? noLocations(1) : slp(places, symbols.locations.size);
  writeFileSync(path, plainFile({ terminals: alphabet, events: slp(rules, 2), locations }, symbols));
}

describe.each(['repetition', 'sequitur'])('compress --method %s', (method) => {
  test('is exact, is counted, and has the races of the trace', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'a.std'), round.repeat(100));
    expect(foretrace(['compress', 'a.std', 'a.slp', '--method', method], { cwd }).status).toBe(0);
    expect(foretrace(['decompress', 'a.slp', 'b.std'], { cwd }).status).toBe(0);
    expect(readFileSync(join(cwd, 'b.std'), 'utf8')).toBe(readFileSync(join(cwd, 'a.std'), 'utf8'));
    const stats = JSON.parse(foretrace(['grammar', 'stats', 'a.slp', '--format', 'json'], { cwd }).stdout);
    expect(stats).toMatchObject({ version: 1, events: 800, terminals: 8 });
    expect(stats.items).toBeLessThan(40);
    expect(foretrace(['grammar', 'show', 'a.slp'], { cwd }).stdout).toContain('A:acq(m)');
    const races = foretrace(['grammar', 'hb', 'a.slp', '--format', 'json'], { cwd });
    expect(races.status).toBe(1);
    expect(JSON.parse(races.stdout).found).toMatchObject([{ variable: 'y', first: { index: 5 }, second: { index: 7 } }]);
    const suspects = foretrace(['grammar', 'lockset', 'a.slp', '--format', 'json'], { cwd });
    expect(suspects.status).toBe(0);
    expect(JSON.parse(suspects.stdout).found.map((found: { variable: string }) => found.variable)).toEqual(['y']);
  });
});

test('a grammar as text is printed, edited, and read by every command', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'a.std'), round.repeat(100));
  foretrace(['compress', 'a.std', 'a.slp'], { cwd });
  const { stdout } = foretrace(['grammar', 'show', 'a.slp', '--all'], { cwd });
  writeFileSync(join(cwd, 'a.rules'), stdout);
  expect(foretrace(['decompress', 'a.rules', 'b.std'], { cwd }).status).toBe(0);
  expect(readFileSync(join(cwd, 'b.std'), 'utf8')).toBe(readFileSync(join(cwd, 'a.std'), 'utf8'));
  for (const line of [
    ['analyze', 'FILE', '--detector', 'grammar-hb'],
    ['grammar', 'hb', 'FILE'],
  ]) {
    const of = (file: string) =>
      foretrace(
        line.map((word) => (word === 'FILE' ? file : word)),
        { cwd },
      );
    expect(of('a.rules').status).toBe(of('a.slp').status);
    expect(of('a.rules').stdout.replaceAll('a.rules', 'a.slp')).toBe(of('a.slp').stdout);
  }
  foretrace(['compress', 'a.std', 'c.rules'], { cwd });
  expect(readFileSync(join(cwd, 'c.rules'), 'utf8')).toBe(stdout);
  writeFileSync(join(cwd, 'd.rules'), stdout.replace('→', '→ nobody'));
  const broken = foretrace(['analyze', 'd.rules'], { cwd });
  expect(broken.status).toBe(2);
  expect(broken.stderr).toContain('d.rules:1: there is no rule "nobody"');
});

test('the sets of a rule, as a table and as JSON', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'a.rules'), 'S → A\nA → 1:w(x) 1:fork(2)\n');
  expect(foretrace(['grammar', 'sets', 'a.rules'], { cwd }).stdout).toMatch(/^A +ALWr\(x\) +\{1, 2\}$/m);
  const rows = JSON.parse(foretrace(['grammar', 'sets', 'a.rules', '--format', 'json', '--rules', '1'], { cwd }).stdout);
  expect(rows[0]).toEqual({ rule: 'S', set: 'ALWr(x)', members: ['1', '2'] });
});

test('a trace that exists only as a grammar is analysed, and expanded as far as one asks', () => {
  const cwd = folder();
  const huge = ['--grammar', '1_000_000_000_000', '--threads', '3', '--variables', '10', '--races', '0.3'];
  expect(foretrace(['generate', ...huge, 'huge.slp'], { cwd }).status).toBe(0);
  expect(foretrace(['grammar', 'stats', 'huge.slp'], { cwd }).stdout).toContain('1000000000000');
  expect(foretrace(['grammar', 'hb', 'huge.slp', '--first'], { cwd })).toMatchObject({ status: 1 });
  const refused = foretrace(['decompress', 'huge.slp', 'out.std'], { cwd });
  expect(refused).toMatchObject({ status: 2 });
  expect(refused.stderr).toContain('TRACE_TOO_LONG');
  expect(foretrace(['decompress', 'huge.slp', 'out.std', '--limit', '100'], { cwd }).status).toBe(3);
  expect(readFileSync(join(cwd, 'out.std'), 'utf8').trim().split('\n')).toHaveLength(100);
});

interface Report {
  readonly trace: { readonly events: number };
  readonly detectors: readonly { readonly id: string; readonly variables: readonly string[] }[];
  readonly findings: readonly { readonly first: object; readonly second: object }[];
}

function analysis(cwd: string, trace: string, ...ids: string[]): Report {
  const args = ['analyze', trace, '--format', 'json', '--fail-on', 'never', ...ids.flatMap((id) => ['-d', id])];
  const { status, stdout, stderr } = foretrace(args, { cwd });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(stdout);
}

describe('analyze', () => {
  const forked = `M|fork(A)|9\nM|fork(B)|10\nA|acq(n)|11\n${round.repeat(100)}A|rel(n)|12\n`;

  test.each([
    [['grammar-hb']],
    [['grammar-lockset']],
    [['grammar-hb', 'grammar-lockset']],
    [['eraser', 'grammar-hb', 'fasttrack']],
  ])('finds the same in a grammar file and in its events: %s', (ids) => {
    const cwd = folder();
    writeFileSync(join(cwd, 'a.std'), forked);
    expect(foretrace(['compress', 'a.std', 'a.slp'], { cwd }).status).toBe(0);
    const [events, grammar] = [analysis(cwd, 'a.std', ...ids), analysis(cwd, 'a.slp', ...ids)];
    expect(grammar.findings.length).toBeGreaterThan(0);
    expect(grammar.findings).toEqual(events.findings);
    expect(grammar.trace.events).toBe(events.trace.events);
    expect(grammar.detectors.map(({ id }) => id)).toEqual(ids);
    expect(grammar.detectors.map(({ variables }) => variables)).toEqual(events.detectors.map(({ variables }) => variables));
  });

  test('takes a grammar of 10^12 events as it is', () => {
    const cwd = folder();
    const huge = ['--grammar', '1_000_000_000_000', '--threads', '3', '--variables', '10', '--races', '0.3'];
    expect(foretrace(['generate', ...huge, 'huge.slp'], { cwd }).status).toBe(0);
    const { trace, detectors } = analysis(cwd, 'huge.slp', 'grammar-hb', 'grammar-lockset');
    expect(trace.events).toBe(1e12);
    const found = JSON.parse(foretrace(['grammar', 'hb', 'huge.slp', '--format', 'json'], { cwd }).stdout).found;
    expect(detectors[0]!.variables).toEqual(found.map(({ variable }: { variable: string }) => variable).sort());
    expect(foretrace(['analyze', 'huge.slp', '-d', 'grammar-hb', '--format', 'html=huge.html'], { cwd }).status).toBe(1);
    expect(foretrace(['analyze', 'huge.slp', '-d', 'grammar-hb', '-d', 'fasttrack'], { cwd })).toMatchObject({ status: 2 });
  });
});

describe('a grammar that is wrong is refused with its fault:', () => {
  const wrong: [string, string, [number, number][][]][] = [
    ['a cycle', 'GRAMMAR_CYCLE', [[[2, 1]], [[2, 1]]]],
    ['an unknown symbol', 'GRAMMAR_UNKNOWN_SYMBOL', [[[9, 1]]]],
    ['an unused rule', 'GRAMMAR_UNUSED_RULE', [[[0, 1]], [[1, 1]]]],
    ['an empty rule', 'GRAMMAR_EMPTY_RULE', [[], [[2, 4_000_000_000]]]],
  ];
  test.each(wrong)('%s', (_, code, rules) => {
    const cwd = folder();
    grammarFile(join(cwd, 'x.slp'), rules);
    for (const args of [
      ['grammar', 'hb', 'x.slp'],
      ['decompress', 'x.slp', 'x.std'],
      ['analyze', 'x.slp'],
    ]) {
      const { status, stderr } = foretrace(args, { cwd });
      expect(status).toBe(2);
      expect(stderr).toContain(code);
    }
  });

  test('10^18 events, which are counted exactly and not analysed', () => {
    const cwd = folder();
    const billion: [number, number][][] = [[[0, 1_000_000_000]], [[2, 1_000_000_000], [1, 1]]]; // biome-ignore format: one row
    grammarFile(join(cwd, 'x.slp'), billion, billion);
    expect(foretrace(['grammar', 'stats', 'x.slp'], { cwd }).stdout).toContain('1000000000000000001');
    for (const args of [
      ['grammar', 'hb', 'x.slp'],
      ['grammar', 'lockset', 'x.slp'],
      ['decompress', 'x.slp', 'x.std'],
    ]) {
      const { status, stderr } = foretrace(args, { cwd });
      expect(status).toBe(2);
      expect(stderr).toContain('TRACE_TOO_LONG: x.slp: ');
    }
    expect(foretrace(['decompress', 'x.slp', 'x.std', '--limit', '10'], { cwd }).status).toBe(3);
  });

  test('damage', () => {
    const cwd = folder();
    grammarFile(join(cwd, 'x.slp'), [[[0, 1]]]);
    const bytes = readFileSync(join(cwd, 'x.slp'));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(cwd, 'x.slp'), bytes);
    const { status, stderr } = foretrace(['grammar', 'stats', 'x.slp'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain('TRACE_CORRUPT');
  });
});
