// How rustc is asked to call the runtime at each access. The options are those of its ThreadSanitizer, and unstable by name; they are the
// same in every rustc, and the stable one takes them if RUSTC_BOOTSTRAP says so.

/** So that a stable compiler takes unstable options. */
export const UNSTABLE: Readonly<Record<string, string>> = { RUSTC_BOOTSTRAP: '1' };

export const INSTRUMENTING: readonly string[] = [
  '-Zsanitizer=thread',
  // Ours is linked, not the one that comes with the compiler.
  '-Zexternal-clangrt',
  // LLVM leaves out a read that is followed by a write of the same variable, and with it what the read saw.
  '-Cllvm-args=-tsan-instrument-read-before-write=1',
];
