// What instrumented code calls, and the memory that it shares with the runtime: the contract between the transform, the
// WebAssembly instrumenter and the runtime of the Node.js recorder. No code runs here but constants.
//
// Hooks are global, because code is shipped between threads as text. They never throw and never call user code.

import type { GateAccess } from './steered.ts';

/** The globals and the temporary variables all begin alike, so that the transform knows its own work when it meets it again. */
export const HOOK_PREFIX = '__foretrace_';
/** The one global object whose methods the hooks are. Not one global each: where a hook was never called, V8 compiles the load of
 * a global variable into a call, for which it spills registers in every loop around; a property load becomes a jump out. */
export const HOOKS = '__foretrace_h';

export const Hook = {
  /** `isView(x)` is ArrayBuffer.isView: guards the two hooks below, e.g. `a[(isView(a) && read(a, i, site), i)]`. */
  isView: '__foretrace_h.v',
  /** `read(view, key, site)` records a plain read of an element if the view is over shared memory and the key is one of its
   * elements (a number in range, or its canonical string); returns undefined. Call it just before the read. */
  read: '__foretrace_h.r',
  /** `write(view, key, site)` the same for a write; call it when the value is had and just before the store. */
  write: '__foretrace_h.w',
  /** `key(object, key, site, how)` is the key itself; records an access of an element as read and write do if the object is a shared view.
   * How: 1 a read, 2 a write, 3 both. Where a temporary variable is not to be had, and for targets in patterns. Any object, also null. */
  key: '__foretrace_h.k',
  /** `above(object, key, site, how)` is the key itself, of `super[key]` where `this` is the object: reads are of a view that it inherits from, writes of itself. */
  above: '__foretrace_h.A',
  /** `written(object, key, value, site)` is the value itself; records a write as above. */
  written: '__foretrace_h.x',
  /** `update(view, key, site, by)` does what `view[key]++` does (`by` is 1) or `view[key]--` (-1), if that is a shared element: read and write, each with a hook before it. It
   * returns a key that is none of an element then, at which the expression does nothing. Only in programs that are led, where its value is not used. */
  update: '__foretrace_h.g',
  /** A writable global variable (undefined at first): holds an object between its evaluation and the hook that follows at once. */
  temporary: '__foretrace_t',
  /** `pattern(key, site)` remembers both and returns a symbol; %TypedArray%.prototype has a getter of that symbol, which records a read of
   * the remembered element of `this` and returns undefined: `{0: x}` in a parameter becomes `{[pattern(0, site)]: {} = 0, 0: x}`. */
  pattern: '__foretrace_h.p',
  /** `iterate(x, site)` is x itself unless it is a shared view with the built-in iterator: then an iterable that records each element as it
   * is read. For `for-of`, spread, array destructuring, `yield*`. */
  iterate: '__foretrace_h.i',
  /** `all(x, site)` is x itself; records a read of all of it if it is a shared view. For the argument of `new Uint8Array(x)` and its like. */
  all: '__foretrace_h.a',
  /** `rest(value, ...objects)` is the value. Looks at what rests of object patterns have bound, where what was taken apart is not at hand: the run is partial if that may have
   * been a view. An object that is undefined is not known. */
  rest: '__foretrace_h.t',
  /** `each(x, site)` iterates over x in its place: records a read of all of each shared view that comes. For `for (const { a, ...rest } of x)`. */
  each: '__foretrace_h.o',
  /** `list(x, callee, site)` is x itself; records a read of all of it if it is a shared view and the callee a function that has the built-in `apply`. For
   * `callee.apply(y, x)`. */
  list: '__foretrace_h.B',
  /** `made(view, source, site)` is the view itself; where the source is a shared buffer, the site tells what the code calls the view. */
  made: '__foretrace_h.m',
  /** `copied(object, callee, source, site, isList)` is the object, which was just made: records a read of all of the source if that is a shared view, and the callee a constructor that copies
   * it, or one that hands its arguments on to one. A callee that is undefined is not known: the object tells. With `isList` the source is the list of arguments. */
  copied: '__foretrace_h.N',
  /** `implicit(class)` says that a class has no constructor of its own. */
  implicit: '__foretrace_h.D',
  /** `last(value, site)` remembers the site for the native method that is called next and returns the value: wrapped around the last
   * argument of calls of Atomics.* and of DataView and Buffer accessors (`view.getInt32(o)` -> `view.getInt32(last(o, site))`). A last
   * argument that is a spread is left alone. Without it, the site is taken from the stack (slow). */
  last: '__foretrace_h.l',
  /** An object without any members: stands for the object of a reference that an optional chain does not come to. */
  nothing: '__foretrace_h.n',
  /** `code(text)` instruments the argument of a direct or indirect `eval` if it is a string; returns everything else as it is. `code(text, callee)`
   * does so if the callee, a variable that the file gives `eval` to, is that. `eval` itself stays the one that there is: only that is called directly. */
  code: '__foretrace_h.c',
  /** `handed(eval)` is a function that records what it runs, in the place of `eval` where that is handed to who calls it; everything else is itself. `handed(eval, 1)` is `eval`, of which
   * nobody knows what becomes: the run is partial. */
  handed: '__foretrace_h.e',
  /** `heir(object)` is the object itself, which others are about to inherit from: `{ __proto__: x }`, `F.prototype = x`. */
  heir: '__foretrace_h.h',
  /** `scope(f, object)` is the object itself, of a `with` statement. Every name in its body may be a property of the object, also that of the hooks: there
   * they are a constant of a block in the body, had from the setter of `__proto__`, or from the prototype of an async generator function of the same realm as `f`. */
  scope: '__foretrace_h.s',
  /** `scoped()` is the object of the `with` whose body begins. `found(...objects)` is `eval` if that name may be the one that there is, and null if it is a property with another value of one of
   * these. */
  scoped: '__foretrace_h.W',
  found: '__foretrace_h.L',
  /** `uses(what)` says at the start of a file what is in it that needs more of the runtime: one of the modules below, which it imports;
   * `patterns`: array patterns where `iterate` cannot stand, in parameters and in other patterns; `keys`: a hook `pattern`; `array.map`: a method of arrays that is kept apart from
   * arrays, and `[].map`: one that is called there and then on what need not be an array (`[].map.call(view)`). `array.*` stands for all of them.
   * `of Reflect`, `of Object`, `of Function`: a function of these that reads all of what it is given may be called by another name. */
  uses: '__foretrace_h.u',
  /** `enter(name)` and `leave()` are for ../annotate.ts: an atomic block begins and ends. */
  enter: '__foretrace_h.b',
  leave: '__foretrace_h.f',
  /** For functions that are to be atomic. `visited(name, site)` begins a visit, which it is; `left(visit)` ends it, if it is not interrupted;
   * `paused(visit, value)` and `resumed(visit, value)` are the value, before and after the thread may do something else. */
  visited: '__foretrace_h.y',
  left: '__foretrace_h.d',
  paused: '__foretrace_h.z',
  resumed: '__foretrace_h.j',
  /** `request(callback, site, around, locks)` is the callback itself: the last argument of a call of `request` of `locks`. If that is Node's lock
   * manager: `around` is the site of such a call whose callback awaits this one, or 0. */
  request: '__foretrace_h.q',
} as const;

