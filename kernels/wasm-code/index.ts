// The kernel of the instrumenter of WebAssembly: it copies the code of a module, renumbers functions, and puts hooks behind plain accesses. It
// stops at an instruction that the tables of its host do not tell of, and the host in src/record/node/wasm/code-rewriter.ts looks at that one with care.
// It never reads behind the section, whatever is in it; whether the module is valid is for the engine to say.

import { take } from '../heap';
import { ADDRESS, byte, chunk, const32, out, room, seek, u32Leb, valueSlot } from './output';
import { localOf, startLocals, temporaries, temporary } from './temporaries';

/** How `run` ended. */
const DONE: i32 = 0;
const MORE: i32 = 1;
const STOPPED: i32 = 2;
const WRONG: i32 = 3;

// What follows an opcode: `Immediate` of src/record/node/wasm/instruction.ts.
const NOTHING: u8 = 1;
const NUMBER: u8 = 2;
const TWO_NUMBERS: u8 = 3;
const BLOCK_TYPE: u8 = 4;
const FUNCTION: u8 = 5;
const ACCESS: u8 = 6;
const FOUR_BYTES: u8 = 7;
const EIGHT_BYTES: u8 = 8;
const NUMBERS: u8 = 9;
const SIMD: u8 = 10;
const NOT_BYTES: u8 = 0xff;
/** In what is told of an access: a lane follows its argument. */
const LANE: u32 = 23;

const END: u8 = 0x0b;
const LOCAL_GET: u8 = 0x20;
const LOCAL_SET: u8 = 0x21;
const LOCAL_TEE: u8 = 0x22;
const CALL: u8 = 0x10;
const I32_ADD: u8 = 0x6a;
const I32_WRAP: u8 = 0xa7;
const I64_CONST: u8 = 0x42;
const REF: u8 = 0x64;
const REF_NULL: u8 = 0x63;

/** Of the functions' headers: their size, the number of groups of locals, and a group for each temporary. */
const HEADER: usize = 5 + 5 + 2 * 8;
/** More than what is written for one hook. */
const HOOK: usize = 160;
/** Functions before the host calls again: the engine makes the kernel faster between calls. */
const AT_ONCE: u32 = 64;

/** The section's content: padded, so that the last instruction may be read past its end. */
let input: usize = 0;
let inputEnd: usize = 0;
/** By function: how many parameters it has. */
let parameters: usize = 0;
/** By opcode: what follows it; and of accesses what their hooks are told. */
let immediates: usize = 0;
let simdImmediates: usize = 0;
let accesses: usize = 0;

/** The next function, and how many there are. */
let next: u32 = 0;
let count: u32 = 0;
let firstMoved: u32 = 0;
let moved: u32 = 0;
let isRecorded: bool = false;
let isWide: bool = false;
/** The hook that comes before an access, or 0. */
let ahead: u32 = 0;

// The function at hand, when the kernel has stopped in it.
let at: usize = 0;
let isInside: bool = false;
let start: usize = 0;
let first: usize = 0;
let firstGroup: usize = 0;
let groups: u32 = 0;
let end: usize = 0;
let copied: usize = 0;
let outStart: usize = 0;
let bodyStart: usize = 0;

/** Makes room for a section and so many functions. */
export function setup(bytes: u32, functions: u32): void {
  input = take(<u64>bytes + 16);
  inputEnd = input + bytes;
  parameters = take(4 * <u64>functions);
  immediates = take(0x100);
  simdImmediates = take(0x200);
  accesses = take(4 * 0x300);
  count = functions;
  seek(take(0));
  // At once, mostly: growing takes its time.
  room(2 * bytes);
}

export function inputAt(): usize {
  return input;
}
export function parametersAt(): usize {
  return parameters;
}
export function immediatesAt(): usize {
  return immediates;
}
export function simdImmediatesAt(): usize {
  return simdImmediates;
}
/** By opcode of one byte, then by number of SIMD, four bytes each: the type of the operand above the address or 0, the bytes, whether it writes
 * and the bit of a lane, the number of the hook from the first on. All 0: no access. */
export function accessesAt(): usize {
  return accesses;
}

/** Functions from `from` on move by `by`. Of the memory 0: whether it is recorded, and whether its addresses have 64 bits. */
export function configure(from: u32, by: u32, recorded: bool, wide: bool, aheadHook: u32): void {
  firstMoved = from;
  moved = by;
  isRecorded = recorded;
  isWide = wide;
  ahead = aheadHook;
}

