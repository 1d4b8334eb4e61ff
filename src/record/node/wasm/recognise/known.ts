// The synchronisation of musl, which wasi-libc and Emscripten bring along, and of Rust's standard library: by name, where a module has
// names, and by the shape of the compiled function (fingerprint.ts) where it has not. The shapes are those of the releases that packages of npm
// were built with in 2024 to 2026. Rust's is listed for people: it has no plain access that atomics compete with.

/**
 * What is let off in a function of musl. Its sources read volatile variables, which compile to plain loads.
 * peek: a look at a word of a lock; it decides whether to try or to sleep, and who gets the lock is decided by an atomic of the word.
 * order: a look that the function relies on, with a fence behind it: it is recorded as an atomic load. A thread that is joined, a
 * barrier, a once-guard are passed by such looks alone.
 * none: nothing is let off.
 */
export type Treatment = 'peek' | 'order' | 'none';

export interface Known {
  /** Its name in the library's sources. */
  readonly name: string;
  /** What it is, for people. */
  readonly is: string;
  readonly treatment: Treatment;
}

const known = (is: string, treatment: Treatment, ...names: string[]): Known[] => names.map((name) => ({ name, is, treatment }));

const functions: readonly Known[] = [
  ...known('mutex', 'peek', 'pthread_mutex_lock', 'pthread_mutex_trylock', 'pthread_mutex_timedlock', 'pthread_mutex_unlock'),
  ...known('mutex', 'peek', '__pthread_mutex_trylock_owner'),
  ...known('lock of the C library', 'peek', '__lock', '__unlock', '__lockfile', '__unlockfile', '__tl_lock', '__tl_unlock'),
  ...known('reader-writer lock', 'peek', 'pthread_rwlock_rdlock', 'pthread_rwlock_tryrdlock', 'pthread_rwlock_timedrdlock'),
  ...known('reader-writer lock', 'peek', 'pthread_rwlock_wrlock', 'pthread_rwlock_trywrlock', 'pthread_rwlock_timedwrlock'),
  ...known('reader-writer lock', 'peek', 'pthread_rwlock_unlock'),
  ...known('condition variable', 'order', 'pthread_cond_wait', 'pthread_cond_timedwait', '__private_cond_signal'),
  ...known('condition variable', 'order', 'pthread_cond_signal', 'pthread_cond_broadcast', 'pthread_cond_destroy'),
  ...known('barrier', 'order', 'pthread_barrier_wait', 'pthread_barrier_destroy'),
  ...known('once-guard', 'order', 'pthread_once', '__pthread_once_full'),
  ...known('semaphore', 'order', 'sem_wait', 'sem_trywait', 'sem_timedwait', 'sem_post', 'sem_getvalue'),
  ...known('wait for a word', 'order', '__wait', '__timedwait', '__timedwait_cp', '__vm_wait', '__tl_sync'),
  ...known('thread start and end', 'order', 'pthread_join', '__pthread_timedjoin_np', 'pthread_detach'),
  ...known('thread start and end', 'none', 'pthread_create', '__pthread_exit', 'wasi_thread_start', '_emscripten_thread_init'),
  ...known('thread start and end', 'none', '_emscripten_thread_exit', '_emscripten_thread_free_data'),
  ...known('mailbox of a thread', 'none', 'emscripten_thread_mailbox_send', '_emscripten_check_mailbox'),
  ...known('mailbox of a thread', 'none', '_emscripten_thread_mailbox_init', '_emscripten_thread_mailbox_shutdown'),
  ...known('mailbox of a thread', 'none', 'emscripten_thread_mailbox_ref', 'emscripten_thread_mailbox_unref'),
  ...known('wait for a word', 'none', 'emscripten_futex_wait', 'emscripten_futex_wake'),
  ...known('initialisation of memory, once', 'none', '__wasm_init_memory'),
  ...known('mutex of Rust', 'none', 'std::sys::sync::mutex::futex::Mutex::lock_contended'),
  ...known('reader-writer lock of Rust', 'none', 'std::sys::sync::rwlock::futex::RwLock::read_contended'),
  ...known('reader-writer lock of Rust', 'none', 'std::sys::sync::rwlock::futex::RwLock::write_contended'),
  ...known('reader-writer lock of Rust', 'none', 'std::sys::sync::rwlock::futex::RwLock::wake_writer_or_readers'),
  ...known('once-guard of Rust', 'none', 'std::sys::sync::once::futex::Once::call'),
];

const byName = new Map(functions.map((entry) => [entry.name, entry]));

/** By the name section, or an export. Musl's own names begin with two underscores where the public one is an alias. */
export function knownByName(name: string): Known | undefined {
  const plain = /^_+pthread_\w+$/.test(name) ? name.replace(/^_+/, '') : name;
  return byName.get(name) ?? byName.get(plain) ?? knownOfRust(name);
}

/** `_ZN3std3sys4sync5mutex5futex5Mutex14lock_contended17h…E`, or the same demangled. */
function knownOfRust(name: string): Known | undefined {
  if (!name.includes('futex')) return undefined;
  const path = name.startsWith('_ZN') ? partsOf(name).join('::') : name;
  const plain = path.replace(/::h[0-9a-f]{16}$/, '');
  const found = byName.get(plain);
  return found?.name.startsWith('std::') ? found : undefined;
}

