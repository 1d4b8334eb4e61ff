// What the C libraries of compiled modules do on purpose, and the standard calls a race: one judgement for all modules, told by where their functions
// are. Each was read in the disassembled module.

import type { Code, Judgement } from './package.ts';

type Range = readonly [from: number, to: number];

/** Functions of a module, by where their code begins and ends in the file. */
export function code(module: string, ...ranges: readonly Range[]): Code {
  return { module, ranges };
}

/** One instruction. */
export function instruction(module: string, ...offsets: readonly number[]): Code {
  return code(module, ...offsets.map((at) => [at, at + 1] as const));
}

function idiom(why: string, one: Code, other: Code = one): Judgement {
  return { kind: 'idiom', places: [one, other], why };
}

/** Of musl, in wasi-libc and Emscripten: `pthread_mutex_lock`, `trylock`, `timedlock`, `unlock`, and `pthread_cond_timedwait`, which counts itself. */
export function mutex(functions: Code): Judgement {
  return idiom(
    'A mutex of musl: whoever locks or unlocks looks plainly at the lock word and at the number of those who wait, then updates the word by an atomic, which is what decides; who waits has marked the word before',
    functions,
  );
}

export function join(joins: Code, ends: Code): Judgement {
  return idiom(
    '`pthread_join` of musl: the state of the thread is read plainly, and waited for by an atomic while it is not the last one',
    joins,
    ends,
  );
}

/** Of musl in Emscripten. */
export function rwlock(functions: Code): Judgement {
  return idiom(
    'A read-write lock of musl: the word is read plainly and then compared and exchanged; the owner is compared with oneself, which only oneself could have written',
    functions,
  );
}

/** Of musl in Emscripten. */
export function semaphore(functions: Code, waiting: Code): Judgement {
  return idiom('A semaphore of musl: its value is read plainly and then compared and exchanged', functions, waiting);
}

/** Of musl in Emscripten: what starts, ends and joins threads. */
export function threads(functions: Code): Judgement {
  return idiom(
    'Threads of musl: the lock of the list of threads and the state of one of them are looked at plainly before the atomic that decides',
    functions,
  );
}

/** Of dlmalloc in wasi-libc. */
export function spinLock(looks: Code, functions: Code): Judgement {
  return idiom(
    'The spin lock of the allocator of wasi-libc is looked at plainly; the exchange after it decides',
    looks,
    functions,
  );
}

/** Of dlmalloc: `realloc` and `calloc` after they have given the lock back. */
export function heads(looks: Code, functions: Code): Judgement {
  return idiom(
    'The allocator reads the head of a block that the caller owns, without its lock: others change only the bit that says whether the block before is in use, which is not looked at',
    looks,
    functions,
  );
}

/** Of emnapi: the main thread looks for the worker that it has just made. */
export function threadNumber(reader: string, start: Code): Judgement {
  return {
    kind: 'benign',
    places: [reader, start],
    why: 'The number of a thread is read plainly while the thread stores it; who starts the thread has stored the same number just before',
  };
}
