// Decodes one instruction at a time, of every proposal that V8 ships: enough to know where it ends, which function it names and
// which memory it accesses. What is not known declines the module: a wrong guess of a length would garble the code.

import { type ByteReader, Declined } from './leb.ts';
import { Code, FIRST_ATOMIC, LAST_ATOMIC, MEMORY_FOLLOWS, Prefix, plainAccess, TypeForm } from './opcode.ts';

/** The last decoded instruction. One object is used again for all: a module has millions of instructions. */
export interface Instruction {
  opcode: number;
  start: number;
  /** Where the function index is, of `call`, `return_call` and `ref.func`; else 0. */
  functionAt: number;
  /** That function, or the data segment of memory.init. */
  index: number;
  /** The memory and the static offset, of an access; the memory written to, of a bulk instruction. */
  memory: number;
  offset: number;
  /** The memory read from, of memory.copy. */
  source: number;
}

export function newInstruction(): Instruction {
  return { opcode: 0, start: 0, functionAt: 0, index: 0, memory: 0, offset: 0, source: 0 };
}

/** Reads a heap type or the rest of a value type. */
function skipHeapType(reader: ByteReader): void {
  const type = reader.s33();
  // Shared and exact types carry another type; no engine ships them.
  if (type === TypeForm.shared - 0x80 || type === TypeForm.exact - 0x80)
    throw new Declined('a heap type of a proposal that is not known');
}

export function skipValueType(reader: ByteReader): void {
  const type = reader.byte();
  if (type === TypeForm.refNull || type === TypeForm.ref) skipHeapType(reader);
  else if (type < 0x40 || type > 0x7f) throw new Declined(`unknown value type 0x${type.toString(16)}`);
}

function skipBlockType(reader: ByteReader): void {
  const first = reader.bytes[reader.at];
  if (first === TypeForm.refNull || first === TypeForm.ref) skipValueType(reader);
  else reader.s33();
}

function skipLebs(reader: ByteReader, count: number): void {
  for (let i = 0; i < count; i++) reader.skipLeb();
}

function readMemoryArgument(reader: ByteReader, into: Instruction): void {
  const align = reader.u32();
  if (align >= 0x80 || (align & 0x20) !== 0) throw new Declined('a memory argument of a proposal that is not known');
  into.memory = align & MEMORY_FOLLOWS ? reader.u32() : 0;
  into.offset = reader.u64();
  if (into.offset > Number.MAX_SAFE_INTEGER) throw new Declined('an offset that is in no memory');
}

function readTryTable(reader: ByteReader): void {
  skipBlockType(reader);
  for (let count = reader.u32(); count > 0; count--) {
    const kind = reader.byte();
    if (kind > 3) throw new Declined(`unknown catch clause ${kind}`);
    skipLebs(reader, kind < 2 ? 2 : 1);
  }
}

/** What follows an opcode of one byte. */
const Immediate = {
  /** It needs `decode`. */
  other: 0,
  nothing: 1,
  number: 2,
  twoNumbers: 3,
  blockType: 4,
  /** The number of a function. */
  function: 5,
  /** The memory argument of a plain access. */
  access: 6,
  fourBytes: 7,
  eightBytes: 8,
  /** A vector of numbers, and one more. */
  numbers: 9,
  /** The number of a SIMD instruction, and what follows that: see SIMD_IMMEDIATES. */
  simd: 10,
} as const;

function immediates(): Uint8Array {
  const table = new Uint8Array(0x100);
  const set = (kind: number, opcodes: readonly number[]): void => {
    for (const opcode of opcodes) table[opcode] = kind;
  };
  table.fill(Immediate.nothing, Code.firstNumeric, Code.lastNumeric + 1);
  table.fill(Immediate.access, Code.firstAccess, Code.lastAccess + 1);
  set(Immediate.nothing, [Code.unreachable, Code.nop, Code.else, Code.throwRef, Code.end, Code.return, Code.catchAllLegacy]);
  set(Immediate.nothing, [Code.drop, Code.select, Code.refIsNull, Code.refEq, Code.refAsNonNull]);
  set(Immediate.blockType, [Code.block, Code.loop, Code.if, Code.tryLegacy]);
  set(Immediate.number, [Code.catchLegacy, Code.throw, Code.rethrow, Code.br, Code.brIf, Code.callRef, Code.returnCallRef]);
  set(Immediate.number, [Code.delegate, Code.localGet, Code.localSet, Code.localTee, Code.globalGet, Code.globalSet]);
  set(Immediate.number, [Code.tableGet, Code.tableSet, Code.i32Const, Code.i64Const, Code.brOnNull, Code.brOnNonNull]);
  set(Immediate.number, [Code.memorySize, Code.memoryGrow]);
  set(Immediate.twoNumbers, [Code.callIndirect, Code.returnCallIndirect]);
  set(Immediate.function, [Code.call, Code.returnCall, Code.refFunc]);
  set(Immediate.fourBytes, [Code.f32Const]);
  set(Immediate.eightBytes, [Code.f64Const]);
  set(Immediate.numbers, [Code.brTable]);
  set(Immediate.simd, [Prefix.simd]);
  return table;
}

export const IMMEDIATES: Uint8Array = immediates();

