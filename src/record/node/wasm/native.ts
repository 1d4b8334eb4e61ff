// WebAssembly as it was before anything was patched. Importing this module early is what makes it true.

const { Module, Instance, Memory, Global, compile, instantiate, compileStreaming, instantiateStreaming } = WebAssembly;
const { imports, customSections } = Module;
const buffer = Object.getOwnPropertyDescriptor(Memory.prototype, 'buffer')!.get!;

/** The buffer of a memory, past a getter that the program or the recorder put over it. */
function bufferOf(memory: WebAssembly.Memory): ArrayBuffer {
  return Reflect.apply(buffer, memory, []) as ArrayBuffer;
}

export const nativeWasm = {
  Module,
  Instance,
  Memory,
  Global,
  compile,
  instantiate,
  compileStreaming,
  instantiateStreaming,
  imports,
  customSections,
  bufferOf,
} as const;
