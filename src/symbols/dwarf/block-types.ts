// The type of a block of the heap, where the debug information and the line that allocated it tell: from the allocator of a container, which is
// a template of the type, or from what the line says, if the size fits. All others are bytes.

import { type SpokenAllocation, spokenAllocation } from '../allocation-text.ts';
import type { DebugInfo, Entry } from './debug-info.ts';
import type { NamedTypes } from './named-types.ts';
import type { SourceFrame } from './source-frames.ts';
import type { Types } from './types.ts';

export interface BlockType {
  /** `struct item`, `pool::Queue`, `struct item *`. */
  readonly name: string;
  /** Some bytes of the block: `.flags`, `[3].next`; undefined if they are no part of it. */
  part(offset: number, bytes: number): string | undefined;
}

/** What is known of an allocation. */
export interface Allocation {
  readonly bytes: number;
  /** `malloc`, `calloc`, `new` … */
  readonly by: string;
  /** The line that did it, and what follows; empty if the source cannot be had, or is younger than the program. */
  readonly line: string;
  readonly following: string;
}

/** Allocators of the standard libraries: what they give is so many of their argument. */
const ALLOCATOR = /^(?:std|__gnu_cxx)::(?:__\w+::)?(?:__)?(?:new_)?allocator(?:<|$)/;
/** Where libstdc++ keeps an element within a node, and the members and bases (which have no name) that it may be in. */
const STORAGE = '_M_storage';
const AROUND_STORAGE: ReadonlySet<string> = new Set(['', '_M_impl']);
const POINTER_BYTES = 8;
/** What counts the elements of an array may stand before it, if they have destructors. */
const COUNT_BYTES = 8;

export class BlockTypes {
  private readonly info: DebugInfo;
  private readonly types: Types;
  private readonly named: NamedTypes;

  constructor(info: DebugInfo, types: Types, named: NamedTypes) {
    this.info = info;
    this.types = types;
    this.named = named;
  }

  /** By the innermost frame of the code that allocated. */
  of(frame: SourceFrame, allocation: Allocation): BlockType | undefined {
    const scope = frame.function && this.info.entry(frame.function.at);
    if (scope === undefined) return undefined;
    const contained = this.contained(frame, scope);
    if (contained !== undefined) return this.many(contained, allocation.bytes) ?? this.stored(contained, allocation.bytes);
    const spoken = spokenAllocation(allocation.line, allocation.following, allocation.by);
    return spoken === undefined ? undefined : this.spoken(spoken, scope, allocation);
  }

  /** `std::allocator<T>::allocate` and its kin. */
  private contained({ function: called }: SourceFrame, scope: Entry): number | undefined {
    if (called?.name !== 'allocate' || !ALLOCATOR.test(called.qualified().replace(/::allocate$/, ''))) return undefined;
    return this.named.argument(scope, '_Tp');
  }

  /** What a node of a list or a map, or the block of a `make_shared`, is made for. */
  private stored(node: number, bytes: number): BlockType | undefined {
    const storage = this.types.bytes(node) === bytes ? this.types.place(node, STORAGE, AROUND_STORAGE) : undefined;
    const buffer = storage && this.types.plain(storage.type);
    const type = buffer && this.named.argument(buffer, '_Tp');
    const one = type === undefined ? undefined : this.one(type, this.types.bytes(type));
    if (one === undefined) return undefined;
    const { offset: from } = storage!;
    const size = this.types.bytes(type!);
    return {
      name: one.name,
      part: (offset, length) => (offset >= from && offset + length <= from + size ? one.part(offset - from, length) : undefined),
    };
  }

  private spoken({ type, form }: SpokenAllocation, scope: Entry, { bytes, by }: Allocation): BlockType | undefined {
    const pointer = type.kind === 'type' && type.text.endsWith('*');
    if (pointer) return bytes % POINTER_BYTES === 0 && form === 'many' ? pointers(type.text, bytes) : undefined;
    const found = this.meant(type, scope);
    if (found === undefined) return undefined;
    const size = this.types.bytes(found);
    if (form === 'one' || bytes === size) return bytes === size ? this.one(found, bytes) : undefined;
    if (form === 'headed') return bytes > size ? this.one(found, size) : undefined;
    if (by !== 'new' || this.types.isPlain(found)) return this.many(found, bytes);
    // A count before the elements cannot be told from an element if they are that small.
    if (COUNT_BYTES % size === 0) return undefined;
    return bytes % size === COUNT_BYTES ? this.many(found, bytes - COUNT_BYTES, COUNT_BYTES) : this.many(found, bytes);
  }

  private meant({ kind, text }: SpokenAllocation['type'], scope: Entry): number | undefined {
    const { named } = this;
    if (kind === 'type') return named.type(scope, text) ?? (/^\w+$/.test(text) ? named.valueOf(scope, text) : undefined);
    const value = named.valueOf(scope, text);
    return kind === 'value' || value === undefined ? value : named.targetOf(value);
  }

  private one(type: number, bytes: number): BlockType | undefined {
    const name = this.named.nameOf(type);
    // A byte is no type of its own: what is allocated in bytes is anything.
    if (name === undefined || bytes <= 1) return undefined;
    return {
      name,
      part: (offset, length) =>
        offset + length <= bytes ? this.types.part(type, offset, length) : this.types.tail(type, offset, length),
    };
  }

  /** `from`: where the first is. */
  private many(type: number, bytes: number, from = 0): BlockType | undefined {
    const size = this.types.bytes(type);
    const name = this.named.nameOf(type);
    if (name === undefined || size <= 1) return undefined;
    if (bytes === size && from === 0) return this.one(type, bytes);
    if (bytes % size !== 0) return undefined;
    return { name, part: (offset, length) => (offset < from ? undefined : this.types.elementOf(type, offset - from, length)) };
  }
}

function pointers(text: string, bytes: number): BlockType {
  const name = text.replace(/\s*\*/g, ' *').replace(/\* \*/g, '**');
  return {
    name,
    part(offset, length) {
      if (bytes === POINTER_BYTES && length === POINTER_BYTES) return '';
      return offset % POINTER_BYTES === 0 && length === POINTER_BYTES ? `[${offset / POINTER_BYTES}]` : undefined;
    },
  };
}
