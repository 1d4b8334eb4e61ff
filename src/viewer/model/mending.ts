// What a finding looks like, and how such mistakes are mended. A guess from the kinds of its accesses and from the words of its lines: it says "looks like",
// why, and never more. The first pattern that fits is told.

import { type Finding, sidesOf } from '../../findings/finding.ts';
import { withoutFunction } from '../../findings/place.ts';
import { headOf } from '../../report/stacks.ts';

export const patterns = [
  'counter',
  'lazy-initialisation',
  'ring',
  'flag',
  'check-then-act',
  'lock-order',
  'lost-signal',
] as const;
export type Pattern = (typeof patterns)[number];

export interface Hint {
  readonly pattern: Pattern;
  /** `This looks like …` */
  readonly looks: string;
  /** What speaks for it. */
  readonly because: string;
  readonly mend: string;
}

const WORDS: Readonly<Record<Pattern, Omit<Hint, 'pattern' | 'because'>>> = {
  counter: {
    looks: 'a counter that several threads change',
    mend: 'Make the whole update one step: an atomic increment (atomic_fetch_add, Atomics.add, fetch_add), or one lock around reading and writing it, wherever it is used.',
  },
  'lazy-initialisation': {
    looks: 'something that is made when it is first used',
    mend: 'Let the language make it once: call_once, pthread_once, a static local variable, OnceLock; or hold one lock around the check and the making. A check without the lock needs an atomic pointer, stored with release and loaded with acquire.',
  },
  ring: {
    looks: 'a ring buffer or queue whose ends are shared',
    mend: 'Fill the slot first and publish it then: store the index with release after the slot is written, load it with acquire before the slot is read; or hold one lock around both.',
  },
  flag: {
    looks: 'a flag by which one thread tells another something',
    mend: 'Make the flag atomic: store it with release after what it announces, load it with acquire; or use a condition variable, an event or a join. volatile is not enough in C and C++.',
  },
  'check-then-act': {
    looks: 'a check whose result is acted upon later, when others may have changed it',
    mend: 'Keep the lock from the check to the act, or check again under the lock, or use one operation that does both (compare-and-swap, insert-if-absent).',
  },
  'lock-order': {
    looks: 'locks that are taken in opposite orders',
    mend: 'Take them in one order everywhere (by name, by address, by level), or take both at once (std::scoped_lock), or do not hold the first while the second is taken.',
  },
  'lost-signal': {
    looks: 'a wait for what nobody is left to do',
    mend: 'Wait in a loop for a condition that is kept under the lock, and signal after it has changed; see that every path that ends the work signals.',
  },
};

/** What is known of one side: its line, its function, what it does. */
interface Side {
  readonly op: string;
  readonly text: string;
  readonly name: string;
  readonly place: string;
  readonly locks: readonly string[];
  readonly atomic: boolean;
}

const UPDATE = /\+\+|--|[-+*|&^]=|fetch_(?:add|sub)|Atomics\.(?:add|sub)/;
const NOTHING_THERE =
  /(?:[!=]==?\s*(?:NULL|nullptr|null|undefined|nil|None|0)\b)|\bif\s*\(\s*!\s*[\w.>[\]-]+\s*\)|\?\?=|\|\|=|is_none\(|== ?None/;
const MAKES = /init|instance|singleton|lazy|once|create|ensure/i;
const RING = /head|tail|ring|queue|slots?|buffer|cursor|enqueue|dequeue|push|pop/i;
const WRAPS = /%|&\s*(?:\w*mask|\(|0x|\d)|\[[^\]]*(?:head|tail|read|write|index|next)[^\]]*\]/i;
const CONDITION = /\b(?:while|if|until|for)\b/;
const CONSTANT = /[^=!<>]=\s*(?:true|false|0|1|TRUE|FALSE|True|False)\s*;?/;
const FLAG = /done|stop|ready|quit|exit|flag|running|finished|closed|alive|shutdown|cancel|started/i;

/** Undefined if it looks like nothing in particular. `line` gives the text of a place where the finding has none. */
export function hintFor(finding: Finding, line: (location: string) => string | undefined = () => undefined): Hint | undefined {
  if (finding.type === 'deadlock')
    return finding.kind === 'lost-wake-up'
      ? told('lost-signal', 'the threads that wait are waited for by nobody else')
      : told('lock-order', 'each thread holds what the next one wants');
  const sides = sidesOf(finding).map((side): Side => {
    const { location, text = '' } = headOf(side);
    return {
      op: side.op,
      text: text === '' ? (line(location) ?? '') : text,
      name: side.stack[0]?.function ?? '',
      place: withoutFunction(location),
      locks: side.locks,
      atomic: side.atomic === true,
    };
  });
  if (finding.type === 'atomicity')
    return told('check-then-act', 'others came between the first and the last access of the block');
  for (const { pattern, fits } of RULES) {
    const because = fits(sides, finding.variable);
    if (because !== undefined) return told(pattern, because);
  }
  return undefined;
}

function told(pattern: Pattern, because: string): Hint {
  return { pattern, because, ...WORDS[pattern] };
}

/** Each says why it fits, or nothing. */
const RULES: readonly {
  readonly pattern: Pattern;
  readonly fits: (sides: readonly Side[], variable: string) => string | undefined;
}[] = [
  {
    pattern: 'lazy-initialisation',
    fits(sides, variable) {
      const check = sides.find(({ op, text }) => op === 'read' && NOTHING_THERE.test(text));
      const makes = sides.some(
        ({ op, name, text }) =>
          op === 'write' && (MAKES.test(name) || /=\s*(?:new\b|make|create|malloc|calloc|\w+\()/.test(text)),
      );
      if (check !== undefined && (makes || MAKES.test(check.name) || MAKES.test(variable)))
        return 'one side asks whether it is there, the other one makes it';
      return undefined;
    },
  },
  {
    pattern: 'ring',
    fits(sides, variable) {
      const named = RING.test(variable) || sides.some(({ name }) => RING.test(name));
      return named && sides.some(({ text }) => WRAPS.test(text))
        ? 'its names and the arithmetic on its index are those of a ring'
        : undefined;
    },
  },
  {
    pattern: 'counter',
    fits(sides) {
      if (sides.some(({ text }) => UPDATE.test(text))) return 'a line reads the old value and writes a new one';
      const [first, second] = sides;
      const same = first !== undefined && second !== undefined && first.place !== '' && first.place === second.place;
      return same && first.op !== second.op ? 'one place reads and writes it, in several threads' : undefined;
    },
  },
  {
    pattern: 'flag',
    fits(sides, variable) {
      const asks = sides.some(({ op, text }) => op === 'read' && CONDITION.test(text));
      const sets = sides.some(({ op, text }) => op === 'write' && CONSTANT.test(text));
      if (asks && sets) return 'one side sets it to a constant, the other one asks for it in a condition';
      return FLAG.test(variable) && (asks || sets) ? 'its name and one of its lines are those of a flag' : undefined;
    },
  },
  {
    pattern: 'check-then-act',
    fits(sides) {
      const asks = sides.some(({ op, text }) => op === 'read' && CONDITION.test(text));
      return asks && sides.some(({ op, locks }) => op === 'write' && locks.length > 0)
        ? 'it is asked for in a condition without the lock under which it is written'
        : undefined;
    },
  },
];
