// What is known of the functions that Rust's standard library has ready-made: which of them order threads, and what the runtime shall tell of each, before
// it and after it (runtime/intercept/rust-std.c has these by name). The rest of what orders threads is generic or inlined, and so compiled with the program.

import { demangled } from '../../../symbols/elf/demangle.ts';

export interface Model {
  readonly before?: string;
  readonly after?: string;
}

/** All of these must be there, once: a library in which one is missing does it in another way, which is not known. */
const REQUIRED: Readonly<Record<string, Model>> = {
  'std::sys::sync::mutex::futex::Mutex::lock_contended': { after: 'mutex_taken' },
  'std::sys::sync::rwlock::futex::RwLock::read_contended': { after: 'rwlock_taken' },
  'std::sys::sync::rwlock::futex::RwLock::write_contended': { after: 'rwlock_taken' },
  'std::sys::sync::condvar::futex::Condvar::wait': { before: 'wait_begins', after: 'wait_ends' },
  'std::sys::sync::condvar::futex::Condvar::wait_timeout': { before: 'wait_begins', after: 'wait_ends' },
  'std::sys::sync::once::futex::Once::call': { before: 'once_begins', after: 'once_ends' },
  'std::sync::once::Once::wait': { after: 'once_ends' },
  'std::sync::once::Once::wait_force': { after: 'once_ends' },
  'std::sync::barrier::Barrier::wait': { before: 'barrier_reached', after: 'barrier_left' },
  'std::thread::thread::Thread::new': { after: 'thread_made' },
  'std::thread::current::current': { after: 'thread_told' },
  'std::thread::current::current_or_unnamed': { after: 'thread_told' },
  'std::thread::thread::Thread::park': { after: 'unparked' },
  'std::thread::thread::Thread::park_timeout': { after: 'unparked' },
  'std::thread::functions::park': { after: 'unparked' },
  'std::thread::functions::park_timeout': { after: 'unparked' },
  'std::thread::functions::park_timeout_ms': { after: 'unparked' },
  'std::thread::scoped::ScopeData::decrement_num_running_threads': { before: 'scope_left' },
  'std::panicking::set_hook': { before: 'hook_changes' },
  'std::panicking::take_hook': { before: 'hook_changes' },
  'std::panicking::panic_with_hook': { before: 'panics' },
  '__rustc::rust_begin_unwind': { before: 'panics' },
  'std::io::stdio::Stdout::lock': { before: 'stream_begins', after: 'stream_locked' },
  'std::io::stdio::Stderr::lock': { before: 'stream_begins', after: 'stream_locked' },
  'std::io::stdio::_print': { before: 'stream_begins', after: 'stream_ends' },
  'std::io::stdio::_eprint': { before: 'stream_begins', after: 'stream_ends' },
};
/** However many there are. */
const STREAM = /^<&?std::io::stdio::Std(?:in|out|err)(?:Lock)? as std::io::|^std::io::stdio::Stdin::read_line$/;
const USING_STREAM: Model = { before: 'stream_begins', after: 'stream_ends' };
/** The runtime calls it by another name. */
const CURRENT = 'std::thread::current::current_or_unnamed';

export interface StandardModels {
  /** Mangled name → what is told of it. */
  readonly models: ReadonlyMap<string, Model>;
  readonly current: string;
}

/** Undefined if this is a library that is not known. */
export function standardModels(symbols: readonly string[]): StandardModels | undefined {
  const models = new Map<string, Model>();
  const found = new Map<string, string>();
  for (const symbol of symbols) {
    const name = demangled(symbol);
    if (Object.hasOwn(REQUIRED, name)) {
      if (found.has(name)) return undefined;
      found.set(name, symbol);
      models.set(symbol, REQUIRED[name]!);
    } else if (STREAM.test(name)) models.set(symbol, USING_STREAM);
  }
  const complete = Object.keys(REQUIRED).every((name) => found.has(name));
  return complete ? { models, current: found.get(CURRENT)! } : undefined;
}
