// The head of a line program: how to run it, and the table of files that it speaks of. DWARF 2 to 5.

import { LineContent } from './codes.ts';
import { Cursor, type FormContext, formValue, isEmptyForm } from './cursor.ts';
import type { DebugSections } from './sections.ts';

export interface SourceFile {
  /** As the compiler was told: `queue.c`, `src/queue.c`, `/usr/include/stdio.h`. */
  readonly path: string;
  /** The folder that the compiler ran in, if the path is relative and the program tells. */
  readonly folder: string | undefined;
}

export interface LineHeader {
  readonly minInstruction: number;
  readonly maxOperations: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  /** Operands of the standard opcodes, from 1. */
  readonly operands: readonly number[];
  /** By file register. */
  readonly files: (SourceFile | undefined)[];
  /** Where the instructions begin and end. */
  readonly from: number;
  readonly to: number;
}

/** `folder` finds the compiler's, for versions whose table does not have it. */
export function lineHeader(at: number, sections: DebugSections, folder: () => string | undefined): LineHeader {
  const { end, isWide } = new Cursor(sections.line, at).unit();
  // Nothing of it lies behind its end.
  const cursor = new Cursor(sections.line.subarray(0, end), at + (isWide ? 12 : 4));
  const version = cursor.u16();
  if (version < 2 || version > 5) throw new RangeError(`line table of version ${version}`);
  let addressBytes = 8;
  if (version >= 5) {
    addressBytes = cursor.u8();
    cursor.at++;
  }
  const headerBytes = cursor.offset(isWide);
  const from = cursor.at + headerBytes;
  const minInstruction = cursor.u8();
  const maxOperations = version >= 4 ? cursor.u8() : 1;
  cursor.at++;
  const lineBase = cursor.i8();
  const lineRange = cursor.u8();
  const opcodeBase = cursor.u8();
  const operands = [0];
  for (let i = 1; i < opcodeBase; i++) operands.push(cursor.u8());
  const context: FormContext = { strings: sections.strings, lineStrings: sections.lineStrings, isWide, addressBytes, version };
  const files = version >= 5 ? filesOfFive(cursor, context) : filesOfOld(cursor, folder());
  return { minInstruction, maxOperations, lineBase, lineRange, opcodeBase, operands, files, from, to: end };
}

/** Folder 0 is the one that the compiler ran in, and not in the table. */
function filesOfOld(cursor: Cursor, folder: string | undefined): (SourceFile | undefined)[] {
  const folders = [''];
  for (let name = cursor.string(); name !== ''; name = cursor.string()) folders.push(name);
  const files: (SourceFile | undefined)[] = [undefined];
  for (let name = cursor.string(); name !== ''; name = cursor.string()) {
    files.push({ path: joined(folders[cursor.uleb()] ?? '', name), folder });
    cursor.uleb();
    cursor.uleb();
  }
  return files;
}

function filesOfFive(cursor: Cursor, context: FormContext): SourceFile[] {
  const folders = entries(cursor, context).map(({ path }) => path);
  // Paths are kept relative to the compiler's folder, as the compiler was told them.
  const within = (index: number): string => (index === 0 ? '' : (folders[index] ?? ''));
  return entries(cursor, context).map(({ path, folder }) => ({ path: joined(within(folder), path), folder: folders[0] }));
}

function entries(cursor: Cursor, context: FormContext): { path: string; folder: number }[] {
  const format: [type: number, form: number][] = [];
  for (let count = cursor.u8(); count > 0; count--) format.push([cursor.uleb(), cursor.uleb()]);
  const found: { path: string; folder: number }[] = [];
  if (format.length === 0) return found;
  const count = cursor.uleb();
  // Entries without a byte could be any number.
  if (count > 0 && format.every(([, form]) => isEmptyForm(form))) throw new RangeError('entries of no bytes');
  for (let i = 0; i < count; i++) {
    const entry = { path: '', folder: 0 };
    for (const [type, form] of format) {
      const value = formValue(cursor, form, context);
      if (type === LineContent.path && typeof value === 'string') entry.path = value;
      else if (type === LineContent.directoryIndex && typeof value === 'number') entry.folder = value;
    }
    found.push(entry);
  }
  return found;
}

function joined(folder: string, name: string): string {
  return folder === '' || name.startsWith('/') ? name : `${folder}/${name}`;
}
