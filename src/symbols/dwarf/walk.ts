// One walk over the entries of a unit, in their order, with how deep each lies. Most entries are passed over.

import type { Abbreviation } from './abbreviations.ts';
import { Attribute, Form, Tag } from './codes.ts';
import { Cursor } from './cursor.ts';
import { type EntryValues, entryValues, skipEntry } from './entries.ts';
import type { Unit } from './units.ts';

export interface Walk {
  /** Kinds of entries whose values `enter` wants. */
  readonly tags: ReadonlySet<number>;
  readonly wanted: ReadonlySet<number>;
  /** For every entry of these kinds; `depth` of the first entry of the unit is 0. */
  enter(at: number, depth: number, kind: Abbreviation, values: EntryValues): void;
  /** Where the children of an entry of these kinds end, or the entry without children. */
  leave?(depth: number, end: number): void;
}

/** Types with parts: compilers that tell where the next entry begins spare the walk their parts. */
const AGGREGATES: ReadonlySet<number> = new Set([
  Tag.structureType,
  Tag.classType,
  Tag.unionType,
  Tag.enumerationType,
  Tag.arrayType,
  Tag.subroutineType,
]);
const SIBLING: ReadonlySet<number> = new Set([Attribute.sibling]);
const LOCAL_REFERENCES: ReadonlySet<number> = new Set([Form.ref1, Form.ref2, Form.ref4, Form.ref8, Form.refUdata]);

/** A RangeError if the unit is damaged; what was visited before stays visited. */
export function walkUnit(info: Buffer, unit: Unit, { tags, wanted, enter, leave }: Walk): void {
  const cursor = new Cursor(info, unit.from);
  const open: boolean[] = [];
  while (cursor.at < unit.to) {
    const at = cursor.at;
    const code = cursor.uleb();
    if (code === 0) {
      if (open.pop()) leave?.(open.length, cursor.at);
      continue;
    }
    const kind = unit.abbreviations.get(code);
    if (kind === undefined) throw new RangeError('unknown abbreviation');
    const { tag, hasChildren, attributes } = kind;
    const isWanted = tags.has(tag);
    if (isWanted) enter(at, open.length, kind, entryValues(cursor, attributes, unit, wanted));
    else if (hasChildren && AGGREGATES.has(tag)) {
      if (skipped(cursor, kind, unit)) continue;
    } else skipEntry(cursor, kind, unit);
    if (hasChildren) open.push(isWanted);
    else if (isWanted) leave?.(open.length, cursor.at);
  }
}

/** Whether the entry said where the next one is, and the cursor is there now; else it stands before the children. */
function skipped(cursor: Cursor, { attributes }: Abbreviation, unit: Unit): boolean {
  const at = cursor.at;
  const sibling = entryValues(cursor, attributes, unit, SIBLING).numbers.get(Attribute.sibling);
  if (sibling === undefined || !LOCAL_REFERENCES.has(sibling.form)) return false;
  const next = unit.start + sibling.value;
  if (next <= at || next > unit.to) return false;
  cursor.at = next;
  return true;
}
