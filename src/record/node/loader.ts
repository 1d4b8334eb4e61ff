// The module hooks of Node before 22.15: this file runs in the loader thread, beside the threads of the program.

import { startInstrument } from './instrument.ts';
import { loaded } from './loading.ts';
import { startNotes } from './notes.ts';
import type { Settings } from './settings.ts';
import { startSites } from './sites.ts';

export interface LoaderData {
  readonly control: WebAssembly.Memory;
  readonly folder: string;
  readonly settings: Settings;
  readonly cwd: string;
}

export function initialize({ control, folder, settings, cwd }: LoaderData): void {
  startNotes(folder);
  startSites(control, folder, true);
  startInstrument(settings, cwd);
}

type Next = (url: string, context: unknown) => Promise<Parameters<typeof loaded>[1]>;

export async function load(url: string, context: unknown, next: Next): Promise<unknown> {
  return loaded(url, await next(url, context));
}
