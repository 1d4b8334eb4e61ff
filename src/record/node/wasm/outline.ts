// Functions that are added to an instrumented module and called in place of an atomic or bulk instruction: the operands, then the
// site. One per instruction and static offset. They execute the instruction themselves, so it traps and behaves as before.

import { Raw } from '../../../raw/format.ts';
import { Body } from './body.ts';
import type { Instruction } from './instruction.ts';
import { Ahead, type FunctionType, hookNumber } from './interface.ts';
import { type AtomicAccess, atomicAccess, Code, type NumberType, Prefix, Type } from './opcode.ts';

const { i32, i64 } = Type;

export interface OutlinedFunction {
  readonly type: FunctionType;
  readonly body: Body;
}

/** Which instructions are replaced by a call; equal texts share a function. */
export function outlineKey({ opcode, offset, index }: Instruction): string | undefined {
  switch (opcode) {
    case Code.memoryInit:
      return `${opcode} ${index}`;
    case Code.memoryCopy:
    case Code.memoryFill:
    case Code.fence:
      return `${opcode}`;
  }
  return opcode >>> 16 === Prefix.atomic ? `${opcode} ${offset}` : undefined;
}

/** Writes the function for an instruction; `firstHook` is the function index of the first hook. `isLed`: see InstrumentOptions. */
export function outline(instruction: Instruction, firstHook: number, isLed: boolean): OutlinedFunction {
  const { opcode, offset } = instruction;
  const call = (body: Body, name: string): Body => body.call(firstHook + hookNumber(name));
  switch (opcode) {
    case Code.memoryInit:
    case Code.memoryCopy:
    case Code.memoryFill:
      return outlineBulk(instruction, call, isLed);
    case Code.fence: {
      const type = { parameters: [i32], results: [] };
      const body = new Body(type);
      body.code.raw([Prefix.atomic, Code.fence & 0xffff, 0]);
      call(body.get(0), 'fence');
      return { type, body };
    }
    case Code.notify:
      return outlineCall('notify', [i32, i32], Code.i32AtomicLoad, offset, call);
    case Code.wait32:
      return outlineCall('wait32', [i32, i32, i64], Code.i32AtomicLoad, offset, call);
    case Code.wait64:
      return outlineCall('wait64', [i32, i64, i64], Code.i64AtomicLoad, offset, call);
    default:
      return outlineAtomic(opcode, atomicAccess(opcode)!, offset, call, isLed);
  }
}

type Caller = (body: Body, name: string) => Body;

function outlineBulk({ opcode, index }: Instruction, call: Caller, isLed: boolean): OutlinedFunction {
  const type = { parameters: [i32, i32, i32, i32], results: [] };
  const body = new Body(type);
  const ahead = (address: number, kind: number): Body => call(body.get(address).get(2).i32(kind).get(3).i64(0n), 'ahead');
  if (isLed && opcode === Code.memoryCopy) ahead(1, Ahead.read);
  if (isLed) ahead(0, Ahead.write);
  body.get(0).get(1).get(2).code.byte(Prefix.misc);
  if (opcode === Code.memoryInit) body.code.u32(8).u32(index).u32(0);
  else if (opcode === Code.memoryCopy) body.code.u32(10).u32(0).u32(0);
  else body.code.u32(11).u32(0);
  if (opcode === Code.memoryCopy) call(body.get(1).get(2).get(3), 'readRange');
  call(body.get(0).get(2).get(3), 'writeRange');
  return { type, body };
}

function emitAccess(body: Body, opcode: number, align: number, offset: number): void {
  body.code
    .byte(Prefix.atomic)
    .u32(opcode & 0xffff)
    .u32(align)
    .u32(offset);
}

/** Wait and notify are done by the runtime. A load before them traps where they would. */
function outlineCall(name: string, operands: NumberType[], load: number, offset: number, call: Caller): OutlinedFunction {
  const type = { parameters: [...operands, i32], results: [i32] };
  const body = new Body(type);
  body.get(0);
  emitAccess(body, load, name === 'wait64' ? 3 : 2, offset);
  body.drop().get(0).i32(offset).op('i32.add');
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
function outlineAtomic(opcode: number, access: AtomicAccess, offset: number, call: Caller, isLed: boolean): OutlinedFunction {
  const { group, type, bytes } = access;
  const values = group === 'load' ? 0 : group === 'compareExchange' ? 2 : 1;
  const signature = {
    parameters: [i32, ...Array<NumberType>(values).fill(type), i32],
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

  if (isLed) callAhead(body, access, offset, site, call);
  body.get(0);
  emitAccess(body, access.load, align, offset);
  body.set(before).get(0).i32(offset).op('i32.add').tee(effective);
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
    emitAccess(body, access.load, align, offset);
    body.set(before);
  }
  body.get(0);
  for (let value = 1; value <= values; value++) body.get(value);
  emitAccess(body, opcode, align, offset);
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

function callAhead(body: Body, access: AtomicAccess, offset: number, site: number, call: Caller): void {
  const { group, bytes } = access;
  const isCompared = group === 'compareExchange';
  body.get(0).i32(offset).op('i32.add').i32(bytes);
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
