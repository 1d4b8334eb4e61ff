// A part of a trace, for a person to look at: events by position, thread and variable. What is kept has symbol tables of its
// own, so that only the threads that occur get a column, and keeps its positions in the whole trace. Streams.

import { BLOCK_SIZE, type EventBlock, newBlock } from './block.ts';
import type { Position } from './id.ts';
import { TARGET_KIND_CODES } from './operation.ts';
import { bounds, hashBytes, newSymbols, type Symbols, type SymbolTable } from './symbols.ts';

export interface Criteria {
  /** First and last position to keep. */
  readonly from: Position;
  readonly to: Position;
  /** Only events of these threads, by name; all if empty. */
  readonly threads: readonly string[];
  /** Only accesses to these variables, by name; everything if empty. */
  readonly variables: readonly string[];
}

const VARIABLE = 0;

export class Selection {
  /** True when no later event can belong to it. */
  done = false;
  /** The names of what was kept. */
  readonly symbols: Symbols = newSymbols();
  private readonly criteria: Criteria;
  private readonly emit: (block: EventBlock) => void;
  private readonly out = { ...newBlock(BLOCK_SIZE), positions: new Uint32Array(BLOCK_SIZE) };
  private readonly tables: readonly Copy[];
  private readonly threads: Copy;
  private readonly locations: Copy;

  /** `source` are the tables of the trace that the blocks come from. What is kept of a block is emitted with `positions`. */
  constructor(criteria: Criteria, source: Symbols, emit: (block: EventBlock) => void) {
    this.criteria = criteria;
    this.emit = emit;
    const { threads, locks, variables, locations } = this.symbols;
    this.threads = new Copy(source.threads, threads);
    this.locations = new Copy(source.locations, locations);
    this.tables = [new Copy(source.variables, variables), new Copy(source.locks, locks), this.threads, this.locations];
  }

  block(block: EventBlock): void {
    const { criteria, out } = this;
    const { start, length, ops, threads, targets, locations } = block;
    const wantedThreads = this.threads.ids(criteria.threads);
    const wantedVariables = this.tables[VARIABLE]!.ids(criteria.variables);
    const end = Math.min(length, criteria.to - start + 1);
    for (let i = Math.max(0, criteria.from - start); i < end; i++) {
      const kind = TARGET_KIND_CODES[ops[i]!]!;
      if (wantedThreads !== undefined && !wantedThreads.has(threads[i]!)) continue;
      if (wantedVariables !== undefined && (kind !== VARIABLE || !wantedVariables.has(targets[i]!))) continue;
      const at = out.length++;
      out.ops[at] = ops[i]!;
      out.threads[at] = this.threads.of(threads[i]!);
      out.targets[at] = this.tables[kind]!.of(targets[i]!);
      out.locations[at] = this.locations.of(locations[i]!);
      out.positions[at] = start + i;
      if (out.length === BLOCK_SIZE) this.flush();
    }
    this.flush();
    this.done = start + length > criteria.to;
  }

  private flush(): void {
    const { out } = this;
    if (out.length === 0) return;
    out.bounds = bounds(this.symbols);
    this.emit(out);
    out.start += out.length;
    out.length = 0;
  }
}

/** Names on their way from one table to another, each when it is first needed. */
class Copy {
  private readonly from: SymbolTable;
  private readonly to: SymbolTable;
  private readonly known: (number | undefined)[] = [];

  constructor(from: SymbolTable, to: SymbolTable) {
    this.from = from;
    this.to = to;
  }

  of(id: number): number {
    this.known[id] ??= this.intern(id);
    return this.known[id];
  }

  /** The ids that these names have so far; undefined if there are no names. */
  ids(names: readonly string[]): ReadonlySet<number> | undefined {
    return names.length === 0 ? undefined : new Set(names.map((name) => this.from.find(name)));
  }

  /** By bytes, because a name need not be text. */
  private intern(id: number): number {
    const bytes = this.from.bytes(id).slice();
    return this.to.intern(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length));
  }
}