/** An access, or a number that is not known. */
const NOT_BYTES = 0xff;
const LAST_SIMD = 0x113;

/** By number: how many bytes follow, or NOT_BYTES. */
export const SIMD_IMMEDIATES: Uint8Array = Uint8Array.from({ length: 0x200 }, (_, number) => {
  if (number > LAST_SIMD || plainAccess((Prefix.simd << 16) + number) !== undefined) return NOT_BYTES;
  // A constant and a shuffle; lanes.
  return number === 12 || number === 13 ? 16 : number >= 21 && number <= 34 ? 1 : 0;
});

/** Decodes the instruction at the reader's place and leaves the reader behind it. */
export function decode(reader: ByteReader, into: Instruction): void {
  into.start = reader.at;
  into.functionAt = 0;
  const opcode = reader.byte();
  into.opcode = opcode;
  switch (IMMEDIATES[opcode]) {
    case Immediate.nothing:
      return;
    case Immediate.number:
      reader.skipLeb();
      return;
    case Immediate.twoNumbers:
      skipLebs(reader, 2);
      return;
    case Immediate.blockType:
      skipBlockType(reader);
      return;
    case Immediate.function:
      into.functionAt = reader.at;
      into.index = reader.u32();
      return;
    case Immediate.access:
      readMemoryArgument(reader, into);
      return;
    case Immediate.fourBytes:
      reader.skip(4);
      return;
    case Immediate.eightBytes:
      reader.skip(8);
      return;
    case Immediate.numbers:
      skipLebs(reader, reader.u32() + 1);
      return;
    case Immediate.simd:
      decodeSimd(reader, into);
      return;
    default:
      decodeOther(reader, into);
  }
}

function decodeOther(reader: ByteReader, into: Instruction): void {
  switch (into.opcode) {
    case Code.selectTyped:
      for (let count = reader.u32(); count > 0; count--) skipValueType(reader);
      break;
    case Code.tryTable:
      readTryTable(reader);
      break;
    case Code.refNull:
      skipHeapType(reader);
      break;
    case Prefix.gc:
      decodeGc(reader, into);
      break;
    case Prefix.misc:
      decodeMisc(reader, into);
      break;
    case Prefix.atomic:
      decodeAtomic(reader, into);
      break;
    default:
      throw new Declined(`unknown instruction 0x${into.opcode.toString(16)}`);
  }
}

function unknown(prefix: number, number: number): Declined {
  return new Declined(`unknown instruction 0x${prefix.toString(16)} ${number}`);
}

/** Immediates that are plain numbers, by GC instruction 0 to 19. */
const GC_NUMBERS = [1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 0, 1, 2, 2, 2];

function decodeGc(reader: ByteReader, into: Instruction): void {
  const number = reader.u32();
  into.opcode = (Prefix.gc << 16) | number;
  const numbers = GC_NUMBERS[number];
  if (numbers !== undefined) {
    skipLebs(reader, numbers);
    return;
  }
  if (number <= 23) {
    skipHeapType(reader);
    return;
  }
  if (number <= 25) {
    reader.byte();
    reader.skipLeb();
    skipHeapType(reader);
    skipHeapType(reader);
    return;
  }
  if (number > 30) throw unknown(Prefix.gc, number);
}

function decodeMisc(reader: ByteReader, into: Instruction): void {
  const number = reader.u32();
  // Added: a number of more than 16 bits must not look like one that is known.
  into.opcode = (Prefix.misc << 16) + number;
  if (number <= 7 || (number >= 19 && number <= 22)) return;
  switch (into.opcode) {
    case Code.memoryInit:
      into.index = reader.u32();
      into.memory = reader.u32();
      return;
    case Code.memoryCopy:
      into.memory = reader.u32();
      into.source = reader.u32();
      return;
    case Code.memoryFill:
      into.memory = reader.u32();
      return;
    case Code.tableInit:
    case Code.tableCopy:
      skipLebs(reader, 2);
      break;
    case Code.dataDrop:
    case Code.elemDrop:
    case Code.tableGrow:
    case Code.tableSize:
    case Code.tableFill:
      reader.skipLeb();
      break;
    default:
      throw unknown(Prefix.misc, number);
  }
}

/** Whether a lane follows the memory argument of an access. */
export function hasLane(opcode: number): boolean {
  return opcode >= (Prefix.simd << 16) + 84 && opcode <= (Prefix.simd << 16) + 91;
}

function decodeSimd(reader: ByteReader, into: Instruction): void {
  const number = reader.u32();
  into.opcode = (Prefix.simd << 16) + number;
  if (plainAccess(into.opcode) !== undefined) {
    readMemoryArgument(reader, into);
    if (hasLane(into.opcode)) reader.byte();
  } else if (number > LAST_SIMD) throw unknown(Prefix.simd, number);
  else reader.skip(SIMD_IMMEDIATES[number]!);
}

function decodeAtomic(reader: ByteReader, into: Instruction): void {
  const number = reader.u32();
  into.opcode = (Prefix.atomic << 16) + number;
  if (into.opcode === Code.fence) reader.skip(1);
  else if (into.opcode <= Code.wait64 || (number >= FIRST_ATOMIC && number <= LAST_ATOMIC)) readMemoryArgument(reader, into);
  else throw unknown(Prefix.atomic, number);
}
