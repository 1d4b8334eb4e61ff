// Binaries that others compiled, as they lie in node_modules: read whole, and still valid when instrumented.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decode, newInstruction, skipValueType } from '../../../../src/record/node/wasm/instruction.ts';
import { instrument, withNote } from '../../../../src/record/node/wasm/instrument.ts';
import { ByteReader, ByteWriter } from '../../../../src/record/node/wasm/leb.ts';
import { readModule, readSections } from '../../../../src/record/node/wasm/module.ts';
import { SectionId } from '../../../../src/record/node/wasm/opcode.ts';
import {
  Patcher,
  patchData,
  patchElements,
  patchExports,
  patchGlobals,
  patchStart,
  patchTables,
} from '../../../../src/record/node/wasm/patch.ts';
import { accessesOf, expectedSites, sitesIn } from './harness.ts';

const packages = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const INLINE = /AGFzbQE[A-Za-z0-9+/=]{200,}/g;

function binaries(): [string, Uint8Array][] {
  const found: [string, Uint8Array][] = [];
  const extra = process.env['FORETRACE_WASM_FILES']?.split(':') ?? [];
  for (const file of extra) found.push([file, readFileSync(file)]);
  for (const folder of ['es-module-lexer', 'cjs-module-lexer', 'playwright-core', 'vite']) {
    for (const entry of readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })) {
      const file = join(packages, folder, entry);
      if (entry.endsWith('.wasm')) found.push([entry, readFileSync(file)]);
      else if (/\.[cm]?js$/.test(entry)) {
        for (const [text] of readFileSync(file, 'latin1').matchAll(INLINE)) found.push([entry, Buffer.from(text, 'base64')]);
      }
    }
  }
  return found.filter(([, bytes]) => WebAssembly.validate(new Uint8Array(bytes)));
}

const patches = new Map([
  [SectionId.table, patchTables],
  [SectionId.global, patchGlobals],
  [SectionId.export, patchExports],
  [SectionId.start, patchStart],
  [SectionId.element, patchElements],
  [SectionId.data, patchData],
] as [number, typeof patchTables][]);

/** Reads every section to its last byte and writes it again, nothing renumbered. */
function copied(bytes: Uint8Array): Uint8Array {
  const out = new ByteWriter(bytes.length).raw(bytes.subarray(0, 8));
  for (const { id, start, content, end } of readSections(bytes)) {
    out.raw(bytes.subarray(start, content));
    const patcher = new Patcher(new ByteReader(bytes, content, end), out);
    const patch = patches.get(id);
    if (patch !== undefined) patch(patcher, { from: 0, by: 0 });
    else if (id === SectionId.code) walkCode(patcher.reader);
    else patcher.reader.at = end;
    expect(patcher.reader.at).toBe(end);
    patcher.finish();
  }
  return out.view();
}

function walkCode(reader: ByteReader): void {
  const instruction = newInstruction();
  for (let functions = reader.u32(); functions > 0; functions--) {
    const size = reader.u32();
    const body = new ByteReader(reader.bytes, reader.at, reader.at + size);
    for (let groups = body.u32(); groups > 0; groups--) {
      body.u32();
      skipValueType(body);
    }
    while (body.at < body.end) decode(body, instruction);
    expect(instruction.opcode).toBe(0x0b);
    reader.skip(size);
  }
}

describe('real modules', () => {
  const found = binaries();

  it('are there', () => {
    expect(found.length).toBeGreaterThan(3);
  });

  it.each(found)('%s is read whole', (_, bytes) => {
    expect(readModule(bytes).functions.length).toBeGreaterThan(0);
    expect(Buffer.compare(copied(bytes), bytes)).toBe(0);
  });

  it.each(found)('%s is valid when instrumented', (_, bytes) => {
    const instrumented = instrument(bytes, { force: true })!;
    expect(accessesOf(bytes).length).toBeGreaterThan(0);
    expect(sitesIn(instrumented.sections, bytes)).toEqual(expectedSites(bytes));
    expect(WebAssembly.validate(withNote(instrumented, 1))).toBe(true);
  });
});
