// The shape of a function that compilers keep: which accesses it makes in the order of its code, with their offsets, and the masks that
// it uses. Locals, blocks, branches, calls and addresses differ from build to build, and are left out.

import { type AtomicGroup, atomicAccess, Code, plainAccess } from '../opcode.ts';
import type { FunctionCode } from './code.ts';

/** Offsets beyond are fields of a thread, whose layout changes from release to release, of the stack, or addresses of globals. */
const LARGEST_FIELD = 12;
const LARGEST_THREAD_FIELD = 4096;
/** Constants from here on, on either side of 0, are masks: addresses of globals are below. */
const SMALLEST_MASK = 0x2000_0000;

const LETTERS: Readonly<Record<AtomicGroup, string>> = {
  load: 'L',
  store: 'S',
  add: 'A',
  sub: 'A-',
  and: 'A&',
  or: 'A|',
  xor: 'A^',
  exchange: 'X',
  compareExchange: 'C',
};

/**
 * As text: the parameters, then the accesses. `r8` reads the word at offset 8, `w` writes, capitals are atomic; `1:` and the like stand before
 * widths that are not 4, `+` is a larger offset and `*` an address. Behind the bar are the masks.
 */
export function fingerprintOf({ steps }: FunctionCode, parameters: number): string {
  const accesses: string[] = [];
  const masks = new Set<number>();
  for (const { opcode, number } of steps) {
    if (opcode === Code.i32Const && Math.abs(number) >= SMALLEST_MASK) masks.add(number >>> 0);
    const letter = letterOf(opcode);
    if (letter !== undefined) accesses.push(letter + offset(number));
  }
  const constants = [...masks].sort((a, b) => a - b).map((mask) => mask.toString(16));
  return `${parameters}: ${accesses.join(' ')}${constants.length > 0 ? ` | ${constants.join(' ')}` : ''}`;
}

function offset(number: number): string {
  return number > LARGEST_THREAD_FIELD ? '*' : number > LARGEST_FIELD ? '+' : String(number);
}

function letterOf(opcode: number): string | undefined {
  switch (opcode) {
    case Code.notify:
      return 'N';
    case Code.wait32:
      return 'W';
    case Code.wait64:
      return '8:W';
    case Code.fence:
      return 'F';
  }
  const plain = plainAccess(opcode);
  if (plain !== undefined) return `${width(plain.bytes)}${plain.write ? 'w' : 'r'}`;
  const atomic = atomicAccess(opcode);
  return atomic && `${width(atomic.bytes)}${LETTERS[atomic.group]}`;
}

function width(bytes: number): string {
  return bytes === 4 ? '' : `${bytes}:`;
}
