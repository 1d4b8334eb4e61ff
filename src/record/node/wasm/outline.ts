// Functions that are added to an instrumented module and called in place of an atomic or bulk instruction: the operands, then the
// site. One per instruction and static offset. They execute the instruction themselves, so it traps and behaves as before.

import { Raw } from '../../../raw/format.ts';
import { Body } from './body.ts';
import type { Instruction } from './instruction.ts';
import { Ahead, type FunctionType } from './interface.ts';
import type { Memories } from './memories.ts';
import { type AtomicAccess, atomicAccess, Code, MEMORY_FOLLOWS, type NumberType, Prefix, Type } from './opcode.ts';

const { i32, i64 } = Type;

export interface OutlinedFunction {
  readonly type: FunctionType;
  readonly body: Body;
}

/** What the functions depend on beside the instruction. */
export interface Outlining {
  readonly memories: Memories;
  /** See InstrumentOptions. */
  readonly isLed: boolean;
  /** The number of a hook's function. */
  hook(name: string, set: number): number;
}

/** Which instructions are replaced by a call; equal texts share a function. */
export function outlineKey({ opcode, offset, index, memory, source }: Instruction, memories: Memories): string | undefined {
  const isRecorded = memories.set(memory) >= 0;
  switch (opcode) {
    case Code.memoryInit:
      return isRecorded ? `${opcode} ${memory} ${index}` : undefined;
    case Code.memoryCopy:
      return isRecorded || memories.set(source) >= 0 ? `${opcode} ${memory} ${source}` : undefined;
    case Code.memoryFill:
      return isRecorded ? `${opcode} ${memory}` : undefined;
    case Code.fence:
      return `${opcode}`;
  }
  return opcode >>> 16 === Prefix.atomic && isRecorded ? `${opcode} ${memory} ${offset}` : undefined;
}

/** An instruction and where it goes. */
interface Outlined {
  readonly instruction: Instruction;
  readonly isLed: boolean;
  /** The type of addresses. */
  readonly address: typeof i32 | typeof i64;
  /** Calls a hook of the memory. */
  call(body: Body, name: string): Body;
}

export function outline(instruction: Instruction, { memories, isLed, hook }: Outlining): OutlinedFunction {
  const { opcode, memory } = instruction;
  const calling = (set: number) => (body: Body, name: string) => body.call(hook(name, set));
  const address = memories.isWide(memory) ? i64 : i32;
  const outlined: Outlined = { instruction, isLed, address, call: calling(memories.set(memory)) };
  switch (opcode) {
    case Code.memoryInit:
    case Code.memoryFill:
      return outlineWriting(outlined);
    case Code.memoryCopy: {
      const set = memories.set(instruction.source);
      return outlineCopy(
        { ...outlined, ...(memories.set(memory) < 0 && { call: undefined }) },
        memories.isWide(instruction.source) ? i64 : i32,
        set < 0 ? undefined : calling(set),
      );
    }
    case Code.fence: {
      const type = { parameters: [i32], results: [] };
      const body = new Body(type);
      body.code.raw([Prefix.atomic, Code.fence & 0xffff, 0]);
      // It is about no memory: any hooks do.
      calling(0)(body.get(0), 'fence');
      return { type, body };
    }
    case Code.notify:
      return outlineCall(outlined, 'notify', [i32], Code.i32AtomicLoad);
    case Code.wait32:
      return outlineCall(outlined, 'wait32', [i32, i64], Code.i32AtomicLoad);
    case Code.wait64:
      return outlineCall(outlined, 'wait64', [i64, i64], Code.i64AtomicLoad);
    default:
      return outlineAtomic(outlined, atomicAccess(opcode)!);
  }
}

type Caller = Outlined['call'];

/** An address as hooks are told it. */
function narrow(body: Body, local: number, type: NumberType): Body {
  body.get(local);
  return type === i64 ? body.op('i32.wrap_i64') : body;
}

/** A length as hooks are told it: that of a whole memory of 4 GiB is one too many for 32 bits, and told without its last byte. */
function narrowLength(body: Body, local: number, type: NumberType): Body {
  if (type === i32) return body.get(local);
  body.get(local).i64(0xffff_ffffn).get(local).i64(0xffff_ffffn).op('i64.lt_u').code.byte(Code.select);
  return body.op('i32.wrap_i64');
}

