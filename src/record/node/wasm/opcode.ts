// The numbers of WebAssembly's binary format that are read and written here, and which instructions access memory, and how. An opcode
// with a prefix byte is numbered prefix << 16 | number.

export const Prefix = { gc: 0xfb, misc: 0xfc, simd: 0xfd, atomic: 0xfe } as const;

export const Code = {
  unreachable: 0x00,
  nop: 0x01,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  tryLegacy: 0x06,
  catchLegacy: 0x07,
  throw: 0x08,
  rethrow: 0x09,
  throwRef: 0x0a,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  returnCall: 0x12,
  returnCallIndirect: 0x13,
  callRef: 0x14,
  returnCallRef: 0x15,
  delegate: 0x18,
  catchAllLegacy: 0x19,
  drop: 0x1a,
  select: 0x1b,
  selectTyped: 0x1c,
  tryTable: 0x1f,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  tableGet: 0x25,
  tableSet: 0x26,
  firstAccess: 0x28,
  firstStore: 0x36,
  lastAccess: 0x3e,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  firstNumeric: 0x45,
  i32Add: 0x6a,
  i32WrapI64: 0xa7,
  lastNumeric: 0xc4,
  refNull: 0xd0,
  refIsNull: 0xd1,
  refFunc: 0xd2,
  refEq: 0xd3,
  refAsNonNull: 0xd4,
  brOnNull: 0xd5,
  brOnNonNull: 0xd6,
  memoryInit: (Prefix.misc << 16) | 8,
  dataDrop: (Prefix.misc << 16) | 9,
  memoryCopy: (Prefix.misc << 16) | 10,
  memoryFill: (Prefix.misc << 16) | 11,
  tableInit: (Prefix.misc << 16) | 12,
  elemDrop: (Prefix.misc << 16) | 13,
  tableCopy: (Prefix.misc << 16) | 14,
  tableGrow: (Prefix.misc << 16) | 15,
  tableSize: (Prefix.misc << 16) | 16,
  tableFill: (Prefix.misc << 16) | 17,
  notify: Prefix.atomic << 16,
  wait32: (Prefix.atomic << 16) | 1,
  wait64: (Prefix.atomic << 16) | 2,
  fence: (Prefix.atomic << 16) | 3,
  i32AtomicLoad: (Prefix.atomic << 16) | 0x10,
  i64AtomicLoad: (Prefix.atomic << 16) | 0x11,
} as const;

/** In the alignment of a memory argument: the number of the memory comes next. */
export const MEMORY_FOLLOWS = 0x40;

export const Type = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;
export type NumberType = (typeof Type)[keyof typeof Type];

/** Other bytes that stand where a type does; `empty` is the type of a block without results. */
export const TypeForm = {
  empty: 0x40,
  recursive: 0x4e,
  finalSubtype: 0x4f,
  subtype: 0x50,
  array: 0x5e,
  struct: 0x5f,
  function: 0x60,
  exact: 0x62,
  refNull: 0x63,
  ref: 0x64,
  shared: 0x65,
} as const;

/** Kinds of imports and exports. */
export const ExternalKind = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

export const SectionId = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
  tag: 13,
} as const;

/** How a binary module begins: its magic number and version. */
export const MODULE_HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0] as const;

/** A plain access. `operand` is the type of the operand above the address: of a store, and of a load into a lane. */
export interface PlainAccess {
  readonly write: boolean;
  readonly bytes: 1 | 2 | 4 | 8 | 16;
  readonly operand: NumberType | undefined;
}

const { i32, i64, f32, f64, v128 } = Type;
const LOAD_BYTES = [4, 8, 4, 8, 1, 1, 2, 2, 1, 1, 2, 2, 4, 4] as const;
const STORES = [
  [i32, 4],
  [i64, 8],
  [f32, 4],
  [f64, 8],
  [i32, 1],
  [i32, 2],
  [i64, 1],
  [i64, 2],
  [i64, 4],
] as const;
const SIMD_LOAD_BYTES = [16, 8, 8, 8, 8, 8, 8, 1, 2, 4, 8] as const;
const LANE_BYTES = [1, 2, 4, 8] as const;
const FIRST_SIMD = 0x100;
const SIMD_ACCESSES = 94;

/** By `opcode` for those of one byte, behind them the SIMD ones by number. */
function plainAccesses(): (PlainAccess | undefined)[] {
  const table: (PlainAccess | undefined)[] = new Array(FIRST_SIMD + SIMD_ACCESSES).fill(undefined);
  LOAD_BYTES.forEach((bytes, i) => {
    table[Code.firstAccess + i] = { write: false, bytes, operand: undefined };
  });
  STORES.forEach(([operand, bytes], i) => {
    table[Code.firstStore + i] = { write: true, bytes, operand };
  });
  SIMD_LOAD_BYTES.forEach((bytes, i) => {
    table[FIRST_SIMD + i] = { write: false, bytes, operand: undefined };
  });
  table[FIRST_SIMD + 11] = { write: true, bytes: 16, operand: v128 };
  LANE_BYTES.forEach((bytes, i) => {
    table[FIRST_SIMD + 84 + i] = { write: false, bytes, operand: v128 };
    table[FIRST_SIMD + 88 + i] = { write: true, bytes, operand: v128 };
  });
  table[FIRST_SIMD + 92] = { write: false, bytes: 4, operand: undefined };
  table[FIRST_SIMD + 93] = { write: false, bytes: 8, operand: undefined };
  return table;
}

const PLAIN = plainAccesses();

/** The plain access of an opcode, if it is one. */
export function plainAccess(opcode: number): PlainAccess | undefined {
  if (opcode < FIRST_SIMD) return PLAIN[opcode];
  const number = opcode - (Prefix.simd << 16);
  return number >= 0 && number < SIMD_ACCESSES ? PLAIN[FIRST_SIMD + number] : undefined;
}

const atomicGroups = ['load', 'store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange'] as const;
export type AtomicGroup = (typeof atomicGroups)[number];

/** An atomic load, store or read-modify-write. `load` is the atomic load of the same width and type. */
export interface AtomicAccess {
  readonly group: AtomicGroup;
  readonly type: typeof i32 | typeof i64;
  readonly bytes: 1 | 2 | 4 | 8;
  readonly load: number;
}

const ATOMIC_SHAPES = [
  [i32, 4],
  [i64, 8],
  [i32, 1],
  [i32, 2],
  [i64, 1],
  [i64, 2],
  [i64, 4],
] as const;
/** The first of the loads, stores and read-modify-writes behind the prefix. */
export const FIRST_ATOMIC = Code.i32AtomicLoad & 0xffff;
export const LAST_ATOMIC = FIRST_ATOMIC + atomicGroups.length * ATOMIC_SHAPES.length - 1;

/** The atomic access of an opcode, if it is one. */
export function atomicAccess(opcode: number): AtomicAccess | undefined {
  const number = (opcode & 0xffff) - FIRST_ATOMIC;
  if (opcode >>> 16 !== Prefix.atomic || number < 0) return undefined;
  const group = atomicGroups[Math.floor(number / ATOMIC_SHAPES.length)];
  if (group === undefined) return undefined;
  const shape = number % ATOMIC_SHAPES.length;
  const [type, bytes] = ATOMIC_SHAPES[shape]!;
  return { group, type, bytes, load: (Prefix.atomic << 16) | (FIRST_ATOMIC + shape) };
}
