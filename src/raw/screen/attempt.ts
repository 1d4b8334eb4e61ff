// What the screen cannot do on this machine, or with this memory, is done without it.

import { isKernelFailure } from '../../base/kernel-module.ts';

/** Undefined if there is no WebAssembly, none with SIMD, or not enough memory for what the program touched. */
export async function attempt<R>(work: () => Promise<R>): Promise<R | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isKernelFailure(error)) return undefined;
    throw error;
  }
}