/** Begins with the function at an offset in the section. */
export function begin(offset: u32): void {
  at = input + offset;
  next = 0;
  isInside = false;
}

/** Where it stopped, or is wrong: an offset in the section. */
export function place(): u32 {
  return <u32>(at - input);
}
/** Where the function at hand ends. */
export function functionEnd(): u32 {
  return <u32>(end - input);
}
export function outAt(): usize {
  return heapEnd;
}
let heapEnd: usize = 0;
export function outLength(): u32 {
  return <u32>(out - heapEnd);
}

/** The next access that the host is to look at, whatever the tables tell: an offset in the section. */
export function stopAt(offset: u32): void {
  stop = input + offset;
}
let stop: usize = 0;

/** Goes on after an instruction that needs no hook. */
export function skipTo(offset: u32): void {
  at = input + offset;
}

/** Puts a call in the place of the instruction at hand: the operands are on the stack, the site comes on top. */
export function replaceBy(offset: u32, called: u32): void {
  room(at - copied + HOOK);
  chunk(copied, at);
  const32(<i32>(at - input));
  byte(CALL);
  u32Leb(called);
  at = input + offset;
  copied = at;
}

/** Puts a hook behind the access at hand. */
export function hookBehind(offset: u32, told: u32, constant: i32, wide: bool, hooks: u32, before: u32): void {
  hook(at, input + offset, told, constant, wide, hooks, before);
  at = input + offset;
  copied = at;
}

/** Works through some functions. */
export function run(): i32 {
  if (heapEnd === 0) heapEnd = out;
  for (let done: u32 = 0; done < AT_ONCE; done++) {
    if (!isInside) {
      if (next === count) return at === inputEnd ? DONE : WRONG;
      if (!enter()) return WRONG;
    }
    if (!walk()) return at < end ? STOPPED : WRONG;
    leave();
  }
  return MORE;
}

/** Reads the head of a function. */
function enter(): bool {
  start = at;
  const size = number();
  end = at + size;
  if (size === 0 || at > inputEnd || size > <u32>(inputEnd - at)) return false;
  let locals: u64 = load<u32>(parameters + 4 * next);
  groups = number();
  firstGroup = at;
  for (let group: u32 = 0; group < groups; group++) {
    if (at >= end) return false;
    locals += number();
    const type = load<u8>(at++);
    if (type === REF || type === REF_NULL) number();
    else if (type < 0x40 || type > 0x7f) return false;
  }
  if (at > end || locals > 0x7fff_ffff) return false;
  startLocals(<u32>locals);
  first = at;
  copied = at;
  outStart = out;
  room(HEADER + (at - firstGroup));
  bodyStart = out + HEADER + (at - firstGroup);
  seek(bodyStart);
  isInside = true;
  next++;
  return true;
}

/** Writes the function, whose body was written behind the room for its head. */
function leave(): void {
  isInside = false;
  at = end;
  if (copied === first) {
    // As it was.
    seek(outStart);
    room(end - start);
    chunk(start, end);
    return;
  }
  room(end - copied);
  chunk(copied, end);
  const body = out - bodyStart;
  seek(outStart);
  const declared = groups + temporaries;
  u32Leb(lengthOf(declared) + <u32>(first - firstGroup) + 2 * temporaries + <u32>body);
  u32Leb(declared);
  chunk(firstGroup, first);
  for (let slot: u32 = 0; slot < temporaries; slot++) {
    byte(1);
    byte(temporary(slot));
  }
  memory.copy(out, bodyStart, body);
  seek(out + body);
}

function lengthOf(value: u32): u32 {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
}

/** An unsigned number; the bytes that are too many are left to the engine. */
function number(): u32 {
  let digit = load<u8>(at++);
  let value = <u32>digit & 0x7f;
  for (let shift: u32 = 7; digit >= 0x80 && at <= inputEnd; shift += 7) {
    digit = load<u8>(at++);
    if (shift < 32) value |= (<u32>digit & 0x7f) << shift;
  }
  return value;
}

/** Past a number. It ends in the padding at last.
 * @inline */
function past(from: usize): usize {
  let to = from;
  while (load<u8>(to++) >= 0x80) {}
  return to;
}

/** Where a memory argument ends; 0 if it is not the common one, the memory 0 and an offset of at most five bytes. */
function pastArgument(from: usize): usize {
  if (load<u8>(from) >= 0x20) return 0;
  for (let to = from + 1; to < from + 6; to++) if (load<u8>(to) < 0x80) return to + 1;
  return 0;
}

