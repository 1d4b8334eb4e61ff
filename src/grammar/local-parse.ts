// A grammar by local parsing, level upon level (Sahinalp & Vishkin 1994; Jeż's recompression is of the kind): each level cuts its symbols into phrases of about
// three where only the neighbourhood says so, gives equal phrases one name, and the names are the symbols of the next. Every level is a third of the one below,
// so that a symbol takes half a look-up, where Sequitur needs several: three to six times as fast, for a grammar of up to twice the items.

import { ParseLevel } from './parse-level.ts';
import { prunedPhrases } from './pruned-phrases.ts';
import type { Slp } from './slp.ts';

export class LocalParse {
  private readonly levels: ParseLevel[] = [];

  pushAll(symbols: Uint32Array, count: number): void {
    this.feed(0, symbols, count);
  }

  /** The grammar of all that was pushed. Nothing may be pushed afterwards. */
  slp(terminals: number): Slp {
    const { levels } = this;
    for (let l = 0; l < levels.length; l++) {
      const { out, outSize } = levels[l]!.end();
      // A single phrase, of a level that had nothing to tell before, is the whole.
      if (l < levels.length - 1 || outSize > 1) this.feed(l + 1, out, outSize);
    }
    return prunedPhrases(
      levels.map((level) => level.phrases),
      terminals,
    );
  }

  private feed(from: number, symbols: Uint32Array, count: number): void {
    let [values, size] = [symbols, count];
    for (let l = from; size > 0; l++) {
      if (l === this.levels.length) this.levels.push(new ParseLevel());
      const level = this.levels[l]!;
      level.take(values, size);
      [values, size] = [level.out, level.outSize];
    }
  }
}
