// Functions that only give up the processor: calling one between two looks at a lock changes nothing that others see.

import { decode, newInstruction, skipValueType } from '../instruction.ts';
import type { ByteReader } from '../leb.ts';
import type { ModuleShape } from '../module.ts';
import { Code, Prefix, plainAccess } from '../opcode.ts';
import type { Bodies } from './code.ts';

/** wasi-libc's sched_yield has 13 instructions, and calls one of 4 that calls the system; Emscripten's has 2. */
const MOST_INSTRUCTIONS = 24;

export class Yields {
  private readonly shape: ModuleShape;
  private readonly known = new Map<number, boolean>();
  private readonly imported: ReadonlySet<number>;
  private readonly bodies: Bodies;

  constructor(shape: ModuleShape, bodies: Bodies) {
    this.shape = shape;
    this.bodies = bodies;
    this.imported = new Set(shape.importedNames.flatMap((name, index) => (name === 'sched_yield' ? [index] : [])));
  }

  /** Without operands, so that a caller's values stay where they are. */
  has(index: number): boolean {
    if (this.imported.has(index)) return this.hasNoOperands(index);
    let answer = this.known.get(index);
    if (answer === undefined) {
      // One that calls itself is none.
      this.known.set(index, false);
      answer = this.hasNoOperands(index) && this.onlyYields(index);
      this.known.set(index, answer);
    }
    return answer;
  }

  private hasNoOperands(index: number): boolean {
    return this.shape.parameters[this.shape.functions[index]!] === 0;
  }

  /** One store of a word is errno, which is the thread's own, for a yield that failed. */
  private onlyYields(index: number): boolean {
    const body: ByteReader | undefined = this.bodies.of(index);
    if (body === undefined) return false;
    for (let groups = body.u32(); groups > 0; groups--) {
      body.u32();
      skipValueType(body);
    }
    const instruction = newInstruction();
    let stores = 0;
    let calls = 0;
    for (let count = 0; body.at < body.end; count++) {
      if (count > MOST_INSTRUCTIONS) return false;
      decode(body, instruction);
      const { opcode } = instruction;
      if (opcode === Code.call) {
        calls++;
        if (!this.has(instruction.index)) return false;
      } else if (opcode === Code.firstStore) stores++;
      else if (!isHarmless(opcode)) return false;
    }
    return stores <= calls;
  }
}

function isHarmless(opcode: number): boolean {
  if (plainAccess(opcode) !== undefined || opcode > 0xffff || opcode === Prefix.gc) return false;
  switch (opcode) {
    case Code.loop:
    case Code.globalSet:
    case Code.callIndirect:
    case Code.returnCall:
    case Code.returnCallIndirect:
    case Code.callRef:
    case Code.returnCallRef:
    case Code.throw:
    case Code.throwRef:
    case Code.rethrow:
    case Code.tableSet:
    case Code.memoryGrow:
      return false;
  }
  return true;
}
