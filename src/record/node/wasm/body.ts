// Builds the code of a function by hand: for the helper modules and for the functions that stand for atomics.

import type { FunctionType } from './interface.ts';
import { ByteWriter } from './leb.ts';
import { Code, ExternalKind, MODULE_HEAD, type NumberType, Prefix, SectionId, Type, TypeForm } from './opcode.ts';

/** Instructions without immediates, by the names of the text format that are used here. */
const NUMERIC = {
  'i32.eqz': 0x45,
  'i32.eq': 0x46,
  'i32.ne': 0x47,
  'i32.lt_s': 0x48,
  'i32.ge_u': 0x4f,
  'i64.eqz': 0x50,
  'i64.eq': 0x51,
  'i64.ne': 0x52,
  'i64.lt_u': 0x54,
  'i32.add': Code.i32Add,
  'i32.sub': 0x6b,
  'i32.mul': 0x6c,
  'i32.and': 0x71,
  'i32.or': 0x72,
  'i32.xor': 0x73,
  'i32.shl': 0x74,
  'i32.shr_u': 0x76,
  'i64.add': 0x7c,
  'i64.sub': 0x7d,
  'i64.and': 0x83,
  'i64.or': 0x84,
  'i64.xor': 0x85,
  'i64.shl': 0x86,
  'i64.shr_u': 0x88,
  'i32.wrap_i64': Code.i32WrapI64,
  'i64.extend_i32_u': 0xad,
} as const;

const ACCESS = {
  'i32.load': [[Code.firstAccess], 2],
  'i64.load': [[0x29], 3],
  'i32.store': [[Code.firstStore], 2],
  'i64.store': [[0x37], 3],
  'atomic.notify': [[Prefix.atomic, 0x00], 2],
  'i32.atomic.load': [[Prefix.atomic, 0x10], 2],
  'i32.atomic.store': [[Prefix.atomic, 0x17], 2],
  'i32.atomic.rmw.add': [[Prefix.atomic, 0x1e], 2],
  'i32.atomic.rmw.xchg': [[Prefix.atomic, 0x41], 2],
  'i32.atomic.rmw.cmpxchg': [[Prefix.atomic, 0x48], 2],
} as const;

export type NumericName = keyof typeof NUMERIC;

/** The code of one function. Locals are numbered after the parameters. */
export class Body {
  readonly code = new ByteWriter(64);
  private readonly locals: NumberType[] = [];
  private readonly type: FunctionType;

  constructor(type: FunctionType) {
    this.type = type;
  }

  local(type: NumberType): number {
    return this.type.parameters.length + this.locals.push(type) - 1;
  }

  get(local: number): this {
    this.code.byte(Code.localGet).u32(local);
    return this;
  }

  set(local: number): this {
    this.code.byte(Code.localSet).u32(local);
    return this;
  }

  tee(local: number): this {
    this.code.byte(Code.localTee).u32(local);
    return this;
  }

  global(index: number): this {
    this.code.byte(Code.globalGet).u32(index);
    return this;
  }

  setGlobal(index: number): this {
    this.code.byte(Code.globalSet).u32(index);
    return this;
  }

  i32(value: number): this {
    this.code.byte(Code.i32Const).s32(value);
    return this;
  }

  i64(value: bigint): this {
    this.code.byte(Code.i64Const).s64(value);
    return this;
  }

  call(index: number): this {
    this.code.byte(Code.call).u32(index);
    return this;
  }

  op(name: NumericName): this {
    this.code.byte(NUMERIC[name]);
    return this;
  }

  access(name: keyof typeof ACCESS, offset = 0): this {
    const [opcode, align] = ACCESS[name];
    this.code.raw(opcode).u32(align).u32(offset);
    return this;
  }

  /** Runs the part if the value on the stack is not 0. */
  when(part: () => void): this {
    this.code.byte(Code.if).byte(TypeForm.empty);
    part();
    this.code.byte(Code.end);
    return this;
  }

  drop(): this {
    this.code.byte(Code.drop);
    return this;
  }

  return(): this {
    this.code.byte(Code.return);
    return this;
  }

  /** The function with its locals, without its length. */
  finish(): ByteWriter {
    const out = new ByteWriter(this.code.length + 16).u32(this.locals.length);
    for (const type of this.locals) out.u32(1).byte(type);
    return out.append(this.code).byte(Code.end);
  }
}

export function writeFunctionType(out: ByteWriter, { parameters, results }: FunctionType): void {
  out.byte(TypeForm.function).u32(parameters.length).raw(parameters).u32(results.length).raw(results);
}

/** An import of a shared memory of any size. */
function writeSharedMemoryImport(out: ByteWriter, module: string, name: string): void {
  out.name(module).name(name).byte(ExternalKind.memory).byte(3).u32(1).u32(65536);
}

export interface ImportedFunction extends FunctionType {
  readonly name: string;
}

export interface BuiltModule {
  readonly memory: string;
  readonly functions: readonly ImportedFunction[];
  /** Immutable i64 globals that are imported, then mutable ones of the types that are defined. */
  readonly globals: readonly string[];
  readonly variables: readonly NumberType[];
  readonly exports: readonly { readonly name: string; readonly type: FunctionType; readonly body: Body }[];
}

const IMPORT_FROM = 'h';

/** A module with one imported shared memory; everything is imported from the module name `h`. */
export function buildModule({ memory, functions, globals, variables, exports }: BuiltModule): Uint8Array<ArrayBuffer> {
  const types = new ByteWriter().u32(functions.length + exports.length);
  for (const type of functions) writeFunctionType(types, type);
  for (const { type } of exports) writeFunctionType(types, type);

  const imports = new ByteWriter().u32(1 + functions.length + globals.length);
  writeSharedMemoryImport(imports, IMPORT_FROM, memory);
  functions.forEach(({ name }, i) => {
    imports.name(IMPORT_FROM).name(name).byte(ExternalKind.function).u32(i);
  });
  for (const name of globals) imports.name(IMPORT_FROM).name(name).byte(ExternalKind.global).byte(Type.i64).byte(0);

  const declarations = new ByteWriter().u32(exports.length);
  const names = new ByteWriter().u32(exports.length);
  const code = new ByteWriter(1024).u32(exports.length);
  exports.forEach(({ name, body }, i) => {
    declarations.u32(functions.length + i);
    names
      .name(name)
      .byte(ExternalKind.function)
      .u32(functions.length + i);
    code.sized(body.finish());
  });

  const variableSection = new ByteWriter().u32(variables.length);
  for (const type of variables) {
    variableSection
      .byte(type)
      .byte(1)
      .byte(type === Type.i64 ? Code.i64Const : Code.i32Const)
      .byte(0)
      .byte(Code.end);
  }

  const out = new ByteWriter(2048).raw(MODULE_HEAD);
  for (const [id, content] of [
    [SectionId.type, types],
    [SectionId.import, imports],
    [SectionId.function, declarations],
    [SectionId.global, variableSection],
    [SectionId.export, names],
    [SectionId.code, code],
  ] as const) {
    out.byte(id).sized(content);
  }
  return out.finish();
}
