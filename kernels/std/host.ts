// What the kernel asks of its host, src/formats/std-kernel.ts. AssemblyScript imports what is only declared from a module of the file's name.

/** The id of a name that is new to the kernel: of a variable, a lock, a thread or a location, as the kinds of targets are numbered. */
export declare function intern(kind: u32, start: usize, length: u32): u32;
