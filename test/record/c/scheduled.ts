// A C program that does what a random trace says, in its order. The threads take turns by means that the recorder does not see, so that the
// schedule is the trace's and orders nothing; what they do (locks, atomics, accesses) it sees. So what is recorded is known.

import { assemble } from '../../../src/raw/assemble/index.ts';
import { nativeRecorder } from '../../../src/record/c/recorder.ts';
import { recordedProcesses } from '../../../src/record/recording.ts';
import { operation } from '../../../src/trace/operation.ts';
import { table } from '../../../src/trace/symbols.ts';
import { events, type Trace } from '../../../src/trace/trace.ts';
import { concat } from '../../formats/encode.ts';
import { LETTERS } from '../step-letters.ts';
import { recorded } from './recorded.ts';

/** What `run` may do: also `x`, which frees a lock that nobody holds and makes another in its place. */
const source = `
#include <sched.h>
enum { THREADS = 10, LOCKS = 10 };
#define UNSEEN __attribute__((no_sanitize("thread")))
static int turn;
static const char *steps;
int variable_0, variable_1, variable_2, variable_3, atomic_0, atomic_1;
static int *const variables[] = {&variable_0, &variable_1, &variable_2, &variable_3}, *const atomics[] = {&atomic_0, &atomic_1};
#ifdef READERS
static pthread_rwlock_t *locks[LOCKS];
#define LOCK pthread_rwlock_wrlock
#define UNLOCK pthread_rwlock_unlock
static pthread_rwlock_t *made(void) {
  pthread_rwlock_t *lock = malloc(sizeof *lock);
  pthread_rwlock_init(lock, NULL);
  return lock;
}
#else
static pthread_mutex_t *locks[LOCKS];
#define LOCK pthread_mutex_lock
#define UNLOCK pthread_mutex_unlock
static pthread_mutex_t *made(void) {
  pthread_mutexattr_t how;
  pthread_mutex_t *lock = malloc(sizeof *lock);
  pthread_mutexattr_init(&how);
  pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(lock, &how);
  return lock;
}
#endif
__attribute__((noinline)) static void get(int *at) { __asm__ volatile("" : : "r"(*at)); }
__attribute__((noinline)) static void set(int *at) { *at = 1; }
UNSEEN static void act(char what, int k) {
  switch (what) {
    case 'r': get(variables[k]); break;
    case 'w': set(variables[k]); break;
    case 'a': LOCK(locks[k]); break;
    case 'z': UNLOCK(locks[k]); break;
#ifdef READERS
    case 's': pthread_rwlock_rdlock(locks[k]); break;
    case 'u': pthread_rwlock_unlock(locks[k]); break;
#endif
    case 'x': free(locks[k]); locks[k] = made(); break;
  }
}
static void give(int *at) { __atomic_store_n(at, 1, __ATOMIC_SEQ_CST); }
static void take(int *at) { __atomic_load_n(at, __ATOMIC_SEQ_CST); }
UNSEEN static void *work(void *me) {
  for (const char *step = steps; *step; step += 3) {
    if (*step - '0' != (long)me) continue;
    while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != (step - steps) / 3) sched_yield();
    int k = step[2] - '0';
    if (step[1] == 'l') take(atomics[k]);
    else if (step[1] == 'v') give(atomics[k]);
    else act(step[1], k);
    __atomic_store_n(&turn, (step - steps) / 3 + 1, __ATOMIC_RELEASE);
  }
  return NULL;
}
UNSEEN int main(int count, char **words) {
  (void)count;
  pthread_t threads[THREADS];
  steps = words[1];
  for (int i = 0; i < LOCKS; i++) locks[i] = made();
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
}`;

/** A thread, a letter and a number for each event: that of its name, or of its id if it has none. */
export function stepsOf(trace: Trace): string {
  const { symbols } = trace;
  const number = (name: string, id: number) => /\d$/.exec(name)?.[0] ?? id;
  return Array.from(events(trace), ({ op, thread, target }) => {
    const name = table(symbols, operation(op).target).name(target);
    return `${number(symbols.threads.name(thread), thread)}${LETTERS[op]!}${number(name, target)}`;
  }).join('');
}

export interface Played {
  /** The trace that comes of it, as a file. */
  readonly bytes: Uint8Array;
  /** Records of acquires and releases in the logs of the program's threads. */
  readonly locking: number;
}

/** `readers`: locks are reader-writer locks, else they are re-entrant. */
export async function played(steps: string, readers: boolean, method: string): Promise<Played> {
  const text = `${readers ? '#define READERS\n' : ''}${source}`;
  const { into, status, stderr, threads } = recorded(text, { args: [steps], env: { FORETRACE_REDUCE: method } });
  if (status !== 0) throw new Error(`status ${status}: ${stderr}`);
  const parts: Uint8Array[] = [];
  const [process] = recordedProcesses(into);
  const naming = await nativeRecorder.naming(process!.folder);
  await assemble(process!.folder, naming, { sharedOnly: true, liftLocks: true }, { write: (bytes) => parts.push(bytes) });
  const locking = threads.flat().filter(({ kind }) => /^(?:acquire|release)/.test(kind)).length;
  return { bytes: concat(parts), locking };
}
