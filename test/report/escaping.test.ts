// Every hostile name through every field of every report in the list: nothing comes out raw, programs read the same names back, and no
// field of a format can be left.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonText } from '../../src/base/json.ts';
import { display } from '../../src/base/quote.ts';
import type { StackedAccess } from '../../src/findings/access.ts';
import { baselineText, parseBaseline } from '../../src/findings/baseline.ts';
import type { FindingExplanation } from '../../src/findings/explanation.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { pathOf, sourcePlace } from '../../src/findings/place.ts';
import type { AnalysisResult } from '../../src/findings/result.ts';
import type { Slice } from '../../src/findings/slices.ts';
import type { Frame } from '../../src/findings/stack.ts';
import { comparisonJson, comparisonText } from '../../src/report/comparison.ts';
import { explanation } from '../../src/report/explanation.ts';
import { reportFormatById, reportFormats } from '../../src/report/index.ts';
import { rowsJson, rowsText } from '../../src/teaching/thinking.ts';
import { Witness } from '../../src/trace/witness.ts';
import { frame, finding as plainFinding } from '../findings/finding.ts';
import { breakOuts, hostileNames, RAW, unsafeCharacters } from './hostile.ts';

function access(name: string, index: number): StackedAccess {
  const location = `${name}.c:${index + 1}:2 (${name})`;
  const stack = stackOf(name, location);
  const taken = [name, `${name}2`].map((lock) => ({ lock, location, stack }));
  return {
    index,
    thread: `T${index} ${name}`,
    op: 'write',
    location,
    locks: [name, `${name}2`],
    shared: [name],
    text: name,
    stack,
    taken,
  };
}

/** Frames of all kinds: own and of a library, inlined, awaited, seen another time, with what is left out. */
function stackOf(name: string, location: string): Frame[] {
  const library = { library: name, function: name, text: name };
  return [
    frame(location, { text: name, inlined: true, seen: true }),
    frame(`${name}+0x1 (${name})`, library),
    frame(`${name}:7`, library),
    frame(name, { awaited: true }),
    frame(location, { more: 12 }),
  ];
}

/** A finding in which every text that is data holds the name. */
function finding(name: string, i: number): Finding {
  const place = `${name}.c:3`;
  return plainFinding({
    id: `R${i + 1}`,
    variable: name,
    kind: 'write-write',
    claim: i % 2 === 0 ? 'observed' : 'suspected',
    detectors: ['hb'],
    first: access(name, 0),
    second: access(name, 1),
    witness: Witness.of(Uint32Array.of(0, 1)),
    reason: `T0 ${name} holds ${name}, T1 ${name} holds nothing`,
    forks: [{ thread: `T1 ${name}`, by: `T0 ${name}`, index: 0, location: name, stack: stackOf(name, name) }],
    allocation: { thread: `T0 ${name}`, location: name, stack: stackOf(name, name) },
    variables: [name, `${name}[3]`],
    places: [0, 1].map(() => ({
      first: place,
      second: name,
      kind: 'write-write',
      claim: 'observed',
      count: 1,
      fingerprints: ['0123456789abcdef'],
      sides: [[]],
    })),
    processes: [`12 (${name})`],
  });
}

function sliceOf(name: string): Slice {
  const event = (position: number, racing: boolean) => ({
    position,
    thread: `T${position} ${name}`,
    text: `w(${name})`,
    location: `${name}:${position}`,
    racing,
    gap: false,
  });
  return {
    threads: [`T0 ${name}`, `T1 ${name}`],
    events: [event(0, true), event(1, true)],
    arrows: [{ kind: 'lock', from: 0, to: 1 }],
  };
}

function result(names: readonly string[]): AnalysisResult {
  const all = names.join('');
  return {
    traces: [
      {
        file: `${all}.std`,
        events: 9,
        threads: 2,
        locks: 1,
        variables: 1,
        repaired: 0,
        complete: true,
        memoryModel: 'java',
        command: all,
      },
    ],
    detectors: [
      {
        id: 'hb',
        claim: 'observed',
        trace: 0,
        finds: 'race',
        deadlocks: [],
        violations: [],
        raceCount: names.length,
        races: () =>
          names.map((variable) => ({
            variable,
            kind: 'write-write',
            first: access(variable, 0),
            second: access(variable, 1),
            witness: null,
          })),
        variables: names,
        counters: {},
      },
    ],
    findings: names.map(finding),
    leftOut: {
      suppressed: 1,
      known: 1,
      foreign: names.length,
      foreignCode: names,
      dependencies: names.length,
      packages: names,
      rare: 1,
      beyond: 1,
    },
  };
}

