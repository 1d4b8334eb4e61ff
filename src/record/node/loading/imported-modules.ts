// Modules of files that are imported, in Node 20: it reads them in the thread that imports them, by the `fs.promises.readFile` that everybody has,
// as long as there are no hooks. A thread for hooks takes as long to start as Node itself, for each worker again; it is started only for what
// is no file, or where the program has hooks of its own.

import fs from 'node:fs';
import { replace } from '../core/replace.ts';
import { isReader, moduleText } from './module-files.ts';

/** Later ones have other formats, such as TypeScript; those are for hooks. */
const READS_SO = process.versions.node.startsWith('20.');
/** Options of Node that make other things than files modules, or files other modules. */
const OTHERWISE = /--(?:experimental-(?:default-type|network-imports|policy)|import|loader|experimental-loader)\b/;
/** What is imported by a name that is made while the program runs may be no file. Not what comments say, `import()` or `import (at "this")`. */
const COMPUTED = /\bimport\s*\((?!\s*(?:\)|(['"])[^'"\n]*\1\s*[,)]|(?!await\b)\w+ "))/;
const DATA = /\b(?:import|from)\s*\(?\s*['"`]data:/;

/** Whether modules of files are instrumented as they are read. If not, they need hooks. */
export function readsModules(options: string): boolean {
  return READS_SO && !OTHERWISE.test(options);
}

/** Whether what a text imports may be other than a file. */
export function importsOther(text: string): boolean {
  return COMPUTED.test(text) || DATA.test(text);
}

/** `onOther`: called before anything is imported by a text that may import what is no file. */
export function installImports(onOther: () => void): void {
  const { readFile } = fs.promises;
  replace(fs.promises, 'readFile', async function (this: unknown, ...args: Parameters<typeof readFile>) {
    const [url] = args;
    const isModule = args.length === 1 && url instanceof URL && isReader();
    const bytes = await readFile.apply(this, args);
    if (!isModule) return bytes;
    const source = bytes.toString();
    if (importsOther(source)) onOther();
    const text = moduleText(url, () => source);
    return text === undefined ? bytes : Buffer.from(text);
  });
}
