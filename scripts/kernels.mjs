// Compiles the kernels (kernels/*/index.ts, AssemblyScript) and writes them as modules of the sources: whoever installs the package or reads the
// sources in a test needs no compiler. test/package/kernels.test.ts says when they are not of the sources beside them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

/** Pages of 64 KiB that a kernel may have. The screen leaves what does not fit to those who need less; a detector has all that can be addressed. */
const SOME_PAGES = '6144';
const ALL_PAGES = '65535';
/** Constants that the sources do not define. */
const uses = (...constants) => constants.flatMap((constant) => ['--use', constant]);
/** The first page of a detector's kernel has the columns of the events, kernels/happens-before/loop.ts. */
const DETECTOR = ['--memoryBase', '65536'];
/** Target → source, pages, options and constants of the compiler. A kernel that watches, is thorough, or is SHB's, does more, and costs the other one nothing. */
const KERNELS = {
  'src/raw/screen/kernel-code.ts': ['kernels/screen/index.ts', SOME_PAGES, uses('WATCHING=0', 'THOROUGH=0')],
  'src/raw/screen/thorough-kernel-code.ts': ['kernels/screen/index.ts', SOME_PAGES, uses('WATCHING=0', 'THOROUGH=1')],
  'src/raw/screen/watching-kernel-code.ts': ['kernels/screen/index.ts', SOME_PAGES, uses('WATCHING=1', 'THOROUGH=0')],
  'src/raw/follow/kernel-code.ts': ['kernels/follow/index.ts', SOME_PAGES, []],
  'src/detectors/fasttrack/kernel-code.ts': [
    'kernels/happens-before/fasttrack-kernel.ts',
    ALL_PAGES,
    [...uses('SCHEDULABLE=0'), ...DETECTOR],
  ],
  'src/detectors/shb/kernel-code.ts': [
    'kernels/happens-before/shb-kernel.ts',
    ALL_PAGES,
    [...uses('SCHEDULABLE=1'), ...DETECTOR],
  ],
  'src/formats/std-kernel-code.ts': ['kernels/std/index.ts', SOME_PAGES, []],
  'src/record/node/wasm/kernel-code.ts': ['kernels/wasm-code/index.ts', ALL_PAGES, []],
};
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--enable', 'bulk-memory', '--use', 'abort='];

/** A function whose comment says @inline is put where it is called: a call costs as much as what the small ones do. What it says is the decorator of
 * AssemblyScript, which is no TypeScript. */
const INLINE = /(\/\*\* (?:(?!\*\/)[\s\S])*@inline(?:(?!\*\/)[\s\S])*\*\/\n)(?=(?:export )?function)/g;

function sourceAt(path) {
  try {
    return readFileSync(path, 'utf8').replace(INLINE, '$1@inline\n');
  } catch {
    // Not found: the compiler looks elsewhere.
    return null;
  }
}

/** The module that holds a kernel. */
async function moduleOf([source, pages, options]) {
  const files = new Map();
  const args = [source, '--outFile', 'kernel.wasm', '--maximumMemory', pages, ...OPTIONS, ...options];
  const { error, stderr } = await asc.main(args, {
    readFile: (name, folder) => sourceAt(join(folder, name)),
    writeFile: (name, contents) => void files.set(name, contents),
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  const code = Buffer.from(files.get('kernel.wasm')).toString('base64');
  return `// Made by npm run kernels from ${source}.\n\nexport const KERNEL =\n  '${code}';\n`;
}

export async function kernels() {
  const made = new Map();
  for (const [target, making] of Object.entries(KERNELS)) made.set(target, await moduleOf(making));
  return made;
}

if (process.argv[1] === import.meta.filename) for (const [path, text] of await kernels()) writeFileSync(path, text);
