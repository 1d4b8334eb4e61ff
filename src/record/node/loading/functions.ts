// Functions made of text: `new Function` and its relatives for async functions and generators, and `eval` under another name.

import vm from 'node:vm';
import { noteUnrecorded } from '../core/notes.ts';
import { give } from '../core/replace.ts';
import { fileOfProgram } from '../core/stack.ts';
import { hashText, hexOf, NO_KEY } from './hash.ts';
import { instrumented } from './instrument.ts';
import { mainLoader } from './main-loader.ts';

const { Script } = vm;
const { apply } = Reflect;

type Constructor = new (...args: string[]) => object;

/** Text without a file is called by what it is and its hash: the same in every run. */
export function nameOfText(what: string, text: string): string {
  return `[${what} ${hexOf(hashText(text, NO_KEY)).slice(0, 6)}]`;
}

// biome-ignore lint/security/noGlobalEval: the program's own eval, under another name
const globalEval = eval;

/** Of every realm. */
const evals = new WeakSet<object>([globalEval]);

export function meetEval(realmEval: unknown): void {
  if (typeof realmEval === 'function') evals.add(realmEval);
}

/** The argument of an `eval`; `callee` is what is called, if that may be another function. */
export function evaluated(text: unknown, callee: unknown = globalEval): unknown {
  return typeof text === 'string' && typeof callee === 'function' && evals.has(callee)
    ? instrumented(text, nameOfText('eval', text), 'script')
    : text;
}

const recording = new WeakMap<object, unknown>();

/** See Hook.handed. */
export function handedEval(value: unknown, isLost?: unknown): unknown {
  if (typeof value !== 'function' || !evals.has(value)) return value;
  if (isLost) {
    noteUnrecorded(
      `what eval runs where ${fileOfProgram() ?? 'a text'} hands it on as a value: hand on a function that calls it, (text) => (0, eval)(text)`,
    );
    return value;
  }
  const known = recording.get(value);
  if (known !== undefined) return known;
  const { recorded } = { recorded: (text: unknown): unknown => apply(value, undefined, [evaluated(text, value)]) };
  give(recorded, value as never);
  recording.set(value, recorded);
  return recorded;
}

/** Runs text in the global scope. What it imports is looked for from the code that runs it, which must not be ours: Node is told the file
 * of the program. */
function run(text: string): unknown {
  if (!/\bimport\b/.test(text)) return globalEval(text);
  const filename = fileOfProgram();
  return new Script(text, { ...(filename !== undefined && { filename }), ...mainLoader() }).runInThisContext();
}

const KINDS = [
  ['function', () => {}],
  ['async function', async () => {}],
  ['function*', function* () {}],
  ['async function*', async function* () {}],
] as const;

/** The constructors are reached from every function: the property of the prototypes is replaced. */
export function installFunctions(): void {
  for (const [head, example] of KINDS) {
    const prototype = Object.getPrototypeOf(example) as object;
    const descriptor = Object.getOwnPropertyDescriptor(prototype, 'constructor')!;
    const native = descriptor.value as Constructor;
    const value: Constructor = new Proxy(native, {
      apply: (_, __, args: unknown[]) => functionOf(head, native, args, native),
      construct: (_, args: unknown[], newTarget) => functionOf(head, native, args, newTarget === value ? native : newTarget),
    });
    Object.defineProperty(prototype, 'constructor', { ...descriptor, value });
    if (native === globalThis.Function)
      Object.defineProperty(globalThis, 'Function', { value, configurable: true, writable: true, enumerable: false });
  }
}

/** Made by Node first, which checks parameters and body each for themselves, then again as an expression with hooks. */
function functionOf(head: string, native: Constructor, args: readonly unknown[], newTarget: unknown): object {
  const texts = args.map((arg) => `${arg}`);
  const plain = Reflect.construct(native, texts, newTarget as Constructor) as object;
  // The text that Node itself makes of it, lines included.
  const text = `(${head} anonymous(${texts.slice(0, -1).join()}\n) {\n${texts.at(-1) ?? ''}\n})`;
  const hooked = instrumented(text, nameOfText('function', text), 'script');
  if (hooked === text && !text.includes('import')) return plain;
  try {
    const made = run(hooked) as object;
    const prototype = Object.getPrototypeOf(plain) as object;
    if (Object.getPrototypeOf(made) !== prototype) Object.setPrototypeOf(made, prototype);
    return made;
  } catch {
    return plain;
  }
}
