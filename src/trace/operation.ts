// The operations of a trace, each described once. Formats, lowering, documentation and `foretrace formats` follow from this table.

/** Operation codes. They are stored in native files: never renumber, only append. */
export const Op = {
  read: 0,
  write: 1,
  acquire: 2,
  release: 3,
  fork: 4,
  join: 5,
  volatileRead: 6,
  volatileWrite: 7,
  acquireShared: 8,
  releaseShared: 9,
  wait: 10,
  notify: 11,
  barrierEnter: 12,
  barrierExit: 13,
  alloc: 14,
  begin: 15,
  end: 16,
  relaxedWrite: 17,
  relaxedRead: 18,
  request: 19,
  requestJoin: 20,
  try: 21,
  stuck: 22,
} as const;
export type Op = (typeof Op)[keyof typeof Op];

/** Which symbol table the target of an operation lives in. */
export type TargetKind = 'variable' | 'lock' | 'thread' | 'location';

export interface Operation {
  readonly op: Op;
  /** The name in documentation, JSON and statistics. */
  readonly name: string;
  /** The short name in the text formats: `T1|acq(m)|12`. */
  readonly short: string;
  readonly target: TargetKind;
  readonly meaning: string;
  /** What a detector that does not understand the operation gets instead. */
  readonly lowered: string;
}

/** Indexed by operation code. */
export const operations: readonly Operation[] = [
  {
    op: Op.read,
    name: 'read',
    short: 'r',
    target: 'variable',
    meaning: 'the thread reads the variable',
    lowered: 'every detector understands it',
  },
  {
    op: Op.write,
    name: 'write',
    short: 'w',
    target: 'variable',
    meaning: 'the thread writes the variable',
    lowered: 'every detector understands it',
  },
  {
    op: Op.acquire,
    name: 'acquire',
    short: 'acq',
    target: 'lock',
    meaning: 'the thread has got the lock; again by its holder is allowed (re-entrant)',
    lowered: 'every detector understands it; the inner acquires of a re-entrant lock are dropped',
  },
  {
    op: Op.release,
    name: 'release',
    short: 'rel',
    target: 'lock',
    meaning: 'the thread gives the lock up; free after as many releases as acquires',
    lowered: 'every detector understands it; the inner releases of a re-entrant lock are dropped',
  },
  {
    op: Op.fork,
    name: 'fork',
    short: 'fork',
    target: 'thread',
    meaning: 'the thread starts the target thread, which did nothing before',
    lowered: 'every detector understands it',
  },
  {
    op: Op.join,
    name: 'join',
    short: 'join',
    target: 'thread',
    meaning: 'the thread has waited for the end of the target thread, which does nothing afterwards',
    lowered: 'every detector understands it',
  },
  {
    op: Op.volatileRead,
    name: 'volatile-read',
    short: 'vr',
    target: 'variable',
    meaning:
      'an atomic load: ordered after the volatile write that it reads, in the memory model of Java after all before it; races with plain accesses only',
    lowered: 'a tiny critical section: acquire of a lock of the variable, read, release',
  },
  {
    op: Op.volatileWrite,
    name: 'volatile-write',
    short: 'vw',
    target: 'variable',
    meaning:
      'an atomic store: later volatile reads of the variable are ordered after it, in other memory models than Java until the next one replaces it; races with plain accesses only',
    lowered: 'a tiny critical section: acquire of a lock of the variable, write, release',
  },
  {
    op: Op.acquireShared,
    name: 'acquire-shared',
    short: 'racq',
    target: 'lock',
    meaning: 'the thread has got the lock as one of several readers',
    lowered:
      'an acquire of the reader lock of this lock and thread; the first one passes through the lock itself, to be ordered after its last writer',
  },
  {
    op: Op.releaseShared,
    name: 'release-shared',
    short: 'rrel',
    target: 'lock',
    meaning: 'the thread gives its share of the lock up; readers do not order each other',
    lowered: 'a release of the reader lock; an exclusive acquire takes the reader locks of all threads that have read',
  },
  {
    op: Op.wait,
    name: 'wait',
    short: 'wait',
    target: 'lock',
    meaning:
      'the thread gives the lock up, however often it holds it, and sleeps; its next event is the acquire that takes it back as often',
    lowered: 'a release (the acquire that ends the wait is in the trace)',
  },
  {
    op: Op.notify,
    name: 'notify',
    short: 'notify',
    target: 'lock',
    meaning: 'the thread wakes one or all that wait on the lock; the lock itself carries the order',
    lowered: 'dropped: it orders nothing by itself',
  },
  {
    op: Op.barrierEnter,
    name: 'barrier-enter',
    short: 'benter',
    target: 'lock',
    meaning: 'the thread arrives at the barrier; its next event is the matching barrier-exit',
    lowered: 'an empty critical section on a lock of this round of the barrier',
  },
  {
    op: Op.barrierExit,
    name: 'barrier-exit',
    short: 'bexit',
    target: 'lock',
    meaning: 'the thread leaves the barrier, after all that arrived in the same round',
    lowered: 'an empty critical section on the same lock, which orders it after every arrival of the round',
  },
  {
    op: Op.alloc,
    name: 'alloc',
    short: 'alloc',
    target: 'variable',
    meaning: 'the variable is fresh memory: no access before is compared with one after',
    lowered: 'the accesses that follow are to a new variable of the same name',
  },
  {
    op: Op.begin,
    name: 'begin',
    short: 'begin',
    target: 'location',
    meaning: 'the thread enters a named region of code (a method, a transaction); orders nothing',
    lowered: 'dropped',
  },
  {
    op: Op.end,
    name: 'end',
    short: 'end',
    target: 'location',
    meaning: 'the thread leaves the region',
    lowered: 'dropped',
  },
  {
    op: Op.relaxedWrite,
    name: 'relaxed-write',
    short: 'rw',
    target: 'variable',
    meaning: 'an atomic store that orders nothing; races with plain accesses only',
    lowered: 'a tiny critical section: acquire of a lock of the variable, write, release',
  },
  {
    op: Op.relaxedRead,
    name: 'relaxed-read',
    short: 'rr',
    target: 'variable',
    meaning: 'an atomic load that orders nothing; races with plain accesses only',
    lowered: 'a tiny critical section: acquire of a lock of the variable, read, release',
  },
  {
    op: Op.request,
    name: 'request',
    short: 'req',
    target: 'lock',
    meaning: 'the thread begins to wait for the lock; if it gets it, its next event is the acquire. Orders nothing',
    lowered: 'dropped',
  },
  {
    op: Op.requestJoin,
    name: 'request-join',
    short: 'reqjoin',
    target: 'thread',
    meaning:
      'the thread begins to wait for the end of the target thread; if that comes, its next event is the join. Orders nothing',
    lowered: 'dropped',
  },
  {
    op: Op.try,
    name: 'try',
    short: 'try',
    target: 'lock',
    meaning:
      'the thread takes the lock if it is free, and does not wait for it for ever: its next event is the acquire. Orders nothing',
    lowered: 'dropped',
  },
  {
    op: Op.stuck,
    name: 'stuck',
    short: 'stuck',
    target: 'lock',
    meaning:
      'the wait that the thread has begun with its event before will never end: nobody is left who could end it. Its last event; orders nothing',
    lowered: 'dropped',
  },
];