function report(id: string, names: readonly string[]): string {
  const slices = new Map(names.map((name, i) => [`R${i + 1}`, sliceOf(name)]));
  const sources = (location: string) => ({ first: 1, line: 1, lines: [pathOf(location)] });
  return [...reportFormatById(id)!.report(result(names), { version: '1.2.3', slices, sources, width: 100_000 })].join('');
}

const raw = (text: string): string[] => [...new Set(text.match(RAW))].map((character) => JSON.stringify(character));

test('the characters are those of Unicode', () => {
  for (const one of ['\0', '\n', '\x1b', '\x7f', '\x85', '\u200b', '\u202e', '\u2028', '\u2029', '\ufeff', '\u{e0041}', '\ud800'])
    expect(unsafeCharacters).toContain(one);
  expect(unsafeCharacters.length).toBeGreaterThan(230);
});

describe.each(reportFormats.map(({ id }) => id))('%s', (id) => {
  test('shows nothing raw', () => {
    // Only the script of a page has some of its own.
    const text = report(id, hostileNames).replace(/<script>.*?<\/script>/s, '');
    expect(raw(text)).toEqual([]);
  });

  test('is as long in lines for any name', () => {
    const lines = (name: string): number => report(id, [name]).split('\n').length;
    const expected = lines('name');
    for (const name of hostileNames) expect([name, lines(name)]).toEqual([name, expected]);
  });
});

test('json and jsonl bring every name back', () => {
  const { trace, detectors, findings } = JSON.parse(report('json', hostileNames));
  const expected = result(hostileNames);
  expect(trace.file).toBe(expected.traces[0]!.file);
  expect(detectors[0].variables).toEqual(hostileNames);
  expect(detectors[0].races).toEqual([...expected.detectors[0]!.races()]);
  expect(findings).toEqual(expected.findings.map(({ known: _, witness, ...rest }) => ({ ...rest, witness: [...witness!] })));
  const lines = report('jsonl', hostileNames)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0].file).toBe(expected.traces[0]!.file);
  expect(lines.filter(({ type }) => type === 'race')).toEqual(findings);
});

test('sarif has no links, and addresses that name the file', () => {
  const { results } = JSON.parse(report('sarif', hostileNames)).runs[0];
  for (const [i, { message, locations, relatedLocations }] of results.entries()) {
    expect(message.text).not.toContain('](');
    expect(relatedLocations[0].message.text).not.toContain('](');
    const { uri } = locations[0].physicalLocation.artifactLocation;
    expect(uri).toMatch(/^[\w%.~!'()*/:-]+$/);
    const name = hostileNames[i]!;
    if (/^[^\\\p{Cs}]*$/u.test(name)) expect(decodeURIComponent(uri)).toBe(`${name}.c`);
  }
});

test('github commands have the four properties and one message each', () => {
  for (const name of hostileNames) {
    const [line, notice, last] = report('github', [name]).split('\n');
    expect([notice!.startsWith('::notice title=foretrace::'), last]).toEqual([true, '']);
    // As the runner reads it: the first `::` behind the command ends the properties, commas part them, the first `=` ends a key.
    const [, command, properties] = /^::(error|warning) (.*?)::/.exec(line!)!;
    const parts = properties!.split(',').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]);
    expect(parts.map(([key]) => key)).toEqual(['file', 'line', 'col', 'title']);
    const unescaped = (text: string): string =>
      text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
    expect(unescaped(parts[0]![1]!)).toBe(display(sourcePlace(`${name}.c:2:2`)!.path));
    expect(unescaped(parts[3]![1]!)).toBe(`R1: observed data race on ${display(name)}`);
    const message = line!.slice(`::${command} ${properties}::`.length);
    expect(message.replaceAll('%25', '')).not.toContain('%');
    expect(unescaped(message)).toContain(display(`T0 ${name} holds ${name}`));
  }
});

/** Markdown without its code spans, as CommonMark finds them: a run of backticks up to the next run of the same length. */
function withoutSpans(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const open = /^`+/.exec(text.slice(at))?.[0];
    if (open === undefined) {
      out += text[at++];
      continue;
    }
    const close = [...text.slice(at + open.length).matchAll(/`+/g)].find(([run]) => run.length === open.length);
    if (close === undefined) return `${out}UNCLOSED`;
    at += open.length + close.index + open.length;
    out += '□';
  }
  return out;
}

