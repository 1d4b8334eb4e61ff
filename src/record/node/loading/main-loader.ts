// Text that imports, and is run by us in the place of the program: what it imports is looked for from the file of the program that made it. Node 20 and 22 warn
// once of the option that says so, which the program did not choose.

import vm from 'node:vm';

const { Script } = vm;

/** The option of node:vm. */
export function mainLoader(): Pick<vm.ScriptOptions, 'importModuleDynamically'> {
  const { USE_MAIN_CONTEXT_DEFAULT_LOADER: importModuleDynamically } = vm.constants;
  if (!isQuiet) {
    isQuiet = true;
    // It is said when something is imported, and not again.
    silently(() => new Script('import("node:vm")', { importModuleDynamically }).runInThisContext());
  }
  return { importModuleDynamically };
}

let isQuiet = false;

/** Without the warnings of what is done: the program did not do it. */
export function silently<T>(act: () => T): T {
  const { emitWarning } = process;
  try {
    process.emitWarning = () => {};
    return act();
  } finally {
    process.emitWarning = emitWarning;
  }
}
