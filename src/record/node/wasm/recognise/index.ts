// What of a module is synchronisation of its C library or its standard library, and which plain loads are looks at words that atomics
// decide about. docs/memory-model.md says what is let off for it and why that hides no race. Only functions with an atomic instruction, or
// with a known name, are looked at.

import { decode, newInstruction, skipValueType } from '../instruction.ts';
import type { ByteReader } from '../leb.ts';
import type { ModuleShape } from '../module.ts';
import { readFunctionNames } from '../names.ts';
import { Code, plainAccess } from '../opcode.ts';
import { atomicBodies, Bodies, readCode } from './code.ts';
import { fingerprintOf } from './fingerprint.ts';
import { isTelling, type Known, knownByName, knownByShape } from './known.ts';
import { peeksOf } from './peek.ts';
import { Yields } from './yields.ts';

export interface Recognised extends Known {
  readonly function: number;
  readonly how: 'name' | 'shape';
}

/** What becomes of a plain load: it is not recorded, or as an atomic load, which is also what is executed. */
export type LoadTreatment = 'peek' | 'order';

export interface Recognition {
  /** In the order of their numbers. */
  readonly functions: readonly Recognised[];
  /** How many loads are let off for what follows them, wherever they are. */
  readonly peeks: number;
  /** By their places in the module; all others are recorded as they are. */
  readonly loads: ReadonlyMap<number, LoadTreatment>;
}

/** Throws `Declined` for a function with an instruction that is not known. */
export function recognise(shape: ModuleShape, names = readFunctionNames(shape)): Recognition {
  const found = new Map<number, Recognised>();
  for (const [index, name] of names) {
    // Nothing holds a name section to the functions that there are.
    const isOwn = index >= shape.importedFunctions && index < shape.functions.length;
    const known = isOwn ? knownByName(name) : undefined;
    if (known !== undefined) found.set(index, { ...known, function: index, how: 'name' });
  }
  const bodies = new Bodies(shape);
  const yields = new Yields(shape, bodies);
  const loads = new Map<number, LoadTreatment>();
  const unsure: Recognised[] = [];
  let isTold = found.size > 0;
  for (const { index, body } of atomicBodies(shape, bodies)) {
    const code = readCode(index, body);
    if (code === undefined) continue;
    for (const at of peeksOf(code, yields)) loads.set(at, 'peek');
    if (found.has(index)) continue;
    const fingerprint = fingerprintOf(code, shape.parameters[shape.functions[index]!] ?? 0);
    const known = knownByShape(fingerprint);
    if (known === undefined) continue;
    const recognised: Recognised = { ...known, function: index, how: 'shape' };
    if (isTelling(fingerprint)) {
      found.set(index, recognised);
      isTold = true;
    } else unsure.push(recognised);
  }
  if (isTold) for (const recognised of unsure) found.set(recognised.function, recognised);
  // Which of several memories a word is in is not followed, nor are addresses of 64 bits.
  if (shape.memories.length !== 1 || shape.memories[0]!.wide) return { functions: inOrder(found), peeks: 0, loads: new Map() };
  const peeks = loads.size;
  for (const { function: index, treatment } of found.values()) {
    const body = bodies.of(index);
    if (treatment !== 'none' && body !== undefined) treat(body, treatment, loads);
  }
  return { functions: inOrder(found), peeks, loads };
}

function inOrder(found: ReadonlyMap<number, Recognised>): Recognised[] {
  return [...found.values()].sort((a, b) => a.function - b.function);
}

/** The plain loads of a function that is known. A look is let off also where the function relies on others. */
function treat(body: ByteReader, treatment: LoadTreatment, loads: Map<number, LoadTreatment>): void {
  for (let groups = body.u32(); groups > 0; groups--) {
    body.u32();
    skipValueType(body);
  }
  const instruction = newInstruction();
  while (body.at < body.end) {
    decode(body, instruction);
    const { opcode, start } = instruction;
    if (plainAccess(opcode)?.write !== false || loads.has(start)) continue;
    if (treatment === 'peek' || isAlignedWordLoad(body.bytes, opcode, start)) loads.set(start, treatment);
  }
}

/** A load of 32 bits that is said to be aligned, as all of a C compiler's are: an atomic one would trap where it is not. */
function isAlignedWordLoad(bytes: Uint8Array, opcode: number, start: number): boolean {
  return opcode === Code.firstAccess && bytes[start + 1] === 2;
}