/** Modules of Node that are patched when they are used. */
export const PATCHED_MODULES: ReadonlySet<string> = new Set([
  ...['crypto', 'dgram', 'zlib', 'v8', 'assert', 'assert/strict', 'child_process', 'string_decoder'],
  ...['net', 'tls', 'http', 'https'],
]);

/** Methods whose calls get `last` around their last argument. For Atomics the object must be an identifier or member named Atomics. */
export const ATOMICS_METHODS: ReadonlySet<string> = new Set([
  ...['load', 'store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange', 'wait', 'waitAsync', 'notify'],
]);
export const ACCESSOR_METHODS =
  /^(?:[gs]et(?:Int8|Uint8|Int16|Uint16|Int32|Uint32|Float16|Float32|Float64|BigInt64|BigUint64)|(?:read|write)(?:U?[iI]nt(?:8|16[BL]E|32[BL]E|[BL]E)|Big(?:U?Int|U?int)64[BL]E|(?:Float|Double)[BL]E))$/;

/** Constructors and methods, by their last name, that record where they were called: they get `last` like the above. */
export const MARKED_CONSTRUCTORS: ReadonlySet<string> = new Set(['SharedArrayBuffer', 'Memory', 'Worker']);
export const MARKED_METHODS: ReadonlySet<string> = new Set(['postMessage', 'copyWithin', 'encodeInto']);

