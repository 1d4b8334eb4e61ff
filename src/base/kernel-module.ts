// Kernels: WebAssembly that is compiled in advance (kernels/, scripts/kernels.mjs) and lies in the sources as text.

const modules = new Map<string, WebAssembly.Module | undefined>();

/** The module of a kernel, compiled when it is first asked for; undefined where there is no WebAssembly, or none with SIMD. */
export function kernelModule(code: string): WebAssembly.Module | undefined {
  if (!modules.has(code)) modules.set(code, compiled(code));
  return modules.get(code);
}

function compiled(code: string): WebAssembly.Module | undefined {
  // Node can be started without WebAssembly.
  if (typeof WebAssembly === 'undefined') return undefined;
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(code), (character) => character.charCodeAt(0)));
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined;
    throw error;
  }
}
