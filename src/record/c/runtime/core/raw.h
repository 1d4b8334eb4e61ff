// The raw log in C; src/raw/format.ts has the same numbers, and a test holds the two together.
#ifndef FORETRACE_RAW_H
#define FORETRACE_RAW_H

#define RAW_MAGIC "FTRAW1\n"
#define RAW_VERSION 2
#define RAW_VERSION_WITH_CALLS 3
#define RAW_HEADER_BYTES 32
#define RAW_RECORD_BYTES 16

enum raw_kind {
  RAW_NONE = 0,
  RAW_STAMP = 1,
  RAW_READ = 2,
  RAW_WRITE = 3,
  RAW_READ_RANGE = 4,
  RAW_WRITE_RANGE = 5,
  RAW_LENGTH = 6,
  RAW_ATOMIC_STORES = 7,
  RAW_ATOMIC_LOAD = 8,
  RAW_ATOMIC_STORE = 9,
  RAW_ATOMIC_UPDATE = 10,
  RAW_FENCE = 11,
  RAW_ACQUIRE = 16,
  RAW_RELEASE = 17,
  RAW_ACQUIRE_SHARED = 18,
  RAW_RELEASE_SHARED = 19,
  RAW_WAIT = 20,
  RAW_NOTIFY = 21,
  RAW_BARRIER_ENTER = 22,
  RAW_BARRIER_EXIT = 23,
  RAW_FORK = 24,
  RAW_JOIN = 25,
  RAW_BEGIN = 26,
  RAW_END = 27,
  RAW_ENTER = 28,
  RAW_LEAVE = 29,
  RAW_REQUEST = 30,
  RAW_STEAL = 31,
  RAW_SEND = 32,
  RAW_RECEIVE = 33,
  RAW_SEMAPHORE_INIT = 34,
  RAW_SEMAPHORE_POST = 35,
  RAW_SEMAPHORE_TAKE = 36,
  RAW_RECEIVE_ALL = 37,
  RAW_ALLOCATE = 40,
  RAW_FREE = 41,
  RAW_BENIGN = 42,
  RAW_REPEAT = 48,
  RAW_STOPPED = 49,
  RAW_CALL = 50,
  RAW_PLACE = 51,
  RAW_VISIT = 52,
};

#define RAW_VALUES 0x8000
// Of an acquire: it would not have waited for ever.
#define RAW_TRIES 1
// Of a receive: nobody sends there or receives from there after it.
#define RAW_ONCE 1
// Of a request: what the thread waits for, and that nobody is left who could give it.
#define RAW_FOR_LOCK 0
#define RAW_FOR_SHARE 1
#define RAW_FOR_END 2
#define RAW_FOR_TOKEN 3
#define RAW_FOR_WAKING 4
#define RAW_FOR_OTHERS 5
#define RAW_FOR_WORD 6
#define RAW_STUCK 0x100
// Of a plain access: how large the elements are that it goes through, as a logarithm and 1.
#define RAW_ELEMENT(size) (__builtin_ctz(size) + 1)
#define RAW_TIME_SHIFT 3
#define RAW_TIME_BITS 12
// Where that is in the second half of a record.
#define RAW_TIME (((1ull << RAW_TIME_BITS) - 1) << (48 + RAW_TIME_SHIFT))
// Of sites in logs of version 3: the rest is the number of a place. Of extra of a call: it is awaited.
#define RAW_PLACE_BIT (1ull << 47)
#define RAW_AWAITS 1
// What made the memory.
#define RAW_HEAP 0
#define RAW_STACK 1
#define RAW_CALLOC 3
#define RAW_REALLOC 4
#define RAW_ALIGNED 5
#define RAW_MMAP 6
#define RAW_NEW 7
#define RAW_NEW_ARRAY 8
#define RAW_POSIX_MEMALIGN 9
#define RAW_STRDUP 10
// Of a free at address 0: a library was unloaded.
#define RAW_UNLOADED 1
#define RAW_STOPPED_LIMIT 1
#define RAW_STOPPED_SYSTEM 2

#endif
