// One walk over the entries of a unit, in their order, with how deep each lies. Most entries are passed over.

import type { Abbreviation } from './abbreviations.ts';
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

/** A RangeError if the unit is damaged; what was visited before stays visited. */
export function walkUnit(info: Buffer, unit: Unit, walk: Walk): void {
  walkFrom(new Cursor(info, unit.from), unit, walk, false);
}

/** The same over what is within one entry. */
export function walkEntry(info: Buffer, unit: Unit, at: number, walk: Walk): void {
  const cursor = new Cursor(info, at);
  const kind = unit.abbreviations.get(cursor.uleb());
  if (kind === undefined) throw new RangeError('unknown abbreviation');
  skipEntry(cursor, kind, unit);
  if (kind.hasChildren) walkFrom(cursor, unit, walk, true);
}

/** Up to the end of the unit, or of the entry that it is within. */
function walkFrom(cursor: Cursor, unit: Unit, { tags, wanted, enter, leave }: Walk, isWithin: boolean): void {
  const open: boolean[] = [];
  while (cursor.at < unit.to) {
    const at = cursor.at;
    const code = cursor.uleb();
    if (code === 0) {
      if (open.length === 0 && isWithin) return;
      if (open.pop()) leave?.(open.length, cursor.at);
      continue;
    }
    const kind = unit.abbreviations.get(code);
    if (kind === undefined) throw new RangeError('unknown abbreviation');
    const { tag, hasChildren, attributes } = kind;
    const isWanted = tags.has(tag);
    if (isWanted) enter(at, open.length, kind, entryValues(cursor, attributes, unit, wanted));
    else skipEntry(cursor, kind, unit);
    if (hasChildren) open.push(isWanted);
    else if (isWanted) leave?.(open.length, cursor.at);
  }
}
