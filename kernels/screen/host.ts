// What the kernel asks of its host, src/raw/screen/screen.ts, and what one that watches tells it. AssemblyScript imports what is only declared from a module of the file's name.

/** A set of locks: with a lock, without one, or what two sets have in common, as locksets.ts numbers them. */
export declare function lockset(what: u32, a: u32, b: u32): u32;

/** An atomic changed, by the record at this address: what the host makes of it, as atomics.ts numbers it. Kind 0: there is a new one of this number. */
export declare function lockLike(number: u32, kind: u32, thread: u32, record: usize): u32;

/** Synchronisation that is rare. `what`: a number of an object or of a thread. 0 if that cannot have been, 1 if it was, 2 if its time has not come. */
export declare function sync(kind: u32, thread: u32, what: u32, extra: u32): u32;

/** A pair of accesses that may race, the one at hand and an earlier one, as watch.ts numbers them; observed: nothing ordered them in this run. */
export declare function told(
  thread: u32,
  how: u32,
  address: f64,
  bytes: f64,
  site: f64,
  time: f64,
  other: u32,
  otherHow: u32,
  otherSite: f64,
  observed: bool,
): void;

/** A record that cannot have been, or is not understood, for a reason that watch.ts numbers. */
export declare function confused(reason: u32): void;

/** Plain accesses of this memory are not looked at while it is in use. */
export declare function benign(address: f64, bytes: f64): void;

/** Memory is used anew; asked for by `tellOfBlocks`. */
export declare function renewed(address: f64, bytes: f64): void;