/** memory.init and memory.fill: where to, the operand, the length, the site. */
function outlineWriting({ instruction: { opcode, index, memory }, isLed, address, call }: Outlined): OutlinedFunction {
  const isFill = opcode === Code.memoryFill;
  const length = isFill ? address : i32;
  const type = { parameters: [address, i32, length, i32], results: [] };
  const body = new Body(type);
  if (isLed) {
    narrowLength(narrow(body, 0, address), 2, length)
      .i32(Ahead.write)
      .get(3)
      .i64(0n);
    call(body, 'ahead');
  }
  body
    .get(0)
    .get(1)
    .get(2)
    .code.byte(Prefix.misc)
    .u32(opcode & 0xffff);
  if (!isFill) body.code.u32(index);
  body.code.u32(memory);
  call(narrowLength(narrow(body, 0, address), 2, length).get(3), 'writeRange');
  return { type, body };
}

/** `call` and `callSource`: hooks of the memory that is written and of the one that is read, where they are recorded. */
function outlineCopy(
  { instruction, isLed, address, call }: Omit<Outlined, 'call'> & { readonly call: Caller | undefined },
  sourceAddress: typeof i32 | typeof i64,
  callSource: Caller | undefined,
): OutlinedFunction {
  const length = address === i64 && sourceAddress === i64 ? i64 : i32;
  const type = { parameters: [address, sourceAddress, length, i32], results: [] };
  const body = new Body(type);
  const ahead = (local: number, of: NumberType, kind: number, hook: Caller | undefined): void => {
    if (!isLed || hook === undefined) return;
    hook(
      narrowLength(narrow(body, local, of), 2, length)
        .i32(kind)
        .get(3)
        .i64(0n),
      'ahead',
    );
  };
  const range = (local: number, of: NumberType, name: string, hook: Caller | undefined): void => {
    if (hook !== undefined) hook(narrowLength(narrow(body, local, of), 2, length).get(3), name);
  };
  ahead(1, sourceAddress, Ahead.read, callSource);
  ahead(0, address, Ahead.write, call);
  body.get(0).get(1).get(2);
  body.code
    .byte(Prefix.misc)
    .u32(Code.memoryCopy & 0xffff)
    .u32(instruction.memory)
    .u32(instruction.source);
  range(1, sourceAddress, 'readRange', callSource);
  range(0, address, 'writeRange', call);
  return { type, body };
}

/** Of the instruction's memory, at its offset. */
function emitAccess(body: Body, opcode: number, align: number, { memory, offset }: Instruction): void {
  body.code.byte(Prefix.atomic).u32(opcode & 0xffff);
  if (memory === 0) body.code.u32(align);
  else body.code.u32(align | MEMORY_FOLLOWS).u32(memory);
  body.code.u32(offset);
}

/** Wait and notify are done by the runtime. A load before them traps where they would. */
function outlineCall(
  { instruction, address, call }: Outlined,
  name: string,
  operands: readonly NumberType[],
  load: number,
): OutlinedFunction {
  const type = { parameters: [address, ...operands, i32], results: [i32] };
  const body = new Body(type);
  body.get(0);
  emitAccess(body, load, name === 'wait64' ? 3 : 2, instruction);
  narrow(body.drop(), 0, address).i32(instruction.offset).op('i32.add');
  for (let operand = 1; operand < type.parameters.length; operand++) body.get(operand);
  call(body, name);
  return { type, body };
}

const MASKS = { 1: 0xffn, 2: 0xffffn, 4: 0xffff_ffffn, 8: undefined } as const;
const ALIGNS = { 1: 0, 2: 1, 4: 2, 8: 3 } as const;

/** The value of a local as 64 bits, cut to the width of the access. */
function widen(body: Body, local: number, { type, bytes }: AtomicAccess): void {
  body.get(local);
  if (type === i32) body.op('i64.extend_i32_u');
  const mask = MASKS[bytes];
  if (mask !== undefined) body.i64(mask).op('i64.and');
}

/**
 * An atomic load, store or update. A load first traps where the instruction would: nothing may trap while the stripe is locked. A load
 * or a compare-and-exchange that fails and only repeats is not recorded, takes no lock, and is not executed again.
 */
