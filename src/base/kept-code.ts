// Loads a script with the code that V8 made of it in an earlier run for the same purpose, which is kept in the user's cache: to parse and compile
// the program anew takes 0.07 s, half of what `foretrace run` takes to start; the recorder, 0.04 s in each thread of a program. V8 refuses code of
// another version or of other flags, which are in the name of the file. It does not see a flipped bit, and knows a script by its length: so the name has
// the checksum of the script, too, and the file that of the code. And code knows by what name it was compiled, which is what stacks say: so the name has
// the checksum of the path.

import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { cacheFolder } from './cache-folder.ts';
import { PRIVATE_FILE } from './private-folder.ts';

const PREFIX = 'code-';
/** Kept for all commands, versions and installations together: about a megabyte each. */
const MOST_FILES = 24;
const CHECKSUM_BYTES = 4;

interface Keeping {
  /** Runs for the same one need the same code. */
  readonly purpose: string;
  /** What was compiled until then is kept: when the script has run, or when the process ends. `never`: who only uses it. */
  readonly when: 'loaded' | 'exit' | 'never';
}

/** What the CommonJS script at the path exports, which is ASCII. In stacks it has its URL, as a module has. */
export function keptModule<Exports>(path: string, { purpose, when }: Keeping): Exports {
  const source = readFileSync(path);
  const file = keptFile(path, source, purpose);
  const kept = file === undefined ? undefined : keptCode(file);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source.toString('latin1')}\n})`, {
    filename: pathToFileURL(path).href,
    cachedData: kept,
  });
  const isNew = file !== undefined && (kept === undefined || script.cachedDataRejected === true);
  if (isNew && when === 'exit') process.once('exit', () => keep(file, script.createCachedData()));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  if (isNew && when === 'loaded') keep(file, script.createCachedData());
  return module.exports as Exports;
}

/** Undefined if there is no folder for it. */
function keptFile(path: string, source: Buffer, purpose: string): string | undefined {
  // Whatever else a command line begins with, it may be anything.
  const name = /^[a-z+-]{1,20}$/.test(purpose) ? purpose : 'other';
  try {
    const folder = cacheFolder(process.env);
    const made = [crc32(source), crc32(path), cachedDataVersionTag()].map((number) => number.toString(16)).join('-');
    return join(folder, `${PREFIX}${made}-${name}`);
  } catch {
    return undefined;
  }
}

function keptCode(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(CHECKSUM_BYTES);
    return code.length > 0 && bytes.readUInt32LE() === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Written aside and renamed: another process sees all of it or nothing. */
function keep(file: string, code: Buffer): void {
  const aside = `${file}.${process.pid}`;
  try {
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(crc32(code));
    writeFileSync(aside, Buffer.concat([checksum, code]), { mode: PRIVATE_FILE });
    renameSync(aside, file);
    removeOldest(dirname(file));
  } catch {
    // A cache that cannot be written is none.
    rmSync(aside, { force: true });
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.startsWith(PREFIX));
  const dated = files.map((name) => ({ path: join(folder, name), date: statSync(join(folder, name)).mtimeMs }));
  dated.sort((a, b) => b.date - a.date);
  for (const { path } of dated.slice(MOST_FILES)) rmSync(path, { force: true });
}
