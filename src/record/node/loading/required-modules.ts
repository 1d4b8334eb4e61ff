// Modules that a required module imports, in the Nodes that can require modules and have no synchronous hooks (20.19, 22.12 to 22.14): these read
// such files themselves and ask nobody, neither hooks nor Module.prototype._compile. What they read can be had, though: they open the file by its
// URL with the `openSync` that everybody has, and get a file with the instrumented text instead.

import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';
import { callSites } from '../core/call-sites.ts';
import { note } from '../core/notes.ts';
import { replace } from '../core/replace.ts';
import { instrumented, isCommonJs } from './instrument.ts';

const { constants, openSync, readFileSync, unlinkSync, writeSync } = fs;

/** Who reads the modules of Node, and how far up the stack it is: our function, `openSync`, `readFileSync`. */
const READER = 'node:internal/modules/esm/load';
const NEAR = 8;

let isInstalled = false;
/** Modules that are being required. */
let depth = 0;

/** `load` requires a module: those that it imports are instrumented, too. */
export function withImports<T>(load: () => T): T {
  install();
  depth++;
  try {
    return load();
  } finally {
    depth--;
  }
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  replace(fs, 'openSync', (...args: Parameters<typeof openSync>) => {
    const [path] = args;
    return (depth > 0 && path instanceof URL && isReader() ? instrumentedFile(path) : undefined) ?? openSync(...args);
  });
}

function isReader(): boolean {
  return callSites(NEAR).some((frame) => frame.getFileName() === READER);
}

/** An open file with the text to run; undefined if it is as it was, or cannot be had: Node reads it and says what is wrong. */
function instrumentedFile(url: URL): number | undefined {
  try {
    const path = fileURLToPath(url);
    if (!/\.m?js$/.test(path)) return undefined;
    const source = readFileSync(path, 'utf8');
    // Those of CommonJS come by Module.prototype._compile.
    if (!isModule(path, source)) return undefined;
    const text = instrumented(source, path, 'module');
    return text === source ? undefined : fileOf(text);
  } catch (error) {
    note(`not instrumented: ${url.href}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

let files = 0;

/** A file without a name, from whose beginning the text can be read. */
function fileOf(text: string): number {
  const path = join(tmpdir(), `foretrace-${process.pid}-${process.hrtime.bigint()}-${files++}.mjs`);
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, PRIVATE_FILE);
  unlinkSync(path);
  const bytes = Buffer.from(text);
  // With a place: where the file is read from next stays where it is.
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, done);
  return file;
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
