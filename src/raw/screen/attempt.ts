// What the screen cannot do on this machine, or with this memory, is done without it.

/** Undefined if there is no WebAssembly, none with SIMD, or not enough memory for what the program touched. */
export async function attempt<R>(work: () => Promise<R>): Promise<R | undefined> {
  // Node can be started without WebAssembly.
  if (typeof WebAssembly === 'undefined') return undefined;
  try {
    return await work();
  } catch (error) {
    const { RuntimeError, CompileError } = WebAssembly;
    if (error instanceof RuntimeError || error instanceof CompileError || error instanceof RangeError) return undefined;
    throw error;
  }
}
