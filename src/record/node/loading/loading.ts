// Where Node turns text into code: CommonJS through Module.prototype._compile, modules through the hooks of node:module, which run in this
// thread from Node 22.15 on, and before that in a thread of their own (loader.ts); Node 20 reads most of them where we can see it (imported-modules.ts).

import fs from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';
import type { SourceKind } from '../core/hooks.ts';
import { natives } from '../core/natives.ts';
import { replace } from '../core/replace.ts';
import { commandText, installVm } from './evaluating.ts';
import { installFunctions } from './functions.ts';
import { importsOther, installImports, readsModules } from './imported-modules.ts';
import { instrumented } from './instrument.ts';
import type { LoaderData } from './loader.ts';
import { silently } from './main-loader.ts';
import { withImports } from './required-modules.ts';

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

/** What Node calls the code around a program that has no file. */
const COMMAND = /^\[(?:eval|stdin)\]-wrapper$/;

export function installLoading(data: ThreadData, isModule: boolean): void {
  const isOld = (module as unknown as NewModule).registerHooks === undefined;
  const useModules = isOld ? installAsynchronous(data, isModule) : installSynchronous();
  const prototype = module.prototype as unknown as { _compile: Compile };
  const compile = prototype._compile;
  replace(prototype, '_compile', function (this: unknown, content: unknown, filename: unknown, ...rest: unknown[]) {
    if (typeof content !== 'string' || typeof filename !== 'string') return compile.call(this, content, filename, ...rest);
    // A module that is required. The hooks of newer Nodes have seen it.
    if (rest[0] === 'module') {
      if (!isOld) return compile.call(this, content, filename, ...rest);
      const text = instrumented(content, filename, 'module');
      return withImports(() => compile.call(this, text, filename, ...rest));
    }
    const { text, format } = javaScript(content, rest[0]);
    if (format === 'module') return compile.call(this, text, filename, format);
    useModules(text);
    // A file may turn out to be a module.
    const fallback = format === undefined && /\.[jt]s$/.test(filename) ? 'module' : undefined;
    const compiled = compile.call(
      this,
      instrumented(text, filename, 'commonjs', fallback),
      filename,
      ...(rest.length === 0 ? rest : [format, ...rest.slice(1)]),
    );
    return COMMAND.test(filename) ? commandText(compiled, filename.replace('-wrapper', '')) : compiled;
  });
  installVm();
  installFunctions();
}

/** Hooks run last registered first, and ours must see what the others made of a source: it is registered anew after each. */
function installSynchronous(): (text: string) => void {
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
  return () => {};
}

/** The same in the loader thread, where ours cannot be taken back: the older ones hear that there is a newer. The thread takes as long
 * to start as Node itself, and is started only when there may be a module that is not instrumented as it is read. */
function installAsynchronous(data: ThreadData, isModule: boolean): (text: string) => void {
  const { register } = module;
  const newest = new Int32Array(new natives.SharedArrayBuffer(4));
  const registerOurs = (): void => {
    const generation = natives.add(newest, 0, 1) + 1;
    register(`../loader.js?${generation}`, { parentURL: import.meta.url, data: { ...data, newest, generation } });
  };
  replace(module, 'register', (...args: Parameters<typeof register>) => {
    register(...args);
    registerOurs();
  });
  const useHooks = (): void => {
    if (newest[0] === 0) registerOurs();
  };
  const options = `${process.execArgv.join(' ')} ${process.env['NODE_OPTIONS'] ?? ''}`;
  const [, main] = process.argv;
  // Text on the command line, on the standard input, or of a worker.
  const isProgramText = threads.isMainThread && (main === undefined || main === '-');
  const isText = isModule || isProgramText || /--(?:eval|print|input-type)\b|(?:^|\s)-[ep]/.test(options);
  if (readsModules(options) && !isText) {
    installImports(useHooks);
    return (text) => importsOther(text) && useHooks();
  }
  const owner = module as unknown as { runMain: (main?: string) => unknown };
  const { runMain } = owner;
  owner.runMain = (file = process.argv[1]) => {
    if (mayBeModule(file)) useHooks();
    return runMain.call(module, file);
  };
  if (isText || /--(?:import|loader|experimental-loader)\b/.test(options)) useHooks();
  return (text) => /\bimport\s*\(/.test(text) && useHooks();
}

function mayBeModule(file: string | undefined): boolean {
  if (file === undefined || /\.m[jt]s$/.test(file)) return true;
  if (file.endsWith('.cjs')) return false;
  try {
    return /\b(?:import|export|await)\b/.test(fs.readFileSync(file, 'utf8'));
  } catch {
    return true;
  }
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

/** What Node makes of TypeScript before it compiles it, and of the name of its format. */
function javaScript(content: string, format: unknown): { text: string; format: unknown } {
  const strip = (module as unknown as NewModule).stripTypeScriptTypes;
  if (strip === undefined || typeof format !== 'string' || !format.endsWith('typescript')) return { text: content, format };
  const text = stripped(content, strip);
  if (text === undefined) return { text: content, format };
  return { text, format: /^(?:commonjs|module)/.exec(format)?.[0] };
}

/** Types away, as Node does it: with spaces in their place. Undefined if Node is to say what is wrong. */
function stripped(text: string, strip: (code: string) => string): string | undefined {
  try {
    // The function warns that it is experimental.
    return silently(() => strip(text));
  } catch {
    return undefined;
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
