// What the assembler asks a runtime for: names for people. Recorders implement it, each from what its runtime left behind.

import type { CodePlace } from '../trace/code-place.ts';
import type { ThreadTests } from '../trace/tests.ts';

/** A block of memory that the runtime told of: heap, stack or a shared buffer. */
export interface Block {
  readonly address: number;
  readonly bytes: number;
  /** Raw.allocate's extra. */
  readonly kind: number;
  /** The code address of the allocation. */
  readonly site: number;
  /** The site as the log of its thread has it, if that says more. */
  readonly place?: number;
  /** The code addresses of the calls that led there, the innermost first; none if they are not known. */
  readonly callers?: readonly number[];
  readonly thread: number;
  /** Counts the blocks of a recording from 1. */
  readonly number: number;
  /** Of a stack: the functions that had what is asked for when other threads touched it, undefined for one that is not known; absent where the
   * log does not tell where frames are. */
  readonly owners?: readonly (StackFrame | undefined)[] | undefined;
}

/** A function that is being executed. */
export interface StackFrame {
  /** A code address in it. */
  readonly home: number;
  /** Where it is, or has called another; not in it where that one called something in turn that is not known. */
  readonly site: number;
  /** Its stack pointer, and that of its caller at the call: what is between is its own. */
  readonly stack: number;
  readonly top: number;
}

/** A function at a place of the code. */
export interface CodeFrame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  /** From 1; 0 if it is not known. */
  readonly column: number;
  /** Whether the compiler expanded it in place of a call: the next frame is its caller. */
  readonly inlined: boolean;
  /** The library that it is part of, or empty for a header of the system, whose file says which; absent for the program's own code. */
  readonly library?: string;
}

/** Names for people, from what the runtime left in the folder of one process. All calls are synchronous and cached by the caller. */
export interface Naming {
  /** Told before names are asked for: where the thread-local variables of the program are in a thread; 0 if that is not known. */
  locals?(thread: number, address: number): void;
  /** Told in the order of the run: a library was unloaded. */
  unloaded?(): void;
  /** `file:line:column`, `file:line` or an address, of the innermost of the `frames` that is the program's own, or of the innermost. */
  location(site: number): string;
  /** A variable: global symbol and offset, heap block by allocation site and offset, element of a shared buffer. */
  variable(address: number, bytes: number, block: Block | undefined): string;
  /** The functions at a site, the innermost first: those that were expanded in place, then the one around them. None if it is not known. */
  frames?(site: number): readonly CodeFrame[];
  /** The code or memory there as the runtime knows it again in the next run; undefined if it does not. */
  site?(address: number): string | undefined;
  /** The location of such a site; undefined if it is not known in this run. */
  siteLocation?(site: string): string | undefined;
  /** Whether the code there is the recorder's own: no frame of any stack. */
  hidden?(site: number): boolean;
  /** Not every record says who called: for one that does not, the callers that its thread had there last are one of those that it may have. */
  readonly samplesCallers?: boolean;
  /** Addresses are those of the process, as a debugger shows them. */
  readonly hasAddresses?: boolean;
  /** What survives an edit elsewhere in the file; undefined if nothing is known. */
  place?(site: number): CodePlace | undefined;
  lock(address: number, block: Block | undefined): string;
  /** The name of an atomic block, by what its `enter` says; undefined if it has none. */
  region?(address: number): string | undefined;
  thread(number: number): string;
  /** Whether the code there, an atomic update that takes a lock, sleeps for the lock until it has it; undefined if that is not known. `callers` are the
   * calls that lead there, the innermost first. */
  sleeps?(site: number, callers: readonly number[]): boolean | undefined;
  /** The library or source file of this code, if its accesses are not recorded for certain: nothing but its calls and locks is. */
  unseen?(site: number): string | undefined;
  /** The tests that started threads, by the names of these. */
  tests?(): ThreadTests;
  /** What a person should know of the names that were asked for so far. */
  notes?(): readonly string[];
}

/** Names that never fail: no name is worth the report. What fails gets a plain name, and one note says how often. */
export async function safeNaming(make: () => Promise<Naming>): Promise<Required<Naming>> {
  let failures = 0;
  let first = '';
  const failed = (why: string): void => {
    failures++;
    first ||= why;
  };
  const attempt = (ask: () => string | undefined, plain: () => string): string => {
    try {
      const answer = ask();
      if (typeof answer === 'string') return answer;
      failed('there are none');
    } catch (error) {
      failed(messageOf(error));
    }
    return plain();
  };
  const optional = <T>(ask: () => T | undefined): T | undefined => {
    try {
      return ask();
    } catch (error) {
      failed(messageOf(error));
      return undefined;
    }
  };
  const naming = await make().catch((error) => {
    first = messageOf(error);
    return undefined;
  });
  return {
    location: (site) =>
      attempt(
        () => naming?.location(site),
        () => hex(site),
      ),
    variable: (address, bytes, block) =>
      attempt(
        () => naming?.variable(address, bytes, block),
        () => `${hex(address)}:${bytes}`,
      ),
    locals: (thread, address) => optional(() => naming?.locals?.(thread, address)),
    unloaded: () => optional(() => naming?.unloaded?.()),
    frames: (site) => optional(() => naming?.frames?.(site)) ?? [],
    site: (address) => optional(() => naming?.site?.(address)),
    siteLocation: (site) => optional(() => naming?.siteLocation?.(site)),
    hidden: (site) => optional(() => naming?.hidden?.(site)) ?? false,
    samplesCallers: naming?.samplesCallers ?? false,
    hasAddresses: naming?.hasAddresses ?? false,
    place: (site) => optional(() => naming?.place?.(site)),
    sleeps: (site, callers) => optional(() => naming?.sleeps?.(site, callers)),
    unseen: (site) => optional(() => naming?.unseen?.(site)),
    lock: (address, block) =>
      attempt(
        () => naming?.lock(address, block),
        () => hex(address),
      ),
    region: (address) => optional(() => naming?.region?.(address)),
    thread: (number) =>
      attempt(
        () => naming?.thread(number),
        () => `T${number}`,
      ),
    tests: () => optional(() => naming?.tests?.()) ?? new Map(),
    notes() {
      const own = naming?.notes?.() ?? [];
      return failures === 0 ? own : [...own, `${failures} ${failures === 1 ? 'name' : 'names'} could not be found: ${first}`];
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
