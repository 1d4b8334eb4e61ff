// Rewrites the code of a module, by a kernel (kernels/wasm-code) that does what is common and stops at the rest: in JavaScript the same took 5 times as
// long for a module that is compiled once, most of it before the engine had made it fast.

import { copyBytes } from '../core/natives.ts';
import { decode, hasLane, IMMEDIATES, type Instruction, newInstruction, SIMD_IMMEDIATES } from './instruction.ts';
import { Ahead, hookNumber, hooks } from './interface.ts';
import { KERNEL } from './kernel-code.ts';
import { ByteReader, ByteWriter, Declined } from './leb.ts';
import { nativeWasm } from './link.ts';
import type { Memories } from './memories.ts';
import type { ModuleShape, Section } from './module.ts';
import { Code, type PlainAccess, Prefix, plainAccess } from './opcode.ts';
import { type OutlinedFunction, type Outlining, outline, outlineKey } from './outline.ts';
import type { LoadTreatment } from './recognise/index.ts';

interface Kernel {
  readonly memory: WebAssembly.Memory;
  setup(bytes: number, functions: number): void;
  inputAt(): number;
  parametersAt(): number;
  immediatesAt(): number;
  simdImmediatesAt(): number;
  accessesAt(): number;
  configure(from: number, by: number, isRecorded: number, isWide: number, ahead: number): void;
  begin(offset: number): void;
  stopAt(offset: number): void;
  place(): number;
  functionEnd(): number;
  outAt(): number;
  outLength(): number;
  skipTo(offset: number): void;
  replaceBy(offset: number, called: number): void;
  hookBehind(offset: number, told: number, constant: number, isWide: number, hooks: number, ahead: number): void;
  run(): number;
}

/** How `run` ends. */
const State = { done: 0, more: 1, stopped: 2 } as const;

/** No offset in a section. */
const NOWHERE = 0xffff_ffff;

let compiled: WebAssembly.Module | undefined;

function newKernel(): Kernel {
  compiled ??= new nativeWasm.Module(new Uint8Array(Buffer.from(KERNEL, 'base64')));
  return new nativeWasm.Instance(compiled, {}).exports as unknown as Kernel;
}

/** What the kernel is told of an access: see accessesAt in kernels/wasm-code/index.ts. */
function told({ write, bytes, operand }: PlainAccess, isOfLane: boolean): number {
  const hook = hookNumber(`${write ? 'write' : 'read'}${bytes}`);
  return (
    ((operand ?? 0) | (bytes << 8) | ((write ? Ahead.write : Ahead.read) << 16) | (Number(isOfLane) << 23) | (hook << 24)) >>> 0
  );
}

/** By opcode of one byte, then by number of SIMD. */
const ACCESSES: Uint32Array = Uint32Array.from({ length: 0x300 }, (_, i) => {
  const opcode = i < 0x100 ? i : (Prefix.simd << 16) + i - 0x100;
  const access = plainAccess(opcode);
  return access === undefined ? 0 : told(access, hasLane(opcode));
});

/** The code of a module, instrumented. */
export interface NewCode {
  readonly length: number;
  writeTo(out: ByteWriter): void;
}

export class CodeRewriter {
  /** The functions that are added behind those of the module. */
  readonly outlined: OutlinedFunction[] = [];
  private readonly outlinedByKey = new Map<string, number>();
  private readonly shape: ModuleShape;
  private readonly memories: Memories;
  private readonly outlining: Outlining;
  /** How many functions are added between the imported ones and those that the module defines. */
  private readonly added: number;
  private readonly instruction: Instruction = newInstruction();
  /** Loads that are not recorded as what they are, and where the kernel is to stop for them, the next one last. */
  private readonly loads: ReadonlyMap<number, LoadTreatment>;
  private readonly stops: number[];

  /** `isLed`: see InstrumentOptions. */
  constructor(shape: ModuleShape, memories: Memories, loads: ReadonlyMap<number, LoadTreatment>, isLed: boolean) {
    this.shape = shape;
    this.memories = memories;
    this.loads = loads;
    this.stops = [...loads.keys()].sort((a, b) => b - a);
    this.added = memories.recorded * hooks.length;
    this.outlining = { memories, isLed, hook: (name, set) => this.hook(name, set) };
  }

  private hook(name: string, set: number): number {
    return this.shape.importedFunctions + set * hooks.length + hookNumber(name);
  }