/** Constructors whose first argument, if it is a view, is copied: it gets `all` around it. */
export const COPYING_CONSTRUCTORS: ReadonlySet<string> = new Set([
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float16Array'],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Set', 'AggregateError'],
]);

/** Constructors of views over the memory of their first argument. */
export const SHARING_CONSTRUCTORS: ReadonlySet<string> = new Set(
  [...COPYING_CONSTRUCTORS, 'DataView'].filter((name) => !/^(?:Set|AggregateError)$/.test(name)),
);

/** Functions of Promise that iterate natively over what they are given. */
export const PROMISE_METHODS: ReadonlySet<string> = new Set(['all', 'allSettled', 'any', 'race']);

/** Functions that iterate natively over what they are given; `Iterator.from` does too. */
export const ITERATING_METHODS: ReadonlySet<string> = new Set(['fromAsync', 'groupBy', 'sumPrecise']);

/** Methods of Object and Reflect that read all elements of some of their arguments, which get `all` around them: from which on, to which. */
export const READING_FUNCTIONS: ReadonlyMap<string, readonly [from: number, to: number]> = new Map([
  ['Object.values', [0, 0]],
  ['Object.entries', [0, 0]],
  ['Object.assign', [1, 99]],
  ['Reflect.apply', [2, 2]],
  ['Reflect.construct', [1, 1]],
]);

/** Methods of arrays that read or write the elements of whatever they are called on, a view for instance; see `uses`. `Array.prototype[Symbol.iterator]`, which is
 * the same function as `values`, stays: V8 iterates over arrays faster as long as it is the one that there was. */
export const ARRAY_METHODS: ReadonlySet<string> = new Set([
  ...[
    'at',
    'copyWithin',
    'entries',
    'every',
    'fill',
    'filter',
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'flat',
    'flatMap',
  ],
  ...[
    'forEach',
    'includes',
    'indexOf',
    'join',
    'lastIndexOf',
    'map',
    'pop',
    'reduce',
    'reduceRight',
    'reverse',
    'shift',
    'slice',
  ],
  ...['some', 'sort', 'splice', 'toLocaleString', 'toReversed', 'toSorted', 'toSpliced', 'unshift', 'values', 'with'],
]);

/** A site in transformed text is this token and its number in the file (`__foretrace_site_12`). The runtime replaces the token by a
 * number (below 2^31, base + 12) and blanks when the file is loaded, so that transformed text can be cached and columns stay. Sites are numbers of the whole
 * process: the same in every thread. */
export const SITE_TOKEN = '__foretrace_site_';

/** How the text is to be parsed. `script`: sloppy or strict script (eval, vm, eval workers are `commonjs`); `commonjs`: a function body
 * with return, await is a name; `module`. */
export type SourceKind = 'commonjs' | 'module' | 'script';

/** What transform/index.ts exports as `transform(source, kind)`; undefined if there is nothing to hook. Throws a SyntaxError if the text
 * does not parse. The code has the lines of the source. */
export interface Transformed {
  readonly code: string;
  /** Line (from 1) and column (from 1) in the source, of site 0, 1, …: two numbers per site. */
  readonly sites: readonly number[];
  /** The same of the name that the code gives to what is made or accessed there; two zeros if it gives none. */
  readonly names: readonly number[];
  readonly moves: Moves;
}

/** Where the characters of a source went in transformed text, on their line. Lines and columns are from 1, columns are of transformed text. */
export interface Moves {
  /** Line, column, and how far what is there and behind is to the right of where it is in the source: three numbers each. */
  readonly moved: readonly number[];
  /** Line and column of calls that are not the program's: two numbers each. */
  readonly calls: readonly number[];
}
export type Transform = (source: string, kind: SourceKind, wants?: Wants) => Transformed | undefined;

/** What else than the places of accesses is wanted of a text. */
export interface Wants {
  readonly atomic?: AtomicNames | undefined;
  /** The program is led: its gate can stand between the read and the write of `a[i]++`. */
  readonly isLed?: boolean | undefined;
}

/** Which functions are to be atomic, by name, and what the source calls what the text has at a place, where a map knows it. */
export interface AtomicNames {
  matches(name: string): boolean;
  original(line: number, column: number): string | undefined;
}

