// Text that becomes code while the program runs: node:vm, eval (the transform marks direct calls), workers made of text.

import vm from 'node:vm';
import { hashText, hexOf } from './hash.ts';
import { HOOKS, Hook } from './hooks.ts';
import { instrumented } from './instrument.ts';
import { replace } from './replace.ts';

/** The argument of an `eval`. */
export function evaluated(text: unknown): unknown {
  return typeof text === 'string' ? instrumented(text, nameOf('eval', text), 'script') : text;
}

/** The text of a worker with `eval: true`. */
export function workerText(text: string): string {
  return instrumented(text, nameOf('worker', text), 'commonjs');
}

/** Text without a file is called by what it is and its hash: the same in every run. */
function nameOf(what: string, text: string): string {
  return `[${what} ${hexOf(hashText(text, 0)).slice(0, 6)}]`;
}

type Named = { filename?: string } | string | undefined;

function fileName(options: Named, text: string): string {
  const name = typeof options === 'string' ? options : options?.filename;
  if (name === undefined) return nameOf('vm', text);
  return name.startsWith('file:') ? new URL(name).pathname : name;
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
    return giveHooks(Reflect.apply(createContext!, this, args));
  });
  const running = vm as unknown as Record<string, Run>;
  for (const name of ['runInContext', 'runInNewContext']) {
    const run = running[name]!;
    replace(vm, name, function (this: unknown, code: unknown, context: unknown, ...rest: unknown[]) {
      const text = typeof code === 'string' ? instrumented(code, fileName(rest[0] as Named, code), 'script') : code;
      const isNew = context === undefined && name === 'runInNewContext';
      return Reflect.apply(run, this, [text, giveHooks(isNew ? {} : context), ...rest]);
    });
  }
  installScript();
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
      const isNew = context === undefined && name === 'runInNewContext';
      return Reflect.apply(run, this, [giveHooks(isNew ? {} : context), ...rest]);
    });
  }
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
