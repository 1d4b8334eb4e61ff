// Kernels: WebAssembly that is compiled in advance (kernels/, scripts/kernels.mjs) and lies in the sources as text. Where one cannot run, those who
// know another way take it, and the others say so.

import { InputError } from './error.ts';

const modules = new Map<string, WebAssembly.Module>();

/** A new kernel, with what it asks its host. NO_WEBASSEMBLY where there is no WebAssembly, none with SIMD, or no memory for it. */
export function newKernel<Exports>(code: string, host: Readonly<Record<string, WebAssembly.ImportValue>>): Exports {
  if (typeof WebAssembly === 'undefined')
    throw new InputError('NO_WEBASSEMBLY', {}, 'there is no WebAssembly here', 'start node without --jitless');
  try {
    return new WebAssembly.Instance(moduleOf(code), { host }).exports as unknown as Exports;
  } catch (error) {
    throw refusal(error) ?? error;
  }
}

/** Whether the error means that a kernel cannot go on here, from `newKernel` or later, when there is no more memory. */
export function isKernelFailure(error: unknown): boolean {
  if (error instanceof InputError) return error.code === 'NO_WEBASSEMBLY';
  return error instanceof RangeError || (typeof WebAssembly !== 'undefined' && error instanceof WebAssembly.RuntimeError);
}

function moduleOf(code: string): WebAssembly.Module {
  let module = modules.get(code);
  if (module === undefined) {
    const letters = atob(code);
    const bytes = new Uint8Array(letters.length);
    // By `from` and a function it takes 6 ms where it is done once.
    for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
    module = new WebAssembly.Module(bytes);
    modules.set(code, module);
  }
  return module;
}

function refusal(error: unknown): InputError | undefined {
  if (error instanceof WebAssembly.CompileError)
    return new InputError(
      'NO_WEBASSEMBLY',
      {},
      `WebAssembly with SIMD cannot be compiled here: ${error.message}`,
      'the processor needs SSE4.1 or NEON, a browser a policy that allows wasm-unsafe-eval',
    );
  if (error instanceof RangeError)
    return new InputError(
      'NO_WEBASSEMBLY',
      {},
      `there is no memory for WebAssembly: ${error.message}`,
      'it reserves 10 GB of addresses, of which it uses few: raise a limit on them (ulimit -v)',
    );
  return undefined;
}