/** What the runtime hands to wasm/ when it installs it (wasm/install.ts: `install(runtime)`). */
export interface WasmRuntime {
  /** This thread's buffer and the memory that all threads share, both shared memories, for import by helper modules. */
  readonly buffer: WebAssembly.Memory;
  readonly control: WebAssembly.Memory;
  /** Writes the buffer out: call it when the head has reached the limit. To be called, too, before a time is taken while the limit is the start
   * of the buffer: the log was ended for now. */
  flush(): void;
  /** Waits until the stripe (byte offset of its lock in the control memory) is likely free: call it when taking the lock failed, then
   * try again. */
  contended(lockOffset: number): void;
  /** The place of an access at a site whose turn it is to have a stack, or 0; `inner` frames of WebAssembly are ours. */
  stack(site: number, inner: number): number;
  /** Where a shared memory begins in the recording: a multiple of 65536 below 2^47. Makes the memory known if it is new. */
  address(memory: WebAssembly.Memory): number;
  /** Whether a module is to be recorded, by its file or address; of one that has none by who compiles it. */
  isWanted(file: string | undefined): boolean;
  /** Takes the site numbers of a module (the same for equal keys in every thread), or 0 if there are no more; where it is to be read is written
   * once. */
  sites(key: string, file: string, module: ModuleLine): number;
  /** Runs atomic wait and notify like Atomics.wait and Atomics.notify, recorded. Timeout in milliseconds. */
  wait(
    view: Int32Array | BigInt64Array,
    index: number,
    value: number | bigint,
    timeout: number,
    site: number,
  ): 'ok' | 'not-equal' | 'timed-out';
  notify(view: Int32Array, index: number, count: number, site: number): number;
  /** Of a program that is led: comes before every access. */
  readonly ahead?: ((access: GateAccess) => void) | undefined;
  /** What can tell nothing new is not recorded (wasm/seen.ts), and loops of stores are one record. */
  readonly filters?: boolean | undefined;
  /** Says that this runs unrecorded. */
  unrecorded(text: string): void;
  /** Keeps bytes with the recording; the path, or undefined if that was not possible. */
  keep(name: string, bytes: Uint8Array): string | undefined;
  /** The file that tells of the variables in the shared memory that begins there. */
  describe(address: number, file: string): void;
  /** Instrumented modules of other threads and runs; undefined if nothing is kept. */
  readonly modules?: ModuleCache | undefined;
}

/** What is told of a module of WebAssembly. Its sites are the bytes of the content of its code section, by their place in it. */
export interface ModuleLine {
  /** How many sites it has. */
  readonly length: number;
  /** Where they begin in the module. */
  readonly code: number;
  /** The file that has the module, by its path, or by its name if it is kept with the recording. */
  readonly path?: string;
  /** Bytes of that file and, if it is not kept, the time of its last change when it ran. */
  readonly size?: number;
  readonly changed?: number;
}

export interface ModuleCache {
  /** May throw what the file system throws. */
  read(name: string): Uint8Array<ArrayBuffer> | undefined;
  write(name: string, parts: readonly (string | Uint8Array)[]): void;
  /** One thread of the process at a time, so that a second one finds what the first has made. */
  alone<T>(make: () => T): T;
}

/** A thread's buffer, as 32-bit words. Records (raw/format.ts) begin at byte BUFFER_START. To append: write the record at the head, add 16 to the
 * head, call flush if the head is then at or above the limit. There is room for 8 records above the limit, so that a record and what
 * belongs to it need one check. */
export const Buffer32 = {
  /** Byte offset of the next record. */
  head: 0,
  limit: 1,
  /** Low 32 bits of the time that the last stamp record gave. A plain access compares it with the control's time; if they differ it
   * stores the new one here and appends a stamp first. A synchronisation appends a stamp with the time it took, and stores it here. */
  stamp: 2,
  /** 1 while somebody writes the buffer out. */
  flushing: 3,
  /** 1 once nothing more is recorded: flush then only sets the head back. */
  closed: 4,
  /** Records that are in the file, low and high word. */
  flushedLow: 5,
  flushedHigh: 6,
  thread: 7,
  /** Counts loads that were not recorded because nothing changed (see stripes); they become a `repeat` record with the next record:
   * whoever appends while this is not 0 calls `stamp` of log.ts first. JavaScript only: the wasm helper treats a word other than 0 by
   * appending { address: count, kind: repeat } and storing 0. Whoever counts here also takes 1 from `stamp`, so that a comparison of the
   * stamp is enough to notice. */
  repeats: 8,
  /** Grows with each synchronisation of the thread: until then WebAssembly remembers what it accessed (wasm/seen.ts). Whoever records
   * anything but plain accesses, and what belongs to them, adds to it. */
  epoch: 9,
  /** Grows when somebody else saves a copy of the records: those in it do not grow any more. */
  walk: 10,
  /** 1 while the thread is the only one that the process has had, outside of atomic blocks: what WebAssembly accesses plainly comes before all that
   * others ever do, and is not recorded. */
  alone: 11,
  /** How much of `epoch` is atomic loads: what is left of it counts what others can notice, or what tells of others (wasm/loads.ts). Whoever does not
   * add to it is on the safe side. */
  loads: 12,
} as const;
export const BUFFER_START = 64;
/** Where the records end, 64 Ki of them. Behind them stands, by the low bits of the site, how many accesses have no stack before the next that
 * has one. */
