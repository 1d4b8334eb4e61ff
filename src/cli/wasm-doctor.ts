// `foretrace doctor --wasm FILE`: what the recorder makes of a WebAssembly module, and what it knows of its library.

import { InputError } from '../base/error.ts';
import { jsonText } from '../base/json.ts';
import { readRegularFile } from '../base/regular-file.ts';
import { columns } from '../base/table.ts';
import { unreadable } from '../formats/file/failure.ts';
import { Declined } from '../record/node/wasm/leb.ts';
import type { MemoryDeclaration } from '../record/node/wasm/module.ts';
import { type Inspection, inspect } from '../record/node/wasm/recognise/inspect.ts';
import type { Treatment } from '../record/node/wasm/recognise/known.ts';

/** No engine takes a module of a gigabyte. */
const LARGEST = 1 << 30;

export interface WasmReport {
  readonly text: string;
  /** It would be recorded, or there is nothing to record. */
  readonly ok: boolean;
}

export function wasmReport(file: string, format: 'text' | 'json'): WasmReport {
  const inspection = inspected(file);
  const ok = inspection.verdict.is !== 'refused';
  return { ok, text: format === 'json' ? jsonOf(file, inspection) : textOf(file, inspection) };
}

function inspected(file: string): Inspection {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(readRegularFile(file, LARGEST));
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    return inspect(bytes, (module) => WebAssembly.validate(module));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    throw new InputError('WASM_BROKEN', { file }, `no WebAssembly module: ${error.message}`, 'name a .wasm file that is whole');
  }
}

const TREATMENTS: Readonly<Record<Treatment, string>> = {
  peek: 'its plain loads are looks: not recorded',
  order: 'its plain loads are recorded as atomic ones',
  none: 'recorded as it is',
};

const NAMES: Readonly<Record<Inspection['names'], string>> = {
  names: 'functions have names',
  exports: 'none but those of exports: other functions are told by number',
  none: 'none: functions are told by number',
};

const LINES: Readonly<Record<Inspection['lines'], string>> = {
  dwarf: 'DWARF in the module',
  'dwarf beside': 'DWARF in a file that the module names',
  'source map': 'a source map',
  none: 'none: places are told by offset',
};

function textOf(file: string, inspection: Inspection): string {
  const { bytes, functions, imported, memories, accesses, names, lines, recognised, peeks } = inspection;
  const facts = [
    ['module', `${file}: ${bytes} bytes, ${functions} functions, ${imported} of them imported`],
    ...memories.map((memory) => ['memory', memoryText(memory)]),
    ['recorded', recordedText(inspection)],
    ...(accesses ? [['accesses', `${accesses.plain} plain, ${accesses.atomic} atomic, ${accesses.bulk} of ranges`]] : []),
    ['names', NAMES[names]],
    ['lines', LINES[lines]],
    [
      'looks',
      `${counted(peeks, 'plain load only looks', 'plain loads only look')} at a word before an atomic decides: not recorded`,
    ],
    ['known', `${counted(recognised.length, 'function is', 'functions are')} synchronisation of a library that is known`],
  ];
  const rows = recognised.map(({ function: index, name, is, how, treatment, called }) => [
    `  function ${index}`,
    how === 'name' ? (called ?? name) : name,
    `by ${how}`,
    is,
    TREATMENTS[treatment],
  ]);
  return columns(facts) + columns(rows);
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function memoryText({ shared, wide, initial, maximum, from }: MemoryDeclaration): string {
  const pages = maximum === undefined ? `${initial} pages or more` : `${initial} to ${maximum} pages`;
  const origin = from === undefined ? 'its own' : `imported as ${from.module}.${from.name}`;
  return `${origin}, ${shared ? 'shared' : 'not shared'}, ${pages}${wide ? ', of 64-bit addresses' : ''}`;
}

function recordedText({ verdict }: Inspection): string {
  return verdict.is === 'recorded' ? 'yes' : verdict.is === 'left' ? `nothing to record: ${verdict.why}` : `no: ${verdict.why}`;
}

function jsonOf(file: string, inspection: Inspection): string {
  const { memories, verdict, recognised, ...facts } = inspection;
  const module = {
    file,
    ...facts,
    memories: memories.map(({ from, ...memory }) => ({ ...memory, from: from ?? null })),
    recorded: verdict.is === 'recorded',
    reason: verdict.is === 'recorded' ? null : verdict.why,
    recognised: recognised.map(({ called, ...known }) => ({ ...known, called: called ?? null })),
  };
  return `${jsonText({ version: 1, module }, 2)}\n`;
}
