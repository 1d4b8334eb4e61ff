// Kernels: WebAssembly that is compiled in advance (kernels/, scripts/kernels.mjs) and lies in the sources as text.

const modules = new Map<string, WebAssembly.Module>();

/** The module of a kernel, compiled when it is first asked for. Throws where there is no WebAssembly, or none with SIMD. */
export function kernelModule(code: string): WebAssembly.Module {
  let module = modules.get(code);
  if (module === undefined) {
    module = new WebAssembly.Module(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)));
    modules.set(code, module);
  }
  return module;
}
