// From code addresses to lines: runs line programs and keeps their rows in columns, about 18 bytes per row.

import { bisect } from '../../base/bisect.ts';
import { grown } from '../../base/grown.ts';
import { ExtendedLineOp, LineOp } from './codes.ts';
import { Cursor } from './cursor.ts';
import { type LineHeader, lineHeader, type SourceFile } from './line-header.ts';
import type { DebugSections } from './sections.ts';

export interface SourceLine {
  readonly file: SourceFile;
  readonly line: number;
  /** In bytes from 1; 0 if it is not known. */
  readonly column: number;
}

/** That a row has room for. */
const LAST_COLUMN = 0xffff;

export interface LineTable {
  readonly isEmpty: boolean;
  at(address: number): SourceLine | undefined;
}

/** Runs these programs, by their offsets. `folderOf` gives the compiler's folder, for old versions. A damaged program is left out. */
export function lineTable(
  sections: DebugSections,
  programs: Iterable<number>,
  folderOf: (offset: number) => string | undefined,
): LineTable {
  const rows = new Rows();
  for (const offset of programs)
    try {
      const header = lineHeader(offset, sections, () => folderOf(offset));
      run(new Cursor(sections.line.subarray(0, header.to), header.from), header, rows);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  return rows.sorted();
}

/** The offsets of all line programs. */
export function* linePrograms({ line }: DebugSections): Generator<number> {
  const cursor = new Cursor(line);
  // Room for the length of a unit in its longer form.
  while (cursor.at + 12 < line.length) {
    yield cursor.at;
    cursor.at = cursor.unit().end;
  }
}

/** A run of rows with rising addresses: rows [from, to). The last one only ends it. */
interface Sequence {
  readonly low: number;
  readonly high: number;
  readonly from: number;
  readonly to: number;
}

class Rows implements LineTable {
  private addresses = new Float64Array(1 << 9);
  private lines = new Uint32Array(1 << 9);
  private fileNumbers = new Uint32Array(1 << 9);
  private columns = new Uint16Array(1 << 9);
  private length = 0;
  private start = 0;
  private sequences: Sequence[] = [];
  private readonly files: (SourceFile | undefined)[] = [];

  get isEmpty(): boolean {
    return this.sequences.length === 0;
  }

  /** The number that the first of these files gets. */
  addFiles(files: readonly (SourceFile | undefined)[]): number {
    const first = this.files.length;
    for (const file of files) this.files.push(file);
    return first;
  }

  add(address: number, file: number, line: number, column: number): void {
    if (this.length === this.lines.length) this.grow();
    // Line 0 is the compiler's own code in between: it belongs to the line before.
    const own = line === 0 && this.length > this.start;
    this.addresses[this.length] = address;
    this.fileNumbers[this.length] = own ? this.fileNumbers[this.length - 1]! : file;
    this.lines[this.length] = own ? this.lines[this.length - 1]! : line;
    this.columns[this.length] = own ? this.columns[this.length - 1]! : column <= LAST_COLUMN ? column : 0;
    this.length++;
  }

  endSequence(): void {
    const low = this.addresses[this.start]!;
    const high = this.addresses[this.length - 1]!;
    // The linker gives address 0 to functions that it dropped.
    if (low > 0 && high > low) this.sequences.push({ low, high, from: this.start, to: this.length });
    else this.length = this.start;
    this.start = this.length;
  }

  sorted(): this {
    this.sequences.sort((a, b) => a.low - b.low);
    return this;
  }

  at(address: number): SourceLine | undefined {
    const { sequences, addresses, lines, columns } = this;
    const sequence = sequences[bisect(0, sequences.length, (i) => sequences[i]!.low <= address) - 1];
    if (sequence === undefined || address >= sequence.high) return undefined;
    const row = bisect(sequence.from, sequence.to, (i) => addresses[i]! <= address) - 1;
    const file = this.files[this.fileNumbers[row]!];
    return file === undefined || lines[row] === 0 ? undefined : { file, line: lines[row]!, column: columns[row]! };
  }

  private grow(): void {
    const size = this.length * 2;
    this.addresses = grown(this.addresses, size);
    this.lines = grown(this.lines, size);
    this.columns = grown(this.columns, size);
    this.fileNumbers = grown(this.fileNumbers, size);
    this.columns = grown(this.columns, size);
  }
}

/** Section 6.2.5 of DWARF 5. */
function run(cursor: Cursor, header: LineHeader, rows: Rows): void {
  const { minInstruction, maxOperations, lineBase, lineRange, opcodeBase, operands, files, to } = header;
  const firstFile = rows.addFiles(files);
  let address = 0;
  let operation = 0;
  let file = 1;
  let line = 1;
  let column = 0;
  const advance = (by: number): void => {
    if (maxOperations === 1) address += minInstruction * by;
    else {
      address += minInstruction * Math.floor((operation + by) / maxOperations);
      operation = (operation + by) % maxOperations;
    }
  };
  while (cursor.at < to) {
    const opcode = cursor.u8();
    if (opcode >= opcodeBase) {
      const adjusted = opcode - opcodeBase;
      advance(Math.floor(adjusted / lineRange));
      line += lineBase + (adjusted % lineRange);
      rows.add(address, firstFile + file, line, column);
      continue;
    }
    switch (opcode) {
      case LineOp.extended: {
        const next = cursor.uleb() + cursor.at;
        const extended = cursor.u8();
        if (extended === ExtendedLineOp.endSequence) {
          rows.add(address, firstFile + file, line, column);
          rows.endSequence();
          address = operation = column = 0;
          file = line = 1;
        } else if (extended === ExtendedLineOp.setAddress) address = cursor.address(next - cursor.at);
        cursor.at = next;
        break;
      }
      case LineOp.copy:
        rows.add(address, firstFile + file, line, column);
        break;
      case LineOp.advancePc:
        advance(cursor.uleb());
        break;
      case LineOp.advanceLine:
        line += cursor.sleb();
        break;
      case LineOp.setFile:
        file = cursor.uleb();
        break;
      case LineOp.setColumn:
        column = cursor.uleb();
        break;
      case LineOp.constAddPc:
        advance(Math.floor((255 - opcodeBase) / lineRange));
        break;
      case LineOp.fixedAdvancePc:
        address += cursor.u16();
        operation = 0;
        break;
      default:
        // Statements, blocks and instruction sets tell nothing that we use; unknown ones say how many operands they have.
        for (let count = operands[opcode] ?? 0; count > 0; count--) cursor.uleb();
    }
  }
}
