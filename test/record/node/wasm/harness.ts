// A runtime for instrumented modules without a program around them: records are kept in an array.

import wabtModule from 'wabt';
import { RAW_RECORD_BYTES, Raw, VALUES } from '../../../../src/raw/format.ts';
import { newControl } from '../../../../src/record/node/core/control.ts';
import {
  BUFFER_START,
  Buffer32,
  Control32,
  type ModuleCache,
  type ModuleLine,
  type WasmRuntime,
} from '../../../../src/record/node/core/hooks.ts';
import { newBuffer } from '../../../../src/record/node/core/log.ts';
import { decode, type Instruction, newInstruction, skipValueType } from '../../../../src/record/node/wasm/instruction.ts';
import { instrument, withNote } from '../../../../src/record/node/wasm/instrument.ts';
import { ByteReader } from '../../../../src/record/node/wasm/leb.ts';
import { Linker } from '../../../../src/record/node/wasm/link.ts';
import { readModule } from '../../../../src/record/node/wasm/module.ts';
import { Code, Prefix, plainAccess, SectionId } from '../../../../src/record/node/wasm/opcode.ts';

const wabt = await wabtModule();
const FEATURES = {
  threads: true,
  simd: true,
  bulk_memory: true,
  reference_types: true,
  multi_value: true,
  sat_float_to_int: true,
};

/** Text to bytes, with names. */
export function assemble(text: string, features: Record<string, boolean> = {}): Uint8Array<ArrayBuffer> {
  const module = wabt.parseWat('test.wat', text, { ...FEATURES, ...features });
  const { buffer } = module.toBinary({ write_debug_names: true });
  module.destroy();
  return new Uint8Array(buffer);
}

/** One logical record. */
export interface Recorded {
  readonly kind: string;
  readonly address: number;
  readonly size: number;
  readonly site: number;
  readonly extra: number;
  readonly values?: readonly [bigint, bigint];
}

const kinds = new Map(Object.entries(Raw).map(([name, number]) => [number as number, name]));
export const BASE = 0x5_0003_0000;
export const FIRST_SITE = 1000;

export function decodeRecords(bytes: Uint8Array): Recorded[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out: Recorded[] = [];
  for (let at = 0; at < view.byteLength; at += RAW_RECORD_BYTES) {
    const word1 = view.getUint32(at + 4, true);
    const word3 = view.getUint32(at + 12, true);
    const record = {
      kind: kinds.get((word1 >>> 16) & 0xff) ?? 'unknown',
      address: view.getUint32(at, true) + (word1 & 0xffff) * 0x1_0000_0000,
      size: word1 >>> 24,
      site: view.getUint32(at + 8, true) + (word3 & 0xffff) * 0x1_0000_0000,
      extra: word3 >>> 16,
    };
    if (record.extra & VALUES) {
      at += RAW_RECORD_BYTES;
      out.push({ ...record, values: [view.getBigUint64(at, true), view.getBigUint64(at + 8, true)] });
    } else out.push(record);
  }
  return out;
}

export class TestRuntime implements WasmRuntime {
  readonly buffer: WebAssembly.Memory;
  readonly control: WebAssembly.Memory;
  readonly unrecordedCode: string[] = [];
  readonly told: { readonly file: string; readonly module: ModuleLine }[] = [];
  flushes = 0;
  firstSite = FIRST_SITE;
  modules: ModuleCache | undefined;
  private readonly words: Int32Array;
  private saved = new Uint8Array(0);

  readonly filters: boolean;

  constructor(control: WebAssembly.Memory = newControl(), thread = 0, filters = false) {
    this.control = control;
    this.filters = filters;
    this.buffer = newBuffer(thread);
    this.words = new Int32Array(this.buffer.buffer);
  }

  flush(): void {
    const repeats = this.words[Buffer32.repeats]!;
    if (repeats !== 0) {
      this.words.set([repeats, Raw.repeat << 16, 0, 0], this.words[Buffer32.head]! >> 2);
      this.words[Buffer32.head]! += RAW_RECORD_BYTES;
      this.words[Buffer32.repeats] = 0;
    }
    const head = this.words[Buffer32.head]!;
    const grown = new Uint8Array(this.saved.length + head - BUFFER_START);
    grown.set(this.saved);
    grown.set(new Uint8Array(this.buffer.buffer, BUFFER_START, head - BUFFER_START), this.saved.length);
    this.saved = grown;
    this.words[Buffer32.head] = BUFFER_START;
    this.words[Buffer32.flushedLow]! += (head - BUFFER_START) / RAW_RECORD_BYTES;
    this.flushes++;
  }

  contended(): void {}

  stack(): number {
    return 0;
  }

  address(): number {
    return BASE;
  }

  sites(_key: string, file: string, module: ModuleLine): number {
    this.told.push({ file, module });
    return this.firstSite;
  }

  wait(
    view: Int32Array | BigInt64Array,
    index: number,
    value: number | bigint,
    timeout: number,
  ): 'ok' | 'not-equal' | 'timed-out' {
    return Atomics.wait(view as Int32Array<SharedArrayBuffer>, index, value as number, timeout);
  }

  notify(view: Int32Array, index: number, count: number): number {
    return Atomics.notify(view, index, count);
  }

  keep(): undefined {}

  describe(): void {}

