// docs/formats.md against the code: its tables, its dump and its recorder.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFormats } from '../../scripts/manual.ts';
import { grammar } from '../../src/formats/grammar/index.ts';
import { formats, recogniseFormat } from '../../src/formats/index.ts';
import { frameSection, readSectionHeader } from '../../src/formats/native/frame.ts';
import { native } from '../../src/formats/native/index.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { findCompiler } from '../../src/record/c/toolchain.ts';
import { MAX_EVENTS } from '../../src/trace/block.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { needs } from '../needs.ts';
import { concat, decode, encode, named, plainNative } from './encode.ts';

const digits = (n: number): string => n.toString().replace(/\B(?=(?:\d{3})+$)/g, ' ');

const page = readFileSync(join(import.meta.dirname, '../../docs/formats.md'), 'utf8');

test('the greatest position is the one that readers take', () => {
  expect(page).toContain(`positions stay below ${digits(MAX_EVENTS)}`);
  expect(page).toContain(`up to position ${digits(MAX_EVENTS - 1)}`);
  const read = (first: number) => {
    const sections: Uint8Array[] = [];
    const trace = new TraceBuilder().add('T0', Op.write, 'x').trace();
    const writer = native.writer({ symbols: trace.symbols, plain: true, write: (bytes) => sections.push(bytes.slice()) });
    for (const block of trace.blocks) writer.block(block);
    writer.end();
    // The last but one holds the event.
    const section = sections.at(-2)!;
    const header = readSectionHeader(section, 0)!;
    frameSection(section, { ...header, first });
    frameSection(sections.at(-1)!, { ...readSectionHeader(sections.at(-1)!, 0)!, first: first + 1 });
    return decode(native, concat(sections), new LenientProblems()).trace.length;
  };
  expect(read(MAX_EVENTS - 1)).toBe(1);
  expect(read(MAX_EVENTS)).toBe(0);
});

test('the tables are those of the code', () => {
  expect(page, 'run `npm run docs`').toBe(withFormats(page, formats));
});

test('the dump of two events is what is written and read', () => {
  const dump = page.slice(page.indexOf('### A file of two events'));
  const lines = /```hex\n([\s\S]*?)```/.exec(dump)![1]!.split('\n');
  const hex = lines.map((line) => /^(?:[0-9A-F]{2}(?: |$))*/.exec(line)![0]).join(' ');
  const bytes = Uint8Array.from(hex.trim().split(/\s+/), (digits) => Number.parseInt(digits, 16));
  const trace = new TraceBuilder().add('T0', Op.write, 'x', 'a.c:3').add('T1', Op.read, 'x').trace();
  expect(encode(plainNative, trace, new Map([['recorder', 'demo']]))).toEqual(bytes);
  expect(named(decode(native, bytes).trace)).toEqual(named(trace));
  expect(page).toContain(`${bytes.length} bytes:`);
});

test('the recorder in C writes a trace', (context) => {
  needs('c', context);
  const [compiler, ...words] = findCompiler('c', process.env).command;
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-recorder-'));
  try {
    writeFileSync(join(folder, 'recorder.c'), /```c\n([\s\S]*?)```/.exec(page)![1]!);
    const warnings = ['-std=gnu11', '-Wall', '-Wextra', '-Werror'];
    execFileSync(compiler!, [...words, ...warnings, '-o', join(folder, 'recorder'), join(folder, 'recorder.c')]);
    execFileSync(join(folder, 'recorder'), [join(folder, 'demo.ftrace')]);
    const trace = parseTrace(readFileSync(join(folder, 'demo.ftrace')));
    expect(trace.length).toBe(15_003);
    const lines = named(trace);
    expect(lines.slice(0, 3)).toEqual(['T0 fork T1 ', 'T0 acq m demo.c:9', 'T0 w x demo.c:9']);
    expect(lines.slice(-2)).toEqual(['T1 r x ', 'T0 join T1 ']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const examples = [...page.matchAll(/^### (\w+)\n[\s\S]*?```\n([\s\S]*?)```/gm)];

test('every text format has an example', () => {
  const textual = formats.filter((format) => format !== native && format !== grammar).map(({ id }) => id);
  expect(
    examples
      .map(([, id]) => id!)
      .filter((id) => textual.includes(id))
      .sort(),
  ).toEqual(textual.sort());
});

test.each(examples.map(([, id, text]) => ({ id, text })))('the example of $id is a trace of that format', ({ id, text }) => {
  expect(recogniseFormat(new TextEncoder().encode(text))?.id).toBe(id);
  expect(parseTrace(text!).length).toBe(5);
});
