// What the writers of text formats share: names and separators collected in large pieces, and the check that a name can be
// carried, made once per name. What is written reads back as it was, or is refused.

import { InputError } from '../base/error.ts';
import { grown } from '../base/grown.ts';
import { quote } from '../base/quote.ts';
import type { EventBlock } from '../trace/block.ts';
import { operation } from '../trace/operation.ts';
import { type Symbols, type SymbolTable, table } from '../trace/symbols.ts';
import { NEWLINE, NUL } from './ascii.ts';
import type { WriterOptions } from './format.ts';
import { LONGEST_LINE } from './text-lines.ts';
import { metadataText } from './text-metadata.ts';
import { invalidUtf8 } from './utf8.ts';

const PIECE = 1 << 16;
const encoder = new TextEncoder();

export class TextOutput {
  private readonly write: (bytes: Uint8Array) => void;
  private piece = new Uint8Array(PIECE);
  private used = 0;

  /** What is known about the recording comes first, as comments. */
  constructor({ write, metadata }: Pick<WriterOptions, 'write' | 'metadata'>) {
    this.write = write;
    this.text(metadataText(metadata));
  }

  byte(value: number): void {
    if (this.used === this.piece.length) this.flush();
    this.piece[this.used++] = value;
  }

  text(text: string): void {
    this.bytes(encoder.encode(text));
  }

  bytes(bytes: Uint8Array): void {
    this.makeRoom(bytes.length);
    this.piece.set(bytes, this.used);
    this.used += bytes.length;
  }

  name(names: SymbolTable, id: number): void {
    this.makeRoom(names.byteLength(id));
    this.used = names.copyTo(id, this.piece, this.used);
  }

  flush(): void {
    if (this.used === 0) return;
    this.write(this.piece.subarray(0, this.used));
    this.piece = new Uint8Array(PIECE);
    this.used = 0;
  }

  private makeRoom(length: number): void {
    if (this.used + length <= this.piece.length) return;
    this.flush();
    if (length > PIECE) this.piece = new Uint8Array(length);
  }
}

/** Why a name cannot be carried, as the end of a sentence ("its thread …"), or undefined. */
export type NameFault = (bytes: Uint8Array) => string | undefined;

/** The names of one table, each looked at once. */
export class NameCheck {
  private readonly names: SymbolTable;
  private readonly fault: NameFault;
  /** Per id, 1 if the name is known to be fine. */
  private fine = new Uint8Array(64);

  constructor(names: SymbolTable, fault: NameFault) {
    this.names = names;
    this.fault = fault;
  }

  /** Why the name cannot be carried, or undefined: the usual case costs one load. */
  check(id: number): string | undefined {
    if (this.fine[id] === 1) return undefined;
    const bytes = this.names.bytes(id);
    const fault = neverText(bytes) ?? this.fault(bytes);
    if (fault !== undefined) return fault;
    if (id >= this.fine.length) this.fine = grown(this.fine, Math.max(2 * id, this.names.size));
    this.fine[id] = 1;
    return undefined;
  }
}

/** What no text format can carry: the readers would refuse it. A line has three names and a few bytes around them. */
function neverText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(NEWLINE)) return 'contains a newline';
  if (bytes.includes(NUL)) return 'contains a NUL';
  if (bytes.length > LONGEST_LINE / 4) return 'is too long for a line';
  if (invalidUtf8(bytes, 0, bytes.length) >= 0) return 'is not valid UTF-8';
  return undefined;
}

/** The error that names the event which a format has no words for. */
export function cannotExpress(format: string, symbols: Symbols, block: EventBlock, i: number, why: string): InputError {
  const { short, target } = operation(block.ops[i]!);
  const names = table(symbols, target);
  const event = `${symbols.threads.name(block.threads[i]!)}|${short}(${names.name(block.targets[i]!)})`;
  return new InputError(
    'FORMAT_CANNOT_EXPRESS',
    { event: block.positions?.[i] ?? block.start + i },
    `${format} cannot express ${quote(event)}: ${why}`,
    'the native format (.ftrace) can express every trace',
  );
}
