// Where terminals of a trace occur first after a given synchronisation, and after a given allocation of their variable. One pass over the items of the
// grammar, and one over what it generates that passes over the rules that nothing is looked for in.

import { InputError } from '../base/error.ts';
import type { Terminals } from './compress.ts';
import { isSynchronising } from './outline.ts';
import { type Slp, startRule } from './slp.ts';

/** Bits of a terminal. */
const SYNCHRONISES = 1;
const WANTED = 2;
const RENEWS = 4;

/** What rules hold. */
const NOTHING = 0;

/** The position of what was not found. */
const NOWHERE = -1;

/** Items that are passed at a time: a function that is called often is compiled whole. */
const SPAN = 1024;

interface Contents {
  readonly lengths: Float64Array;
  readonly synchronisations: Float64Array;
  /** WANTED and RENEWS of what is in the rule. */
  readonly holds: Uint8Array;
}

export class Search {
  private readonly slp: Slp;
  private readonly targets: Uint32Array;
  private readonly flags: Uint8Array;
  /** Per query, in columns since a racy array has many: the synchronisations and allocations before it, where it was found, and the next of its terminal + 1. */
  private readonly afters: number[] = [];
  private readonly lifes: number[] = [];
  private readonly positions: number[] = [];
  private readonly nexts: number[] = [];
  /** Per terminal: its first query that is not answered yet + 1, or 0. */
  private readonly open: Int32Array;
  /** Per number of synchronisations: queries after so many that are missing. */
  private readonly missingAfter = new Map<number, number>();
  /** Per variable: how often it was allocated. */
  private readonly lives = new Map<number, number>();
  private missing = 0;
  /** So many synchronisations come before all that is missing. */
  private earliest = 0;
  /** What is passed so far: events and synchronisations. */
  private position = 0;
  private passed = 0;

  constructor({ size, ops, targets }: Terminals, slp: Slp) {
    this.slp = slp;
    this.targets = targets;
    this.open = new Int32Array(size);
    const flagsOf = Uint8Array.from({ length: 256 }, (_, op) => (isSynchronising(op) ? SYNCHRONISES : 0));
    this.flags = new Uint8Array(size);
    for (let s = 0; s < size; s++) this.flags[s] = flagsOf[ops[s]!]!;
  }

  /**
   * Looks for a terminal after so many synchronisations of all threads and allocations of its variable; gives the number of the query. Those of a terminal
   * come with falling numbers of allocations.
   */
  ask(terminal: number, after: number, life: number): number {
    this.flags[terminal]! |= WANTED;
    this.nexts.push(this.open[terminal]!);
    this.afters.push(after);
    this.lifes.push(life);
    this.missingAfter.set(after, (this.missingAfter.get(after) ?? 0) + 1);
    this.missing++;
    this.open[terminal] = this.positions.push(NOWHERE);
    return this.positions.length - 1;
  }

  /** This terminal allocates a variable that is asked for. */
  follow(terminal: number): void {
    this.flags[terminal]! |= RENEWS;
  }

  positionOf(query: number): number {
    const position = this.positions[query] ?? NOWHERE;
    if (position === NOWHERE) throw differs();
    return position;
  }

  run(): void {
    const { terminals, starts, symbols, counts } = this.slp;
    const { lengths, synchronisations, holds } = this.contents();
    const times = [...this.missingAfter.keys()].sort((x, y) => y - x);
    /** The path: items, where their bodies end, and how many copies of the item are left. */
    const path: { item: number; end: number; copies: number }[] = [];
    let i = starts[startRule(this.slp)]!;
    let end = starts[startRule(this.slp) + 1]!;
    while (this.missing > 0) {
      i = this.passTerminals(i, Math.min(end, i + SPAN));
      if (this.missing === 0) return;
      let copies = counts[i]!;
      if (i === end) {
        const above = path.pop();
        if (above === undefined) throw differs();
        ({ item: i, end, copies } = above);
      }
      const rule = symbols[i]! - terminals;
      if (rule < 0) continue;
      while (this.missingAfter.get(times.at(-1)!) === 0) times.pop();
      this.earliest = times.at(-1)!;
      const skipped = skippable(copies, holds[rule]!, synchronisations[rule]!, this.earliest - this.passed);
      this.position += skipped * lengths[rule]!;
      this.passed += skipped * synchronisations[rule]!;
      if (skipped === copies) i++;
      else {
        path.push({ item: i, end, copies: copies - skipped - 1 });
        i = starts[rule]!;
        end = starts[rule + 1]!;
      }
    }
  }

  /** Passes over items as long as they are terminals, and says which is the next: most of the start rule of an irregular trace. */
  private passTerminals(from: number, end: number): number {
    const { terminals, symbols, counts } = this.slp;
    const { flags, earliest } = this;
    let { position, passed } = this;
    let i = from;
    for (; i < end; i++) {
      const s = symbols[i]!;
      if (s >= terminals) break;
      const flag = flags[s]!;
      const copies = counts[i]!;
      if (flag !== 0) {
        if (flag > SYNCHRONISES && (flag >= RENEWS || passed + copies > earliest)) this.look(s, copies, position, passed);
        passed += copies * (flag & SYNCHRONISES);
      }
      position += copies;
    }
    this.position = position;
    this.passed = passed;
    return i;
  }

  /** Some copies of a terminal that is wanted or allocates, from a position on. */
  private look(terminal: number, copies: number, position: number, passed: number): void {
    const flag = this.flags[terminal]!;
    const x = this.targets[terminal]!;
    const before = this.lives.get(x) ?? 0;
    if ((flag & RENEWS) !== 0) this.lives.set(x, before + copies);
    const query = this.open[terminal]! - 1;
    if (query < 0 || this.lifes[query] !== before) return;
    // A terminal that synchronises comes after its copies before it.
    const after = this.afters[query]!;
    const skipped = Math.max(0, after - passed);
    if (skipped > (copies - 1) * (flag & SYNCHRONISES)) return;
    this.positions[query] = position + skipped;
    this.missing--;
    this.missingAfter.set(after, this.missingAfter.get(after)! - 1);
    this.open[terminal] = this.nexts[query]!;
    if (this.open[terminal] === 0) this.flags[terminal]! &= ~WANTED;
  }

  /** Per rule: how many events and synchronisations it has, and what it holds. */
  private contents(): Contents {
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
          holds[r]! |= flags[symbols[i]!]! & ~SYNCHRONISES;
        }
      }
    return { lengths, synchronisations, holds };
  }
}

/** How many copies of a rule hold nothing that is looked for. `ahead`: so many synchronisations come before anything that is. */
function skippable(copies: number, holds: number, synchronisations: number, ahead: number): number {
  if (holds === NOTHING) return copies;
  if (holds !== WANTED || synchronisations >= ahead) return 0;
  return synchronisations === 0 ? copies : Math.min(copies, Math.ceil(ahead / synchronisations) - 1);
}

function differs(): InputError {
  return new InputError('TRACE_CORRUPT', {}, 'the outline is not that of the events', 'compress the trace again');
}