/** Each part of a mangled name has its length before it. */
function partsOf(mangled: string): string[] {
  const parts: string[] = [];
  let at = '_ZN'.length;
  for (const digits = /\d+/y; ; ) {
    digits.lastIndex = at;
    const length = digits.exec(mangled)?.[0];
    if (length === undefined) return parts;
    at += length.length + Number(length);
    parts.push(mangled.slice(at - Number(length), at));
  }
}

// Waiting for a condition variable has some sixty accesses; what differs from build to build is how the times begin.
const WAIT_OF_WASI =
  'r+ w0 1:r0 r4 r+ r8 r0 r8 r12 C12 C+ C0 C0 w+ w+ r4 w4 w12 r+ w+ w0 r0 C0 N0 r4 r0 r0 r8 r0 C0 C+ C+ C0 C0 r4 r12 w4 r8 r12 w4 ' +
  'r+ r8 w+ r12 r8 w0 r0 C0 N0 r+ r0 C0 r+ C+ C+ C+ r12 1:r0 r8 C8 r8 r4 C4 r8 r0 C0 N0 1:r0 r8 C8 r4 N0 r4 | ' +
  '3b9ac9ff 7fffffff 80000000 80000001';
const REQUEUED = 'r4 r12 w4 r8 r12 w4 r+ r8 w+ r12 r8 w0 r+ A0 r+ r12 1:r0 A0 r8 r4 C0';

