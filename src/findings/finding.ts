// What a mistake is for a person: what it is about, the places in the code, how sure we are and why. Plain data.

import type { Claim, FindingType } from '../trace/outcome.ts';
import type { Witness } from '../trace/witness.ts';
import type { Allocation, Fork, Memory, StackedAccess } from './access.ts';
import type { Frame } from './stack.ts';

export type RaceKind = 'write-write' | 'write-read' | 'read-write';
/** A thread waits for locks, or also for the end of a thread, that others have; for what itself has; for a signal that nobody is left to give. */
export type DeadlockKind = 'lock-cycle' | 'join-cycle' | 'self-deadlock' | 'lost-wake-up';
/** What became of a block's accesses to one variable; `interleaved` if it takes more than one variable or thread to see it. */
export type AtomicityKind = 'lost-update' | 'unrepeatable-read' | 'dirty-read' | 'overwritten-write' | 'interleaved';
export type FindingKind = RaceKind | DeadlockKind | AtomicityKind;

/** Two places in the code, and what met there. */
export interface PlacePair {
  /** Null where the algorithm only knows the second. */
  readonly first: string | null;
  readonly second: string;
  readonly kind: FindingKind;
  readonly claim: Claim;
  /** At least so often. */
  readonly count: number;
  /** Of the findings at these places: one for each kind of object. */
  readonly fingerprints: readonly string[];
  /** For each of these the fingerprints of its two places alone, if it is a race; see known-pairs.ts. */
  readonly sides: readonly (readonly string[])[];
}

/** What a finding is grouped by; see identity.ts. */
export interface Known {
  /** The variable with its bytes, without the instance; of other kinds, the locks or the block. */
  readonly field: string;
  /** All places, sorted. */
  readonly places: readonly string[];
  /** Those of `first` (empty if that is null) and `second`. */
  readonly of: readonly [string, string];
  /** Set if no frame of its stacks is in a library or otherwise the code of others: known without telling its accesses. */
  readonly own?: true;
}

/** Of a finding that was read back: from a report, a page or a store. */
export const notKnown: Known = { field: '', places: [], of: ['', ''] };

/**
 * As the JSON contract has it, version 1, but for `known`, which is ours. The
 * variable, the accesses and what is said of them are those of the strongest finding of the entry.
 */
interface Told<Type extends FindingType, Kind extends FindingKind> {
  /** R1, R2, … in the order of the report. */
  readonly id: string;
  readonly fingerprint: string;
  readonly type: Type;
  /** What it is about: the variable of a race, the locks of a deadlock, the name of a block. */
  readonly variable: string;
  readonly kind: Kind;
  /** The strongest over all detectors that saw it. */
  readonly claim: Claim;
  readonly detectors: readonly string[];
  /** How many pairs of accesses were reported, by the detector that reported most. There may be more: detectors do not report all. */
  readonly count: number;
  /** Of a deadlock the first two of its cycle, `first` null if there is but one; of a block its own events around the cut. */
  readonly first: StackedAccess | null;
  readonly second: StackedAccess;
  /** A schedule that ends with the two accesses; after that of a deadlock each step of its cycle is the next event of its thread. */
  readonly witness: Witness | null;
  /** One sentence in plain words. */
  readonly reason: string;
  /** Where the threads were started, as far as the trace says. */
  readonly forks: readonly Fork[];
  /** Where the memory of the variable was allocated; absent if the trace does not say. */
  readonly allocation?: Allocation;
  /** Where the variable is; absent if the trace does not say. */
  readonly memory?: Memory;
  /** All variables of the entry, that of the accesses first. */
  readonly variables: readonly string[];
  /** All pairs of places, that of the accesses first. */
  readonly places: readonly PlacePair[];
  /** What the program did when it was led there; absent if it was not. */
  readonly confirmation?: Confirmation;
  /** The processes that showed it, by name; empty where there is only one. */
  readonly processes: readonly string[];
  /** The tests that started its threads, where a test runner told. */
  readonly tests: readonly string[];
  /** Which of the traces of the result the positions are of. */
  readonly trace: number;
  /** Where a program ran several times: which runs showed it, from 1, of how many. */
  readonly runs?: { readonly seen: readonly number[]; readonly of: number };
  readonly known: Known;
}

/** The program was led to the places of a finding, and its threads met there. */
export interface Confirmation {
  /** How the runs differ that had it one way, or the other, or not at all, as a sentence; absent if nobody could tell. */
  readonly harm?: string;
  /** The file that `foretrace replay` takes. */
  readonly recipe?: string;
}

export type RaceFinding = Told<'race', RaceKind>;

export interface DeadlockFinding extends Told<'deadlock', DeadlockKind> {
  /** Each thread waits for what the next one has, the last for what the first has. */
  readonly cycle: readonly StackedAccess[];
}

export interface AtomicityFinding extends Told<'atomicity', AtomicityKind> {
  /** Where the block begins. */
  readonly block: StackedAccess;
  /** What others did in between, in the order of the trace. */
  readonly cut: readonly StackedAccess[];
}

export type Finding = RaceFinding | DeadlockFinding | AtomicityFinding;

/** The events that a finding is made of, as they are numbered in reports. */
export function sidesOf(finding: Finding): readonly StackedAccess[] {
  switch (finding.type) {
    case 'race':
      return finding.first === null ? [finding.second] : [finding.first, finding.second];
    case 'deadlock':
      return finding.cycle;
    case 'atomicity':
      return finding.first === null ? [...finding.cut, finding.second] : [finding.first, ...finding.cut, finding.second];
  }
}

/** Their call stacks; of threads that wait, also those of the locks that they hold. */
export function stacksOf(finding: Finding): (readonly Frame[])[] {
  const sides = sidesOf(finding);
  const taken = finding.type === 'deadlock' ? sides.flatMap((side) => side.taken) : [];
  return [...sides, ...taken].map(({ stack }) => stack);
}

/** The number of the first of them: that of a race whose first access is not known is 2. */
export function firstNumber({ type, first }: Finding): number {
  return type === 'race' && first === null ? 2 : 1;
}

/** What it is about, as a person may call it: of a deadlock all locks as the report has them, or one of them. */
export function namesOf(finding: Finding): readonly string[] {
  return finding.type === 'deadlock' ? [finding.variable, ...finding.cycle.map(({ target = '' }) => target)] : [finding.variable];
}

/** The events at which the threads of a deadlock wait. */
export function waitingIn(finding: Finding): number[] {
  return finding.type === 'deadlock' ? finding.cycle.map(({ index }) => index) : [];
}

/** The accesses of a block that is cut in another schedule: its first one, that of another thread, and its last. */
export function cutIn(finding: Finding): number[] | undefined {
  return finding.type === 'atomicity' && finding.witness !== null ? sidesOf(finding).map(({ index }) => index) : undefined;
}
