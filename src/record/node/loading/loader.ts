// The module hooks of Node before 22.15: this file runs in the loader thread, beside the threads of the program.

import { installIdleHooks } from '../core/access.ts';
import { HOOKS } from '../core/hooks.ts';
import { startNotes } from '../core/notes.ts';
import type { Settings } from '../core/settings.ts';
import { startSites } from '../core/sites.ts';
import { startInstrument } from './instrument.ts';
import { loaded } from './loading.ts';

export interface LoaderData {
  readonly control: WebAssembly.Memory;
  readonly folder: string;
  readonly settings: Settings;
  readonly cwd: string;
  /** Which registration of the thread this is, and which is the newest. */
  readonly generation: number;
  readonly newest: Int32Array;
}

let isNewest = (): boolean => true;

export function initialize({ control, folder, settings, cwd, generation, newest }: LoaderData): void {
  isNewest = () => newest[0] === generation;
  if (Reflect.get(globalThis, HOOKS) === undefined) installIdleHooks();
  startNotes(folder);
  startSites(control, folder, true);
  startInstrument(settings, cwd);
}

type Next = (url: string, context: unknown) => Promise<Parameters<typeof loaded>[1]>;

export async function load(url: string, context: unknown, next: Next): Promise<unknown> {
  const result = await next(url, context);
  return isNewest() ? loaded(url, result) : result;
}
