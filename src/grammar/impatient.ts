// Sequitur for a grammar that is analysed once: where it makes the string less than half as long, the string is left as it is for a
// while, because to read those events later takes less time than to look for rules that are not there.

import { grown } from '../base/grown.ts';
import { Sequitur } from './sequitur.ts';
import { itemCount, type Slp, startRule } from './slp.ts';

/** Symbols after which it is looked whether the grammar is worth it. */
const WINDOW = 1 << 14;
/** How long it is not looked, relative to all that came before: windows are a smaller and smaller part of the string. */
const PAUSE = 3;
/** Numbers of stretches that are left as they are, in place of terminals: each occurs once, so that it stays in the start rule. */
const FIRST_STRETCH = 2 ** 30;

export class ImpatientSequitur {
  private readonly sequitur: Sequitur;
  private taken = 0;
  /** Of the window: symbols still to come, and the size of the grammar when it began. */
  private left = WINDOW;
  private before = 0;
  /** How many symbols are still to be left as they are. */
  private skip = 0;
  private plain = new Uint32Array(1024);
  private plainSize = 0;
  /** Where the stretches end in `plain`. */
  private readonly ends: number[] = [];

  constructor(repetition: boolean) {
    this.sequitur = new Sequitur(repetition);
  }

  pushAll(symbols: Uint32Array, count: number): void {
    for (let from = 0; from < count; ) {
      const to = Math.min(count, from + (this.skip > 0 ? this.skip : this.left));
      const part = symbols.subarray(from, to);
      this.taken += part.length;
      if (this.skip > 0) this.keep(part);
      else this.compress(part);
      from = to;
    }
  }

  slp(terminals: number): Slp {
    if (this.skip > 0) this.endStretch();
    return this.ends.length === 0 ? this.sequitur.slp(terminals) : this.spliced(this.sequitur.slp(terminals));
  }

  private compress(part: Uint32Array): void {
    this.sequitur.pushAll(part, part.length);
    this.left -= part.length;
    if (this.left > 0) return;
    const { size } = this.sequitur;
    if ((size - this.before) * 2 > WINDOW) this.skip = this.taken * PAUSE;
    this.before = size;
    this.left = WINDOW;
  }

  private keep(part: Uint32Array): void {
    const size = this.plainSize + part.length;
    if (size > this.plain.length) this.plain = grown(this.plain, size * 2);
    this.plain.set(part, this.plainSize);
    this.plainSize = size;
    this.skip -= part.length;
    if (this.skip === 0) this.endStretch();
  }

  private endStretch(): void {
    this.skip = 0;
    this.sequitur.push(FIRST_STRETCH + this.ends.length);
    this.ends.push(this.plainSize);
  }

  /** With the stretches in their places. */
  private spliced(slp: Slp): Slp {
    const size = itemCount(slp) - this.ends.length + this.plainSize;
    const symbols = new Uint32Array(size);
    const counts = new Float64Array(size).fill(1);
    const start = slp.starts[startRule(slp)]!;
    symbols.set(slp.symbols.subarray(0, start));
    counts.set(slp.counts.subarray(0, start));
    let at = start;
    for (let i = start; i < slp.symbols.length; i++) {
      const stretch = slp.symbols[i]! - FIRST_STRETCH;
      if (stretch >= 0) {
        const from = stretch === 0 ? 0 : this.ends[stretch - 1]!;
        symbols.set(this.plain.subarray(from, this.ends[stretch]!), at);
        at += this.ends[stretch]! - from;
      } else {
        symbols[at] = slp.symbols[i]!;
        counts[at++] = slp.counts[i]!;
      }
    }
    const starts = slp.starts.slice();
    starts[starts.length - 1] = size;
    return { ...slp, starts, symbols, counts };
  }
}
