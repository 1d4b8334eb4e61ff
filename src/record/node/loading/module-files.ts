// Files of modules that Node 20.19 and 22.12 to 22.14 read by themselves, asking neither hooks nor Module.prototype._compile. Who reads is seen by the
// stack, and so what everybody has can be replaced: `openSync` for what is required (required-modules.ts), `fs.promises.readFile` for what is
// imported (imported-modules.ts).

import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callSites } from '../core/call-sites.ts';
import { note } from '../core/notes.ts';
import { instrumented, isCommonJs } from './instrument.ts';

const { readFileSync } = fs;

/** Who reads the modules of Node, and how far up the stack it is: our function, `openSync`, `readFileSync`. */
const READER = 'node:internal/modules/esm/load';
const NEAR = 8;

export function isReader(): boolean {
  return callSites(NEAR).some((frame) => frame.getFileName() === READER);
}

/** The text to run of a file that Node reads as a module; undefined if it is as it was, or none that is instrumented here. */
export function moduleText(url: URL, read: (path: string) => string): string | undefined {
  try {
    const path = fileURLToPath(url);
    if (!/\.m?js$/.test(path)) return undefined;
    const source = read(path);
    // Those of CommonJS come by Module.prototype._compile.
    if (!isModule(path, source)) return undefined;
    const text = instrumented(source, path, 'module');
    return text === source ? undefined : text;
  } catch (error) {
    note(`not instrumented: ${url.href}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** As Node decides it. */
function isModule(path: string, source: string): boolean {
  if (path.endsWith('.mjs')) return true;
  const type = typeOf(dirname(path));
  return type === undefined ? !isCommonJs(source) : type === 'module';
}

const types = new Map<string, string | undefined>();

/** The `type` of the nearest package. */
function typeOf(folder: string): string | undefined {
  if (!types.has(folder)) types.set(folder, typeIn(folder));
  return types.get(folder);
}

function typeIn(folder: string): string | undefined {
  const above = dirname(folder);
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { type?: string }).type;
  } catch {
    return above === folder ? undefined : typeOf(above);
  }
}