export const OPERATION_COUNT = operations.length;

export function operation(op: number): Operation {
  const found = operations[op];
  if (found === undefined) throw new RangeError(`no operation has the code ${op}`);
  return found;
}

/** Tells an operation code from any number: files and callers are not trusted. */
export function isOp(code: number): code is Op {
  return Number.isInteger(code) && code >= 0 && code < OPERATION_COUNT;
}

/** What kind of access an operation is. Two accesses of one variable can only race if one of them is plain. */
export const NO_ACCESS = 0;
export const PLAIN = 1;
export const ATOMIC = 2;

const ATOMICS: readonly Op[] = [Op.volatileRead, Op.volatileWrite, Op.relaxedRead, Op.relaxedWrite];

/** Per operation code: NO_ACCESS, PLAIN or ATOMIC. */
export const ACCESS_KINDS: Uint8Array = Uint8Array.from(operations, ({ op }) =>
  op <= Op.write ? PLAIN : ATOMICS.includes(op) ? ATOMIC : NO_ACCESS,
);

/** Of an access, plain or atomic: whether it writes. The codes are chosen so that these are the odd ones. */
export function isWrite(op: number): boolean {
  return (op & 1) === 1;
}

/** Whether two accesses of one variable by two threads conflict: one writes, and one is plain. */
export function conflict(a: number, b: number): boolean {
  const kinds = ACCESS_KINDS[a]! * ACCESS_KINDS[b]!;
  return ((a | b) & 1) === 1 && kinds !== NO_ACCESS && kinds !== ATOMIC * ATOMIC;
}

const TARGET_KINDS: readonly TargetKind[] = ['variable', 'lock', 'thread', 'location'];

/** Per operation code: 0 variable, 1 lock, 2 thread, 3 location. For loops that cannot afford a string comparison per event. */
export const TARGET_KIND_CODES: Uint8Array = Uint8Array.from(operations, (o) => TARGET_KINDS.indexOf(o.target));
