// How a trace says its memory model, in every format, and what it is where it does not.

import { describe, expect, test } from 'vitest';
import { formatById } from '../../src/formats/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { native } from '../../src/formats/native/index.ts';
import { collectTrace, parseTrace, readTrace } from '../../src/formats/read.ts';
import { memoryModelOf, memoryModels } from '../../src/trace/memory-model.ts';
import { modelOf } from '../../src/trace/trace.ts';
import { encode } from '../formats/encode.ts';

const text = 'T1|w(x)|1\nT1|vw(v)|2\nT2|vw(v)|3\nT3|vr(v)|4\nT3|w(x)|5\n';
const trace = parseTrace(text);
const recorded = new Map([['untimed-accesses', 'true']]);

test('a trace that does not say is of Java, but for what a recorder wrote before it said so', () => {
  expect(modelOf(trace)).toBe('java');
  expect(memoryModelOf(new Map())).toBe('java');
  expect(memoryModelOf(recorded)).toBe('c11');
  expect(memoryModelOf(new Map([...recorded, ['memory-model', 'ecmascript']]))).toBe('ecmascript');
});

describe.each(['native', 'grammar', 'std', 'csv', 'table'].map((id) => formatById(id)!))('$id', (format) => {
  test.each(memoryModels)('carries %s', async (model) => {
    for (const others of [new Map<string, string>(), recorded]) {
      const bytes = encode(format, trace, new Map([...others, ['memory-model', model]]));
      const read = await collectTrace(memoryInput('x', bytes));
      expect(modelOf(read)).toBe(model);
      expect(memoryModelOf(read.metadata)).toBe(model);
      for (const other of memoryModels) {
        const asked = await collectTrace(memoryInput('x', bytes), { memoryModel: other });
        expect(modelOf(asked)).toBe(other);
        expect(memoryModelOf(asked.metadata)).toBe(other);
      }
    }
  });
});

test('a text says its model, but for the usual one of texts', () => {
  const std = formatById('std')!;
  const said = (metadata: Map<string, string>) => new TextDecoder().decode(encode(std, trace, metadata)).includes('memory-model');
  expect(said(new Map([['memory-model', 'java']]))).toBe(false);
  expect(said(new Map([['memory-model', 'c11']]))).toBe(true);
  expect(said(new Map([...recorded, ['memory-model', 'c11']]))).toBe(true);
  expect(said(new Map([...recorded, ['memory-model', 'java']]))).toBe(true);
});

test('a model that nobody knows is refused, unless one is named', async () => {
  const bytes = encode(native, trace, new Map([['memory-model', 'power']]));
  const read = (options = {}) => readTrace(memoryInput('x', bytes), options, () => {});
  await expect(read()).rejects.toMatchObject({ code: 'TRACE_MEMORY_MODEL', place: { file: 'x' } });
  expect((await read({ memoryModel: 'c11' })).memoryModel).toBe('c11');
});
