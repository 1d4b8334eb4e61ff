// What the kernel asks of its host, src/raw/screen/screen.ts. AssemblyScript imports what is only declared from a module of the file's name.

/** A set of locks: with a lock, without one, or what two sets have in common, as locksets.ts numbers them. */
export declare function lockset(what: u32, a: u32, b: u32): u32;

/** An atomic changed, by the record at this address: what the host makes of it, as atomics.ts numbers it. Kind 0: there is a new one of this number. */
export declare function lockLike(number: u32, kind: u32, thread: u32, record: usize): u32;

/** Synchronisation that is rare. `what`: a number of an object or of a thread. 0 if that cannot have been, 1 if it was, 2 if its time has not come. */
export declare function sync(kind: u32, thread: u32, what: u32, extra: u32): u32;
