// What is known of the functions that Rust's standard library has ready-made: which of them order threads, and what the runtime shall tell of each, before
// it and after it (runtime/intercept/rust-std.c has these by name). The rest of what orders threads is generic or inlined, and so compiled with the program.

import { demangled } from '../../../symbols/elf/demangle.ts';

interface Model {
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

/** Assembler for x86-64: each function's stand-in keeps what the function is given and gives back in a `struct ft_std_call`, on its stack. */
export function trampolines({ models, current }: StandardModels): string {
  const parts = Array.from(models, ([symbol, model]) => trampoline(symbol, model));
  return `.text
.globl __foretrace_std_current
.hidden __foretrace_std_current
__foretrace_std_current:
  jmp __real_${current}@PLT
${parts.join('')}.section .note.GNU-stack,"",@progbits
`;
}

const ARGUMENTS = ['rdi', 'rsi', 'rdx', 'rcx', 'r8', 'r9'];
/** Rust's own functions return in up to three. */
const RESULTS = ['rax', 'rdx', 'rcx'];
const RESULTS_AT = 8 * ARGUMENTS.length;
const SITE_AT = RESULTS_AT + 8 * RESULTS.length;
const CALL_BYTES = 144;

function trampoline(symbol: string, { before, after }: Model): string {
  const told = (model: string | undefined): string[] =>
    model === undefined ? [] : ['movq %rsp, %rdi', `call __foretrace_std_${model}@PLT`];
  const lines = [
    ...[
      '.cfi_startproc',
      'pushq %rbp',
      '.cfi_def_cfa_offset 16',
      '.cfi_offset rbp, -16',
      'movq %rsp, %rbp',
      '.cfi_def_cfa_register rbp',
    ],
    `subq $${CALL_BYTES}, %rsp`,
    ...ARGUMENTS.map((register, i) => `movq %${register}, ${8 * i}(%rsp)`),
    // Just before where it returns to is the call.
    ...['movq 8(%rbp), %rax', 'decq %rax', `movq %rax, ${SITE_AT}(%rsp)`],
    ...told(before),
    ...ARGUMENTS.map((register, i) => `movq ${8 * i}(%rsp), %${register}`),
    `call __real_${symbol}@PLT`,
    ...RESULTS.map((register, i) => `movq %${register}, ${RESULTS_AT + 8 * i}(%rsp)`),
    ...told(after),
    ...RESULTS.map((register, i) => `movq ${RESULTS_AT + 8 * i}(%rsp), %${register}`),
    ...['leave', '.cfi_def_cfa rsp, 8', 'ret', '.cfi_endproc'],
  ];
  return `.globl __wrap_${symbol}
.hidden __wrap_${symbol}
.type __wrap_${symbol}, @function
__wrap_${symbol}:
${lines.map((line) => `  ${line}\n`).join('')}`;
}
