// The raw log: what a recorder writes while the program runs, one file per thread, the same for every runtime. It is made to be
// written fast and to survive a crash; src/raw/assemble turns it into a trace. docs/recording-format.md says it for authors of
// recorders, src/record/c/runtime/core/raw.h says it in C, and a test holds the three together.
//
// A recording is a folder with one folder per process. In it: `about` (lines `key value`: version, runtime, pid, parent, command),
// `thread-N.raw` per thread, and what the runtime needs to name things later (maps, sites, blocks).
//
// A thread file is a header of 32 bytes and records of 16 bytes, little endian, four words each:
//   word 0          low 32 bits of the address
//   word 1          address bits 32..47 | kind << 16 | size << 24
//   word 2          low 32 bits of the site (where in the program: a code address, a number the runtime gave, or a place, see below)
//   word 3          site bits 32..47 | extra << 16
// A record is as much later than the one before it as it says itself: accesses and atomics in bits 3..14 of `extra`, all others but
// stamps and lengths in `size`, which they have no other use for. Logs of version 1 have zeros there, and a stamp where time passed.
// A record of kind 0 is padding (a file that was extended and never filled): the log ends there.

export const RAW_MAGIC = 'FTRAW1\n\0';
/** What a recorder writes that records no calls. */
export const RAW_VERSION = 2;
/** The version of logs with `call` and `place` records, and the newest that is read. */
export const RAW_VERSION_WITH_CALLS = 3;
/** Magic (8), version (4), thread number (4: dense per process, 0 is the first thread), process id (8), reserved (8). */
export const RAW_HEADER_BYTES = 32;
export const RAW_RECORD_BYTES = 16;
/** Where the header of a log that may be followed says that nothing more comes, if no `end` says so: not 0. */
export const RAW_CLOSED_AT = 24;

export const Raw = {
  none: 0,
  /** The address is a time, for what passed that the next record has no room for. A time earlier than the one before (of what a
   * signal interrupted) counts as the one before. Records of all threads are merged by time; at one time synchronisation comes
   * first, then accesses. */
  stamp: 1,

  /** Plain accesses of `size` bytes (1 to 255). If bits 0..2 of `extra` are not 0, it is one access after the other, each of
   * 2 ** (bits - 1) bytes: a loop that walks through memory. */
  read: 2,
  write: 3,
  /** Plain accesses of a range: a `length` record follows. */
  readRange: 4,
  writeRange: 5,
  /** The address is a length in bytes, of the record before. Extra, behind an `allocate`: how many of them nobody asked for. */
  length: 6,

  /** A row of atomic stores, one right after the other in time and in the log: the address, size, site and `extra` are those of the first. In the first of the
   * values, which always follow, bits 0 to 15 say how many there are, 16 to 31 of how many sites they are, and 32 to 47 (signed) how far each is behind the
   * one before it. The sites are numbers one after the other, and then the first again; 0 if that does not come again. The second is what all of them leave. */
  atomicStores: 7,

  /** Atomics of `size` bytes; extra: bits 0-2 the memory order (Order), bit 15 (VALUES): a record with two 64-bit values follows,
   * the value before and the value after. A failed compare-and-exchange is a load. */
  atomicLoad: 8,
  atomicStore: 9,
  atomicUpdate: 10,
  /** A fence with the memory order in extra. */
  fence: 11,

  /** Locks: the address is the lock. Acquires are timed when the lock is had, releases before it is given up. Bit 0 of `extra` of an
   * acquire (TRIES): it would not have waited for ever; bit 1 (MEANWHILE): its thread did not sleep for it. */
  acquire: 16,
  release: 17,
  acquireShared: 18,
  releaseShared: 19,
  /** A condition variable wait gives the lock at the address up, however often it is held; acquires follow as often when it is had
   * again. */
  wait: 20,
  notify: 21,
  /** The address is the barrier. */
  barrierEnter: 22,
  barrierExit: 23,

  /** The address is the other thread's number. */
  fork: 24,
  join: 25,
  /** The first and the last record of a thread; the site of the first is the function that it begins with, its address is where the
   * thread-local variables of the program are in this thread, or 0. */
  begin: 26,
  end: 27,
  /** A block begins or ends that the program calls atomic. The address of the first tells its name, which the runtime left behind. */
  enter: 28,
  leave: 29,
  /** The last record of a thread that waits, but for an `end`, with which its runtime gave it up: what for is in `extra` (Wanted), and bit 8
   * (STUCK) says that nobody is left who could give it. Waits for what is neither a lock nor the end of a thread are told only with that. It takes no time of its own. */
  request: 30,
  /** The lock at the address is about to be taken from whoever has it, who is not asked. */
  steal: 31,

  /** One-way order: what comes after a `receive` of an address is ordered after every `send` to it before (once guards, messages
   * with an address of their own, thread exit seen by a parent). Neither is an access. */
  send: 32,
  receive: 33,
  /** A counting semaphore: a `semaphoreTake` is ordered after the post whose token it gets; assemble/semaphores.ts says which.
   * `semaphoreInit` carries the initial count in `extra`. */
  semaphoreInit: 34,
  semaphorePost: 35,
  semaphoreTake: 36,
  /** Ordered after everything that all threads did before. */
  receiveAll: 37,

  /** Memory at the address is fresh, or gone; a `length` record follows an `allocate`. The site is the allocation site. `extra` of
   * allocate: an Origin. */
  allocate: 40,
  /** At address 0 with UNLOADED in `extra`: a library was unloaded, and its code is elsewhere or nowhere from now on. */
  free: 41,
  /** Plain accesses of this memory are not looked at while it is in use: the program says that they may race. A `length` record
   * follows. */
  benign: 42,

  /** The record before happened `address` more times with nothing else of this thread in between (spin loops). */
  repeat: 48,
  /** Recording stopped here, and what others recorded later counts no more. Extra: 1 limit of events, 2 the system refused to take more;
   * the address is its errno then, or 0. */
  stopped: 49,

  /** From version 3 on. Defines the next context of this log, counted from 1: the site is where the call is, the address the number of
   * the context that this one was called from, or 0. Bit 0 of `extra` (AWAITS): what runs in the context is awaited there, not called.
   * Bits 32 to 47 of the address and 1 to 15 of `extra` may tell where on the stack the frame is of the function that was called: in steps of
   * FRAME_STEP bytes how far its stack pointer is below that of the next context outside which tells it, or below the end of the stack; and how
   * far it is up to that of its caller. The next place in the context is then in that function. With no site and no caller it is the function
   * that the thread is in outermost from now on, which is in no context. */
  call: 50,
  /** From version 3 on. Defines the next place of this log, counted from 1: the code address `address` in the context whose number is
   * the site, or 0. A record at the place has PLACE_BIT and its number for a site. */
  place: 51,
  /** From version 3 on. What comes next in the context whose number is the address is of another visit of it: the function has been entered
   * again. A runtime writes them if it is asked to. */
  visit: 52,
} as const;