  /** The new content of the section. */
  rewrite({ content, end }: Section): NewCode {
    const { bytes, importedFunctions, functions } = this.shape;
    const reader = new ByteReader(bytes, content, end);
    const count = reader.u32();
    if (count !== functions.length - importedFunctions) throw new Declined('functions and code do not agree');
    const kernel = newKernel();
    kernel.setup(end - content, count);
    this.fill(kernel, content, end);
    const { memories } = this;
    const isRecorded = memories.set(0) >= 0;
    const ahead = this.ahead(0);
    kernel.configure(importedFunctions, this.added, Number(isRecorded), Number(memories.isWide(0)), ahead);
    kernel.begin(reader.at - content);
    this.stopAtNext(kernel, content);
    for (let state = kernel.run(); state !== State.done; state = kernel.run()) {
      if (state === State.stopped) this.look(kernel, content);
      else if (state !== State.more) throw new Declined('the code cannot be read');
    }
    const head = new ByteWriter().u32(count + this.outlined.length);
    const added = new ByteWriter();
    for (const { body } of this.outlined) added.sized(body.finish());
    const length = kernel.outLength();
    const code = new Uint8Array(nativeWasm.bufferOf(kernel.memory), kernel.outAt(), length);
    return {
      length: head.length + length + added.length,
      writeTo: (out) => out.append(head).copy(code, 0, length).append(added),
    };
  }

  /** The section, and the tables that the kernel reads it by. */
  private fill(kernel: Kernel, content: number, end: number): void {
    const { bytes, importedFunctions, functions, parameters } = this.shape;
    const buffer = nativeWasm.bufferOf(kernel.memory);
    const all = new Uint8Array(buffer);
    copyBytes(bytes, content, end, all, kernel.inputAt());
    copyBytes(IMMEDIATES, 0, IMMEDIATES.length, all, kernel.immediatesAt());
    copyBytes(SIMD_IMMEDIATES, 0, SIMD_IMMEDIATES.length, all, kernel.simdImmediatesAt());
    const accesses = new Uint32Array(buffer, kernel.accessesAt(), ACCESSES.length);
    for (let opcode = 0; opcode < ACCESSES.length; opcode++) accesses[opcode] = ACCESSES[opcode]!;
    const counts = new Uint32Array(buffer, kernel.parametersAt(), functions.length - importedFunctions);
    for (let i = 0; i < counts.length; i++) {
      const count = parameters[functions[importedFunctions + i]!];
      if (count === undefined) throw new Declined('a function has a type that is none of functions');
      counts[i] = count;
    }
  }

  private ahead(set: number): number {
    return this.outlining.isLed && set >= 0 ? this.hook('ahead', set) : 0;
  }

  /** The instruction that the kernel stopped at. */
  private look(kernel: Kernel, content: number): void {
    const { instruction, memories } = this;
    const reader = new ByteReader(this.shape.bytes, content + kernel.place(), content + kernel.functionEnd());
    decode(reader, instruction);
    const next = reader.at - content;
    const treatment = this.loads.get(instruction.start);
    if (treatment !== undefined) this.stopAtNext(kernel, content);
    if (treatment === 'order') instruction.opcode = Code.i32AtomicLoad;
    const { opcode, memory, offset } = instruction;
    const plain = plainAccess(opcode);
    const set = memories.set(memory);
    if (treatment === 'peek') kernel.skipTo(next);
    else if (plain !== undefined && set >= 0) {
      const first = this.shape.importedFunctions + set * hooks.length;
      const isWide = Number(memories.isWide(memory));
      kernel.hookBehind(next, told(plain, hasLane(opcode)), offset | 0, isWide, first, this.ahead(set));
    } else {
      const key = opcode > 0xff && plain === undefined ? outlineKey(instruction, memories) : undefined;
      if (key === undefined) kernel.skipTo(next);
      else kernel.replaceBy(next, this.outlinedFunction(key));
    }
  }

  private stopAtNext(kernel: Kernel, content: number): void {
    const next = this.stops.pop();
    kernel.stopAt(next === undefined ? NOWHERE : next - content);
  }

  private outlinedFunction(key: string): number {
    let number = this.outlinedByKey.get(key);
    if (number === undefined) {
      number = this.outlined.push(outline(this.instruction, this.outlining)) - 1;
      this.outlinedByKey.set(key, number);
    }
    return this.shape.functions.length + this.added + number;
  }
}
