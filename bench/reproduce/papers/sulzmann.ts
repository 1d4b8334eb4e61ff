// The examples of Sulzmann: Dynamic data race prediction, and which pairs he says each method reports. Positions from 1, as there. Where the
// document says nothing of a method, there is no entry.

export type Pair = readonly [number, number];

/** The methods by the name of the detector that is one: VC_W_R_Races as printed, for that is what he speaks of. */
export type Says = Readonly<
  Partial<Record<'hb-pairs' | 'hb-frontier --as-printed' | 'fasttrack-style' | 'lockset-pairs' | 'lockset', readonly Pair[]>>
>;

export interface Example {
  readonly name: string;
  readonly shows: string;
  /** `T1 w(x)` per event. */
  readonly events: readonly string[];
  readonly says: Says;
  /** The pairs above are among what is reported; otherwise they are all of it. */
  readonly atLeast?: boolean;
  /** The pairs that are races by the document's own words, where it says so. */
  readonly races?: readonly Pair[];
}

export const examples: readonly Example[] = [
  {
    name: 'Trace A',
    shows: 'happens-before misses a race: the critical sections came in one of two orders',
    events: ['T1 w(x)', 'T1 acq(y)', 'T1 rel(y)', 'T2 acq(y)', 'T2 w(x)', 'T2 rel(y)'],
    says: { 'hb-pairs': [], 'lockset-pairs': [[1, 5]] },
    races: [[1, 5]],
  },
  {
    name: 'Trace B',
    shows: 'the same program in the other order: now happens-before has it',
    events: ['T2 acq(y)', 'T2 w(x)', 'T2 rel(y)', 'T1 w(x)', 'T1 acq(y)', 'T1 rel(y)'],
    says: { 'hb-pairs': [[2, 4]] },
    races: [[2, 4]],
  },
  {
    name: 'Trace C',
    shows: 'and side by side',
    events: ['T2 acq(y)', 'T2 w(x)', 'T1 w(x)', 'T2 rel(y)', 'T1 acq(y)', 'T1 rel(y)'],
    says: { 'hb-pairs': [[2, 3]] },
    races: [[2, 3]],
  },
  {
    name: 'Trace I',
    shows: 'happens-before reports a pair that no schedule need have: the second write may depend on what was read',
    events: ['T1 w(x)', 'T1 w(y)', 'T2 r(y)', 'T2 w(x)'],
    says: {
      'hb-pairs': [
        [2, 3],
        [1, 4],
      ],
    },
    races: [[2, 3]],
  },
  {
    name: 'two locks',
    shows: 'the lockset method reports a pair that would be a deadlock',
    events: [
      ...['T1 acq(y1)', 'T1 acq(y2)', 'T1 rel(y2)', 'T1 w(x)', 'T1 rel(y1)'],
      ...['T2 acq(y2)', 'T2 acq(y1)', 'T2 rel(y1)', 'T2 w(x)', 'T2 rel(y2)'],
    ],
    says: { 'lockset-pairs': [[4, 9]] },
    races: [],
  },
  {
    name: 'Example 1',
    shows: 'a write under the lock, a read and a write without',
    events: ['T0 acq(y)', 'T0 w(x)', 'T0 rel(y)', 'T0 r(x)', 'T1 w(x)', 'T1 acq(y)', 'T1 rel(y)'],
    says: { 'lockset-pairs': [[2, 5]] },
    atLeast: true,
  },
  {
    name: 'Example 2',
    shows: 'who only keeps the latest locksets misses the unprotected write',
    events: ['T0 w(x)', 'T0 acq(y)', 'T0 w(x)', 'T0 rel(y)', 'T1 acq(y)', 'T1 w(x)', 'T1 rel(y)'],
    says: { 'lockset-pairs': [[1, 6]], lockset: [], 'hb-frontier --as-printed': [] },
  },
  {
    name: 'Example 3',
    shows: 'a false alarm: the fork is not in the trace',
    events: ['T0 w(x)', 'T0 acq(y)', 'T0 rel(y)', 'T1 acq(y)', 'T1 w(x)', 'T1 rel(y)'],
    says: { 'lockset-pairs': [[1, 5]] },
  },
  {
    name: 'Example 3 with its fork',
    shows: 'the same with the fork recorded',
    events: ['T0 w(x)', 'T0 acq(y)', 'T0 rel(y)', 'T0 fork(T1)', 'T1 acq(y)', 'T1 w(x)', 'T1 rel(y)'],
    says: { lockset: [] },
    races: [],
  },
  {
    name: 'Example 4',
    shows: 'a lock that another thread holds protects nothing',
    events: ['T0 acq(y)', 'T1 w(x)', 'T0 rel(y)', 'T2 acq(y)', 'T2 w(x)', 'T2 rel(y)'],
    says: { 'lockset-pairs': [[2, 5]] },
  },
  {
    name: 'after the release',
    shows: 'a write after the release is not ordered: the clock before the release is handed on',
    events: ['T0 acq(y)', 'T0 rel(y)', 'T0 w(x)', 'T1 acq(y)', 'T1 w(x)', 'T1 rel(y)'],
    says: { 'hb-pairs': [[3, 5]], 'hb-frontier --as-printed': [[3, 5]] },
    races: [[3, 5]],
  },
  {
    name: 'two writes',
    shows: 'the latest concurrent writes are not all of them',
    events: ['T0 w(x)', 'T0 w(x)', 'T1 w(x)'],
    says: {
      'hb-pairs': [
        [1, 3],
        [2, 3],
      ],
      'hb-frontier --as-printed': [[2, 3]],
    },
  },
  {
    name: 'trace1',
    shows: 'two writes that nothing orders; a comment in the program says “no race”',
    events: ['T0 w(x)', 'T1 w(x)'],
    says: { 'hb-frontier --as-printed': [], lockset: [] },
  },
  {
    name: 'trace1b',
    shows: 'a fork orders',
    events: ['T0 w(x)', 'T0 fork(T1)', 'T1 w(x)', 'T1 w(x)'],
    says: { lockset: [] },
    races: [],
  },
  {
    name: 'trace1c',
    shows: 'the same without the fork; FastTrack skips the second write of an epoch',
    events: ['T0 w(x)', 'T1 w(x)', 'T1 w(x)'],
    says: {
      'hb-frontier --as-printed': [
        [1, 2],
        [1, 3],
      ],
      'fasttrack-style': [[1, 2]],
    },
  },
  {
    name: 'a read in between (ours)',
    shows:
      'VC\\_W\\_R\\_Races as printed lets a read remove the write before it, and another thread’s read then races with nothing',
    events: ['T0 w(x)', 'T0 r(x)', 'T1 r(x)'],
    says: {},
  },
];
