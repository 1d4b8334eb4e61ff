// Modules of Node where there is Node: asked for and not imported, so that the same code runs in a browser, and no bundler stumbles over it.

export const builtin: NodeJS.Process['getBuiltinModule'] | undefined = (
  globalThis as { readonly process?: Partial<NodeJS.Process> }
).process?.getBuiltinModule;