/** The offset in it. */
function constantIn(from: usize, to: usize): i32 {
  let constant: i32 = 0;
  for (let digit = to - 1; digit > from; digit--) constant = (constant << 7) | (<i32>load<u8>(digit) & 0x7f);
  return constant;
}

/** False where it stops: at the end of the function, or before, where the host is to look. */
function walk(): bool {
  let here = at;
  let opcode: u8 = 0;
  const to = end;
  while (here < to) {
    const begins = here;
    opcode = load<u8>(here++);
    const kind = load<u8>(immediates + opcode);
    if (kind === NOTHING) continue;
    if (kind === NUMBER) {
      here = past(here);
      continue;
    }
    if (kind === ACCESS) {
      const behind = begins === stop ? 0 : pastArgument(here);
      if (behind === 0) {
        at = begins;
        return false;
      }
      if (isRecorded) {
        hook(begins, behind, load<u32>(accesses + 4 * <usize>opcode), constantIn(here, behind), isWide, firstMoved, ahead);
        copied = behind;
      }
      here = behind;
      continue;
    }
    if (kind === FUNCTION) {
      const immediate = here;
      at = here;
      const index = number();
      here = at;
      if (index >= firstMoved) {
        room(immediate - copied + HOOK);
        chunk(copied, immediate);
        u32Leb(index + moved);
        copied = here;
      }
    } else if (kind === BLOCK_TYPE) {
      const type = load<u8>(here);
      if (type === REF || type === REF_NULL) here++;
      here = past(here);
    } else if (kind === TWO_NUMBERS) here = past(past(here));
    else if (kind === FOUR_BYTES) here += 4;
    else if (kind === EIGHT_BYTES) here += 8;
    else if (kind === NUMBERS) {
      at = here;
      let numbers = <u64>number() + 1;
      here = at;
      if (numbers > <u64>(to - here)) {
        at = to;
        return false;
      }
      for (; numbers > 0 && here < to; numbers--) here = past(here);
      if (numbers > 0) {
        at = to;
        return false;
      }
    } else if (kind === SIMD) {
      at = here;
      const which = number();
      const bytes: u8 = which < 0x200 ? load<u8>(simdImmediates + which) : 0xff;
      here = at + bytes;
      if (bytes === NOT_BYTES) {
        const told = which < 0x200 ? load<u32>(accesses + 4 * (0x100 + <usize>which)) : 0;
        const behind = told === 0 ? 0 : pastArgument(at);
        if (behind === 0) {
          at = begins;
          return false;
        }
        here = behind + ((told >>> LANE) & 1);
        if (isRecorded) {
          hook(begins, here, told, constantIn(at, behind), isWide, firstMoved, ahead);
          copied = here;
        }
      }
    } else {
      at = begins;
      return false;
    }
  }
  at = to;
  return here === to && opcode === END;
}

/** The access, and then the hook with its address, which is below the operand of a store: both are kept in locals. `told`: see accessesAt. */
function hook(from: usize, to: usize, told: u32, constant: i32, wide: bool, hooks: u32, before: u32): void {
  const operand = <u8>told;
  room(to - copied + HOOK);
  chunk(copied, from);
  const address = localOf(wide ? ADDRESS + 1 : ADDRESS);
  if (operand === 0) {
    byte(LOCAL_TEE);
    u32Leb(address);
  } else {
    const value = localOf(valueSlot(operand));
    byte(LOCAL_SET);
    u32Leb(value);
    byte(LOCAL_TEE);
    u32Leb(address);
    byte(LOCAL_GET);
    u32Leb(value);
  }
  const site = <i32>(from - input);
  if (before !== 0) {
    effective(address, wide, constant);
    const32(<i32>((told >>> 8) & 0xff));
    const32(<i32>((told >>> 16) & 0x7f));
    const32(site);
    byte(I64_CONST);
    byte(0);
    byte(CALL);
    u32Leb(before);
  }
  chunk(from, to);
  effective(address, wide, constant);
  const32(site);
  byte(CALL);
  u32Leb(hooks + (told >>> 24));
}

/** Of an access that did not trap it has 32 bits, also in a memory of 64-bit addresses. */
function effective(address: u32, wide: bool, constant: i32): void {
  byte(LOCAL_GET);
  u32Leb(address);
  if (wide) byte(I32_WRAP);
  if (constant === 0) return;
  const32(constant);
  byte(I32_ADD);
}