export const BUFFER_END: number = 16 * 65536;
export const COUNT_MASK: number = (1 << 14) - 1;
/** Behind these, what WebAssembly remembers of its last accesses: walks through memory (wasm/seen.ts), atomic loads (wasm/loads.ts), 32 bytes each, and
 * plain accesses, 16 bytes each. Pages of it that no thread uses take no memory. */
export const RUNS_START: number = BUFFER_END + 4 * (COUNT_MASK + 1);
export const LOADED_START: number = RUNS_START + 1024;
export const LOADED_MASK: number = (1 << 9) - 1;
export const SEEN_START: number = LOADED_START + 32 * (LOADED_MASK + 1);
export const SEEN_MASK: number = (1 << 16) - 1;
export const BUFFER_BYTES: number = SEEN_START + 16 * (SEEN_MASK + 1);
/** Most atomic stores in one record. */
export const MOST_STORES = 0xffff;

/** The control memory, as 32-bit words. */
export const Control32 = {
  /** The time. A synchronisation takes `Atomics.add(1) + 1` while it holds the stripe of its location; plain accesses load it. */
  time: 0,
  threads: 1,
  sites: 2,
  /** Next free page (65536 bytes) of the recording's address space. */
  pages: 3,
  messages: 4,
  blocks: 5,
  /** Records flushed by all threads, in units of 16. */
  records: 6,
  /** 0 while the process records; 1 at the limit of events; else the negative errno with which the system took no more, or -1. */
  stopped: 7,
  siteLock: 8,
  /** Two words: see secretOf. */
  secret: 9,
  /** Grows whenever a thread that waited goes on, or a thread ends: see hanging.ts. */
  moves: 11,
  /** 1 once there is something without shared memory that refers to places. */
  refers: 12,
  /** Steps of synchronisation, and the lowest priority that was given: see schedule.ts. */
  steps: 13,
  lowest: 14,
  /** Held by the thread that instruments a module. */
  moduleLock: 15,
  /** From here on, per thread: the number of the thread that made it and 1; 0 once it was joined. Up to the stripes. */
  parents: 16,
} as const;

/** A stripe serialises the atomics of some locations: the operation is executed and its time is taken while the lock is held. Stripe of
 * the low 32 bits of an address: `((low >>> 3) ^ (low >>> 13)) & (STRIPES - 1)`, 64 bytes each, from byte STRIPE_START of the control memory.
 * Word 0: the lock, 0 free, 1 held, 2 held and waited for (exchange; notify one after releasing a 2). No call and no loop may be made
 * while it is held, or a terminated worker keeps it. Word 1: the time of the last store or update in this stripe: store your time here
 * with every atomic that writes. A load whose stripe has the word 1 of this thread's previous record, if that was a load of the same
 * address at the same site, need not be recorded: it may count in `repeats`. Word 2: the number of the thread whose recorded atomic was the last, and 1;
 * or 0 if that was one of WebAssembly. */
export const STRIPES = 1024;
export const STRIPE_START = 4096;
export const STRIPE_BYTES = 64;
/** Words of a stripe. */
export const STRIPE_LAST_STORE = 1;
export const STRIPE_LAST_THREAD = 2;

/** Addresses of what is no memory: bits 32..47 of the address. Memory lies below 2^47. */
export const Space = {
  ...{ message: 0x8000, error: 0x8001, answer: 0x8002, close: 0x8003, stdio: 0x8004, length: 0x8005 },
  ...{ unfinished: 0x8006, socket: 0x8007 },
  ...{ lock: 0x9000, environment: 0xa000 },
} as const;
