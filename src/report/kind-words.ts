// What reports call the kinds of findings: one entry for each, and the compiler asks for those that are missing.

import type { Finding } from '../findings/finding.ts';
import type { Claim, FindingType } from '../trace/outcome.ts';

export interface KindWords {
  /** One of them, and several. */
  readonly one: string;
  readonly many: string;
  /** The first word of a paragraph. */
  readonly head: string;
  /** `race on x`; the name is written already. */
  title(name: string): string;
  /** What a claim means, for whoever never heard of it: `It …`. */
  readonly meaning: Readonly<Record<Claim, string>>;
  /** One of its events, and all of them. */
  readonly event: string;
  readonly events: string;
  /** How the schedule ends that proves it. */
  readonly ending: string;
  /** The rule of code scanning: id, name, and what it says. */
  readonly rule: {
    readonly id: string;
    readonly name: string;
    readonly title: string;
    readonly texts: Readonly<Record<Claim, string>>;
  };
}

const WORDS: Readonly<Record<FindingType, KindWords>> = {
  race: {
    one: 'race',
    many: 'races',
    head: 'race',
    title: (name) => `race on ${name}`,
    meaning: {
      confirmed: 'happens in the program: both threads stood before their accesses at the same moment',
      observed: 'happened in this run: nothing ordered the two accesses',
      predicted: 'can happen: the same run, with its threads timed differently',
      suspected: 'may happen: no lock protects it, though something else might',
    },
    event: 'access',
    events: 'the two accesses',
    ending: 'has the two accesses side by side',
    rule: {
      id: 'data-race',
      name: 'DataRace',
      title: 'Data race',
      texts: {
        confirmed: 'Two threads of the program stood before conflicting accesses to one variable at the same moment.',
        observed: 'Two accesses to one variable, at least one a write, are unordered in this run.',
        predicted: 'Another schedule of this run has two conflicting accesses side by side.',
        suspected: 'Two conflicting accesses hold no lock in common; other synchronisation may order them.',
      },
    },
  },
  deadlock: {
    one: 'deadlock',
    many: 'deadlocks',
    head: 'deadlock',
    title: (name) => `deadlock on ${name}`,
    meaning: {
      confirmed: 'happens in the program: it was led there, and the threads waited for each other',
      observed: 'happened in this run: these threads waited for ever',
      predicted: 'can happen: the same run, with its threads timed differently',
      suspected: 'may happen: locks are taken in opposite orders, though something else might prevent it',
    },
    event: 'step',
    events: 'the threads that wait',
    ending: 'has all of them wait for each other',
    rule: {
      id: 'deadlock',
      name: 'Deadlock',
      title: 'Deadlock',
      texts: {
        confirmed: 'Threads of the program, led there, each held the lock that another one wanted.',
        observed: 'Threads of this run waited for each other, or for what nobody was left to do.',
        predicted: 'Another schedule of this run has threads wait for each other.',
        suspected: 'Locks are taken in opposite orders; other synchronisation may keep the threads apart.',
      },
    },
  },
  atomicity: {
    one: 'broken block',
    many: 'broken blocks',
    head: 'atomicity',
    title: (name) => `broken block ${name}`,
    meaning: {
      confirmed: 'happens in the program: others came in the middle of the block, and it shows',
      observed: 'happened in this run: others came in the middle of the block, and it shows',
      predicted: 'can happen: the same run, with its threads timed differently',
      suspected: 'may happen: what was checked can have changed before it is acted upon',
    },
    event: 'event',
    events: 'the block and what cut it',
    ending: 'has the block cut',
    rule: {
      id: 'atomicity',
      name: 'AtomicityViolation',
      title: 'Atomicity violation',
      texts: {
        confirmed: 'A block of code of the program, led there, was cut by what another thread does.',
        observed: 'A block of code is cut by what other threads do, and no order of whole blocks has the same effect.',
        predicted: 'Another schedule of this run has a block of code cut by what other threads do.',
        suspected: 'A value is checked in one critical section and acted upon in the next; others may change it in between.',
      },
    },
  },
};

export function wordsOf({ type }: { readonly type: FindingType }): KindWords {
  return WORDS[type];
}

/** All kinds, in the order in which reports list them. */
export const kindsOfFindings = Object.keys(WORDS) as FindingType[];

/** What a claim means of this finding. */
export function meaning(finding: Pick<Finding, 'type' | 'claim'>): string {
  return wordsOf(finding).meaning[finding.claim];
}
