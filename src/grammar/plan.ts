// What a walk knows of the rules of a grammar before it starts: how long they are, who uses them, and which are so short that they are
// read event by event wherever they occur. One pass over the items, and one over the rules from the bottom up.

import { FlatRules } from './flat-rules.ts';
import { lengthsOf, type Slp } from './slp.ts';

/** `always` sums up every rule, as ZipTrack does. */
export type Policy = 'adaptive' | 'always';

/** A repetition of at least this many is computed as a power of the repeated summary. */
export const POWER = 8;
/** A repetition of at least this many events is not read event by event. */
const LONG = 512;
/** Below this many events a summary is not worth its overhead. */
export const SHORTEST = 16;

export class Plan {
  readonly lengths: Float64Array;
  /** Per rule: how many items name it. */
  readonly uses: Uint32Array;
  /** Rules that some item repeats so often that their summary is needed. */
  readonly repeated: Uint8Array;
  /** Per rule: 1 if neither it nor anything below it is ever summed up. */
  readonly short: Uint8Array;
  readonly flat: FlatRules;

  constructor(slp: Slp, policy: Policy) {
    const { terminals, symbols, counts } = slp;
    const rules = slp.starts.length - 1;
    this.lengths = lengthsOf(slp);
    this.uses = new Uint32Array(rules);
    this.repeated = new Uint8Array(rules);
    this.short = new Uint8Array(rules);
    this.flat = new FlatRules(slp, this.lengths);
    const { uses, repeated, lengths } = this;
    for (let i = 0; i < symbols.length; i++) {
      const rule = symbols[i]! - terminals;
      if (rule < 0) continue;
      uses[rule]!++;
      if (counts[i]! >= POWER && (policy === 'always' || counts[i]! * lengths[rule]! >= LONG)) repeated[rule] = 1;
    }
    if (policy === 'adaptive') this.keepShort();
  }

  private keepShort(): void {
    const { lengths, repeated, short, flat } = this;
    for (let r = 0; r < short.length; r++) if (lengths[r]! < SHORTEST && repeated[r] === 0 && flat.keep(r)) short[r] = 1;
  }
}
