// What the kernels tell their host, src/detectors/epoch-kernel.ts. AssemblyScript imports what is only declared from a module of the file's name.

/** A race of the accesses at two positions. */
export declare function race(first: u32, second: u32): void;

/** An access that is known of the variable that was asked for: its operation, thread and position. */
export declare function access(op: u32, thread: u32, position: u32): void;
