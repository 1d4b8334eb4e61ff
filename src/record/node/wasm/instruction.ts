// Decodes one instruction at a time, of every proposal that V8 ships: enough to know where it ends, which function it names and
// which memory it accesses. What is not known declines the module: a wrong guess of a length would garble the code.

import { type ByteReader, Declined } from './leb.ts';
import { Code, FIRST_ATOMIC, LAST_ATOMIC, Prefix, plainAccess, TypeForm } from './opcode.ts';

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
  /** The lane, of an access to one. */
  lane: number;
}

export function newInstruction(): Instruction {
  return { opcode: 0, start: 0, functionAt: 0, index: 0, memory: 0, offset: 0, source: 0, lane: 0 };
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
  into.memory = align & 0x40 ? reader.u32() : 0;
  into.offset = reader.u64();
}

function readFunctionIndex(reader: ByteReader, into: Instruction): void {
  into.functionAt = reader.at;
  into.index = reader.u32();
}

function readTryTable(reader: ByteReader): void {
  skipBlockType(reader);
  for (let count = reader.u32(); count > 0; count--) {
    const kind = reader.byte();
    if (kind > 3) throw new Declined(`unknown catch clause ${kind}`);
    skipLebs(reader, kind < 2 ? 2 : 1);
  }
}

/** Decodes the instruction at the reader's place and leaves the reader behind it. */
export function decode(reader: ByteReader, into: Instruction): void {
  into.start = reader.at;
  into.functionAt = 0;
  const opcode = reader.byte();
  into.opcode = opcode;
  if (opcode >= Code.firstNumeric && opcode <= Code.lastNumeric) return;
  if (opcode >= Code.firstAccess && opcode <= Code.lastAccess) {
    readMemoryArgument(reader, into);
    return;
  }
  switch (opcode) {
    case Code.unreachable:
    case Code.nop:
    case Code.else:
    case Code.throwRef:
    case Code.end:
    case Code.return:
    case Code.catchAllLegacy:
    case Code.drop:
    case Code.select:
    case Code.refIsNull:
    case Code.refEq:
    case Code.refAsNonNull:
      return;
    case Code.block:
    case Code.loop:
    case Code.if:
    case Code.tryLegacy:
      skipBlockType(reader);
      break;
    case Code.catchLegacy:
    case Code.throw:
    case Code.rethrow:
    case Code.br:
    case Code.brIf:
    case Code.callRef:
    case Code.returnCallRef:
    case Code.delegate:
    case Code.localGet:
    case Code.localSet:
    case Code.localTee:
    case Code.globalGet:
    case Code.globalSet:
    case Code.tableGet:
    case Code.tableSet:
    case Code.i32Const:
    case Code.i64Const:
    case Code.brOnNull:
    case Code.brOnNonNull:
      reader.skipLeb();
      break;
    case Code.brTable:
      skipLebs(reader, reader.u32() + 1);
      break;
    case Code.call:
    case Code.returnCall:
    case Code.refFunc:
      readFunctionIndex(reader, into);
      break;
    case Code.callIndirect:
    case Code.returnCallIndirect:
      skipLebs(reader, 2);
      break;
    case Code.selectTyped: {
      for (let count = reader.u32(); count > 0; count--) skipValueType(reader);
      return;
    }
    case Code.tryTable:
      readTryTable(reader);
      break;
    case Code.memorySize:
    case Code.memoryGrow:
      into.memory = reader.u32();
      return;
    case Code.f32Const:
      reader.skip(4);
      break;
    case Code.f64Const:
      reader.skip(8);
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
    case Prefix.simd:
      decodeSimd(reader, into);
      break;
    case Prefix.atomic:
      decodeAtomic(reader, into);
      break;
    default:
      throw new Declined(`unknown instruction 0x${opcode.toString(16)}`);
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

function decodeSimd(reader: ByteReader, into: Instruction): void {
  const number = reader.u32();
  into.opcode = (Prefix.simd << 16) | number;
  if (plainAccess.has(into.opcode)) {
    readMemoryArgument(reader, into);
    if (number >= 84 && number <= 91) into.lane = reader.byte();
  } else if (number === 12 || number === 13) reader.skip(16);
  else if (number >= 21 && number <= 34) reader.skip(1);
  else if (number > 0x113) throw unknown(Prefix.simd, number);
}

function decodeAtomic(reader: ByteReader, into: Instruction): void {
  const number = reader.u32();
  into.opcode = (Prefix.atomic << 16) + number;
  if (into.opcode === Code.fence) reader.skip(1);
  else if (into.opcode <= Code.wait64 || (number >= FIRST_ATOMIC && number <= LAST_ATOMIC)) readMemoryArgument(reader, into);
  else throw unknown(Prefix.atomic, number);
}