/** Fingerprint → function. */
const shapes: Readonly<Record<string, string>> = {
  // wasi-libc
  '1: r0 r8 r4 r+ r+ w+ w+ r12 r+ w0 w0 r0 C0 w+ N0 | 3fffffff 7fffffff': 'pthread_mutex_unlock',
  '2: r0 C4 r0 r0 r8 w12 C12 r0 r8 w12 C12 r0 r+ r8 C8 C0 r8 C8 | 3fffffff 80000000': 'pthread_mutex_timedlock',
  '1: r+ r4 r0 r+ w+ r+ w+ r+ w+ r8 w+ C4 w+ r8 r8 w+ r+ w+ w12 w0 w+ w+ w+ | 3fffffff 40000000 7ffffffe 80000000':
    '__pthread_mutex_trylock_owner',
  '1: 1:r* C0 1:w* C0 C0 C0 C0 C0 C0 C0 C0 C0 C0 r0 C0 C0 | 7fffffff 80000000 80000001': '__lock',
  '1: r0 r0 C0 N0 | 7fffffff 80000001': '__unlock',
  '0: r+ r* C* C* r* w*': '__tl_lock',
  '0: r* w* r* C* r* N*': '__tl_unlock',
  '1: w12 C12 r* r* N*': '__tl_sync',
  '4: r0 r0 w12 C12 r0 r0 w12 C12 r0 C0 r0 W0 r0 r0 C0': '__wait',
  '2: r0 r4 w12 C12 r0 r4 w12 C12 r0 r4 C4 C0 r8 r4 C4 | 7fffffff': 'pthread_rwlock_timedrdlock',
  '2: r0 r4 w12 C12 r0 r4 w12 C12 r0 r4 C4 C0 r8 r4 C4 | 80000000': 'pthread_rwlock_timedwrlock',
  '1: r0 C0 | 7fffffff 80000002': 'pthread_rwlock_tryrdlock',
  '1: r0 r4 C0 N0 | 7fffffff': 'pthread_rwlock_unlock',
  '2: w12 C+ C0 C0 r+ C8 w+ r12 w12 r0 r4 w0 w4 w4 w+ r0 C0 N0 r12 r12 r0 C0 N0': '__private_cond_signal',
  '1: r0 r12 r0 C0 r0 C0 N0 r0 r0 | 7fffffff 80000000': 'pthread_cond_destroy',
  [`3: w0 8:w0 8:w8 ${WAIT_OF_WASI}`]: 'pthread_cond_timedwait',
  [`3: w+ 8:w+ 8:w8 ${WAIT_OF_WASI}`]: 'pthread_cond_timedwait',
  '2: r0 C0 r0 C0 N0 C0 w4 C4 | 7fffffff': '__pthread_once_full',
  // Emscripten
  '1: r8 r0 X0 r+ r4 r+ w+ w+ A* r12 r+ w0 w0 X0 w+ A* r0 | 3fffffff 7fffffff': 'pthread_mutex_unlock',
  '1: r8 r0 X0 r+ r4 r+ w+ w+ A* r12 r+ w0 w0 X0 w+ | 3fffffff 7fffffff': 'pthread_mutex_unlock',
  '1: r8 r0 X0 r+ r4 r+ w+ w+ r12 r+ w0 w0 X0 w+ | 3fffffff 7fffffff': 'pthread_mutex_unlock',
  '1: 1:r0 C0 r0 C0 r0 r0 r0 r0 r+ A0 C0 A-0 | 3fffffff 80000000': 'pthread_mutex_lock',
  '1: 1:r0 C0 r0 C0 r0 r0 r0 r0 r+ C0 | 3fffffff 80000000': 'pthread_mutex_lock',
  '1: 1:r0 C0 r0 r+ r4 r+ w+ r+ w+ r+ w+ r8 w+ C0 w+ r8 r+ w12 w+ w0 w+ w+ w+ | 3fffffff 40000000 7ffffffe 80000000':
    'pthread_mutex_trylock',
  '1: 1:r0 C0 r0 r+ r4 r+ w+ r+ w+ r+ w+ r8 w+ C0 w+ r8 r+ w+ w12 w0 w+ w+ w+ | 3fffffff 40000000 7ffffffe 80000000':
    'pthread_mutex_trylock',
  '1: 1:r0 C0 1:w0 C0 A0 C0 | 7fffffff 80000000 80000001': '__lock',
  '1: r0 A0 | 7fffffff 80000001': '__unlock',
  '1: r0 r0 r0 A0 C0 A-0 | 7fffffff 80000000': 'pthread_rwlock_timedrdlock',
  '1: r0 C0 | 7ffffffe 7fffffff': 'pthread_rwlock_tryrdlock',
  '1: C0 r+ w12 | 7fffffff': 'pthread_rwlock_trywrlock',
  '1: r12 r+ w12 r4 r0 C0 | 7fffffff': 'pthread_rwlock_unlock',
  '0: r+ r0 C0 C0 r0 w0': '__tl_lock',
  '2: w12 r+ C0 r12 w12 w+ r0 r4 w0 w4 w4 w+ r12 r12': '__private_cond_signal',
  [`2: w+ 16:w0 r+ 1:r0 r+ r4 r0 r8 A0 w+ w+ r4 w12 w4 r+ w0 1:r+ w4 1:w+ r4 1:w+ r0 r8 A0 C0 ${REQUEUED} r8 S0 1:r0 A-0 r4 r4 1:w+ 1:w+ | 7fffffff 80000000 80000001`]:
    'pthread_cond_wait',
  [`3: w+ 8:w+ 8:w8 r+ 1:r0 r+ r4 r8 r0 r8 A0 w+ w+ r4 w12 w4 r+ w0 1:r+ w0 1:w+ r4 1:w+ r0 r0 r8 A0 C0 ${REQUEUED} S0 1:r0 A-0 r4 r4 1:w+ 1:w+ | 3b9ac9ff 7fffffff 80000000 80000001`]:
    'pthread_cond_timedwait',
  [`3: w+ 16:w0 r+ 1:r0 r+ r4 r8 r0 r8 A0 w+ w+ r4 w12 w4 r+ w+ w0 1:r+ w0 1:w+ r4 1:w+ r0 r8 A0 C0 ${REQUEUED} S0 1:r0 A-0 1:w+ 1:w+ | 3b9ac9ff 7fffffff 80000000 80000001`]:
    'pthread_cond_timedwait',
  '3: w+ 8:w+ 8:w8 r+ 1:r0 r+ r4 r8 r0 r8 w+ w+ r4 w12 w4 r+ w+ w0 r4 r0 r0 r8 C0 r4 r12 w4 r8 r12 w4 r+ r8 w+ r12 r8 w0 r+ r+ r12 1:r0 r8 r4 C0 r8 1:r0 r4 r4 | 3b9ac9ff 7fffffff 80000000 80000001':
    'pthread_cond_timedwait',
  '0: C0 S0 N0 W0': '__wasm_init_memory',
  // Rust
  '1: L0 C0 X0 W0 L0': 'std::sys::sync::mutex::futex::Mutex::lock_contended',
  '1: L0 C0 C0 C0 C0 W0 L0 L0 | 3ffffffd 3ffffffe 3fffffff 40000000 7fffffff':
    'std::sys::sync::rwlock::futex::RwLock::read_contended',
  '1: L0 C0 C0 L4 L0 W0 L0 L0 | 3fffffff 80000000 bfffffff': 'std::sys::sync::rwlock::futex::RwLock::write_contended',
  '2: C0 A4 N4 C0 A4 N4 C0 N0 | 3fffffff 40000000 7fffffff 80000000 c0000000':
    'std::sys::sync::rwlock::futex::RwLock::wake_writer_or_readers',
  '3: L0 C0 W0 L0 C0 w8 1:w12 r+ r8 X0 N0 | 7fffffff': 'std::sys::sync::once::futex::Once::call',
};

const byShape = new Map(Object.entries(shapes).map(([shape, name]) => [shape, byName.get(name)!]));

/** By what it does. Short shapes say little: see `isTelling`. */
export function knownByShape(fingerprint: string): Known | undefined {
  return byShape.get(fingerprint);
}

/** Accesses from here on, with a mask among the constants or not, are nobody's by chance. */
const TELLING = 10;

/** Whether a shape can be of nothing else. The others are believed only in a module that has a telling one as well. */
export function isTelling(fingerprint: string): boolean {
  return fingerprint.split(' | ')[0]!.split(' ').length > TELLING;
}
