// Where Node turns text into code: CommonJS through Module.prototype._compile, modules through the hooks of node:module, which run in this
// thread from Node 22.15 on, and before that in a thread of their own (loader.ts).

import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { installVm } from './evaluating.ts';
import type { SourceKind } from './hooks.ts';
import { instrumented } from './instrument.ts';
import type { LoaderData } from './loader.ts';
import { natives } from './natives.ts';
import { replace } from './replace.ts';

type Compile = (this: unknown, content: unknown, filename: unknown, ...rest: unknown[]) => unknown;

interface Loaded {
  format?: string | null;
  source?: string | ArrayBuffer | NodeJS.TypedArray | null;
}
type Load = (url: string, context: unknown, next: (url: string, context: unknown) => Loaded) => Loaded;

type ThreadData = Omit<LoaderData, 'newest' | 'generation'>;

/** What the types of Node 20 do not have yet. */
interface NewModule {
  registerHooks?: (hooks: { load: Load }) => { deregister(): void };
  stripTypeScriptTypes?: (code: string) => string;
}

export function installLoading(data: ThreadData): void {
  const prototype = module.prototype as unknown as { _compile: Compile };
  const compile = prototype._compile;
  replace(prototype, '_compile', function (this: unknown, content: unknown, filename: unknown, ...rest: unknown[]) {
    const isModule = rest[0] === 'module';
    const text =
      typeof content === 'string' && typeof filename === 'string' && !isModule
        ? instrumented(content, filename, 'commonjs')
        : content;
    return compile.call(this, text, filename, ...rest);
  });
  installVm();
  if ((module as unknown as NewModule).registerHooks !== undefined) installSynchronous();
  else installAsynchronous(data);
}

/** Hooks run last registered first, and ours must see what the others made of a source: it is registered anew after each. */
function installSynchronous(): void {
  const owner = module as unknown as Required<NewModule>;
  const { registerHooks } = owner;
  const load: Load = (url, context, next) => loaded(url, next(url, context));
  let mine = registerHooks({ load });
  replace(owner, 'registerHooks', (hooks: never) => {
    const theirs = registerHooks(hooks);
    mine.deregister();
    mine = registerHooks({ load });
    return theirs;
  });
}

/** The same in the loader thread, where ours cannot be taken back: the older ones hear that there is a newer. */
function installAsynchronous(data: ThreadData): void {
  const { register } = module;
  const newest = new Int32Array(new natives.SharedArrayBuffer(4));
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const registerOurs = (): void => {
    const generation = natives.add(newest, 0, 1) + 1;
    register(`./loader${extension}?${generation}`, { parentURL: import.meta.url, data: { ...data, newest, generation } });
  };
  registerOurs();
  replace(module, 'register', (...args: Parameters<typeof register>) => {
    register(...args);
    registerOurs();
  });
}

/** What a load gives, instrumented if it is JavaScript. */
export function loaded(url: string, result: Loaded): Loaded {
  const { format, source } = result;
  const kind = KINDS[format ?? ''];
  if (kind === undefined || source === null || source === undefined || url.startsWith('node:')) return result;
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  if (!format!.endsWith('-typescript')) return { ...result, source: instrumented(text, pathOf(url), kind) };
  const strip = (module as unknown as NewModule).stripTypeScriptTypes;
  if (strip === undefined) return result;
  const plain = stripped(text, strip);
  return plain === undefined ? result : { ...result, format: kind, source: instrumented(plain, pathOf(url), kind) };
}

/** Types away, as Node does it: with spaces in their place. Undefined if Node is to say what is wrong. */
function stripped(text: string, strip: (code: string) => string): string | undefined {
  // The function warns that it is experimental; the program did not call it.
  const { emitWarning } = process;
  try {
    process.emitWarning = () => {};
    return strip(text);
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

const KINDS: Readonly<Record<string, SourceKind>> = {
  module: 'module',
  'module-typescript': 'module',
  commonjs: 'commonjs',
};

function pathOf(url: string): string {
  if (!url.startsWith('file:')) return url.length > 120 ? `${url.slice(0, 120)}…` : url;
  try {
    return fileURLToPath(url.replace(/[?#].*$/, ''));
  } catch {
    return url;
  }
}
