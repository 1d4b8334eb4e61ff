// What the next access of a variable comes after: its last write, and the reads since then. And what these came after, so that a person can be
// shown three accesses of one variable. A lock is the same thing: to release it is to write it, to release a share of it is to read it.

import { grown } from '../../base/grown.ts';
import type { Node, Source } from './ancestors.ts';

/** Four accesses: thread + 1 (0: none), node, position, place. The last write and a read since then; the write before and a read before the last write. */
const ACCESS = 4;
const THREAD = 0;
const NODE = 1;
const AT = 2;
const PLACE = 3;
const WRITE = 0;
const READ = ACCESS;
const WRITE_BEFORE = 2 * ACCESS;
const READ_BEFORE = 3 * ACCESS;
const WORDS = 4 * ACCESS;

/** An event at a place, or none: -1. */
export interface Own {
  position: number;
  place: number;
}

export class LastAccesses {
  private rows = new Uint32Array(0);
  /** Variables that more than one thread read: the other readers since the last write, and those before it. */
  private readonly readers = new Map<number, Source[]>();
  private readonly readersBefore = new Map<number, Source[]>();
  /** The access that was asked for last: one object for all. */
  private readonly found: Source = { thread: 0, node: 0, position: 0, place: 0 };

  grow(count: number): void {
    if (count * WORDS > this.rows.length) this.rows = grown(this.rows, Math.max(count * WORDS, this.rows.length * 2));
  }

  /** How many nodes may be held here. */
  get holders(): number {
    return this.rows.length / (WORDS / 2);
  }

  /** The last write if thread t must learn from it: another thread did it, and it comes after something. Valid until the next question. */
  writeBefore(t: number, target: number): Source | undefined {
    return this.at(target * WORDS + WRITE, t);
  }

  /** Whether there are reads since the last write. */
  isRead(target: number): boolean {
    return this.rows[target * WORDS + READ + THREAD] !== 0;
  }

  /** Shows thread t every read since the last write that it must learn from. */
  eachReadBefore(t: number, target: number, visit: (source: Source) => void): void {
    const read = this.at(target * WORDS + READ, t);
    if (read !== undefined) visit(read);
    if (this.readers.size === 0) return;
    for (const other of this.readers.get(target) ?? []) if (other.thread !== t && other.node !== 0) visit(other);
  }

  /** The last write knows no open block any more. */
  forgetWrite(target: number): void {
    this.rows[target * WORDS + WRITE + NODE] = 0;
  }

  read(t: number, target: number, node: Node, position: number, place: number): void {
    const at = target * WORDS + READ;
    const reader = this.rows[at + THREAD]!;
    if (reader === 0 || reader === t + 1) this.put(at, t, node, position, place);
    else this.readAlso(t, target, node, position, place);
  }

  write(t: number, target: number, node: Node, position: number, place: number): void {
    const { rows } = this;
    const at = target * WORDS;
    // Both accesses. `copyWithin` takes three times as long for so few.
    for (let word = 0; word < 2 * ACCESS; word++) rows[at + WRITE_BEFORE + word] = rows[at + word]!;
    this.put(at + WRITE, t, node, position, place);
    rows[at + READ + THREAD] = 0;
    if (this.readers.size === 0 && this.readersBefore.size === 0) return;
    const others = this.readers.get(target);
    if (others === undefined) this.readersBefore.delete(target);
    else this.readersBefore.set(target, others);
    this.readers.delete(target);
  }

  forget(target: number): void {
    this.rows.fill(0, target * WORDS, (target + 1) * WORDS);
    this.readers.delete(target);
    this.readersBefore.delete(target);
  }

  /**
   * The last access of thread t since `begin` that the source, the last write or a read after it, conflicts with. So a person sees three
   * accesses of one variable; without one (-1) the block and the source have something else in common.
   */
  ownBefore({ thread, position }: Source, t: number, target: number, begin: number): Own {
    const { rows } = this;
    const at = target * WORDS;
    const own: Own = { position: -1, place: 0 };
    const consider = (thread: number, position: number, place: number): void => {
      if (thread === t && position >= begin && position > own.position) Object.assign(own, { position, place });
    };
    const ofRow = (access: number): void =>
      consider(rows[at + access + THREAD]! - 1, rows[at + access + AT]!, rows[at + access + PLACE]!);
    if (rows[at + WRITE + THREAD] === thread + 1 && rows[at + WRITE + AT] === position) {
      ofRow(WRITE_BEFORE);
      ofRow(READ_BEFORE);
      for (const reader of this.readersBefore.get(target) ?? []) consider(reader.thread, reader.position, reader.place);
    } else ofRow(WRITE);
    return own.position < position ? own : { position: -1, place: 0 };
  }

  /** For a sweep: `keep` is shown every node, and says which to hold instead. */
  keep(keep: (node: Node) => Node): void {
    const { rows } = this;
    for (let at = 0; at < rows.length; at += WORDS) {
      rows[at + WRITE + NODE] = keep(rows[at + WRITE + NODE]!);
      rows[at + READ + NODE] = rows[at + READ + THREAD] === 0 ? 0 : keep(rows[at + READ + NODE]!);
      rows[at + WRITE_BEFORE + NODE] = 0;
      rows[at + READ_BEFORE + NODE] = 0;
    }
    for (const readers of this.readers.values()) for (const reader of readers) reader.node = keep(reader.node);
    for (const readers of this.readersBefore.values()) for (const reader of readers) reader.node = 0;
  }

  private readAlso(t: number, target: number, node: Node, position: number, place: number): void {
    const others = this.readers.get(target);
    if (others === undefined) {
      this.readers.set(target, [{ thread: t, node, position, place }]);
      return;
    }
    const mine = others.find(({ thread }) => thread === t);
    if (mine === undefined) others.push({ thread: t, node, position, place });
    else Object.assign(mine, { node, position, place });
  }

  private put(at: number, t: number, node: Node, position: number, place: number): void {
    const { rows } = this;
    rows[at + THREAD] = t + 1;
    rows[at + NODE] = node;
    rows[at + AT] = position;
    rows[at + PLACE] = place;
  }

  private at(at: number, t: number): Source | undefined {
    const { rows, found } = this;
    const thread = rows[at + THREAD]!;
    if (thread === 0 || thread === t + 1 || rows[at + NODE] === 0) return undefined;
    found.thread = thread - 1;
    found.node = rows[at + NODE]!;
    found.position = rows[at + AT]!;
    found.place = rows[at + PLACE]!;
    return found;
  }
}