  unrecorded(text: string): void {
    this.unrecordedCode.push(text);
  }

  get time(): number {
    return new Int32Array(this.control.buffer)[Control32.time]!;
  }

  set time(value: number) {
    new Int32Array(this.control.buffer)[Control32.time] = value;
  }

  /** As the first thread does now and then, which saves what others have recorded so far. */
  peek(): Uint8Array {
    Atomics.add(this.words, Buffer32.walk, 1);
    const unsaved = new Uint8Array(this.buffer.buffer, BUFFER_START, this.words[Buffer32.head]! - BUFFER_START);
    return Uint8Array.from(Buffer.concat([this.saved, unsaved]));
  }

  /** Everything recorded so far, as bytes. */
  bytes(): Uint8Array {
    this.flush();
    return this.saved;
  }

  get pendingRepeats(): number {
    return this.words[Buffer32.repeats]!;
  }

  isWanted(): boolean {
    return true;
  }

  /** Everything recorded so far, in order, stamps too. */
  records(): Recorded[] {
    this.flush();
    return decodeRecords(this.saved);
  }

  /** The records without stamps. */
  events(): Recorded[] {
    return this.records().filter(({ kind }) => kind !== 'stamp');
  }
}

export interface Instantiated {
  readonly exports: Record<string, (...args: unknown[]) => unknown> & { readonly memory: WebAssembly.Memory };
  readonly runtime: TestRuntime;
}

/** Instruments and instantiates, like the patched WebAssembly does. */
export function instantiate(
  bytes: Uint8Array,
  imports: WebAssembly.Imports = {},
  { runtime = new TestRuntime(), force = false } = {},
): Instantiated {
  const instrumented = instrument(bytes, { force });
  if (instrumented === undefined) throw new Error('nothing to instrument');
  const module = new WebAssembly.Module(withNote(instrumented, FIRST_SITE));
  const { exports } = new WebAssembly.Instance(module, new Linker(runtime).link(module, imports));
  return { exports: exports as Instantiated['exports'], runtime };
}

/** Calls `visit` for every instruction of the functions that a module defines, the first `most` of them. */
function walkCode(
  bytes: Uint8Array,
  visit: (instruction: Instruction, index: number) => void,
  most = Number.POSITIVE_INFINITY,
): void {
  const { sections, importedFunctions } = readModule(bytes);
  const code = sections.find(({ id }) => id === SectionId.code)!;
  const reader = new ByteReader(bytes, code.content, code.end);
  const instruction = newInstruction();
  const count = Math.min(reader.u32(), most);
  for (let i = 0; i < count; i++) {
    const size = reader.u32();
    const body = new ByteReader(bytes, reader.at, reader.at + size);
    for (let groups = body.u32(); groups > 0; groups--) {
      body.u32();
      skipValueType(body);
    }
    while (body.at < body.end) {
      decode(body, instruction);
      visit(instruction, importedFunctions + i);
    }
    reader.skip(size);
  }
}

/** Where an instruction that is hooked is in a module: one at a time, as the decoder has it. */
export interface Access {
  readonly function: number;
  /** From the beginning of the module. */
  readonly offset: number;
  readonly opcode: number;
  readonly memory: number;
}

/** The instructions that access memory, in the order of the code: what the instrumenter is to hook, found another way. */
export function accessesOf(bytes: Uint8Array): Access[] {
  const found: Access[] = [];
  walkCode(bytes, ({ opcode, start: offset, memory }, index) => {
    const isBulk = opcode === Code.memoryInit || opcode === Code.memoryCopy || opcode === Code.memoryFill;
    if (plainAccess(opcode) !== undefined || isBulk || opcode >>> 16 === Prefix.atomic)
      found.push({ function: index, offset, opcode, memory });
  });
  return found;
}

/** The offsets of `accessesOf` as they must be told to hooks. */
export function expectedSites(bytes: Uint8Array): number[] {
  const code = readModule(bytes).sections.find(({ id }) => id === SectionId.code)!;
  return accessesOf(bytes).map(({ offset }) => offset - code.content);
}

/** What is on the stack when an instrumented module calls a hook, or a function that was added: the sites, in the order of the code. */
export function sitesIn(bytes: Uint8Array, original: Uint8Array): number[] {
  const { functions, importedFunctions } = readModule(original);
  const { importedFunctions: imported } = readModule(bytes);
  const added = imported - importedFunctions;
  const found: number[] = [];
  let constant = -1;
  const visit = ({ opcode, start, index }: Instruction): void => {
    const isAdded = (index >= importedFunctions && index < imported) || index >= functions.length + added;
    if (opcode === Code.call && isAdded) found.push(constant);
    constant = opcode === Code.i32Const ? new ByteReader(bytes, start + 1).s33() : -1;
  };
  walkCode(bytes, visit, functions.length - importedFunctions);
  return found;
}

/** The site of the access with this number: sites are counted from the content of the code section. */
export function siteOf(bytes: Uint8Array, access: number): number {
  return FIRST_SITE + expectedSites(bytes)[access]!;
}

/** `f()` for comparing: its result, or what it threw. */
export function outcome(f: () => unknown): unknown {
  try {
    return { value: f() };
  } catch (error) {
    return { threw: (error as Error).constructor.name, message: (error as Error).message };
  }
}
