// Which memories of a module are recorded: the shared ones that another thread could see.

import { hookMemory, hooks, type NotedMemory } from './interface.ts';
import { type ByteWriter, Declined } from './leb.ts';
import type { MemoryDeclaration, ModuleShape } from './module.ts';
import { ExternalKind } from './opcode.ts';

/** Pages of 65536 bytes: hooks are told addresses of 32 bits. */
const MOST_PAGES = 65536;

export class Memories {
  /** How many are recorded. */
  readonly recorded: number;
  /** By memory: which set of hooks is about it, or -1. */
  private readonly sets: number[] = [];
  private readonly all: readonly MemoryDeclaration[];

  /** `force`: see InstrumentOptions. */
  constructor({ memories, exportedMemories }: ModuleShape, force: boolean) {
    this.all = memories;
    let recorded = 0;
    memories.forEach(({ shared, from, wide, maximum = Number.POSITIVE_INFINITY }, index) => {
      const isSeen = (shared || force) && (from !== undefined || exportedMemories.has(index));
      if (isSeen && wide && maximum > MOST_PAGES) throw new Declined('it has a memory of 64-bit addresses and more than 4 GiB');
      this.sets.push(isSeen ? recorded++ : -1);
    });
    this.recorded = recorded;
  }

  /** Which hooks are about a memory; -1 if it is not recorded, or none of the module. */
  set(memory: number): number {
    return this.sets[memory] ?? -1;
  }

  isWide(memory: number): boolean {
    return this.all[memory]?.wide === true;
  }

  /** A memory that is recorded must come from outside, and so must all that the module defines, or their numbers would change. */
  get areImported(): boolean {
    return this.all.some(({ from }, index) => from === undefined && this.set(index) >= 0);
  }

  /** The memories that the module defines, if they are to be imported. */
  private get defined(): readonly number[] {
    return this.areImported ? this.all.flatMap(({ from }, index) => (from === undefined ? [index] : [])) : [];
  }

  /** How many imports are added. */
  get imports(): number {
    return this.recorded * hooks.length + this.defined.length;
  }

  writeImports(out: ByteWriter, module: string): void {
    for (const index of this.defined) {
      const { shared, wide, initial, maximum } = this.all[index]!;
      out.name(module).name(hookMemory(index)).byte(ExternalKind.memory);
      out.byte((maximum === undefined ? 0 : 1) | (shared ? 2 : 0) | (wide ? 4 : 0)).u32(initial);
      if (maximum !== undefined) out.u32(maximum);
    }
  }

  noted(): NotedMemory[] {
    const { defined } = this;
    return this.all.flatMap(({ from, initial, maximum, shared, wide }, index) => {
      const set = this.set(index);
      if (set < 0 && !defined.includes(index)) return [];
      return [
        {
          index,
          ...(from && { from }),
          initial,
          ...(maximum !== undefined && { maximum }),
          shared,
          wide,
          ...(set >= 0 && { set }),
        },
      ];
    });
  }
}
