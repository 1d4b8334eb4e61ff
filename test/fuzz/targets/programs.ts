// What names addresses: ELF files, DWARF in them and in WebAssembly modules, mangled names. Broken ones name nothing and harm nobody.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Declined } from '../../../src/record/node/wasm/leb.ts';
import { isWasm, readSections } from '../../../src/record/node/wasm/module.ts';
import { ModulePlaces } from '../../../src/record/node/wasm/site-names.ts';
import { demangled } from '../../../src/symbols/elf/demangle.ts';
import { Symbolizer } from '../../../src/symbols/elf/symbolizer.ts';
import type { Target } from '../target.ts';

const file = (path: string): Uint8Array => readFileSync(join('test', path));

export const elf: Target = {
  name: 'elf',
  seeds: () => [file('corpus/elf/dwbomb.elf')],
  run(bytes) {
    const folder = mkdtempSync(join(tmpdir(), 'foretrace-fuzz-'));
    try {
      const path = join(folder, 'program');
      writeFileSync(path, bytes);
      const symbols = new Symbolizer(`00400000-00500000 r-xp 00000000 00:00 0 ${path}\n`);
      for (const address of [0x400000, 0x401000, 0x401136, 0x40113a, 0x404000, 0x404028]) {
        symbols.frames(address);
        symbols.function(address);
        symbols.data(address, 4);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

export const dwarf: Target = {
  name: 'dwarf',
  seeds: () => ['dwarf4.wasm', 'dwarf5.wasm'].map((name) => file(`record/node/wasm/counter/${name}`)),
  run(bytes) {
    if (!isWasm(bytes)) return;
    try {
      const sections = readSections(bytes);
      const places = new ModulePlaces({ bytes, sections }, '/nowhere/x.wasm');
      for (const offset of [0, 0x80, 0x100, 0x180, 0x200, 0x300, 0x1000]) assert.notEqual(places.name(offset), '');
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
    }
  },
};

const MANGLED = [
  '_ZN4pool5Queue4pushEi',
  '_ZZN4pool3runEvE5count',
  '_ZGVZ3runvE5count',
  '_ZNSt6vectorIiSaIiEE9push_backERKi',
  '_ZN1AC1Ev',
  '_ZNK3foo3barIJLi1ELb0EEE3bazEPFvS_E',
  '_ZZ4mainENKUlvE_clEv',
  '_ZN12_GLOBAL__N_11xE',
];

export const mangledNames: Target = {
  name: 'mangled-names',
  seeds: () => MANGLED.map((name) => Buffer.from(name)),
  run(bytes) {
    const name = Buffer.from(bytes).toString('latin1');
    const shown = demangled(name);
    assert(shown.length <= 20 * name.length + 100, `${shown.length} characters from ${name.length}`);
  },
};
