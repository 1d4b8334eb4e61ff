// A random program of a given shape. The same shape and seed give the same program for ever.

import type { Random } from '../../../src/trace/random/prng.ts';
import { forkOrJoin, handOver, meet, publish, read, section, waitAndNotify, write } from './pattern.ts';
import type { Block, Code, Program } from './program.ts';
import { type ItemKind, itemWeights, type Shape, smallShape } from './shape.ts';

export function randomProgram(wanted: Partial<Shape>, random: Random): Program {
  return new ProgramWriter({ ...smallShape, ...wanted }, random).program();
}

class ProgramWriter {
  private readonly shape: Shape;
  private readonly random: Random;

  constructor(shape: Shape, random: Random) {
    this.shape = shape;
    this.random = random;
  }

  program(): Program {
    const { shape, random } = this;
    const kinds = itemWeights(shape).flatMap(({ kind, weight }) => Array<ItemKind>(weight).fill(kind));
    const blocks: Block[] = [];
    for (let item = 0; item < shape.items; item++) blocks.push(...this.item(random.pick(kinds)));
    // A third of the programs guards nothing, a third everything.
    const guarded = shape.features.includes('guarded') ? Math.round((random.below(3) / 2) * shape.variables) : 0;
    return { threads: shape.threads, locks: shape.locks, blocks, guarded };
  }

  private item(kind: ItemKind): Block[] {
    switch (kind) {
      case 'fork':
      case 'join':
        return forkOrJoin(kind, this.thread(), this.thread(), this.variable());
      case 'hand-over': {
        const threads = Array.from({ length: 2 + this.random.below(2) }, () => this.thread());
        const x = this.variable();
        return handOver(threads, [this.lock(), this.lock()], x, [this.variable(), this.variable()], this.access(x));
      }
      case 'wait':
        return waitAndNotify(this.thread(), this.thread(), this.lock(), this.variable());
      case 'barrier':
        return meet([this.thread(), this.thread(), this.thread()], 0, this.variable());
      case 'publish':
        return publish(this.thread(), this.thread(), this.random.below(2), this.variable());
      default:
        return [{ thread: this.thread(), code: this.code(kind) }];
    }
  }

  private code(kind: Exclude<ItemKind, 'fork' | 'join' | 'hand-over' | 'publish' | 'wait' | 'barrier'>): Code {
    switch (kind) {
      case 'access':
        return this.access();
      case 'section':
        return this.section(1, []);
      case 'volatile':
        return this.volatile();
      case 'atomic':
        return {
          kind,
          write: this.random.chance(0.5),
          variable: this.variable(),
          relaxed: this.random.chance(0.5),
        };
      case 'alloc':
        return { kind: 'alloc', variable: this.variable() };
      case 'region':
        return { kind: 'region', name: this.random.below(3), body: this.body(1, []) };
      case 'overlap':
        return { kind: 'overlap', first: this.lock(), second: this.lock(), body: this.body(this.shape.nesting, []) };
    }
  }

  private section(depth: number, around: readonly number[]): Code {
    const { features, locks } = this.shape;
    const fresh = Array.from({ length: locks }, (_, lock) => lock).filter((lock) => this.mayAdd(lock, around));
    const again = around.length > 0 && features.includes('reentrant') && (fresh.length === 0 || this.random.chance(0.3));
    const lock = this.random.pick(again ? around : fresh);
    const shared = features.includes('shared') && this.random.chance(0.3);
    return section(lock, this.body(depth, [...around, lock]), shared);
  }

  private body(depth: number, around: readonly number[]): Code[] {
    return Array.from({ length: this.random.below(4) }, () => {
      if (this.mayNest(depth, around) && this.random.chance(0.3)) return this.section(depth + 1, around);
      return this.shape.features.includes('volatile') && this.random.chance(0.1) ? this.volatile() : this.access();
    });
  }

  private mayNest(depth: number, around: readonly number[]): boolean {
    const { features, nesting, locks } = this.shape;
    if (depth >= nesting || locks === 0) return false;
    return around.length === 0 || features.includes('reentrant') || (features.includes('nested') && around.length < locks);
  }

  private mayAdd(lock: number, around: readonly number[]): boolean {
    return around.length === 0 || (this.shape.features.includes('nested') && !around.includes(lock));
  }

  private access(variable = this.variable()): Code {
    return this.random.chance(0.5) ? write(variable) : read(variable);
  }

  private volatile(): Code {
    return { kind: 'volatile', write: this.random.chance(0.5), variable: this.random.below(2) };
  }

  private thread(): number {
    return this.random.below(this.shape.threads);
  }

  private lock(): number {
    return this.random.below(this.shape.locks);
  }

  private variable(): number {
    return this.random.below(this.shape.variables);
  }
}