test('markdown keeps every name in a code span, and every row at six cells', () => {
  const plain = withoutSpans(report('markdown', ['name']));
  for (const name of hostileNames) {
    const text = report('markdown', [name]);
    expect(withoutSpans(text)).toBe(plain);
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(4);
    // Renderers disagree on what two backslashes before a bar are: it must be right for both.
    for (const row of rows) expect(row.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(7);
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(7);
  }
});

/** The tags of a page, each with the names of its attributes. */
function markup(page: string): string[] {
  const bare = page.replace(/<(style|script)>.*?<\/\1>/gs, '<$1></$1>');
  return [...bare.matchAll(/<[^>]*>?/g)].map(([tag]) => tag.replace(/="[^"<>]*"/g, ''));
}

test('html has the same tags and attributes for any name', () => {
  const plain = markup(report('html', ['name']));
  for (const name of hostileNames) expect(markup(report('html', [name]))).toEqual(plain);
  expect(plain).toContain('<script type id>');
});

describe('what is no report of a list', () => {
  const detector = { id: 'hb', claim: 'observed', races: 1, deadlocks: 0, violations: 0, seconds: 1, bytes: 1 } as const;
  const comparison = (names: readonly string[]) => ({
    file: names.join(''),
    events: 1,
    memoryModel: 'java' as const,
    detectors: names.map((name) => ({ ...detector, variables: [name] })),
  });
  const rows = hostileNames.map((name, index) => ({ index, thread: name, event: `w(${name})`, holds: [name], shared: null }));

  function explained(name: string): FindingExplanation {
    const { threads, events } = sliceOf(name);
    const steps = events.map(({ gap: _, ...event }, step) => ({ ...event, step, moved: true }));
    return {
      finding: finding(name, 0),
      slice: sliceOf(name),
      orders: [`${name} before ${name}`],
      witness: { threads, steps, hidden: 1, sentences: [`"${name}" moved`] },
    };
  }

  const known = {
    updates: 1,
    findings: hostileNames.map((name, i) => ({
      fingerprint: `${i}`,
      variable: name,
      places: [name, `${name}:2`],
      sides: [name],
      seen: 1,
    })),
  };

  test('shows nothing raw either', () => {
    expect(raw(comparisonText(comparison(hostileNames)))).toEqual([]);
    expect(raw(comparisonJson(comparison(hostileNames)))).toEqual([]);
    expect(raw(rowsText(rows))).toEqual([]);
    expect(raw(rowsJson(rows))).toEqual([]);
    expect(raw(baselineText(known))).toEqual([]);
    for (const name of hostileNames) expect(raw([...explanation(explained(name))].join(''))).toEqual([]);
  });

  test('brings the names back', () => {
    expect(JSON.parse(comparisonJson(comparison(hostileNames))).detectors.map((one: { only: string[] }) => one.only)).toEqual(
      hostileNames.map((name) => [name]),
    );
    expect(JSON.parse(rowsJson(rows))).toEqual(rows);
    expect(parseBaseline(baselineText(known), 'b')).toEqual(known);
  });
});

test('jsonText is JSON.stringify to whoever parses it', () => {
  const value = {
    ...Object.fromEntries(hostileNames.map((name, i) => [name, [name, i]])),
    deep: { list: [breakOuts, null, 1.5] },
  };
  for (const indent of [undefined, 2]) expect(JSON.parse(jsonText(value, indent))).toEqual(value);
  expect(raw(jsonText(value, 2))).toEqual([]);
  const plain = { a: ['ü', '変数', '🧵'], b: 1 };
  expect(jsonText(plain, 2)).toBe(JSON.stringify(plain, null, 2));
});

test('whoever prints JSON prints it safely', () => {
  const src = join(import.meta.dirname, '../../src');
  // What a recorder writes for itself, the bundled page, a key, and the numbers that a share of a search has.
  const own = /^(?:base\/json\.ts|report\/html\/page\.ts|record\/|teaching\/raptor\/index\.ts|detectors\/predict\/sharing\.ts)/;
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts') && !own.test(path));
  expect(files.filter((path) => readFileSync(join(src, path), 'utf8').includes('JSON.stringify'))).toEqual([]);
});
