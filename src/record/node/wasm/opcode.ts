// Which instructions access memory, and how: the tables that the walker and the rewriter share. An opcode with a prefix byte is
// numbered prefix << 16 | number.

export const Prefix = { gc: 0xfb, misc: 0xfc, simd: 0xfd, atomic: 0xfe } as const;

export const Code = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  tryLegacy: 0x06,
  catchLegacy: 0x07,
  throw: 0x08,
  rethrow: 0x09,
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
  drop: 0x1a,
  selectTyped: 0x1c,
  tryTable: 0x1f,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
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
  lastNumeric: 0xc4,
  refNull: 0xd0,
  refFunc: 0xd2,
  brOnNull: 0xd5,
  brOnNonNull: 0xd6,
  memoryInit: (Prefix.misc << 16) | 8,
  memoryCopy: (Prefix.misc << 16) | 10,
  memoryFill: (Prefix.misc << 16) | 11,
  notify: Prefix.atomic << 16,
  wait32: (Prefix.atomic << 16) | 1,
  wait64: (Prefix.atomic << 16) | 2,
  fence: (Prefix.atomic << 16) | 3,
} as const;

export const Type = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;
export type NumberType = (typeof Type)[keyof typeof Type];

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

function plainAccesses(): Map<number, PlainAccess> {
  const table = new Map<number, PlainAccess>();
  const simd = Prefix.simd << 16;
  LOAD_BYTES.forEach((bytes, i) => {
    table.set(Code.firstAccess + i, { write: false, bytes, operand: undefined });
  });
  STORES.forEach(([operand, bytes], i) => {
    table.set(Code.firstStore + i, { write: true, bytes, operand });
  });
  SIMD_LOAD_BYTES.forEach((bytes, i) => {
    table.set(simd | i, { write: false, bytes, operand: undefined });
  });
  table.set(simd | 11, { write: true, bytes: 16, operand: v128 });
  LANE_BYTES.forEach((bytes, i) => {
    table.set(simd | (84 + i), { write: false, bytes, operand: v128 });
    table.set(simd | (88 + i), { write: true, bytes, operand: v128 });
  });
  table.set(simd | 92, { write: false, bytes: 4, operand: undefined });
  table.set(simd | 93, { write: false, bytes: 8, operand: undefined });
  return table;
}

export const plainAccess: ReadonlyMap<number, PlainAccess> = plainAccesses();

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
const FIRST_ATOMIC = 0x10;
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
