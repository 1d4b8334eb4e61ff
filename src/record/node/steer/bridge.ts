// Loads the gate for a program that is led by a plan: most are not.

import { createRequire } from 'node:module';
import type { SiteLine } from '../left.ts';
import type { Steering } from './steering.ts';

/** What the gate of this thread needs, from before the first file of the program is loaded. */
export interface Steered {
  readonly hear: (line: SiteLine) => void;
  start(): void;
}

/** start.ts, which is loaded when it is needed. */
interface Start {
  newSteering(file: string, folder: string): Steering | undefined;
  newSteered(steering: Steering, thread: { readonly number: number; readonly folder: string; readonly cwd: string }): Steered;
}

/** For the first thread of a process: the plan that leads it, if there is one that can be read. */
export function steeringOf(file: string | undefined, folder: string): Steering | undefined {
  return file === undefined ? undefined : load().newSteering(file, folder);
}

export function steeredBy(
  steering: Steering | undefined,
  thread: { readonly number: number; readonly folder: string; readonly cwd: string },
): Steered | undefined {
  return steering === undefined ? undefined : load().newSteered(steering, thread);
}

function load(): Start {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  return createRequire(import.meta.url)(`./start${extension}`) as Start;
}
