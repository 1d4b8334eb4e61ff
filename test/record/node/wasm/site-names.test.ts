// Places in modules: lines from DWARF and source maps, inside or beside the module, else offsets.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSections } from '../../../../src/record/node/wasm/module.ts';
import { SectionId } from '../../../../src/record/node/wasm/opcode.ts';
import { ModulePlaces } from '../../../../src/record/node/wasm/site-names.ts';
import { runs } from '../../../runs.ts';
import { accessesOf } from './harness.ts';

const bytesOf = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, 'counter', name)));

function names(bytes: Uint8Array, file = 'counter.wasm'): string[] {
  const places = new ModulePlaces({ bytes, sections: readSections(bytes) }, file);
  return accessesOf(bytes).map(({ offset }) => places.name(offset));
}

/** The load, the store and the atomic update of `add`; before them is what the linker wrote. */
const ofAdd = (bytes: Uint8Array, file?: string) => names(bytes, file).slice(-3);

function withoutDebug(bytes: Uint8Array): Uint8Array {
  const kept = readSections(bytes).filter(
    ({ id, content, end }) => id !== SectionId.custom || !Buffer.from(bytes.subarray(content, end)).includes('.debug_'),
  );
  return Buffer.concat([bytes.subarray(0, 8), ...kept.map(({ start, end }) => bytes.subarray(start, end))]);
}

function withCustom(bytes: Uint8Array, name: string, text: string): Uint8Array {
  const content = Buffer.from(`${String.fromCharCode(name.length)}${name}${String.fromCharCode(text.length)}${text}`, 'latin1');
  return Buffer.concat([bytes, Buffer.from([0, content.length]), content]);
}

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-wasm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

describe('DWARF', () => {
  const [own, header] = ['/home/somebody/counter/counter.c', '/home/somebody/counter/counter.h'];

  it('of version 4 gives the lines', () => {
    expect(ofAdd(bytesOf('dwarf4.wasm'))).toEqual([`${header}:2 (add)`, `${header}:2 (add)`, `${own}:10 (add)`]);
  });

  it('of version 5 gives the lines, of the caller where a header of the system was expanded', () => {
    expect(ofAdd(bytesOf('dwarf5.wasm'))).toEqual([`${own}:9 (add)`, `${own}:9 (add)`, `${own}:10 (add)`]);
  });

  it('says nothing of code that the linker wrote', () => {
    expect(names(bytesOf('dwarf5.wasm'))[0]).toMatch(/^counter\.wasm:__wasm_init_memory\+0x[0-9a-f]+$/);
  });

  it('may be in a file of its own', () => {
    const whole = bytesOf('dwarf5.wasm');
    const folder = folderWith({ 'counter.debug.wasm': whole });
    const stripped = withoutDebug(whole);
    expect(ofAdd(stripped)[0]).toMatch(/^counter\.wasm:add\+0x/);
    const linked = withCustom(stripped, 'external_debug_info', 'counter.debug.wasm');
    expect(ofAdd(linked, join(folder, 'counter.wasm'))).toEqual(ofAdd(whole));
    expect(ofAdd(linked, 'elsewhere.wasm')[0]).toMatch(/^elsewhere\.wasm:add\+0x/);
  });

  it('that is damaged gives offsets, or other lines', () => {
    const whole = bytesOf('dwarf5.wasm');
    const from = readSections(whole).find(({ id }) => id === SectionId.code)!.end;
    const accesses = accessesOf(whole);
    const change = fc.tuple(fc.integer({ min: from + 20, max: whole.length - 1 }), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const bytes = Uint8Array.from(whole);
        const sections = readSections(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const places = new ModulePlaces({ bytes, sections }, 'x.wasm');
        for (const { offset } of accesses) expect(places.name(offset)).not.toBe('');
      }),
      runs(100),
    );
  });
});

describe('a source map', () => {
  const stripped = withoutDebug(bytesOf('dwarf4.wasm'));
  const offset = accessesOf(stripped).at(-1)!.offset;
  // One segment: the offset in line 1 is line 10, column 11 of counter.c.
  const map = JSON.stringify({ version: 3, sources: ['counter.c'], names: [], mappings: `${vlq(offset)}ASU` });

  it('beside the module is followed, also by its name in the web', () => {
    const folder = folderWith({ 'counter.wasm.map': map });
    for (const url of ['counter.wasm.map', './counter.wasm.map', 'https://example.org/dist/counter.wasm.map']) {
      const bytes = withCustom(stripped, 'sourceMappingURL', url);
      expect(ofAdd(bytes, join(folder, 'counter.wasm')).at(-1)).toBe(`${join(folder, 'counter.c')}:10:11`);
    }
  });

  it('that is missing or wrong changes nothing', () => {
    const folder = folderWith({ 'wrong.map': '{' });
    for (const url of ['missing.map', 'wrong.map', 'https://example.org/'])
      expect(ofAdd(withCustom(stripped, 'sourceMappingURL', url), join(folder, 'c.wasm')).at(-1)).toMatch(/^c\.wasm:add\+0x/);
  });
});

/** A number as source maps write it. */
function vlq(value: number): string {
  let rest = value << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'[digit | (rest > 0 ? 32 : 0)];
  } while (rest > 0);
  return text;
}
