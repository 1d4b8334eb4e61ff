// What a thread says of itself in its tail, looked at after every single instruction: it is busy whenever it took a time whose record is not
// there to be read. The processor's trap flag makes the schedule, as in signals.test.ts.

import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { sample } from '../../runs.ts';
import { recorded, useRuntime } from './recorded.ts';
import { roundsFor, STEPS, STRIDE, steppedMain } from './stepping.ts';

useRuntime();
beforeEach((context) => {
  context.skip(process.arch !== 'x64', 'the trap flag of x86');
});

const RUNTIME = fileURLToPath(new URL('../../../src/record/c/runtime/core/runtime.h', import.meta.url));

/**
 * A thread does `own` step by step, in so many rounds as its buffer has room for; after a later step in each round a handler does `handled`, which is recorded, too. After each step
 * the tail is read as a follower reads it. Nobody else takes a time: the clock has the last one that this thread took.
 */
const watched = (own: string, handled: string, rounds: number): string => `
  #define FT_PART_OF_PROGRAM
  #include "${RUNTIME}"
  #include <stdio.h>
  ${STEPS}
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
  static volatile int left, busy_steps, steps;
  static int cell;
  static volatile int walk[4];
  static void *volatile block;
  static void own(void) { ${own} }
  static void handled(void) { ${handled} }
  // Where the records of this round begin, and what the ones before said.
  static struct { const uint64_t *at; uint64_t time, last; } round;
  __attribute__((no_sanitize("thread"))) static uint64_t told(int is_over) {
    const uint64_t *at = round.at;
    uint64_t time = round.time, last = round.last;
    for (; *at; at += 2) {
      unsigned kind = *at >> 48 & 255, access = kind >= RAW_READ && kind <= RAW_ATOMIC_UPDATE && kind != RAW_LENGTH;
      if (kind == RAW_STAMP && (*at & FT_ADDRESS) > time) time = *at & FT_ADDRESS;
      else if (access) time += at[1] >> 51 & 4095;
      else if (kind != RAW_STAMP && kind != RAW_LENGTH) time += *at >> 56;
      if (!access || kind >= RAW_ATOMIC_LOAD) if (kind != RAW_STAMP) last = time;
      if (access && kind >= RAW_ATOMIC_LOAD && at[1] >> 63) at += 2;
      if (kind == RAW_ALLOCATE || kind == RAW_READ_RANGE || kind == RAW_WRITE_RANGE) at += 2;
    }
    if (is_over) round.at = at, round.time = time, round.last = last;
    return last;
  }
  __attribute__((no_sanitize("thread"))) static void step(int number, siginfo_t *info, void *context) {
    (void)number, (void)info, (void)context;
    const struct ft_thread *t = ft_me;
    if (!t->recording) return;
    steps++;
    if (*t->busy) busy_steps++;
    else if (told(0) != ft_clock) {
      dprintf(1, "not busy, told %lu of %lu at step %d\\n", told(0), ft_clock, steps);
      _exit(3);
    }
    if (--left == 0) handled();
  }
  __attribute__((no_sanitize("thread"))) static void *work(void *p) {
    round.at = (const uint64_t *)(ft_me->buffer + RAW_HEADER_BYTES);
    for (int i = 0; i < ${rounds}; i++) {
      told(1);
      left = 1 + ${STRIDE} * i;
      TRAP("orl $0x100");
      own();
      TRAP("andl $~0x100");
      // What an interrupted access left is over with the next time.
      pthread_mutex_lock(&n);
      pthread_mutex_unlock(&n);
      if (*ft_me->busy) _exit(4);
    }
    return p;
  }
  ${steppedMain('dprintf(1, "%s\\n", busy_steps && busy_steps < steps ? "seen" : "not seen");')}`;

const LOCK = 'pthread_mutex_lock(&m); pthread_mutex_unlock(&m);';
const OWN: Readonly<Record<string, string>> = {
  locks: LOCK,
  atomics: '__atomic_exchange_n(&cell, 1, 5); __atomic_store_n(&cell, 2, 5); __atomic_load_n(&cell, 5);',
  memory: 'block = malloc(8); free(block);',
  accesses: 'for (int k = 0; k < 4; k++) walk[k] = k;',
};

test.each(sample(Object.keys(OWN), 4))('a thread is busy while a time has no record: %s', (name) => {
  const rounds = roundsFor(name === 'accesses' ? 500 : 150);
  const { stdout, status } = recorded(watched(OWN[name]!, '__atomic_fetch_add(&cell, 3, 5);', rounds));
  expect({ stdout, status }).toEqual({ stdout: 'seen\n', status: 0 });
});
