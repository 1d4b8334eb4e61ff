// Text that becomes code by functions of Node: node:vm, workers made of text, programs on the command line or the standard input.

import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { HOOKS, Hook } from '../core/hooks.ts';
import type { Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { addRealm } from '../core/running-test.ts';
import { installBuiltIns } from '../patches/built-ins.ts';
import { meetEval, nameOfText } from './functions.ts';
import { instrumented } from './instrument.ts';
import { mainLoader } from './main-loader.ts';

/** The text of a worker with `eval: true`. */
export function workerText(text: string): string {
  return instrumented(text, nameOfText('worker', text), 'commonjs');
}

type Named = { filename?: string } | string | undefined;

function fileName(options: Named, text: string): string {
  const name = typeof options === 'string' ? options : options?.filename;
  if (name === undefined) return nameOfText('vm', text);
  return pathOf(name);
}

/** Of a name that may be the URL of a file, and may make no sense. */
function pathOf(name: string): string {
  try {
    return name.startsWith('file:') ? fileURLToPath(name.replace(/[?#].*$/, '')) : name;
  } catch {
    return name;
  }
}

type Run = (this: unknown, code: unknown, ...rest: unknown[]) => unknown;

/** Functions of node:vm that make code. Code that runs in another realm finds the hooks there, because they are put there first. */
export function installVm(): void {
  const { compileFunction, createContext, runInThisContext } = vm as unknown as Record<string, Run>;
  replace(vm, 'runInThisContext', function (this: unknown, code: unknown, ...rest: unknown[]) {
    const text = typeof code === 'string' ? instrumented(code, fileName(rest[0] as Named, code), 'script') : code;
    return Reflect.apply(runInThisContext!, this, [text, ...rest]);
  });
  replace(vm, 'compileFunction', function (this: unknown, code: unknown, ...rest: unknown[]) {
    const options = rest[1] as { filename?: string; parsingContext?: object } | undefined;
    if (options?.parsingContext !== undefined) giveHooks(options.parsingContext);
    const text = typeof code === 'string' ? instrumented(code, fileName(options, code), 'commonjs') : code;
    return Reflect.apply(compileFunction!, this, [text, ...rest]);
  });
  replace(vm, 'createContext', function (this: unknown, ...args: unknown[]) {
    return giveBuiltIns(giveHooks(Reflect.apply(createContext!, this, args) as object));
  });
  const running = vm as unknown as Record<string, Run>;
  for (const name of ['runInContext', 'runInNewContext']) {
    const run = running[name]!;
    replace(vm, name, function (this: unknown, code: unknown, context: unknown, ...rest: unknown[]) {
      const text = typeof code === 'string' ? instrumented(code, fileName(rest[0] as Named, code), 'script') : code;
      const given = name === 'runInNewContext' ? newContext(context, rest[0]) : giveHooks(context);
      return Reflect.apply(run, this, [text, given, ...rest]);
    });
  }
  installScript();
  installModules();
}

interface ModuleOptions {
  readonly identifier?: string;
  readonly context?: object;
}

/** Modules of node:vm, which Node has with --experimental-vm-modules. */
function installModules(): void {
  const owner = vm as unknown as { SourceTextModule?: new (code: unknown, options?: ModuleOptions) => object };
  if (owner.SourceTextModule === undefined) return;
  owner.SourceTextModule = new Proxy(owner.SourceTextModule, {
    construct(target, args, newTarget) {
      const [code, options] = args as [unknown, ModuleOptions | undefined];
      if (options?.context !== undefined) giveHooks(options.context);
      const text = typeof code === 'string' ? instrumented(code, fileName(options?.identifier, code), 'module') : code;
      return Reflect.construct(target, [text, ...args.slice(1)], newTarget) as object;
    },
  });
}

const { Script } = vm;

/** `node -e` and programs on the standard input: Node compiles a wrapper that calls what it is given, which runs the program's text. Ours
 * runs the instrumented text instead. */
export function commandText(wrapper: unknown, name: string): unknown {
  const text = (process as { _eval?: unknown })._eval;
  if (typeof wrapper !== 'function' || typeof text !== 'string') return wrapper;
  return (main: () => unknown) =>
    wrapper(() => {
      const code = instrumented(text, name, 'script');
      if (code === text) return main();
      return new Script(code, { filename: name, ...mainLoader() }).runInThisContext();
    });
}

function installScript(): void {
  const { Script } = vm;
  vm.Script = new Proxy(Script, {
    construct(target, args, newTarget) {
      const [code, options] = args as [unknown, Named];
      const text = typeof code === 'string' ? instrumented(code, fileName(options, code), 'script') : code;
      return Reflect.construct(target, [text, ...args.slice(1)], newTarget) as object;
    },
  });
  for (const name of ['runInContext', 'runInNewContext']) {
    const run = (Script.prototype as unknown as Record<string, Run>)[name]!;
    replace(Script.prototype, name, function (this: unknown, context: unknown, ...rest: unknown[]) {
      const given = name === 'runInNewContext' ? newContext(context, rest[0]) : giveHooks(context);
      return Reflect.apply(run, this, [given, ...rest]);
    });
  }
}

interface ContextOptions {
  readonly contextName?: string;
  readonly contextOrigin?: string;
  readonly contextCodeGeneration?: vm.CreateContextOptions['codeGeneration'];
  readonly microtaskMode?: vm.CreateContextOptions['microtaskMode'];
}

const { createContext: nativeContext, isContext } = vm;

/** The context of `runInNewContext`, which is made before so that it has the hooks and built-in objects that record. What is wrong with it is for Node to say. */
function newContext(given: unknown, options: unknown): unknown {
  const object = given === undefined ? {} : given;
  try {
    const isObject = typeof object === 'object' && object !== null;
    if (isObject && isContext(object)) return giveHooks(object);
    const { contextName, contextOrigin, contextCodeGeneration, microtaskMode } = (options ?? {}) as ContextOptions;
    const wanted = { name: contextName, origin: contextOrigin, codeGeneration: contextCodeGeneration, microtaskMode };
    const told = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    return giveBuiltIns(giveHooks(nativeContext(object as object, told)));
  } catch {
    return object;
  }
}

const patched = new WeakSet<object>();

/** Patches the built-in objects of another realm; it has our WebAssembly. */
function giveBuiltIns<T extends object>(context: T): T {
  if (patched.has(context)) return context;
  patched.add(context);
  const realm = new Script('globalThis').runInContext(context) as Realm;
  addRealm(realm);
  installBuiltIns(realm);
  meetEval((realm as { eval?: unknown }).eval);
  Object.defineProperty(context, 'WebAssembly', {
    configurable: true,
    enumerable: false,
    get: () => WebAssembly,
    set: (value) => Object.defineProperty(context, 'WebAssembly', { value, writable: true }),
  });
  return context;
}

/** Defines the hooks in the global object of another realm. */
function giveHooks<T>(context: T): T {
  if (typeof context !== 'object' || context === null || Object.hasOwn(context, HOOKS)) return context;
  for (const name of [HOOKS, Hook.temporary]) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    if (descriptor !== undefined) Reflect.defineProperty(context, name, descriptor);
  }
  return context;
}
