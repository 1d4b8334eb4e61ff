// `foretrace doctor`: what recording needs, what of it is here, and how to get the rest.

import { jsonText } from '../../base/json.ts';
import { columns } from '../../base/table.ts';
import { type Check, nativeChecks } from '../../record/c/checks.ts';
import { rustChecks } from '../../record/c/rust/checks.ts';
import { javaChecks } from '../../record/java/checks.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { wasmReport } from '../wasm-doctor.ts';

const [MAJOR, MINOR] = [20, 19];

export const doctorCommand = command({
  description:
    'Tries out what recording needs: Node.js, the compilers, the C library, Java, and a small program from source to a recorded run. The exit status is 1 if something is missing that --needs asks for.',
  arguments: [],
  options: {
    needs: {
      kind: 'text',
      value: 'what',
      choices: ['node', 'c', 'c++', 'rust', 'java'],
      default: 'node',
      help: 'programs that are to be recorded: what they need decides the exit status',
    },
    wasm: {
      kind: 'file',
      value: 'file',
      onTheLine: true,
      help: 'look at this WebAssembly module instead: whether it would be recorded, and which of its functions are known as synchronisation; the exit status is 1 if it would not, though threads share its memory',
    },
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the result',
    },
  },
  examples: [
    { line: 'foretrace doctor', says: 'is everything there?' },
    { line: 'foretrace doctor --needs c', says: 'fail if programs in C cannot be recorded' },
    { line: 'foretrace doctor --needs rust', says: 'fail if programs in Rust cannot be recorded' },
    { line: 'foretrace doctor --needs java', says: 'fail if programs in Java cannot be recorded' },
    { line: 'foretrace doctor --format json', says: 'the same for a script' },
    { line: 'foretrace doctor --wasm app.wasm', says: 'what the recorder makes of a WebAssembly module' },
  ],
  async run({ options }, { print, colors }) {
    if (options.wasm !== undefined) {
      const { text, ok } = wasmReport(options.wasm, options.format === 'json' ? 'json' : 'text');
      print(text);
      return ok ? Exit.ok : Exit.findings;
    }
    const node = nodeCheck(process.versions.node);
    const native = nativeChecks(process.env);
    const rust = rustChecks(process.env);
    const java = javaChecks(process.env);
    const checks = [node, ...native, ...rust, ...java];
    const needed = new Set([
      node,
      ...native.filter(({ id }) => isNeeded(id, options.needs)),
      ...(options.needs === 'rust' ? rust : []),
      ...(options.needs === 'java' ? java : []),
    ]);
    const languageOf = (check: Check): string =>
      rust.includes(check) ? 'Rust' : java.includes(check) ? 'Java' : 'C, C++ and Rust';
    if (options.format === 'json') print(`${jsonText({ version: 1, checks }, 2)}\n`);
    else
      for (const check of checks) {
        const { ok, title, detail, hint } = check;
        const optional = !ok && !needed.has(check);
        const state = ok ? colors.green('ok     ') : (optional ? colors.yellow : colors.red)('missing');
        print(`${state}  ${columns([[`${title}${optional ? ` (only for ${languageOf(check)})` : ''}: ${detail}`]])}`);
        if (hint !== '') print(columns([[`         ${hint}`]]));
      }
    return [...needed].every(({ ok }) => ok) ? Exit.ok : Exit.findings;
  },
});

/** Whether programs in this language need what is checked of C and C++. The runtime is in C: C++ and Rust need all that C does. */
function isNeeded(id: string, language: 'node' | 'c' | 'c++' | 'rust' | 'java'): boolean {
  return language === 'c++' || ((language === 'c' || language === 'rust') && id !== 'c++');
}

/** Everything in foretrace runs on Node.js, and its recorder needs nothing else. */
function nodeCheck(version: string): Check {
  const [major, minor] = version.split('.').map(Number);
  const ok = major! > MAJOR || (major === MAJOR && minor! >= MINOR);
  const hint = ok ? '' : `install Node.js ${MAJOR}.${MINOR} or later from your distribution or nodejs.org`;
  return { id: 'node', title: 'Node.js', ok, detail: version, hint };
}