/** Bit of a site, in logs of version 3: the rest is the number of a place. A code address that has this bit needs a place. */
export const PLACE_BIT = 2 ** 47;
/** Bit of `extra` of a `call`. */
export const AWAITS = 1;
/** The unit in which a `call` tells of frames. */
export const FRAME_STEP = 16;

/** What a `request` is for, in the low byte of its `extra`. */
export const Wanted = {
  /** The lock at the address, alone or as one of several readers. */
  lock: 0,
  share: 1,
  /** The end of the thread whose number is the address. */
  end: 2,
  /** A token of the semaphore at the address. */
  token: 3,
  /** To be woken: the last record before is a `wait` of the lock at the address. */
  waking: 4,
  /** That others arrive at the barrier at the address: the last record before is a `barrierEnter`. */
  others: 5,
  /** To be notified of the word at the address (Atomics.wait). */
  word: 6,
} as const;
/** Bit of `extra` of a request. */
export const STUCK = 0x100;
/** Bit of `extra` of an acquire, shared or not: it would not have waited for ever. */
export const TRIES = 1;
/** Bit of `extra` of an acquire: the thread did other things while it waited, and may have given up locks that are made of atomics. */
export const MEANWHILE = 2;

/** Extra of a `receive`: nobody else receives what was sent there, and nothing more will be sent. */
export const ONCE = 1;

/** Extra of an `enter`: the block is a visit of a function that the user named. */
export const OF_FUNCTION = 1;

/** What made the memory that an `allocate` tells of: malloc, unless it is one of these. */
export const Origin = {
  malloc: 0,
  /** The stack of this thread. */
  stack: 1,
  /** A shared block of the runtime. */
  shared: 2,
  calloc: 3,
  realloc: 4,
  /** aligned_alloc and its kin. */
  aligned: 5,
  mmap: 6,
  new: 7,
  newArray: 8,
  posixMemalign: 9,
  /** strdup, strndup. */
  strdup: 10,
} as const;

/** Of a free at address 0: the next `unloaded` line of `maps` was written. */
export const UNLOADED = 1;

/** Memory orders, as C numbers them. JavaScript's atomics are sequentially consistent. */
export const Order = { relaxed: 0, consume: 1, acquire: 2, release: 3, acquireRelease: 4, sequential: 5 } as const;
/** Bit of `extra`: a record with the value before and the value after follows. */
export const VALUES = 0x8000;

/** The bits of `extra` that hold the order. */
export const ORDER_BITS = 7;
/** The bits of `extra` of a plain access that say how large its elements are. */
export const ELEMENT_BITS = 7;
/** Of accesses and atomics: where in `extra` the time since the record before stands, and how many bits it has. */
export const TIME_SHIFT = 3;
export const TIME_BITS = 12;

export function acquires(order: number): boolean {
  return order !== Order.relaxed && order !== Order.release;
}

export function releases(order: number): boolean {
  return order >= Order.release;
}