function outlineAtomic(outlined: Outlined, access: AtomicAccess): OutlinedFunction {
  const { instruction, isLed, address, call } = outlined;
  const { group, type, bytes } = access;
  const values = group === 'load' ? 0 : group === 'compareExchange' ? 2 : 1;
  const signature = {
    parameters: [address, ...Array<NumberType>(values).fill(type), i32],
    results: group === 'store' ? [] : [type],
  };
  const site = 1 + values;
  const body = new Body(signature);
  const effective = body.local(i32);
  const stripe = body.local(i32);
  const before = body.local(type);
  const after = body.local(i64);
  const commit = body.local(i64);
  const align = ALIGNS[bytes];

  if (isLed) callAhead(body, access, outlined, site);
  body.get(0);
  emitAccess(body, access.load, align, instruction);
  narrow(body.set(before), 0, address).i32(instruction.offset).op('i32.add').tee(effective);
  call(body, 'stripe').set(stripe);
  const returnIfRepeated = (): void => {
    body.get(effective).get(site);
    widen(body, before, access);
    call(body.get(stripe), 'written');
    call(body, 'repeated').when(() => body.get(before).return());
  };
  if (group === 'load') returnIfRepeated();
  else if (group === 'compareExchange') {
    exchanged(body, access, before);
    body.op('i32.eqz').when(returnIfRepeated);
  }
  call(body.get(stripe), 'lock');
  if (group === 'store') {
    body.get(0);
    emitAccess(body, access.load, align, instruction);
    body.set(before);
  }
  body.get(0);
  for (let value = 1; value <= values; value++) body.get(value);
  emitAccess(body, instruction.opcode, align, instruction);
  if (group !== 'store') body.set(before);
  writeAfter(body, access, before, after);
  body.get(stripe);
  if (group === 'compareExchange') exchanged(body, access, before);
  else body.i32(group === 'load' ? 0 : 1);
  call(body, 'commit').set(commit);
  recordAtomic(body, access, { effective, site, before, after, commit }, call);
  if (group !== 'store') body.get(before);
  return { type: signature, body };
}

function callAhead(body: Body, access: AtomicAccess, { instruction, address, call }: Outlined, site: number): void {
  const { group, bytes } = access;
  const isCompared = group === 'compareExchange';
  narrow(body, 0, address).i32(instruction.offset).op('i32.add').i32(bytes);
  body.i32(group === 'load' ? Ahead.atomicRead : isCompared ? Ahead.compareExchange : Ahead.atomicWrite).get(site);
  if (isCompared) widen(body, 1, access);
  else body.i64(0n);
  call(body, 'ahead');
}

const UPDATES = { add: 'i64.add', sub: 'i64.sub', and: 'i64.and', or: 'i64.or', xor: 'i64.xor' } as const;

/** Computes the value after from the value before and the operands; the second operand of a compare-and-exchange is in local 2. */
function writeAfter(body: Body, access: AtomicAccess, before: number, after: number): void {
  const { group, bytes } = access;
  if (group === 'load') widen(body, before, access);
  else if (group === 'store' || group === 'exchange') widen(body, 1, access);
  else if (group === 'compareExchange') {
    widen(body, 2, access);
    widen(body, before, access);
    exchanged(body, access, before);
    body.code.byte(Code.select);
  } else {
    widen(body, before, access);
    widen(body, 1, access);
    body.op(UPDATES[group]);
    const mask = MASKS[bytes];
    if (mask !== undefined) body.i64(mask).op('i64.and');
  }
  body.set(after);
}

/** Whether a compare-and-exchange found what it expected. */
function exchanged(body: Body, access: AtomicAccess, before: number): void {
  widen(body, before, access);
  widen(body, 1, access);
  body.op('i64.eq');
}

interface AtomicLocals {
  readonly effective: number;
  readonly site: number;
  readonly before: number;
  readonly after: number;
  readonly commit: number;
}

const kind = (raw: number, bytes: number): number => (raw << 16) | (bytes << 24);

function recordAtomic(body: Body, access: AtomicAccess, locals: AtomicLocals, call: Caller): void {
  const { group, bytes } = access;
  body.get(locals.effective);
  if (group === 'load') body.i32(kind(Raw.atomicLoad, bytes));
  else if (group === 'store') body.i32(kind(Raw.atomicStore, bytes));
  else if (group === 'compareExchange') {
    body.i32(kind(Raw.atomicUpdate, bytes)).i32(kind(Raw.atomicLoad, bytes));
    exchanged(body, access, locals.before);
    body.code.byte(Code.select);
  } else body.i32(kind(Raw.atomicUpdate, bytes));
  body.get(locals.site);
  widen(body, locals.before, access);
  call(body.get(locals.after).get(locals.commit), 'atomic');
}
