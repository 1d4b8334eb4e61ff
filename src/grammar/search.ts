// Where terminals of a trace occur first after a given synchronisation. One pass over the items of the grammar, and one over what it generates that passes
// over the rules that nothing is looked for in.

import { InputError } from '../base/error.ts';
import type { Terminals } from './compress.ts';
import { isSynchronising } from './outline.ts';
import { type Slp, startRule } from './slp.ts';

/** Bits of a terminal. */
const SYNCHRONISES = 1;
const WANTED = 2;

export class Search {
  private readonly slp: Slp;
  private readonly flags: Uint8Array;
  /** Per terminal: the synchronisation after which it is looked for, or, when it is found, where. */
  private readonly answers: Float64Array;
  private missing = 0;
  private earliest = Number.POSITIVE_INFINITY;

  constructor({ size, ops }: Terminals, slp: Slp) {
    this.slp = slp;
    this.answers = new Float64Array(size);
    const flagsOf = Uint8Array.from({ length: 256 }, (_, op) => (isSynchronising(op) ? SYNCHRONISES : 0));
    this.flags = new Uint8Array(size);
    for (let s = 0; s < size; s++) this.flags[s] = flagsOf[ops[s]!]!;
  }

  /** Looks for a terminal after so many synchronisations of all threads. */
  ask(terminal: number, after: number): void {
    this.flags[terminal]! |= WANTED;
    this.answers[terminal] = after;
    this.earliest = Math.min(this.earliest, after);
    this.missing++;
  }

  positionOf(terminal: number | undefined): number {
    if (terminal === undefined) throw differs();
    return this.answers[terminal]!;
  }

  run(): void {
    const { slp, flags, answers, earliest } = this;
    const { terminals, starts, symbols, counts } = slp;
    const { lengths, synchronisations, holds } = this.contents();
    let position = 0;
    let passed = 0;
    /** The path: items, where their bodies end, and how many copies of the item are left. */
    const items: number[] = [];
    const ends: number[] = [];
    const left: number[] = [];
    let rule = startRule(slp);
    let i = starts[rule]!;
    let end = starts[rule + 1]!;
    let copies = counts[i] ?? 0;
    while (this.missing > 0) {
      if (copies === 0) {
        if (++i < end) copies = counts[i]!;
        else {
          if (items.length === 0) throw differs();
          i = items.pop()!;
          end = ends.pop()!;
          copies = left.pop()!;
        }
        continue;
      }
      copies--;
      const s = symbols[i]!;
      if (s < terminals) {
        if (flags[s] !== 0) {
          if (flags[s]! >= WANTED && passed >= answers[s]!) {
            flags[s]! &= ~WANTED;
            answers[s] = position;
            this.missing--;
          }
          passed += flags[s]! & SYNCHRONISES;
        }
        position++;
        continue;
      }
      rule = s - terminals;
      if (holds[rule] === 1 && passed + synchronisations[rule]! >= earliest) {
        items.push(i);
        ends.push(end);
        left.push(copies);
        i = starts[rule]!;
        end = starts[rule + 1]!;
        copies = counts[i]!;
      } else {
        position += lengths[rule]!;
        passed += synchronisations[rule]!;
      }
    }
  }

  /** Per rule: how many events and synchronisations it has, and whether it has anything that is looked for. */
  private contents(): { lengths: Float64Array; synchronisations: Float64Array; holds: Uint8Array } {
    const { terminals, starts, symbols, counts } = this.slp;
    const { flags } = this;
    const lengths = new Float64Array(starts.length - 1);
    const synchronisations = new Float64Array(starts.length - 1);
    const holds = new Uint8Array(starts.length - 1);
    // Nothing needs those of the start rule.
    for (let r = 0; r < startRule(this.slp); r++)
      for (let i = starts[r]!; i < starts[r + 1]!; i++) {
        const below = symbols[i]! - terminals;
        lengths[r]! += counts[i]! * (below < 0 ? 1 : lengths[below]!);
        if (below >= 0) {
          synchronisations[r]! += counts[i]! * synchronisations[below]!;
          holds[r]! |= holds[below]!;
        } else if (flags[symbols[i]!] !== 0) {
          synchronisations[r]! += counts[i]! * (flags[symbols[i]!]! & SYNCHRONISES);
          holds[r]! |= flags[symbols[i]!]! >> 1;
        }
      }
    return { lengths, synchronisations, holds };
  }
}

function differs(): InputError {
  return new InputError('TRACE_CORRUPT', {}, 'the outline is not that of the events', 'compress the trace again');
}
